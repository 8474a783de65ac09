"""What a spell is, and who knows which (MAGIC-01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from inspect import getdoc
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

import msgspec

from sim.board.model.verdicts import Distance, Sight, Under
from sim.carnevale import effects, rulings, sighting
from sim.carnevale.characters import Character, Effect, Point, Profile, Stat, Trait
from sim.carnevale.damage import spell_damage
from sim.carnevale.dice import Result
from sim.carnevale.events import EffectBegan, SpellReached
from sim.carnevale.names import names_of
from sim.carnevale.persistent_effects import PersistentEffect
from sim.carnevale.questions import Question
from sim.carnevale.state import State
from sim.engine.requests import Gesture, Measure, Option, Refusal, Rule
from sim.errors import meant
from sim.words import counted, joined, listed, say, term

__all__ = [
    "Casting",
    "Pick",
    "Spell",
    "SpellHarm",
    "SpellOption",
    "SpellTargets",
    "allowance",
    "changed",
    "damaged",
    "disciplines",
    "faults",
    "known",
    "mage_level",
    "named",
    "names",
    "out_of_reach",
    "pick",
    "reached",
    "spell",
    "until_next_turn_ends",
]

MAGE, SORCERER = "Mage", "Expert Sorcerer"


class Casting(msgspec.Struct, frozen=True):
    """A spell that has come off: `x` is the caster's Mage number, one more for a Critical (MAGIC-03)."""

    who: str
    target: str | None
    x: int
    result: Result
    to: Point | None = None  # where it is aimed, if that was said beforehand


class SpellHarm(NamedTuple):
    """What a spell takes from one whom it harms: so much Damage; `penetration` None: Life Points, which no roll
    saves."""

    damage: int
    penetration: int | None = 0


class Spell:
    """Base of all spells. `on` and `reach` say whom it may be aimed at; always in sight unless `sight` is off."""

    name: ClassVar[str]
    discipline: ClassVar[str]
    cost: ClassVar[int]
    difficulty: ClassVar[int]
    cantrip: ClassVar[bool] = False
    on: ClassVar[Literal["friend", "enemy", "any", "nobody"]] = "nobody"
    reach: ClassVar[float] = 0.0
    sight: ClassVar[bool] = True
    at_places: ClassVar[bool] = False  # may be aimed at a place instead of a target
    counts_aces: ClassVar[bool] = False  # every Ace of its roll does something
    meets_when: ClassVar[Literal["cast", "target dies", "round ends"]] = "cast"  # when those whom it `meets` suffer it

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        """What it does."""
        raise NotImplementedError

    def refusal(self, game: State, who: str, target: str | None) -> Rule[Refusal | None]:
        """Why it may not be cast on this target, or None."""
        if target is None and (self.on == "nobody" or self.at_places):
            return None
        if self.on == "nobody":
            return Refusal("MAGIC-02", say("{spell} is cast on nobody", spell=term(self.name)))
        if target not in [c.id for c in self.concerned(game, who)]:
            return Refusal("MAGIC-02", say("{spell} needs a target: {on}", spell=term(self.name), on=self.on))
        return (yield from out_of_reach(game, who, target, self.reach, sight=self.sight, what=self.name))

    def place_refusal(self, game: State, who: str, to: Point) -> Rule[Refusal | None]:
        """Why it may not be aimed at this place, or None."""
        return Refusal("MAGIC-02", say("{spell} is not aimed at a place", spell=term(self.name)))
        yield

    def meets(self, game: State, who: str, aim: str | Point) -> Rule[Under | None]:
        """Whom its marker or template would touch, aimed at somebody or at a place; None where it has none. To be told
        beforehand, not to decide what happens."""
        return None
        yield

    def harms(self, x: int, aces: int) -> tuple[SpellHarm, ...]:
        """What it takes from each whom it harms, at worst; of several the caster has the choice. Nothing: it harms
        nobody."""
        return ()

    def harms_within(self, game: State) -> float:
        """How many inches from its caster somebody may be whom it harms."""
        return self.reach

    def harms_whom(self, game: State, target: str) -> bool:
        """May it harm this enemy of the caster's, range and sight apart?"""
        return True

    def round_ends(self, game: State, persistent: PersistentEffect) -> Rule[None]:
        """What lies does this at the end of the round, before it is gone."""
        return
        yield

    def lifted(self, game: State, persistent: PersistentEffect, above: list[str]) -> Rule[None]:
        """It lies no more; `above`: who was over or under its marker."""
        return
        yield

    @property
    def text(self) -> str:
        """What it does, in a sentence or two."""
        return getdoc(type(self)) or ""

    def concerned(self, game: State, who: str) -> list[Character]:
        """Whom it may be cast on, range and sight apart; friends include the caster (GEO-15)."""
        friends = [game[who], *game.friends(who)]
        return {"friend": friends, "enemy": game.enemies(who), "any": [*friends, *game.enemies(who)], "nobody": []}[
            self.on
        ]


S = TypeVar("S", bound=type[Spell])
_SPELLS: dict[str, Spell] = {}


def spell(kind: S) -> S:
    """Register a spell (a class decorator)."""
    _SPELLS[kind.name] = kind()
    return kind


def named(name: str) -> Spell | None:
    return _SPELLS.get(name)


def names() -> Iterable[str]:
    return _SPELLS.keys()


def disciplines() -> tuple[str, ...]:
    return tuple(dict.fromkeys(s.discipline for s in _SPELLS.values()))


def mage_level(c: Character) -> int | None:
    """The number of its Mage ability; None for whoever is no mage."""
    levels = [trait.x for trait in c.profile.traits if trait.name == MAGE]
    return sum(levels) if levels else None


def known(c: Character) -> list[Spell]:
    """The spells of a character: those chosen, and the cantrip of their discipline or of its keyword."""
    chosen = [found for found in map(named, c.profile.spells) if found is not None]
    disciplines = {s.discipline for s in chosen} or {
        s.discipline for s in _SPELLS.values() if c.has_keyword(f"Discipline ({s.discipline})")
    }
    cantrips = [s for s in _SPELLS.values() if s.cantrip and s.discipline in disciplines and s not in chosen]
    return [*chosen, *cantrips]


def allowance(c: Profile) -> tuple[int, tuple[str, ...]]:
    """How many spells a card lets its character know beside the cantrip, and of which disciplines (MAGIC-01).

    No disciplines: it is no mage.
    """
    traits = [trait for trait in c.traits if trait.name in (MAGE, SORCERER)]
    if all(trait.name != MAGE for trait in traits):
        return 0, ()
    return sum(trait.x for trait in traits), tuple(d for d in disciplines() if f"Discipline ({d})" in c.keywords)


def faults(c: Profile) -> list[str]:
    """Every reason why a character may not know the spells of its profile (MAGIC-01, GANG-02)."""
    if all(trait.name != MAGE for trait in c.traits):
        return [say("{who} is no mage, and knows no spells", who=c.name)] if c.spells else []
    knows, may = allowance(c)
    unknown = [name for name in c.spells if named(name) is None]
    chosen = [s for s in map(named, c.spells) if s is not None]
    taken = dict.fromkeys(s.discipline for s in chosen)
    reasons = [say("there is no spell '{name}'; {near}", name=name, near=meant(name, _SPELLS)) for name in unknown]
    if may:
        barred = [d for d in taken if d not in may]
        reasons += [
            say("{who} knows no {d}, but {may}", who=c.name, d=term(d), may=listed(map(term, may), last="or"))
            for d in barred
        ]
    else:
        reasons.append(say("{who} is a mage without a discipline; give it the keyword Discipline (...)", who=c.name))
    if len(taken) > 1:
        reasons.append(
            say(
                "{who} takes all its spells from one discipline, not from {taken}",
                who=c.name,
                taken=listed(map(term, taken)),
            )
        )
    if not taken and not unknown and len(may) > 1:
        reasons.append(
            say(
                "{who} is of one discipline, {may}: name a spell or the cantrip of it",
                who=c.name,
                may=listed(map(term, may), last="or"),
            )
        )
    reasons += [
        say("{who} has {name} {n} times", who=c.name, name=name, n=n) for name, n in Counter(c.spells).items() if n > 1
    ]
    named_ones = sum(not s.cantrip for s in chosen) + len(unknown)
    if named_ones != knows:
        reasons.append(
            counted(
                "{who} knows {n} spell beside its cantrip, and names {named}",
                "{who} knows {n} spells beside its cantrip, and names {named}",
                knows,
                who=c.name,
                named=named_ones or say("none"),
            )
        )
    return reasons


# --- what spells have in common ---------------------------------------------------------------------------


def out_of_reach(
    game: State, who: str, target: str, reach: float, *, sight: bool = True, what: str = say("the spell")
) -> Rule[Refusal | None]:
    """Why a spell does not reach a character: too far, or not in sight."""
    found = yield from _reach(game, who, target, reach, sight=sight, what=what)
    return found if isinstance(found, Refusal) else None


class Reached(NamedTuple):
    """How a spell reaches a character: what was measured of it."""

    near: Distance | None = None
    seen: Sight | None = None


def _reach(
    game: State, who: str, target: str, reach: float, *, sight: bool, what: str = say("the spell")
) -> Rule[Reached | Refusal]:
    near = None if who == target else (yield from rulings.reached(game, who, target, reach))
    if near is None and who != target:
        return Refusal(
            "MAGIC-02",
            say(
                "{target} is more than {reach:g} inches away, too far for {what}",
                target=names_of(game)(target),
                reach=reach,
                what=what,
            ),
        )
    seen = (yield from sighting.look(game, who, target)) if sight else None
    return seen if isinstance(seen, Refusal) else Reached(near, seen)


def reached(
    game: State, who: str, among: Iterable[Character], reach: float, spell: str, *, sight: bool = True
) -> Rule[list[str]]:
    """Of these, whoever is within reach, and in sight; it is told."""
    found: dict[str, Reached] = {}
    for c in among:
        way = yield from _reach(game, who, c.id, reach, sight=sight)
        if isinstance(way, Reached):
            found[c.id] = way
    near = tuple(way.near for way in found.values() if way.near is not None)
    seen = tuple(way.seen for way in found.values() if way.seen is not None)
    if near or seen:
        game.emit(SpellReached(who=who, spell=spell, targets=tuple(found), near=near, seen=seen))
    return list(found)


def damaged(game: State, spell: Spell, casting: Casting, who: str) -> Rule[int]:
    """A character takes what the spell's first harm says; returns the Life Points lost."""
    harm = spell.harms(casting.x, casting.result.aces)[0]
    assert harm.penetration is not None
    return (yield from spell_damage(game, casting.who, who, harm.damage, spell.name, harm.penetration))


def until_next_turn_ends(game: State, who: str, source: str, *traits: Trait) -> None:
    """Traits that a character has to the end of its next turn."""
    for trait in traits:
        effect = Effect(source, "end_of_next_turn", trait=trait, begun=effects.next_turn(game, who))
        game.emit(EffectBegan(who=who, effect=effect))


def changed(game: State, who: str, source: str, stat: Stat, change: int, *, this_round: bool = False) -> None:
    """A stat changed to the end of the character's next turn, or of this round."""
    if this_round:
        effect = Effect(source, "end_of_round", stat=stat, change=change)
    else:
        effect = Effect(source, "end_of_next_turn", stat=stat, change=change, begun=effects.next_turn(game, who))
    game.emit(EffectBegan(who=who, effect=effect))


class SpellOption(Question, frozen=True, kw_only=True):
    """Which of several things a spell does to its target; the first, unless another is named."""

    gesture = Gesture.LIST
    things: ClassVar[tuple[str, ...]]

    who: str  # casts
    target: str
    spell: str

    @property
    def options(self) -> tuple[Option, ...]:
        return self.things

    @property
    def default(self) -> str:
        return self.things[0]


class SpellTargets(Question, frozen=True, kw_only=True):
    """Whom a spell reaches, of more than it can."""

    gesture = Gesture.SEVERAL

    who: str  # casts
    spell: str
    among: tuple[str, ...]
    most: int
    least: int = 0

    @property
    def region(self) -> Pick:
        return Pick(self.among, self.most, self.least)

    @property
    def default(self) -> tuple[str, ...]:
        return self.among[: self.most]

    def asks(self, state: State) -> str:
        return say("Whom does {spell} of {who} reach?", spell=term(self.spell), who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        if self.least == self.most:
            return say("{most} of {among}.", most=self.most, among=len(self.among))
        return say("Up to {most} of {among}.", most=self.most, among=len(self.among))

    def by_default(self, state: State) -> str:
        return joined(", ", map(names_of(state), self.default))


def pick(game: State, who: str, among: list[str], most: int, spell: str, *, least: int = 0) -> Rule[tuple[str, ...]]:
    """The caster's player chooses up to so many characters, and no fewer than `least`."""
    if len(among) <= most:
        return tuple(among)
    picked: tuple[str, ...] = yield SpellTargets(
        seat=game[who].seat, who=who, spell=spell, among=tuple(among), most=most, least=least
    )
    return picked


class Pick(msgspec.Struct, frozen=True, tag="pick"):
    """What `SpellTargets` takes: `least` to `most` of `among`, nobody twice."""

    answers: ClassVar[Any] = tuple[str, ...]

    among: tuple[str, ...]
    most: int
    least: int = 0

    def refusal(self, state: State, measure: Measure, answer: tuple[str, ...]) -> Refusal | None:
        if self.least <= len(answer) <= self.most and len({*answer} & {*self.among}) == len(answer):
            return None
        told = {"most": self.most, "among": joined(", ", map(names_of(state), self.among))}
        if self.least == self.most:
            return Refusal("MAGIC-02", say("choose {most} of {among}, nobody twice", **told))
        return Refusal("MAGIC-02", say("choose up to {most} of {among}, nobody twice", **told))
