"""Spells with a persistent effect: where they are aimed, whom they meet, and when they end (MAGIC-10)."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

from sim.board.model.tableau import Marker
from sim.board.model.verdicts import PointInfo, Sight, Under
from sim.carnevale import effects, landing, rulings
from sim.carnevale.characters import Point
from sim.carnevale.events import Moved, SpellLaid, SpellLifted, TemplateTouched
from sim.carnevale.magic.spells import Casting, Spell, named
from sim.carnevale.names import names_of
from sim.carnevale.persistent_effects import PersistentEffect
from sim.carnevale.questions import Declinable
from sim.carnevale.state import State, rounded
from sim.engine.requests import Gesture, Measure, Refusal, Rule, measured
from sim.words import say, term

__all__ = [
    "MarkerSpell",
    "PlacedSpell",
    "SpellPlaces",
    "aimed",
    "lay",
    "move_off_marker",
    "place_in_sight",
    "round_ends",
    "stun_under",
    "turn_begins",
    "under",
]

SNAP = 0.1  # inches that a named place may be over the ground


class SpellPlaces(msgspec.Struct, frozen=True, tag="aim"):
    """What `SpellPlace` takes: a place that the spell can be aimed at."""

    answers: ClassVar[Any] = Point

    who: str
    spell: str

    def refusal(self, state: State, measure: Measure, answer: Point) -> Refusal | None:
        spell = named(self.spell)
        assert spell is not None
        return measured(spell.place_refusal(state, self.who, answer), state, measure)


class SpellPlace(Declinable, frozen=True, kw_only=True):
    """Where a spell is aimed."""

    gesture = Gesture.POINT
    declines = say("Nowhere")

    who: str  # casts
    spell: str
    inches: float | None  # its reach; None: as far as it sees

    @property
    def region(self) -> SpellPlaces:
        return SpellPlaces(self.who, self.spell)

    def asks(self, state: State) -> str:
        return say("Where does {who} aim {spell}?", who=names_of(state)(self.who), spell=term(self.spell))

    def detail(self, state: State) -> str:
        spell = named(self.spell)
        match spell.lies_on if isinstance(spell, PlacedSpell) else "any":
            case "water":
                return say('On water, within {inches:g}" and in sight.', inches=self.inches)
            case "ground":
                return say('On firm ground, within {inches:g}" and in sight.', inches=self.inches)
        return say('Within {inches:g}", in sight.', inches=self.inches) if self.inches else say("In sight.")


def aimed(game: State, casting: Casting, spell: Spell) -> Rule[PointInfo | None]:
    """The place that the spell was aimed at beforehand, or that its player names now; None: nowhere."""
    to = casting.to
    if to is None:
        to = yield SpellPlace(
            seat=game[casting.who].seat, who=casting.who, spell=spell.name, inches=spell.reach or None
        )
    return None if to is None else (yield from rulings.place(casting.who, rounded(to)))


def place_in_sight(
    game: State, who: str, spell: str, to: Point, reach: float | None, on: Literal["ground", "water", "any"]
) -> Rule[PointInfo | Refusal]:
    """The ground or water at a place, or why a spell cannot be aimed there."""
    place = yield from rulings.place(who, rounded(to))
    if place.part is None or abs(place.at[2] - to[2]) > SNAP:
        return Refusal("MAGIC-10", say("there is no ground at that place for {spell}", spell=term(spell)), place)
    if on != "any" and place.water != (on == "water"):
        return Refusal(
            "MAGIC-10",
            (
                say("{spell} wants water there", spell=term(spell))
                if on == "water"
                else say("{spell} wants firm ground there", spell=term(spell))
            ),
            place,
        )
    if reach is not None and place.distance > reach + 0.005:
        why = say(
            'that is {distance:.1f}" away, and {spell} reaches {reach:g}"',
            distance=place.distance,
            spell=term(spell),
            reach=reach,
        )
        return Refusal("MAGIC-02", why, place)
    sight = yield from rulings.sight_to(who, place.at)
    if not sight.visible:
        return Refusal("GEO-06", say("{who} does not see that place", who=names_of(game)(who)), sight)
    return place


class PlacedSpell(Spell):
    """Is aimed at a place within reach and in sight."""

    lies_on: ClassVar[Literal["ground", "water", "any"]] = "any"

    def place_refusal(self, game: State, who: str, to: Point) -> Rule[Refusal | None]:
        found = yield from place_in_sight(game, who, self.name, to, self.reach, self.lies_on)
        return found if isinstance(found, Refusal) else None


class MarkerSpell(PlacedSpell):
    """Lays a blast marker at such a place; it lies to the end of the round."""

    kind: ClassVar[str]  # of the marker

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        place = yield from aimed(game, casting, self)
        if place is not None:
            sight = yield from rulings.shown_sight_to(casting.who, place.at)
            persistent = lay(game, casting, self, self.kind, place.at, place, sight)
            yield from self.strikes(game, casting, persistent)

    def meets(self, game: State, who: str, aim: str | Point) -> Rule[Under | None]:
        return None if isinstance(aim, str) else (yield from rulings.under_blast_at(game, rounded(aim)))

    def strikes(self, game: State, casting: Casting, persistent: PersistentEffect) -> Rule[None]:
        """What it does at once, as the marker is placed."""
        return
        yield


def lay(
    game: State,
    casting: Casting,
    spell: Spell,
    kind: str,
    at: Point,
    place: PointInfo | None = None,
    sight: Sight | None = None,
) -> PersistentEffect:
    """Place the blast marker of a spell; it stays."""
    id = f"{spell.name.lower().replace(' ', '-')}-{casting.who}"
    marker = Marker(id, kind, at, game.options.blast_across / 2)
    persistent = PersistentEffect(id, spell.name, casting.who, game[casting.who].seat, casting.x, marker=marker)
    game.emit(SpellLaid(who=casting.who, effect=persistent, place=place, sight=sight))
    return persistent


def under(game: State, persistent: PersistentEffect) -> Rule[list[str]]:
    """Whoever is at least partly under the marker (GEO-13); it is told."""
    assert persistent.marker is not None
    found = yield from rulings.under_blast_at(game, persistent.marker.at)
    if found.hit or found.shielded:
        game.emit(TemplateTouched(who=persistent.by, source=persistent.spell, under=found))
    return list(found.hit)


def move_off_marker(game: State, who: str, persistent: PersistentEffect) -> Rule[None]:
    """Moved the shortest way until the marker is not over its base: no charge, no attacks of opportunity."""
    here = game[who].here
    spot = yield from rulings.spot(who, here, rulings.across(game), clear_of=persistent.id)
    if spot.at is not None:
        path = (here, rounded(spot.at))
        game.emit(Moved(who=who, how="swept aside", path=path, placing=spot, **landing.where(spot.ground)))


def stun_under(game: State, persistent: PersistentEffect) -> Rule[None]:
    for who in (yield from under(game, persistent)):
        effects.stun(game, who, persistent.spell)


# --- when it is over ------------------------------------------------------------------------------------


def round_ends(game: State, seat: str) -> Rule[None]:
    """A seat's markers do what they do last, and are taken up; what waits for the turn of a casualty ends too."""
    for persistent in game.persistent_effects:
        if persistent.seat != seat:
            continue
        if persistent.until == "end_of_round":
            spell = named(persistent.spell)
            if spell is not None:  # a weapon's is taken up, and no more
                yield from spell.round_ends(game, persistent)
            yield from lift(game, persistent)
        elif not game[persistent.by].on_board:
            yield from lift(game, persistent)


def turn_begins(game: State, who: str) -> Rule[None]:
    """What lasts until the next turn of its caster ends."""
    for persistent in game.persistent_effects:
        if persistent.until == "start_of_turn" and persistent.by == who:
            yield from lift(game, persistent)


def lift(game: State, persistent: PersistentEffect) -> Rule[None]:
    found = (yield from rulings.under_blast_at(game, persistent.marker.at)) if persistent.marker is not None else None
    game.emit(SpellLifted(id=persistent.id, spell=persistent.spell, under=found))
    spell = named(persistent.spell)
    if spell is not None:
        yield from spell.lifted(game, persistent, [] if found is None else list(found.hit))
