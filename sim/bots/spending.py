"""What a roll is worth in Will Points, in Life that serves as such, and in equipment; when a spell is dispelled; and
what a Command Point is worth that is kept."""

from __future__ import annotations

from sim.bots import evaluation
from sim.bots.worth import rounds_left
from sim.carnevale import hooks, scenario
from sim.carnevale.action import How
from sim.carnevale.actions import Combat
from sim.carnevale.equipment import UseItem
from sim.carnevale.hooks import RollContext
from sim.carnevale.magic.casting import TryToDispel
from sim.carnevale.magic.spells import named
from sim.carnevale.odds import roll_odds
from sim.carnevale.state import State
from sim.carnevale.will import SpendWill
from sim.engine.requests import Measure

__all__ = ["command_point", "dispels", "uses_item", "will_points"]

KILLS = 0.95  # a chance as good as sure
WORTHWHILE = 0.05  # so much likelier success is worth a Will Point
SAVES = 2.0  # Life Points that an item should save while there are rounds left to keep it for
D10 = 5.5  # that a doublet takes off, on average
USED, NOW = 1.0, 0.5  # Command Points that find a good use in a round, and in what is left of this one
FREE_FIGHT = 12  # rounds: how long that is said to last


def will_points(view: State, choice: SpendWill, measure: Measure) -> int:
    """Will where it counts, and soon: who falls with points unspent has lost them.

    Life that serves as Will (ABIL-Frenzied) is for saving its own life alone.
    """
    c = view[choice.who]
    own = min(choice.most, c.wp)
    match choice.purpose:
        case "combat" if _kills_anyway(view, choice, measure):
            return 0
        case "combat" | "drown":
            return own
        case "protection":
            stake = choice.stake + choice.besides
            return _to_survive(view, choice) if stake >= c.lp else min(own, 1) if choice.stake > 1 else 0
        case "fall" | "climb" | "disengage" | "jump" | "cast" | "grapple" | "morale":
            more = roll_odds(choice.dice + 1, choice.needed).succeeds - roll_odds(choice.dice, choice.needed).succeeds
            return min(1, own) if more > WORTHWHILE else 0
    return 0


def dispels(choice: TryToDispel) -> bool:
    """What cost the caster a Will Point is worth one, to a mage whose Aces count."""
    spell = named(choice.spell)
    return spell is not None and spell.cost > 0 and choice.level > 0


def uses_item(view: State, choice: UseItem) -> bool:
    """Once it is gone it is gone: for what would be settled anyway nothing is used, and little later than much."""
    c = view[choice.who]
    context = RollContext(
        purpose=choice.purpose, who=choice.who, stat="dexterity", against=choice.against, stake=choice.stake
    )
    if choice.purpose == "protection":
        return choice.stake + choice.besides >= c.lp or min(D10, choice.stake) >= SAVES or rounds_left(view) <= 0.0
    if hooks.forced(view, context) is not None:
        return False
    return choice.purpose != "fall" or choice.stake >= min(c.lp, SAVES) or rounds_left(view) <= 0.0


def command_point(view: State, seat: str, order: float) -> float:
    """What a Command Point is worth to a gang that keeps it: `order`, and less where it has more of them than will find
    a good use. After the last round they are worth nothing."""
    page = scenario.of(view)
    to_come = max(0, (FREE_FIGHT if page is None else page.rounds) - view.round)
    left = sum(c.cp for c in view.on_board() if c.seat == seat)
    return order * min(1.0, (USED * to_come + NOW) / max(1, left))


def _kills_anyway(view: State, choice: SpendWill, measure: Measure) -> bool:
    """Is the attack sure to kill without Will Points, as good as, and is there a round left to keep them for?"""
    if choice.against is None or choice.weapon is None or rounds_left(view) <= 0.0:
        return False
    loss = evaluation.combat_loss(view, measure, choice.who, Combat(choice.against, choice.weapon), How())
    return sum(loss.life_lost[view[choice.against].lp :]) >= KILLS


def _to_survive(view: State, choice: SpendWill) -> int:
    """As many points as it is likeliest to live with, fewest first: all Will, and Life where that saves more of it."""
    c = view[choice.who]

    def survives(points: int) -> float:
        return 1.0 - choice.life_lost(view, points).kill(c.lp)

    return max(range(choice.most + 1), key=lambda points: (round(survives(points), 3), -points))
