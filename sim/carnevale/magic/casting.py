"""Casting and dispelling (MAGIC-02 to 04, DICE-10)."""

from __future__ import annotations

from collections.abc import Sequence

from sim.board.model.verdicts import Distance, Sight
from sim.carnevale import effects, hooks, rulings, sighting
from sim.carnevale.action import Action
from sim.carnevale.characters import Point
from sim.carnevale.dice import Outcome, Result
from sim.carnevale.events import DispelTried, PointsGained, PointsLost, SpellCast, Used
from sim.carnevale.hooks import RollContext
from sim.carnevale.magic.spells import Casting, Spell, known, mage_level, named
from sim.carnevale.names import Names, names_of
from sim.carnevale.questions import YesOrNo
from sim.carnevale.rolls import basic_roll, opposed_roll
from sim.carnevale.state import State, rounded
from sim.carnevale.stats import stat
from sim.carnevale.will import life_paid, spend_will, will_left
from sim.engine.requests import Label, Refusal, Rule
from sim.words import counted, joined, say, term

__all__ = ["DISPEL", "SPENT", "Cast", "TryToDispel", "casting_of", "castings", "dispellers", "dispelling_of"]

SPENT = "no more spells"  # this turn, after a Fail or Fumble
SILENCED = "no more dispelling"  # this round, after a dispel without an Ace
DISPEL = 1  # WP


class Cast(Action, frozen=True, tag="cast"):
    """Cast a spell that the character knows: at somebody, at a place, or for itself, as the spell says (MAGIC-02).

    `target`: whom it is aimed at. `to`: the place where it is aimed at one, if that is said beforehand.
    """

    spell: str
    target: str | None = None
    to: Point | None = None

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        return (yield from self.barred(game, who, known(game[who])))

    def barred(self, game: State, who: str, among: Sequence[Spell]) -> Rule[Refusal | None]:
        """Why it may not be cast, out of these spells; or None."""
        c = game[who]
        if mage_level(c) is None:
            return Refusal("MAGIC-01", say("{who} is no mage", who=names_of(game)(c.id)))
        spell = next((s for s in among if s.name == self.spell), None)
        if spell is None:
            knows = joined(", ", (term(s.name) for s in among)) or say("none")
            return Refusal(
                "MAGIC-01",
                say(
                    "{who} does not know '{spell}'; it knows {knows}",
                    who=names_of(game)(c.id),
                    spell=self.spell,
                    knows=knows,
                ),
            )
        if SPENT in c.used_turn:
            return Refusal(
                "MAGIC-03", say("{who} has failed a spell, and casts no other this turn", who=names_of(game)(c.id))
            )
        if f"spell:{spell.name}" in c.used:
            return Refusal(
                "MAGIC-02", say("{who} has tried {spell} this round", who=names_of(game)(c.id), spell=term(spell.name))
            )
        if will_left(game, who) < spell.cost:
            return Refusal(
                "MAGIC-02",
                say(
                    "{spell} costs {cost} WP, and {who} has {left}",
                    spell=term(spell.name),
                    cost=spell.cost,
                    who=names_of(game)(c.id),
                    left=will_left(game, who),
                ),
            )
        if (yield from _swamped(game, who)):
            return Refusal(
                "MAGIC-02", say("{who} is in water, where only creatures of it cast spells", who=names_of(game)(c.id))
            )
        refusal = yield from spell.refusal(game, who, self.target)
        if refusal is None and self.to is not None:
            refusal = yield from spell.place_refusal(game, who, self.to)
        return refusal

    def perform(self, game: State, who: str) -> Rule[None]:
        spell = named(self.spell)
        level = mage_level(game[who])
        assert spell is not None
        assert level is not None
        near, sight = yield from self._aimed(game, who, spell)
        game.emit(Used(who=who, what=f"spell:{spell.name}", each="round"))
        if spell.cost:
            spend_will(game, who, spell.cost, spell.name)
        result = yield from _magic_roll(game, who, spell, self.target)
        game.emit(
            SpellCast(
                who=who, spell=spell.name, target=self.target, outcome=result.outcome.value, near=near, sight=sight
            )
        )
        if not result.outcome.succeeded:
            game.emit(Used(who=who, what=SPENT, each="turn"))
        if result.outcome is Outcome.FUMBLE:
            effects.stun(game, who, say("fumbled spell"))
            if game[who].wp:
                game.emit(PointsLost(who=who, what="wp", points=1, why=say("fumbled spell")))
        elif result.outcome.succeeded:
            critical = result.outcome is Outcome.CRITICAL
            if critical:
                game.emit(PointsGained(who=who, what="wp", points=1, why=say("critical spell")))
            yield from spell.effect(game, Casting(who, self.target, level + critical, result, self.to))

    def label(self, name: Names) -> str:
        what, spell = term(self.spell), named(self.spell)
        if self.target:
            return say("{what}: {whom}", what=what, whom=name(self.target))
        return say("{what}: at a place", what=what) if spell is not None and spell.at_places else what

    def _aimed(self, game: State, who: str, spell: Spell) -> Rule[tuple[Distance | None, Sight | None]]:
        """How far the target is, and the beam to it or to the place: what the spell was found legal by."""
        if self.to is not None:
            return None, (yield from rulings.shown_sight_to(who, rounded(self.to)))
        if self.target is None or self.target == who:
            return None, None
        near = yield from rulings.shown_distance(who, self.target)
        return near, (yield from sighting.shown(game, who, self.target)) if spell.sight else None

    @classmethod
    def offers(cls, game: State, who: str) -> Rule[Sequence[Action]]:
        c = game[who]
        return castings(game, who, known(c)) if mage_level(c) is not None else []
        yield


def castings(game: State, who: str, among: Sequence[Spell]) -> list[Cast]:
    """Every way to cast these spells, range and sight apart; those that take a place ask for it."""
    return [
        Cast(spell.name, target)
        for spell in among
        for target in (
            *(other.id for other in spell.concerned(game, who)),
            *((None,) if spell.on == "nobody" or spell.at_places else ()),
        )
    ]


def _swamped(game: State, who: str) -> Rule[bool]:
    """In water, and not at home there."""
    if hooks.at_home_in_water(game, who):
        return False
    return (yield from rulings.in_water(who))


def _magic_roll(game: State, who: str, spell: Spell, target: str | None) -> Rule[Result]:
    """MIND on the spell's difficulty (DICE-10); opposed where an enemy mage dispels (MAGIC-04)."""
    dispeller, sight = yield from _dispeller(game, who, spell, target)
    if dispeller is None:
        return (yield from basic_roll(game, casting_of(who, spell=spell), spell.difficulty))
    spend_will(game, dispeller, DISPEL, "dispel")
    game.emit(DispelTried(who=dispeller, against=who, spell=spell.name, sight=sight))
    context, by = casting_of(who, dispeller, spell), dispelling_of(dispeller, who, spell)
    most = mage_level(game[dispeller])
    result, dispel = yield from opposed_roll(game, context, by, spell.difficulty, most_against=most)
    if dispel is not None and not dispel.aces:
        game.emit(Used(who=dispeller, what=SILENCED, each="round"))
    return result


def casting_of(who: str, against: str | None = None, spell: Spell | None = None) -> RollContext:
    """What the caster's roll is about."""
    name, once = ("", False) if spell is None else (spell.name, not spell.counts_aces)
    return RollContext(
        purpose="cast", who=who, stat="mind", against=against, action="cast", spell=name, aces_count_once=once
    )


def dispelling_of(who: str, against: str, spell: Spell | None = None) -> RollContext:
    """What the dispeller's roll is about."""
    name = "" if spell is None else spell.name
    return RollContext(
        purpose="dispel", who=who, stat="mind", against=against, attacker=False, action="cast", spell=name
    )


def dispellers(game: State, who: str) -> Rule[dict[str, Sight | None]]:
    """The enemy mages that could dispel a spell of this character's, clockwise, and how they see it (MAGIC-04)."""
    seats = game.clockwise_from(game[who].seat)
    found: dict[str, Sight | None] = {}
    for mage in sorted(game.enemies(who), key=lambda c: seats.index(c.seat)):
        if mage_level(mage) is None or SILENCED in mage.used or will_left(game, mage.id) < DISPEL:
            continue
        seen = yield from sighting.look(game, mage.id, who)
        if not isinstance(seen, Refusal) and not (yield from _swamped(game, mage.id)):
            found[mage.id] = seen
    return found


class TryToDispel(YesOrNo, frozen=True, kw_only=True, tag="dispel"):
    """Whether an enemy mage pays to dispel a spell (MAGIC-04)."""

    window = say("dispelling")

    who: str  # the mage that is asked
    against: str  # the caster
    target: str | None
    spell: str
    needed: int
    level: int  # the mage's: of its Aces, how many count

    @property
    def matter(self) -> tuple[str, ...]:
        return (self.who, self.spell)

    def asks(self, state: State) -> str:
        return say("Does {who} dispel {spell}?", who=names_of(state)(self.who), spell=term(self.spell))

    def detail(self, state: State) -> str:
        name = names_of(state)
        mind = stat(state, dispelling_of(self.who, self.against)).total  # as it is now, Stunned say
        cast = say("Cast by {who}.", who=name(self.against))
        if self.target is not None:
            cast = say("Cast by {who} on {target}.", who=name(self.against), target=name(self.target))
        counts = counted(
            "MIND {mind} on {needed}+, and up to {n} Ace count against it.",
            "MIND {mind} on {needed}+, and up to {n} Aces count against it.",
            self.level,
            mind=mind,
            needed=self.needed,
        )
        return joined(" ", (cast, counts))

    def label(self, state: State, answer: object) -> Label:
        if answer and (life := life_paid(state, self.who, DISPEL)):
            left = state[self.who].lp - life
            return Label(
                say("Dispel: {life} LP in place of {points} WP", life=life, points=DISPEL),
                say("{points} LP left", points=left),
            )
        if answer:
            return Label(
                say("Dispel: {points} WP", points=DISPEL), say("{points} left", points=will_left(state, self.who))
            )
        return Label(say("Let it be cast"))


def _dispeller(game: State, who: str, spell: Spell, target: str | None) -> Rule[tuple[str | None, Sight | None]]:
    """The first enemy mage whose player pays to dispel, asked clockwise; None where nobody does."""
    for mage, sight in (yield from dispellers(game, who)).items():
        tries = yield TryToDispel(
            seat=game[mage].seat,
            who=mage,
            against=who,
            target=target,
            spell=spell.name,
            needed=spell.difficulty,
            level=mage_level(game[mage]) or 0,
        )
        if tries:
            return mage, sight
    return None, None
