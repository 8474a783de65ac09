"""Runes of Sovereignty (MAGIC-08)."""

from __future__ import annotations

from typing import Any

import msgspec

from sim.carnevale import moving, rulings
from sim.carnevale.actions.base import act
from sim.carnevale.characters import Effect, Trait
from sim.carnevale.events import CounterLost, EffectBegan, PointsGained
from sim.carnevale.magic.spells import Casting, Spell, pick, reached, spell, until_next_turn_ends
from sim.carnevale.state import State
from sim.engine.requests import Choice, Measure, Refusal, Rule, measured


class Rune(Spell):
    discipline = "Runes of Sovereignty"


@spell
class CantripOfTheChariot(Rune):
    """A friend within 6" and out of base contact makes a Run/Climb at once, but may not charge."""

    name, cost, difficulty, cantrip = "Cantrip of the Chariot", 0, 7, True
    on, reach = "friend", 6.0

    def refusal(self, game: State, who: str, target: str | None) -> Rule[Refusal | None]:
        refusal = yield from super().refusal(game, who, target)
        if refusal is None and target is not None and (yield from rulings.in_contact(game, target)):
            return Refusal("MAGIC-08", f"{game[target].name} is in base contact with an enemy")
        return refusal

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        run = yield Choice(
            seat=game[casting.who].seat,
            prompt="chariot",
            options=(None,),
            region=Ride(casting.target),
            facts={"who": casting.target, "spell": self.name},
        )
        if run is not None:
            yield from act(game, casting.target, run, free=True)


class Ride(msgspec.Struct, frozen=True, tag="ride"):
    """The region of a "chariot" choice: a Run that meets no enemy."""

    who: str

    @property
    def answers(self) -> Any:
        from sim.carnevale.actions.run import Run

        return Run

    def refusal(self, state: State, measure: Measure, answer: Any) -> Refusal | None:
        refusal: Refusal | None = measured(answer.refusal(state, self.who), state, measure)
        if refusal is not None:
            return refusal
        path, _ = measured(moving.path_of_run(state, self.who, answer.way, fly=answer.fly), state, measure)
        return Refusal("MAGIC-08", "the chariot does not charge", path) if path.contacts else None


@spell
class RenewedVigour(Rune):
    """X friends in sight within 12" are Stunned no more, and cannot be for the rest of the round."""

    name, cost, difficulty = "Renewed Vigour", 1, 6

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        friends = [game[casting.who], *game.friends(casting.who)]
        near = yield from reached(game, casting.who, friends, 12.0)
        for who in (yield from pick(game, casting.who, near, casting.x, self.name)):
            if game[who].stunned:
                game.tell(CounterLost(who=who, counter="stunned", why=self.name))
            game.tell(EffectBegan(who=who, effect=Effect(self.name, "end_of_round", trait=Trait("Steadfast"))))


@spell
class FieryRhetoric(Rune):
    """A friend within 1" regains 1 CP."""

    name, cost, difficulty = "Fiery Rhetoric", 1, 7
    on, reach = "friend", 1.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        game.tell(PointsGained(who=casting.target, what="cp", points=1, why=self.name))
        return
        yield


@spell
class WalkBetweenWorlds(Rune):
    """A friend within 6" is Ethereal and Slippery, with Flight, to the end of its next turn."""

    name, cost, difficulty = "Walk Between Worlds", 2, 6
    on, reach = "friend", 6.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        gifts = (Trait("Ethereal"), Trait("Flight"), Trait("Slippery"))
        until_next_turn_ends(game, casting.target, self.name, *gifts)
        return
        yield
