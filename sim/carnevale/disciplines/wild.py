"""Wild Magic (MAGIC-09)."""

from __future__ import annotations

from math import dist
from typing import Any, ClassVar

import msgspec

from sim.board.model.queries import GroundOf
from sim.board.model.verdicts import Ground
from sim.carnevale import landing, rulings, sighting
from sim.carnevale.characters import Effect, Point, Trait
from sim.carnevale.events import EffectBegan, Moved, PointsGained
from sim.carnevale.magic.area_effects import MarkerSpell, move_off_marker, under
from sim.carnevale.magic.casting import Cast, castings
from sim.carnevale.magic.spells import (
    Casting,
    Spell,
    SpellHarm,
    changed,
    damaged,
    known,
    mage_level,
    pick,
    reached,
    spell,
)
from sim.carnevale.names import names_of
from sim.carnevale.persistent_effects import PersistentEffect
from sim.carnevale.questions import Declinable
from sim.carnevale.state import State, rounded
from sim.engine.requests import Gesture, Measure, Refusal, Rule, measured
from sim.words import say, term

__all__ = [
    "Borrowed",
    "CantripOfJustice",
    "Exit",
    "Gateway",
    "Groundsnap",
    "SummonVermin",
    "TheySleepUnderwater",
    "WhereOut",
    "WhichSpell",
]


class WildMagic(Spell):
    discipline = "Wild Magic"


class WhichSpell(Declinable, frozen=True, kw_only=True, tag="justice"):
    """Which spell the Cantrip of Justice lets its caster cast at once."""

    gesture = Gesture.LIST
    declines = say("No other spell")

    who: str
    spell: str

    @property
    def region(self) -> Borrowed:
        return Borrowed(self.who)

    def asks(self, state: State) -> str:
        return say("{spell}: {who} casts another spell", spell=term(self.spell), who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return say("For 0 AP: its own, or one that a mage in sight knows.")

    def offers(self, state: State, measure: Measure) -> list[Cast]:
        return self.region.offers(state, measure)


@spell
class CantripOfJustice(WildMagic):
    """The caster casts another spell at once, for 0 AP and its Will Points: its own, or any that a mage in its sight
    knows, friend or enemy."""

    name, cost, difficulty, cantrip = "Cantrip of Justice", 0, 7, True

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        cast = yield WhichSpell(seat=game[casting.who].seat, who=casting.who, spell=self.name)
        if cast is not None:
            yield from cast.perform(game, casting.who)


def lent(game: State, who: str) -> Rule[list[Spell]]:
    """A mage's own spells, and those of all mages in its sight."""
    found = {s.name: s for s in known(game[who])}
    for other in [*game.friends(who), *game.enemies(who)]:
        if mage_level(other) is not None and (yield from sighting.sees(game, who, other.id)) is None:
            found.update((s.name, s) for s in known(other))
    return list(found.values())


class Borrowed(msgspec.Struct, frozen=True, tag="borrowed"):
    """What `WhichSpell` takes: a spell that is known in sight."""

    answers: ClassVar[Any] = Cast

    who: str

    def refusal(self, state: State, measure: Measure, answer: Cast) -> Refusal | None:
        spells = measured(lent(state, self.who), state, measure)
        return measured(answer.barred(state, self.who, spells), state, measure)

    def offers(self, state: State, measure: Measure) -> list[Cast]:
        """Every casting that can be listed and is allowed."""
        spells = measured(lent(state, self.who), state, measure)
        ways = castings(state, self.who, spells)
        return [way for way in ways if measured(way.barred(state, self.who, spells), state, measure) is None]


@spell
class TheySleepUnderwater(WildMagic):
    """X friends in sight within 12" have Fast Swimmer (X) to the end of the round."""

    name, cost, difficulty = "They Sleep Underwater", 1, 5
    carries: ClassVar[float] = 12.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        friends = [game[casting.who], *game.friends(casting.who)]
        near = yield from reached(game, casting.who, friends, self.carries, self.name)
        for who in (yield from pick(game, casting.who, near, casting.x, self.name)):
            swift = Effect(self.name, "end_of_round", trait=Trait("Fast Swimmer", casting.x))
            game.emit(EffectBegan(who=who, effect=swift))


@spell
class Healing(WildMagic):
    """A friend in sight within 6" regains X LP."""

    name, cost, difficulty = "Healing", 1, 5
    on, reach = "friend", 6.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        game.emit(PointsGained(who=casting.target, what="lp", points=casting.x, why=self.name))
        return
        yield


@spell
class SummonVermin(WildMagic):
    """An enemy in sight within 12" takes X + 1 Damage."""

    name, cost, difficulty = "Summon Vermin", 1, 5
    on, reach = "enemy", 12.0

    def harms(self, x: int, aces: int) -> tuple[SpellHarm, ...]:
        return (SpellHarm(x + 1),)

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        yield from damaged(game, self, casting, casting.target)


class WhereOut(Declinable, frozen=True, kw_only=True, tag="gateway"):
    """Where somebody is put down by a Gateway."""

    gesture = Gesture.POINT
    declines = say("Stay here")

    who: str  # goes through
    caster: str
    spell: str
    inches: float

    @property
    def region(self) -> Exit:
        return Exit(self.who, self.inches)

    def asks(self, state: State) -> str:
        return say("{spell}: where does {who} step out?", spell=term(self.spell), who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        caster = names_of(state)(self.caster)
        return say('Cast by {caster}. Up to {inches:g}" away, out of base contact.', caster=caster, inches=self.inches)


@spell
class Gateway(WildMagic):
    """Anybody within 1", seen or not, is put down anew within 8", out of base contact and without attacks of
    opportunity. A Mobile objective that it carries stays behind."""

    name, cost, difficulty = "Gateway", 1, 8
    on, reach, sight = "any", 1.0, False
    leap: ClassVar[float] = 8.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        to = yield WhereOut(
            seat=game[casting.who].seat, who=casting.target, caster=casting.who, spell=self.name, inches=self.leap
        )
        if to is not None:
            place = yield from rulings.ground(casting.target, to)
            path = (game[casting.target].here, rounded(to))
            game.emit(Moved(who=casting.target, how="gateway", path=path, **landing.where(place)))


class Exit(msgspec.Struct, frozen=True, tag="exit"):
    """What `WhereOut` takes: a free place to stand, near enough, out of base contact with everybody."""

    answers: ClassVar[Any] = Point

    who: str
    inches: float

    def refusal(self, state: State, measure: Measure, answer: Point) -> Refusal | None:
        to = rounded(answer)
        if dist(state[self.who].here, to) > self.inches + 0.005:
            return Refusal("MAGIC-09", say("that is more than {inches:g} inches away", inches=self.inches))
        place: Ground = measure(state, GroundOf(self.who, to))
        if not (place.whole and place.free):
            return Refusal("MAGIC-09", say("{who} cannot stand there", who=names_of(state)(self.who)), place)
        if measured(landing.full_for(state, self.who, place), state, measure):
            return Refusal("TERR-12", say("there is no room left on the gondola"), place)
        for other in landing.touched_at(state, self.who, to):
            return Refusal("MAGIC-09", say("that is in base contact with {other}", other=names_of(state)(other)))
        return None


@spell
class SunderArmour(WildMagic):
    """An enemy in sight within 6" has PROTECTION -(X + 3) to the end of the round."""

    name, cost, difficulty = "Sunder Armour", 2, 7
    on, reach = "enemy", 6.0

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        assert casting.target is not None
        changed(game, casting.target, self.name, "protection", -(casting.x + 3), this_round=True)
        return
        yield


@spell
class Groundsnap(MarkerSpell, WildMagic):
    """A blast marker in sight within 8": all that it touches take X Damage and are moved off it the shortest way. It is
    impassable until it closes at the end of the round."""

    name, cost, difficulty = "Groundsnap", 2, 7
    reach, kind = 8.0, "chasm"

    def harms(self, x: int, aces: int) -> tuple[SpellHarm, ...]:
        return (SpellHarm(x),)

    def harms_within(self, game: State) -> float:
        return self.reach + game.options.blast_across / 2

    def strikes(self, game: State, casting: Casting, persistent: PersistentEffect) -> Rule[None]:
        for who in (yield from under(game, persistent)):
            yield from damaged(game, self, casting, who)
            if game[who].on_board:
                yield from move_off_marker(game, who, persistent)
