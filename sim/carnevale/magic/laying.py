"""Spells that leave something lying: where they are laid, whom they meet, and when they are gone (MAGIC-10)."""

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
from sim.carnevale.persistent_effects import Laid
from sim.carnevale.questions import Question
from sim.carnevale.state import State, rounded
from sim.engine.requests import Gesture, Measure, Option, Refusal, Rule, measured

SNAP = 0.1  # inches that a named place may be over the ground


class Aim(msgspec.Struct, frozen=True, tag="aim"):
    """What `SpellPlace` takes: a place that the spell can be aimed at."""

    answers: ClassVar[Any] = Point

    who: str
    spell: str

    def refusal(self, state: State, measure: Measure, answer: Point) -> Refusal | None:
        spell = named(self.spell)
        assert spell is not None
        return measured(spell.place_refusal(state, self.who, answer), state, measure)


class SpellPlace(Question, frozen=True, kw_only=True):
    """Where a spell is aimed."""

    gesture = Gesture.POINT
    declines = "Nowhere"

    who: str  # casts
    spell: str
    inches: float | None  # its reach; None: as far as it sees

    @property
    def options(self) -> tuple[Option, ...]:
        return (None,)

    @property
    def region(self) -> Aim:
        return Aim(self.who, self.spell)

    def asks(self, state: State) -> str:
        return f"Where does {names_of(state)(self.who)} aim {self.spell}?"

    def detail(self, state: State) -> str:
        return f'Within {self.inches:g}", in sight.' if self.inches else "In sight."


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
        return Refusal("MAGIC-10", f"there is no ground at that place for {spell}", place)
    if on != "any" and place.water != (on == "water"):
        return Refusal("MAGIC-10", f"{spell} wants {'water' if on == 'water' else 'firm ground'} there", place)
    if reach is not None and place.distance > reach + 0.005:
        why = f'that is {place.distance:.1f}" away, and {spell} reaches {reach:g}"'
        return Refusal("MAGIC-02", why, place)
    sight = yield from rulings.sight_to(who, place.at)
    if not sight.visible:
        return Refusal("GEO-06", f"{game[who].name} does not see that place", sight)
    return place


class MarkerSpell(Spell):
    """Lays a blast marker at a place within reach and in sight; it lies to the end of the round."""

    kind: ClassVar[str]  # of the marker
    lies_on: ClassVar[Literal["ground", "water", "any"]] = "any"

    def place_refusal(self, game: State, who: str, to: Point) -> Rule[Refusal | None]:
        found = yield from place_in_sight(game, who, self.name, to, self.reach, self.lies_on)
        return found if isinstance(found, Refusal) else None

    def effect(self, game: State, casting: Casting) -> Rule[None]:
        place = yield from aimed(game, casting, self)
        if place is not None:
            sight = yield from rulings.shown_sight_to(casting.who, place.at)
            laid = lay(game, casting, self, self.kind, place.at, place, sight)
            yield from self.strikes(game, casting, laid)

    def strikes(self, game: State, casting: Casting, laid: Laid) -> Rule[None]:
        """What it does as it is laid."""
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
) -> Laid:
    """A blast marker lies."""
    id = f"{spell.name.lower().replace(' ', '-')}-{casting.who}"
    marker = Marker(id, kind, at, game.options.blast_across / 2)
    laid = Laid(id, spell.name, casting.who, game[casting.who].seat, casting.x, marker=marker)
    game.emit(SpellLaid(who=casting.who, laid=laid, place=place, sight=sight))
    return laid


def under(game: State, laid: Laid) -> Rule[list[str]]:
    """Whoever is at least partly under the marker (GEO-13); it is told."""
    assert laid.marker is not None
    found = yield from rulings.under_blast_at(game, laid.marker.at)
    if found.hit or found.shielded:
        game.emit(TemplateTouched(who=laid.by, source=laid.spell, under=found))
    return _on_board(game, found)


def _on_board(game: State, found: Under) -> list[str]:
    return [who for who in found.hit if game[who].on_board]


def swept_aside(game: State, who: str, laid: Laid) -> Rule[None]:
    """Moved the shortest way until the marker is not over its base: no charge, no attacks of opportunity."""
    here = game[who].here
    spot = yield from rulings.spot(who, here, max(game.size), clear_of=laid.id)
    if spot.at is not None and spot.ground is not None:
        path = (here, rounded(spot.at))
        game.emit(Moved(who=who, how="swept aside", path=path, placing=spot, **landing.where(spot.ground)))


def stun_under(game: State, laid: Laid) -> Rule[None]:
    for who in (yield from under(game, laid)):
        effects.stun(game, who, laid.spell)


# --- when it is over ------------------------------------------------------------------------------------


def round_ends(game: State) -> Rule[None]:
    """Markers do what they do last, and are taken up; what waits for the turn of a casualty ends too."""
    for laid in game.laid:
        if laid.until == "end_of_round":
            yield from _spell(laid).round_ends(game, laid)
            yield from lift(game, laid)
        elif not game[laid.by].on_board:
            yield from lift(game, laid)


def turn_begins(game: State, who: str) -> Rule[None]:
    """What lasts until the next turn of its caster ends."""
    for laid in game.laid:
        if laid.until == "start_of_turn" and laid.by == who:
            yield from lift(game, laid)


def lift(game: State, laid: Laid) -> Rule[None]:
    found = (yield from rulings.under_blast_at(game, laid.marker.at)) if laid.marker is not None else None
    game.emit(SpellLifted(id=laid.id, spell=laid.spell, under=found))
    yield from _spell(laid).lifted(game, laid, [] if found is None else _on_board(game, found))


def _spell(laid: Laid) -> Spell:
    spell = named(laid.spell)
    assert spell is not None
    return spell
