"""Runes of Sovereignty (MAGIC-08)."""

from __future__ import annotations

from math import dist, hypot
from typing import Any, ClassVar

import msgspec

from sim.board.model.tableau import MM
from sim.board.model.verdicts import Path
from sim.carnevale import effects, landing, legality, rulings
from sim.carnevale.acting import act
from sim.carnevale.actions.grapple import throw
from sim.carnevale.actions.run import Run
from sim.carnevale.characters import Character, Effect, Point, Trait
from sim.carnevale.dice import GRAPPLE, Outcome, Result
from sim.carnevale.events import CounterLost, EffectBegan, EffectsEnded, PointsGained, Swayed
from sim.carnevale.hooks import Ability, ability
from sim.carnevale.legality import Acts
from sim.carnevale.magic.area_effects import MarkerSpell, PlacedSpell, aimed, move_off_marker, under
from sim.carnevale.magic.spells import Casting, Spell, pick, reached, spell, until_next_turn_ends
from sim.carnevale.names import names_of
from sim.carnevale.persistent_effects import PersistentEffect
from sim.carnevale.questions import Declinable, Question
from sim.carnevale.state import State
from sim.engine.requests import Gesture, Measure, Refusal, Rule, measured
from sim.words import say, term

__all__ = [
    "CREST",
    "CantripOfTheChariot",
    "FieryRhetoric",
    "IceLock",
    "Madness",
    "NoCharge",
    "RenewedVigour",
    "RideAtOnce",
    "WalkBetweenWorlds",
    "Wave",
    "WavesOfForce",
    "WhatMadnessDoes",
    "WhereWaveEnds",
    "caught_by_wave",
]

CREST = 3.0  # inches over where it begins, at most, that a wave touches somebody


class Rune(Spell):
    discipline = "Runes of Sovereignty"


class RideAtOnce(Declinable, frozen=True, kw_only=True, tag="chariot"):
    """The run that the Cantrip of the Chariot gives."""

    gesture = Gesture.PATH
    declines = say("No ride")

    who: str  # runs
    caster: str
    spell: str

    @property
    def region(self) -> Ride:
        return Ride(self.who)

    def asks(self, state: State) -> str:
        return say("{spell}: {who} runs at once", spell=term(self.spell), who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return say("Cast by {caster}. For 0 AP; it may not charge.", caster=names_of(state)(self.caster))


@spell
class CantripOfTheChariot(Rune):
    """A friend in sight within 6" and out of base contact makes a Run/Climb at once for 0 AP, but may not charge."""

    name, cost, difficulty, cantrip = "Cantrip of the Chariot", 0, 7, True
    on, reach = "friend", 6.0

    def refusal(self, game: State, who: str, target: str | None) -> Rule[Refusal | None]:
        refusal = yield from super().refusal(game, who, target)
        if refusal is None and target is not None and (yield from rulings.in_contact(game, target)):
            return Refusal("MAGIC-08", say("{target} is in base contact with an enemy", target=names_of(game)(target)))
        return refusal

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        peace = Effect(self.name, "end_of_action", trait=Trait(NoCharge.name))
        game.emit(EffectBegan(who=casting.target, effect=peace))
        yield from effects.auras(game)
        run = yield RideAtOnce(seat=game[casting.who].seat, who=casting.target, caster=casting.who, spell=self.name)
        if run is not None:
            yield from act(game, casting.target, run, free=True)
        if peace in game[casting.target].effects:
            game.emit(EffectsEnded(who=casting.target, effects=(peace,)))


@ability
class NoCharge(Ability):
    """Its Run/Climb may not charge, nor what a Critical adds to it."""

    name = "No Charge"
    printed: ClassVar[bool] = False

    def bars_path(self, game: State, bearer: Character, path: Path) -> Refusal | None:
        return Refusal("MAGIC-08", say("the chariot does not charge"), path) if path.contacts else None


class Ride(msgspec.Struct, frozen=True, tag="ride"):
    """What `RideAtOnce` takes: a Run that meets no enemy (`NoCharge`)."""

    answers: ClassVar[Any] = Run

    who: str

    def refusal(self, state: State, measure: Measure, answer: Run) -> Refusal | None:
        return measured(legality.refusal(state, self.who, answer, out_of_sequence=True, free=True), state, measure)


@spell
class RenewedVigour(Rune):
    """X friends in sight within 12" are Stunned no more, and cannot be for the rest of the round."""

    name, cost, difficulty = "Renewed Vigour", 1, 6

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        friends = [game[casting.who], *game.friends(casting.who)]
        near = yield from reached(game, casting.who, friends, 12.0, self.name)
        for who in (yield from pick(game, casting.who, near, casting.x, self.name)):
            if game[who].stunned:
                game.emit(CounterLost(who=who, counter="stunned", why=self.name))
            game.emit(EffectBegan(who=who, effect=Effect(self.name, "end_of_round", trait=Trait("Steadfast"))))


@spell
class FieryRhetoric(Rune):
    """A friend in sight within 1" regains 1 CP."""

    name, cost, difficulty = "Fiery Rhetoric", 1, 7
    on, reach = "friend", 1.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        game.emit(PointsGained(who=casting.target, what="cp", points=1, why=self.name))
        return
        yield


@spell
class WalkBetweenWorlds(Rune):
    """A friend in sight within 6" is Ethereal and Slippery, with Flight, to the end of its next turn."""

    name, cost, difficulty = "Walk Between Worlds", 2, 6
    on, reach = "friend", 6.0
    gifts: ClassVar[tuple[Trait, ...]] = (Trait("Ethereal"), Trait("Flight"), Trait("Slippery"))

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        until_next_turn_ends(game, casting.target, self.name, *self.gifts)
        return
        yield


class WhereWaveEnds(Question, frozen=True, kw_only=True, tag="wave"):
    """How far the Waves of Force roll on, and which way."""

    gesture = Gesture.POINT

    who: str  # casts
    spell: str
    start: Point

    @property
    def region(self) -> Wave:
        return Wave(self.who, self.start)

    @property
    def default(self) -> Point:
        return self.start

    def asks(self, state: State) -> str:
        return say("{spell} of {who}: where does the wave end?", spell=term(self.spell), who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return say('Up to {longest:g}" from where it begins.', longest=Wave.longest)

    def by_default(self, state: State) -> str:
        return say("Where it begins")


@spell
class WavesOfForce(PlacedSpell, Rune):
    """A line from a point in water, in sight within 12", to another within 6" of it: everybody whom it touches, at most
    3" above its start, is thrown 2" and an inch for every Ace, as in a Grapple."""

    name, cost, difficulty = "Waves of Force", 1, 8
    reach, lies_on = 12.0, "water"
    counts_aces = True

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        place = yield from aimed(game, casting, self)
        if place is None:
            return
        start = place.at
        end: Point = yield WhereWaveEnds(seat=game[casting.who].seat, who=casting.who, spell=self.name, start=start)
        caught = caught_by_wave(game, start, end)
        inches = GRAPPLE.read(Result(Outcome.SUCCESS, casting.result.aces))
        for who in caught:
            if game[who].on_board:
                yield from throw(game, casting.who, who, inches, None)


class Wave(msgspec.Struct, frozen=True, tag="wave"):
    """What `WhereWaveEnds` takes: where the line from `start` ends."""

    answers: ClassVar[Any] = Point
    longest: ClassVar[float] = 6.0

    who: str
    start: Point

    def refusal(self, state: State, measure: Measure, answer: Point) -> Refusal | None:
        if dist(self.start, answer) > self.longest + 0.005:
            return Refusal(
                "MAGIC-08",
                say("that is more than {longest:g} inches from where the wave begins", longest=self.longest),
            )
        return None


def caught_by_wave(game: State, start: Point, end: Point) -> tuple[str, ...]:
    """Whom a wave along a line touches."""
    return tuple(
        c.id
        for c in game.on_board()
        if c.here[2] <= start[2] + CREST + 0.005 and _from_line(c.here, start, end) <= c.profile.size * MM / 2 + 0.005
    )


def _from_line(at: Point, start: Point, end: Point) -> float:
    """How far a place is from a stretch of line, seen from above."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / length if length else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(at[0] - start[0] - along * dx, at[1] - start[1] - along * dy)


@spell
class IceLock(MarkerSpell, Rune):
    """A blast marker of ice on water in sight within 8": all that it touches are Stunned and moved off it the shortest
    way. It is firm ground until it melts at the end of the round."""

    name, cost, difficulty = "Ice Lock", 2, 6
    reach, kind, lies_on = 8.0, "ice", "water"

    def strikes(self, game: State, casting: Casting, persistent: PersistentEffect) -> Rule[None]:
        for who in (yield from under(game, persistent)):
            effects.stun(game, who, self.name)
            yield from move_off_marker(game, who, persistent)

    def lifted(self, game: State, persistent: PersistentEffect, above: list[str]) -> Rule[None]:
        for who in above:
            yield from landing.settle(game, who, by=persistent.by, why=self.name)


class WhatMadnessDoes(Declinable, frozen=True, kw_only=True, tag="madness"):
    """What an enemy does whom Madness makes a friend."""

    gesture = Gesture.ACTION
    declines = say("Do nothing")

    who: str  # acts
    caster: str
    spell: str

    @property
    def region(self) -> Acts:
        return Acts(self.who, out_of_sequence=True, free=True)

    def asks(self, state: State) -> str:
        return say("{spell}: {who} acts as your friend", spell=term(self.spell), who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return say("Cast by {caster}. One action of 1 AP, for 0 AP.", caster=names_of(state)(self.caster))


@spell
class Madness(Rune):
    """An enemy in sight within 3" makes one action of 1 AP at once, for 0 AP: the caster's player says which and
    plays it, and for that long the enemy is a friend."""

    name, cost, difficulty = "Madness", 2, 4
    on, reach = "enemy", 3.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        mad, own, seat = casting.target, game[casting.target].seat, game[casting.who].seat
        game.emit(Swayed(who=mad, seat=seat, why=self.name))
        yield from effects.auras_turned(game, mad)
        action = yield WhatMadnessDoes(seat=seat, who=mad, caster=casting.who, spell=self.name)
        if action is not None:
            yield from act(game, mad, action, free=True)
        game.emit(Swayed(who=mad, seat=own, why=say("{spell} is over", spell=term(self.name))))
        yield from effects.auras_turned(game, mad)
