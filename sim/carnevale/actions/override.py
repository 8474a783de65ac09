"""The Golden Rule (TURN-12): by agreement of all players, anything on the table may be set by hand."""

from __future__ import annotations

from math import isfinite
from typing import Any, ClassVar

import msgspec

from sim.carnevale import rulings
from sim.carnevale.action import Action
from sim.carnevale.actions.favour import Favour
from sim.carnevale.agreed_words import agreed
from sim.carnevale.characters import MOST_AP, Point
from sim.carnevale.events import Change, Overruled
from sim.carnevale.names import names_of
from sim.carnevale.questions import YesOrNo
from sim.carnevale.state import State, rounded
from sim.engine.requests import Label, Measure, Refusal, Rule
from sim.words import joined, say, term

__all__ = ["POINTS", "AgreeTo", "Override", "Overriding"]

POINTS = ("lp", "wp", "ap", "cp")
MOST_UNDERWATER = 2  # counters of one Dive (WATER-01)


class AgreeTo(YesOrNo, frozen=True, kw_only=True, tag="agree"):
    """Whether a seat agrees to what another would set by hand (TURN-12)."""

    changes: dict[str, Change]  # by character
    why: str
    by: str  # the seat that calls for it

    @property
    def default(self) -> bool:
        return True

    def asks(self, state: State) -> str:
        return say("{by} calls the Golden Rule. Agreed?", by=names_of(state)(self.by))

    def detail(self, state: State) -> str:
        name = names_of(state)
        said = (say("{who} {agreed}.", who=name(who), agreed=agreed(each, name)) for who, each in self.changes.items())
        return joined(" ", (*said, term(self.why)))

    def label(self, state: State, answer: object) -> Label:
        return Label(say("Agreed") if answer else say("No"))


class Override(Action, frozen=True, tag="override"):
    """Set a place, points, counters or a verdict of sight or cover as the whole table agrees, with the reason that
    it gives. It is logged as such (TURN-12)."""

    ap: ClassVar[int] = 0
    command: ClassVar[bool] = True  # of the players, at any time between actions

    changes: dict[str, Change]
    why: str

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        return self.wrong(game)
        yield

    def wrong(self, game: State) -> Refusal | None:
        """What cannot be set so, or None."""
        if not self.why.strip():
            return Refusal("TURN-12", say("say why: the reason is logged"))
        wrong = (_wrong(game, who, change) for who, change in self.changes.items())
        return next((refusal for refusal in wrong if refusal is not None), None)

    def perform(self, game: State, who: str) -> Rule[None]:
        yield from self.settle(game, game[who].seat)

    def settle(self, game: State, seat: str) -> Rule[None]:
        """Everybody else must agree."""
        for other in game.clockwise_from(seat)[1:]:
            if not (yield AgreeTo(seat=other, changes=self.changes, why=self.why, by=seat)):
                return
        for name, change in self.changes.items():
            if change.at is None:
                game.emit(Overruled(who=name, change=change, why=self.why))
                continue
            placed = msgspec.structs.replace(change, at=rounded(change.at))
            place = yield from rulings.ground(name, placed.at)
            on_wall = not place.whole  # it stays where it is put for now; the end of a turn finds it off the ground
            game.emit(
                Overruled(
                    who=name,
                    change=placed,
                    why=self.why,
                    on_wall=on_wall,
                    aboard=place.vessel,
                    in_water=place.water,
                    ground=place,
                )
            )


def _wrong(game: State, who: str, change: Change) -> Refusal | None:
    """What of this character cannot be set so, or None."""
    c, name = game.characters.get(who), names_of(game)(who)
    if c is None or not c.on_board:
        return Refusal("TURN-12", say("'{who}' is no character on the board", who=who))
    if change.at is not None and not _on_the_table(game, change.at):
        off = say("{who} cannot be put at {place}, which is off the board", who=name, place=tuple(change.at))
        return Refusal("TURN-12", off)
    for point in POINTS:
        value, most = getattr(change, point), getattr(c.profile, point)
        most = max(most, MOST_AP) if point == "ap" else most  # as an ORDER may bring it to (TURN-07)
        if value is not None and not 0 <= value <= most:
            bounds = say("{who}'s {point} stay between 0 and {most}", who=name, point=point.upper(), most=most)
            return Refusal("TURN-05", bounds)
    if change.lp == 0:
        return Refusal("TURN-12", say("{who} with 0 LP would be a casualty; leave 1", who=name))
    if change.underwater is not None and not 0 <= change.underwater <= MOST_UNDERWATER:
        dived = say("{who} may have 0 to {most} Underwater counters", who=name, most=MOST_UNDERWATER)
        return Refusal("TURN-12", dived)
    for other in {**change.sees, **change.in_cover}:
        if other not in game.characters or not game[other].on_board or other == who:
            between = say("no verdict is turned between {who} and '{other}'", who=name, other=other)
            return Refusal("TURN-12", between)
    return None


def _on_the_table(game: State, at: Point) -> bool:
    """Over the board, seen from above."""
    x, y, z = at
    (west, south), (east, north) = game.corner, game.size
    return west <= x <= east and south <= y <= north and isfinite(z)


class Overriding(msgspec.Struct, frozen=True, tag="overriding"):
    """What `WhoseTurn` takes besides a character: the Golden Rule and Fortune's Favour, between turns too."""

    answers: ClassVar[Any] = Override | Favour

    seat: str

    def refusal(self, state: State, measure: Measure, answer: Override | Favour) -> Refusal | None:
        return answer.wrong(state)
