"""When the greedy bot spends Command Points: on an order to whoever can fight now, and on abilities that reach enough.

Commands cost no AP and come before what they help with, so that one which is wanted is worth more than any action.
"""

from __future__ import annotations

from math import dist

from sim.board.model.tableau import MM
from sim.bots import evaluation
from sim.bots.contact import CONTACT
from sim.carnevale.actions import UseAbility
from sim.carnevale.actions.ability import command_of
from sim.carnevale.characters import Character, Command, Trait
from sim.carnevale.state import State

__all__ = ["ability", "order"]

FIRST = 5.0  # more than any action
REACH = 3.0  # inches over its MOVE from which a fighter can charge this turn
KEEPS = frozenset(("Brave", "Engage", "Expert Protection", "Parry", "Steadfast"))  # of use after one's turn, too
ENOUGH = 2  # characters that an aura or a pulse should help or hinder


def order(view: State, who: str) -> float:
    """An order is wanted by whoever can come to blows, and has fewer AP than it may use."""
    c, found = view[who], evaluation.nearest(view, who)
    return FIRST if found is not None and found[1] <= c.profile.move + REACH else 0.0


def ability(view: State, who: str, action: UseAbility) -> float:
    """An ability is wanted where what it gives back is missing, or where it reaches enough of those who fight."""
    command = command_of(view[who], action.ability)
    if command is None:
        return 0.0
    if command.gains:
        return FIRST if _missing(view, who, action, command) else 0.0
    if command.on in ("friend", "self"):
        target = view[action.target or who]
        wanted = _fights(view, target) and not target.had_turn and target.id != who
    elif command.on == "enemy":
        wanted = action.target is not None and _fights(view, view[action.target])
    else:
        friends = [view[who], *view.friends(who)]
        among = friends if command.on == "friends" else view.enemies(who)
        near = [c for c in among if c.on_board and dist(c.here, view[who].here) <= command.reach]
        wanted = sum(_gains(view, c, command, now=c.id == who) for c in near) >= ENOUGH
    return FIRST if wanted else 0.0


def _missing(view: State, who: str, action: UseAbility, command: Command) -> bool:
    """Has the target lost as much as the command gives back?"""
    c = view[action.target or who]
    return all(getattr(c, what) + points <= getattr(c.profile, what) for what, points in command.gains.items())


def _gains(view: State, c: Character, command: Command, *, now: bool) -> bool:
    """Is it of use to somebody in this round, or against them? `now`: to whoever acts now."""
    lasts = KEEPS & {trait.name for trait in map(Trait.parse, command.grants)}
    if command.on == "friends" and c.had_turn and not now and not lasts:
        return False  # what helps it to act comes too late
    if command.grants == ("Slippery",):
        found = evaluation.nearest(view, c.id)
        return found is not None and found[1] <= (c.profile.size + found[0].profile.size) * MM / 2 + CONTACT
    return _fights(view, c)


def _fights(view: State, c: Character) -> bool:
    found = evaluation.nearest(view, c.id)
    return found is not None and found[1] <= c.profile.move + REACH
