"""What stands on cards and in the books, told: minis, agendas, the score, rules, what has happened, the odds there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.app.table.glossary import agenda_words, explained
from sim.app.table.model import HUMAN, TableModel
from sim.app.table.playback import is_redundant
from sim.app.table.previews import FromThere
from sim.app.text.seat_view import SeatView
from sim.app.text.wording import inches, joined
from sim.carnevale import evidence, rulebook, scenarios
from sim.carnevale.characters import Character, Weapon
from sim.carnevale.equipment import find as find_item
from sim.carnevale.events import Event, Scored
from sim.percent import percent

__all__ = ["agendas", "card", "chronicle", "ending", "from_there", "named", "rules", "score"]

MOST_PAGES = 3
SLIGHT = 0.005  # chances that are not spoken of
LITTLE = 0.05  # Life Points that are not spoken of


def card(view: SeatView, c: Character) -> Iterator[str]:
    """The card of a mini: its numbers, weapons, abilities with their rules, and what it is under."""
    p = c.profile
    keys = f" ({', '.join(p.keywords)})" if p.keywords else ""
    yield f"{view.name(c.id)}, {view.whose(c)}{keys}: {view.points(c)}."
    yield (
        f"  MOVE {p.move}, DEXTERITY {p.dexterity}, ATTACK {p.attack}, PROTECTION {p.protection}, MIND {p.mind}; "
        f"base {p.size} mm."
    )
    for weapon in p.armoury:
        yield f"  Weapon: {_weapon(weapon)}."
    words = [*map(str, p.traits), *(command.name for command in p.commands), *p.spells]
    for word in words:
        text = explained(word)
        yield f"  {word}{f': {text}' if text else '.'}"
    for effect in c.effects:
        yield f"  Under {effect.source}, until {effect.until.replace('_', ' ')}."


def _weapon(w: Weapon) -> str:
    reach = inches(w.range) if w.range else "in base contact"
    numbers = [
        f"{label} {value:+d}"
        for label, value in (("evasion", w.evasion), ("damage", w.damage), ("penetration", w.penetration))
        if value
    ]
    return ", ".join([f"{w.name}, {reach}", *numbers, *w.words])


def agendas(model: TableModel, seat: str) -> Iterator[str]:
    """What a seat has to bring about, and what its gang carries."""
    held = model.session.state.seats[seat]
    for id in (*held.agendas, *held.scored):
        title, text = agenda_words(id)
        mark = ", done" if id in held.scored else ", kept for double" if id in held.doubled else ""
        yield f"{title}{mark}{f': {text}' if text else '.'}"
    for item in filter(None, map(find_item, held.equipment)):
        yield f"Equipment, {item.title}: {item.text}"
    if not (held.agendas or held.scored or held.equipment):
        yield "There are no agendas and no equipment."


def named(model: TableModel, seat: str) -> str:
    """A gang, its seat, and who plays it."""
    kind = model.players[seat]
    return f"{model.session.state.seats[seat].gang or seat} ({seat}, {'a person' if kind == HUMAN else f'{kind} bot'})"


def score(model: TableModel) -> Iterator[str]:
    """The round, the points of each gang, and what the scenario scores."""
    state = model.session.state
    page = scenarios.find(state.scenario)
    of = f" of {page.rounds}" if page is not None else ""
    yield f"Round {state.round}{of}. " + "; ".join(
        f"{named(model, seat.id)}: {seat.vp} Victory Points" for seat in state.seats.values()
    )
    if page is not None:
        yield f"{page.title}: {' '.join(page.text.split())}"


def ending(model: TableModel) -> Iterator[str]:
    """Who won, and how the points were made."""
    state = model.session.state
    winners = [state.seats[w].gang or w.capitalize() for w in state.winners]
    yield f"{winners[0]} wins" if len(winners) == 1 else "A draw" if winners else "The game is over"
    for seat in state.seats.values():
        own = [c for c in state.characters.values() if c.seat == seat.id]
        standing = sum(c.alive for c in own)
        yield f"{seat.gang or seat.id} ({seat.id}): {seat.vp} Victory Points, {standing} of {len(own)} still stand."
        for event in state.log:
            if isinstance(event, Scored) and event.seat == seat.id:
                yield f"  {event.vp} for {event.why}."


def rules(word: str) -> Iterator[str]:
    """What the book says of a word or id."""
    found = rulebook.find(word) if word else ()
    for entry in found[:MOST_PAGES]:
        about = ", ".join(filter(None, (entry.kind, entry.id, entry.numbers)))
        yield f"{entry.name} ({about}): {entry.text}"
    if len(found) > MOST_PAGES:
        yield f"Also: {', '.join(entry.name for entry in found[MOST_PAGES : MOST_PAGES + 12])}."
    if not found:
        near = rulebook.near(word) if word else []
        yield (
            f"Nothing is called '{word}'; near: {', '.join(near)}."
            if near
            else ("Say a rule's id or a word, as in: rules FAIR-01, rules jump, rules Fear.")
        )


def chronicle(model: TableModel, log: Sequence[Event], measured: bool = False) -> Iterator[str]:
    """Events in sentences, as everybody at this terminal may know them; with what was measured for them."""
    for event in log:
        sentence = "" if is_redundant(event) else model.sentence(event)
        if not sentence:
            continue
        yield sentence
        if measured and model.open_to_all(event) and (words := evidence.words(event, model.names)):
            yield f"  measured: {words}"


def from_there(view: SeatView, found: FromThere) -> Iterator[str]:
    """What standing there comes to: whom one sees and could attack, who could do what next turn, what it costs."""
    life = view.state[found.who].lp
    if found.lost >= LITTLE:
        yield f"Standing there costs about {found.lost:.1f} of {life} LP until its next turn."
    else:
        yield "Nobody reaches it there before its next turn."
    for each in found.facing:
        words = []
        if each.sees:
            hidden = "" if each.hidden is None or each.hidden < SLIGHT else f", {percent(each.hidden)} of it hidden"
            words.append(f"sees it there at {inches(each.apart)}{hidden}")
        if each.attack is not None:
            a = each.attack
            times = f" {a.attacks} times" if a.attacks > 1 else ""
            words.append(f"can be attacked with {a.weapon}{times}: kills {percent(a.kills)}, takes {a.lost:.1f} LP")
        if each.threat is not None:
            t = each.threat
            words.append(f"{t.how} next turn with {t.weapon}: takes {t.lost:.1f} LP, kills {percent(t.kills)}")
        if words:
            yield f"  {view.name(each.enemy)} {joined(words)}."
