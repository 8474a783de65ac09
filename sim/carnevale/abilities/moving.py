"""Abilities of movers, on land and in the air."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

import msgspec

from sim.board.model.queries import Mover
from sim.board.model.verdicts import Distance, Path
from sim.carnevale import hooks, rulings
from sim.carnevale.action import Action
from sim.carnevale.actions.run import Run
from sim.carnevale.characters import Character, Trait
from sim.carnevale.dice import Outcome
from sim.carnevale.events import PointsGained, PointsLost, Remembered
from sim.carnevale.hooks import Ability, RollContext, ability
from sim.carnevale.names import names_of
from sim.carnevale.objectives import carrying
from sim.carnevale.questions import MustPick
from sim.carnevale.state import State
from sim.engine.requests import Refusal, Rule
from sim.words import say

__all__ = ["Ethereal", "Infiltration"]


@ability
class AerialAttack(Ability):
    """Loses no LP from a fall that ends in a charge from above (MOVE-11)."""

    name = "Aerial Attack"

    def fall_loss(self, game: State, context: RollContext, bearer: Character, x: int, lost: int) -> int:
        return 0 if context.from_above else lost


@ability
class Engage(Ability):
    """Wins every roll against an enemy that disengages from it, and so always has its attack of opportunity; but
    against Slippery both roll."""

    name = "Engage"

    def forced(self, game: State, context: RollContext, bearer: Character, x: int) -> Outcome | None:
        if context.purpose != "disengage" or context.against != bearer.id:
            return None
        return None if hooks.has(game, context.who, Slippery.name) else Outcome.FAIL


@ability
class Slippery(Ability):
    """Wins every roll to disengage, so that nobody strikes it as it goes; but against Engage both roll."""

    name = "Slippery"

    def forced(self, game: State, context: RollContext, bearer: Character, x: int) -> Outcome | None:
        if context.purpose != "disengage" or context.who != bearer.id:
            return None
        assert context.against is not None
        return None if hooks.has(game, context.against, Engage.name) else Outcome.SUCCESS


@ability
class Ethereal(Ability):
    """Moves through all terrain in a Run/Climb or a Jump; a Jump that would end inside meets it instead. Inside what is
    impassable it can only run on, and no turn of it ends there: a run may end inside only with an action left to run
    out by. A ruling: it is inside where the centre of its base is; it does not fall there; and a turn that ends inside
    all the same puts it the least distance to where it can stand, as off an obstacle."""

    name = "Ethereal"
    run_out: ClassVar[int] = 1  # AP that it takes to come out again

    def mover(self, bearer: Character, x: int, mover: Mover, *, in_water: bool) -> Mover:
        return msgspec.structs.replace(mover, ethereal=True)

    def forbids(self, game: State, bearer: Character, action: Action, trait: Trait) -> Refusal | None:
        if action.command or isinstance(action, Run) or not bearer.inside:
            return None
        name = names_of(game)
        return Refusal(
            "ABIL-Ethereal", say("{bearer} is inside what is solid, and can only run on", bearer=name(bearer.id))
        )

    def bars_path(self, game: State, bearer: Character, path: Path) -> Refusal | None:
        if not path.legs or path.legs[-1].kind != "inside":
            return None
        left = bearer.usable_ap if game.active == bearer.id else 0
        if bearer.id not in game.doing:  # the run itself is not paid for yet
            left -= Run.ap
        if left >= self.run_out:
            return None
        return Refusal(
            "ABIL-Ethereal",
            say("{bearer} has no action left to come out again: no turn ends inside", bearer=names_of(game)(bearer.id)),
            path,
        )


@ability
class Flight(Ability):
    """May fly in a Run/Climb: up to MOVE inches straight to any point, without a roll. In mid-air it can only fly
    on, and falls if its turn ends there. Falls cost it 2 LP less."""

    name = "Flight"

    def flies(self, game: State, bearer: Character) -> bool:
        return True

    def forbids(self, game: State, bearer: Character, action: Action, trait: Trait) -> Refusal | None:
        goes_on = action.command or (isinstance(action, Run) and action.fly)
        if goes_on or not (bearer.on_wall and bearer.aloft):
            return None
        return Refusal(
            "ABIL-Flight", say("{bearer} is in mid-air, and can only fly on", bearer=names_of(game)(bearer.id))
        )

    def fall_loss(self, game: State, context: RollContext, bearer: Character, x: int, lost: int) -> int:
        return lost - 2


@ability
class Infiltration(Ability):
    """May be set up more than 3" above or below ground level, but not in water."""

    name = "Infiltration"
    deploys: ClassVar[frozenset[str]] = frozenset({"height"})


@ability
class LimitedMovement(Ability):
    """In an action, 2" at most in water and 2" up or down, by a wall or through the air; it jumps as others do. Carries
    no Mobile objectives."""

    name = "Limited Movement"
    most_inches: ClassVar[float] = 2.0
    carries_nothing: ClassVar[bool] = True

    def mover(self, bearer: Character, x: int, mover: Mover, *, in_water: bool) -> Mover:
        return msgspec.structs.replace(mover, move=min(mover.move, self.most_inches)) if in_water else mover

    def bars_path(self, game: State, bearer: Character, path: Path) -> Refusal | None:
        steep = [leg.points for leg in path.legs if leg.kind in ("climb", "ladder", "ruin", "fly")]
        climbed = sum(abs(b[2] - a[2]) for points in steep for a, b in pairwise(points))
        swum = sum(leg.cost for leg in path.legs if leg.kind == "swim")
        who, most = names_of(game)(bearer.id), self.most_inches + 0.005
        if climbed > most:
            words = say('{bearer} goes 2" up or down in an action, not {climbed:.1f}"', bearer=who, climbed=climbed)
        elif swum > most:
            words = say('{bearer} swims 2" in an action, not {swum:.1f}"', bearer=who, swum=swum)
        else:
            return None
        return Refusal("ABIL-Limited-Movement", words, path)


class WhoGainsWill(MustPick, frozen=True, kw_only=True, tag="pickpocket"):
    """Who near a pickpocket regains the Will Point that it has stolen."""

    who: str  # the pickpocket

    def asks(self, state: State) -> str:
        return say("{who} has picked a pocket: who regains a Will Point?", who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return say("1 Will Point, for itself or a friend close by.")

    def hint(self, state: State, c: Character) -> str:
        return say("has {wp} of {most} WP", wp=c.wp, most=c.profile.wp)


@ability
class Pickpocket(Ability):
    """Disengaging with success costs the enemy 1 WP and the Mobile objective that it carries; at the end of the
    action it or a friend within 3" regains 1 WP."""

    name = "Pickpocket"
    reach: ClassVar[float] = 3.0

    def disengaged(self, game: State, bearer: Character, other: str) -> Rule[None]:
        if game[other].wp:
            game.emit(PointsLost(who=other, what="wp", points=1, why=self.name))
        carrying.steal(game, bearer.id, other, self.name)
        game.emit(Remembered(who=bearer.id, what=self.name, value=1))
        return
        yield

    def action_ends(self, game: State, bearer: Character, trait: Trait) -> Rule[None]:
        if not bearer.kept.get(self.name):
            return
        game.emit(Remembered(who=bearer.id, what=self.name, value=0))
        lucky: dict[str, Distance | None] = {}
        for c in (bearer, *game.friends(bearer.id)):
            if c.wp < c.profile.wp:
                own = c.id == bearer.id
                near = None if own else (yield from rulings.reached(game, bearer.id, c.id, self.reach))
                lucky |= {c.id: near} if own or near is not None else {}
        if not lucky:
            return
        who = next(iter(lucky))
        if len(lucky) > 1:
            who = yield WhoGainsWill(seat=bearer.seat, who=bearer.id, able=tuple(lucky))
        game.emit(PointsGained(who=who, what="wp", points=1, why=self.name, near=lucky[who]))
