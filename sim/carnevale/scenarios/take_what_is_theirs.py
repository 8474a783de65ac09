"""Take What is Theirs (SCEN-08)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import ClassVar

from sim.board.model.tableau import MM
from sim.carnevale import sighting
from sim.carnevale.characters import Trait
from sim.carnevale.events import Scored
from sim.carnevale.events.objectives import ObjectiveClaimed, ObjectivePlaced
from sim.carnevale.names import TREASURE, names_of
from sim.carnevale.objective import RADIUS, Objective
from sim.carnevale.objectives import placing
from sim.carnevale.scenario import AgendaRule, Aim, Gift, Scenario, scenario
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.carnevale.zones import Zone, corners
from sim.engine.requests import Refusal, Rule
from sim.words import say

__all__ = ["LayTreasure", "TakeWhatIsTheirs"]

REACH = 12.0  # inches from a corner: the zones, and where treasures score
WORTH = 3
BRAVE = (Trait("Brave"),)


@scenario
class TakeWhatIsTheirs(Scenario, frozen=True):
    """Each gang has a treasure, and wants the others'."""

    id: ClassVar[str] = "take-what-is-theirs"
    title: ClassVar[str] = say("Take What is Theirs")
    text: ClassVar[str] = say(
        "Each gang's Claimable, Mobile treasure lies twelve inches in from its corner on the diagonal, claimed by "
        "its owner. After eight rounds every treasure is worth three points to the gang whose corner it is within "
        "twelve inches of. Enemies may claim it; nobody picks up their own while it is still theirs. In sight of a "
        "friend with a treasure in hand all are Brave. A new agenda follows each that scores."
    )
    zones_text: ClassVar[str] = say("Zones lie within 12 inches of the corners.")
    rounds: ClassVar[int] = 8
    map_zones: ClassVar[bool] = False  # treasures score at the corners
    agenda_rules: ClassVar[frozenset[AgendaRule]] = frozenset({"cycle"})

    def zones(self, game: State) -> tuple[Zone, ...]:
        return corners(len(game.seats), game.size, REACH)

    def zone_taken(self, game: State, seat: str) -> Sequence[Step]:
        return (LayTreasure(seat),)

    def may_claim(self, game: State, o: Objective, seat: str) -> bool:
        return seat not in (o.owner, o.claimed)

    def may_pick_up(self, game: State, o: Objective, seat: str) -> bool:
        return seat != o.owner or o.claimed != seat

    def gifts(self, game: State) -> Rule[Mapping[str, Gift]]:
        found = {}
        for o in list(game.objectives.values()):
            if o.carrier is None or not game[o.carrier].on_board:
                continue
            for c in (game[o.carrier], *game.friends(o.carrier)):
                sight = yield from sighting.look(game, c.id, o.carrier)
                if not isinstance(sight, Refusal):
                    found[c.id] = Gift(BRAVE, sight=sight)
        return found

    def aims(self, game: State, who: str) -> Sequence[Aim]:
        """To an enemy's treasure; home, with one in hand."""
        seat = game[who].seat
        if any(o.carrier == who for o in game.objectives.values()):
            x, y = _corner(game, seat)
            return [Aim((x, y, 0.0), REACH, WORTH)]
        beside = game[who].profile.size * MM / 2 + RADIUS
        away = (o for o in game.objectives.values() if o.at is not None and _from_corner(game, seat, o) > REACH)
        return [Aim(o.at, beside, o.vp) for o in away if o.at is not None]

    def spoils(self, game: State, who: str) -> Sequence[Aim]:
        carried = [o for o in game.objectives.values() if o.carrier == who]
        near = REACH + game[who].profile.size * MM / 2
        corner = {seat: _corner(game, seat) for seat in game.seats if carried and seat != game[who].seat}
        return [Aim((x, y, 0.0), near, o.vp) for o in carried for x, y in corner.values()]

    def score(self, game: State) -> Rule[None]:
        for o in list(game.objectives.values()):
            for seat in game.seats:
                if _from_corner(game, seat, o) <= REACH:
                    game.emit(
                        Scored(seat=seat, vp=o.vp, why=say("{objective} at its corner", objective=names_of(game)(o.id)))
                    )
        return
        yield


def _from_corner(game: State, seat: str, o: Objective) -> float:
    """Inches from a seat's corner to the nearest edge of a treasure, or of its carrier, seen from above."""
    corner = _corner(game, seat)
    at, radius = (o.at, RADIUS) if o.carrier is None else (game[o.carrier].here, game[o.carrier].profile.size * MM / 2)
    if at is None:
        return float("inf")
    return hypot(at[0] - corner[0], at[1] - corner[1]) - radius


def _corner(game: State, seat: str) -> tuple[float, float]:
    """The corner of a seat's zone."""
    zone = next(z for z in corners(len(game.seats), game.size, REACH) if z.name == game.seats[seat].zone)
    assert zone.corner is not None
    return zone.corner


class LayTreasure(Step, frozen=True, tag="lay_treasure"):
    """A seat's own treasure, 12" diagonally from its corner, claimed from the start."""

    seat: str

    def run(self, game: State) -> Rule[None]:
        aside = REACH / hypot(1.0, 1.0)
        x, y = (c + aside if c == 0.0 else c - aside for c in _corner(game, self.seat))
        o = Objective(
            f"{TREASURE}{self.seat}",
            WORTH,
            ("claimable", "mobile"),
            at=(round(x, 3), round(y, 3), 0.0),
            owner=self.seat,
        )
        game.emit(ObjectivePlaced(objective=o, seat=self.seat))
        yield from placing.settle(game, o.id)
        game.emit(ObjectiveClaimed(objective=o.id, seat=self.seat))
