"""What happened: frozen facts in the past tense, and the one change of state that each makes.

An event encodes to JSON as `{"event": "lost_life", ...}`. Rules emit events; nothing else changes a state.
"""

from __future__ import annotations

from sim.carnevale.event import Evidence
from sim.carnevale.events.agreement import Change, Overruled
from sim.carnevale.events.base import Event
from sim.carnevale.events.counters import (
    CounterGained,
    CounterLost,
    EffectBegan,
    EffectsEnded,
    Remembered,
    Stunned,
    Used,
)
from sim.carnevale.events.course import (
    ActionBegan,
    ActionEnded,
    Entered,
    Forfeited,
    GameEnded,
    InitiativeTaken,
    RoundBegan,
    RoundEnded,
    Scored,
    TurnBegan,
    TurnCutShort,
    TurnEnded,
)
from sim.carnevale.events.dice import DiceThrown, Rerolled, Rolled
from sim.carnevale.events.fighting import Attacked, Charged, TemplateTouched
from sim.carnevale.events.magic import DispelTried, SpellCast, SpellLaid, SpellLifted, SpellReached, Swayed
from sim.carnevale.events.morale import Fled, Wavered
from sim.carnevale.events.moving import (
    Deployed,
    Disengaged,
    Fell,
    Jumped,
    Moved,
    MoveGained,
    MoveLost,
    Pushed,
    Rowed,
    Shaken,
)
from sim.carnevale.events.points import (
    CommandGranted,
    CommandUsed,
    Damaged,
    Escaped,
    Killed,
    LeftOut,
    LostLife,
    PointsGained,
    PointsLost,
    PointsSpent,
)

__all__ = [
    "ActionBegan",
    "ActionEnded",
    "Attacked",
    "Change",
    "Charged",
    "CommandGranted",
    "CommandUsed",
    "CounterGained",
    "CounterLost",
    "Damaged",
    "Deployed",
    "DiceThrown",
    "Disengaged",
    "DispelTried",
    "EffectBegan",
    "EffectsEnded",
    "Entered",
    "Escaped",
    "Event",
    "Evidence",
    "Fell",
    "Fled",
    "Forfeited",
    "GameEnded",
    "InitiativeTaken",
    "Jumped",
    "Killed",
    "LeftOut",
    "LostLife",
    "MoveGained",
    "MoveLost",
    "Moved",
    "Overruled",
    "PointsGained",
    "PointsLost",
    "PointsSpent",
    "Pushed",
    "Remembered",
    "Rerolled",
    "Rolled",
    "RoundBegan",
    "RoundEnded",
    "Rowed",
    "Scored",
    "Shaken",
    "SpellCast",
    "SpellLaid",
    "SpellLifted",
    "SpellReached",
    "Stunned",
    "Swayed",
    "TemplateTouched",
    "TurnBegan",
    "TurnCutShort",
    "TurnEnded",
    "Used",
    "Wavered",
]
