"""ORDER (TURN-07): a friend's command at the start of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sim.carnevale import sighting
from sim.carnevale.action import Action
from sim.carnevale.characters import MOST_AP
from sim.carnevale.events import PointsGained, PointsSpent, Used
from sim.carnevale.names import Names, names_of
from sim.carnevale.state import State
from sim.engine.requests import Refusal, Rule
from sim.words import say

__all__ = ["COST", "Order", "pay", "unable"]

COST = 1  # CP


class Order(Action, frozen=True, tag="order"):
    """Another friend spends 1 CP at the start of this turn: 1 AP more in it (TURN-07).

    `by`: that friend; without it, the first that can.
    """

    ap: ClassVar[int] = 0
    command: ClassVar[bool] = True

    by: str | None = None

    def label(self, name: Names) -> str:
        return say("Order") if self.by is None else say("Order from {by}", by=name(self.by))

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        c = game[who]
        if c.acted:
            return Refusal(
                "TURN-07", say("{who} has acted; an order comes at the start of a turn", who=names_of(game)(c.id))
            )
        if c.used_ap + c.ap >= MOST_AP:
            return Refusal(
                "TURN-04",
                say(
                    "{who} could not use another AP: {most} a round is the most", who=names_of(game)(c.id), most=MOST_AP
                ),
            )
        if self.by is None:
            if (yield from first_able(game, "order", who)) is None:
                return Refusal("TURN-07", say("no friend of {who} can give it an order", who=names_of(game)(c.id)))
            return None
        return (yield from unable(game, "order", self.by, who))

    def perform(self, game: State, who: str) -> Rule[None]:
        by = self.by or (yield from first_able(game, "order", who))
        assert by is not None
        yield from pay(game, by, "order", who)
        game.emit(PointsGained(who=who, what="ap", points=1, why="order"))

    @classmethod
    def offers(cls, game: State, who: str) -> Rule[Sequence[Action]]:
        return [cls(friend.id) for friend in game.friends(who) if friend.cp]
        yield


def unable(game: State, command: str, by: str, who: str) -> Rule[Refusal | None]:
    """Why `by` cannot use this command on another friend, or None (TURN-07, 08, 10)."""
    rule = "TURN-07" if command == "order" else "TURN-08"
    if by not in game.characters or not game[by].on_board or game[by].seat != game[who].seat or by == who:
        return Refusal(rule, say("'{by}' is no other friend of {who} on the board", by=by, who=names_of(game)(who)))
    if game[by].cp < COST:
        return Refusal("TURN-05", say("{by} has no Command Points left", by=names_of(game)(by)))
    if command in game[by].used:
        return Refusal(
            "TURN-10", say("{by} has used {command} this round", by=names_of(game)(by), command=command.upper())
        )
    return (yield from sighting.sees(game, by, who))


def first_able(game: State, command: str, who: str) -> Rule[str | None]:
    """The first friend that could use this command on a character."""
    for friend in game.friends(who):
        refusal = yield from unable(game, command, friend.id, who)
        if refusal is None:
            return friend.id
    return None


def pay(game: State, by: str, command: str, who: str) -> Rule[None]:
    """A command is given to `who`, who is in sight: 1 CP, once a round."""
    sight = yield from sighting.shown(game, by, who)
    game.emit(PointsSpent(who=by, what="cp", points=COST, on=command, target=who, sight=sight))
    game.emit(Used(who=by, what=command, each="round"))
