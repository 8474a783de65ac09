"""What stands on cards and in the books, told: minis, agendas, the score, rules, what has happened, the odds there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import dist

from sim.app.table.glossary import agenda_words, explained
from sim.app.table.model import HUMAN, TableModel
from sim.app.table.playback import is_redundant
from sim.app.table.previews import Facing, FromThere
from sim.app.table.previews.from_there import Threatened
from sim.app.text.matching import plain
from sim.app.text.seat_view import SeatView
from sim.app.text.wording import inches
from sim.carnevale import evidence, rulebook, scenarios
from sim.carnevale.agendas.base import AgendaProgress
from sim.carnevale.agendas.check import so_far
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.characters import Character, Effect, Profile, Weapon
from sim.carnevale.chronicle import PUT
from sim.carnevale.equipment import find as find_item
from sim.carnevale.events import Event, Forfeited, InitiativeTaken, Moved, Scored
from sim.carnevale.names import keywords_told
from sim.carnevale.narration import STIRRED
from sim.carnevale.objectives import scoring
from sim.carnevale.sentence_parts import went
from sim.engine.requests import measured
from sim.percent import EXACT, hidden_share, percent
from sim.words import capital, counted, joined, listed, say, term
from sim.words.tongues import told

__all__ = ["agendas", "card", "chronicle", "from_there", "named", "points_made", "printed", "rules", "score", "verdict"]

MOST_PAGES = 3
SLIGHT = 0.005  # chances that are not spoken of
LITTLE = 0.05  # Life Points that are not spoken of


def card(view: SeatView, c: Character) -> Iterator[str]:
    """The card of a mini: its numbers, weapons, abilities with their rules, and what it is under."""
    p = c.profile
    told = {"name": view.name(c.id), "whose": view.whose(c), "points": view.points(c)}
    if p.keywords:
        yield say("{name}, {whose} ({keywords}): {points}.", keywords=keywords_told(p.keywords), **told)
    else:
        yield say("{name}, {whose}: {points}.", **told)
    yield from printed(p)
    for effect in c.effects:
        yield _effect(view, effect)


def printed(p: Profile) -> Iterator[str]:
    """What a card says: its numbers, weapons, abilities and spells with their rules, and commands."""
    yield say(
        "  MOVE {move}, DEXTERITY {dexterity}, ATTACK {attack}, PROTECTION {protection}, MIND {mind}; base {size} mm.",
        move=p.move, dexterity=p.dexterity, attack=p.attack, protection=p.protection, mind=p.mind, size=p.size,
    )  # fmt: skip
    for weapon in p.armoury:
        yield say("  Weapon: {weapon}.", weapon=_weapon(weapon))
    for word in (*map(str, p.traits), *p.spells):
        text = explained(word)
        yield say("  {what}: {words}", what=term(word), words=text) if text else say("  {what}.", what=term(word))
    for command in p.commands:
        cost, text = say("{cost} CP", cost=command.cost), term(" ".join(command.text.split()))
        granted = [say("{what}: {words}", what=term(each), words=explained(each)) for each in command.grants]
        words = joined(" ", (joined(". ", (cost, text)), *granted))
        yield say("  {what}: {words}", what=term(command.name), words=words)


def _effect(view: SeatView, effect: Effect) -> str:
    """What a mini is under, or what the scenario gives it where it stands."""
    until = term(effect.until.replace("_", " "))
    if effect.trait is None:
        return say("  Under {spell}, until {until}.", spell=term(effect.source), until=until)
    what, source, words = term(str(effect.trait)), term(effect.source), explained(str(effect.trait))
    page = scenarios.find(view.state.scenario)
    if page is not None and effect.source == page.title:
        return say("  {what}, from {source} where it stands: {words}", what=what, source=source, words=words)
    return say("  {what}, from {source} until {until}: {words}", what=what, source=source, until=until, words=words)


def _weapon(w: Weapon) -> str:
    reach = inches(w.range) if w.range else say("in base contact")
    numbers = [
        say("evasion {value:+d}", value=w.evasion) if w.evasion else "",
        say("damage {value:+d}", value=w.damage) if w.damage else "",
        say("penetration {value:+d}", value=w.penetration) if w.penetration else "",
    ]
    return joined(", ", (term(w.name), reach, *numbers, *map(term, w.words)))


def agendas(model: TableModel, seat: str) -> Iterator[str]:
    """What a seat has to bring about, and what its gang carries."""
    held, done = model.session.state.seats[seat], so_far(model.session.state, seat)
    for id in (*held.agendas, *held.scored):
        title, text = agenda_words(id)
        if id in held.scored:
            title = say("{title}, done", title=title)
        elif id in held.doubled:
            title = say("{title}, kept for double", title=title)
        words = joined(" ", (text, _so_far(done[id]) if id in done else ""))
        yield say("{what}: {words}", what=title, words=words) if words else say("{what}.", what=title)
    if held.equipment and not (held.agendas or held.scored):
        yield say("There are no agendas.")
    for item in filter(None, map(find_item, held.equipment)):
        yield say("Equipment, {item}: {words}", item=term(item.title), words=term(item.text))
    if not (held.agendas or held.scored or held.equipment):
        yield say("There are no agendas and no equipment.")


def _so_far(done: AgendaProgress) -> str:
    """How far an agenda has come; nothing of one that wants a single deed, until that is done."""
    if done.enough:
        return say("It is achieved, and counts at the end of the round.")
    return say("At best so far: {many} of {of}.", many=done.many, of=done.of) if done.of > 1 else ""


def named(model: TableModel, seat: str) -> str:
    """A gang, and who plays it."""
    kind = model.players[seat]
    if kind == HUMAN:
        return say("{gang} (a person)", gang=model.names(seat))
    return say("{gang} ({bot} bot)", gang=model.names(seat), bot=term(kind))


def score(model: TableModel, *, whole: bool = False) -> Iterator[str]:
    """The round, the points of each gang, and who holds what; with the `whole` scenario, else where it is told."""
    state = model.session.state
    page = scenarios.find(state.scenario)
    points = joined(
        "; ",
        (
            counted("{gang}: {n} Victory Point", "{gang}: {n} Victory Points", seat.vp, gang=named(model, seat.id))
            for seat in state.seats.values()
        ),
    )
    if not state.round:
        yield say("Setting up. {points}", points=points)
    elif page is None:
        yield say("Round {round}. {points}", round=state.round, points=points)
    else:
        yield say("Round {round} of {rounds}. {points}", round=state.round, rounds=page.rounds, points=points)
    if page is None:
        return
    if whole:
        yield say("{title}: {words}", title=term(page.title), words=scenarios.page_words(state))
    if state.round and page.holders_score:
        yield from _held(model)
    for seat in state.seats.values():
        if state.round and (seat.agendas or seat.scored):
            yield counted(
                "{n} agenda achieved by {gang}.", "{n} agendas achieved by {gang}.",
                len(seat.scored), gang=model.names(seat.id),
            )  # fmt: skip
    if not whole:
        yield say("'rules {title}' tells what scores.", title=term(page.title))


def _held(model: TableModel) -> Iterator[str]:
    """Who holds each objective, as it would score now."""
    state, measure = model.session.state, model.session.measure
    for o in state.objectives.values():
        if o.destroyed or (o.at is None and o.carrier is None):
            continue
        what = capital(model.names(o.id))
        near = measured(scoring.holders(state, o), state, measure)
        gangs = listed(model.names(seat) for seat in near)
        reach = inches(scoring.REACH)
        if not near:
            yield say("  {what}: nobody within {reach}.", what=what, reach=reach)
        elif len(near) == 1:
            yield say("  {what}: held by {gang}.", what=what, gang=gangs)
        else:
            yield say("  {what}: nobody's, {gangs} are within {reach}.", what=what, gangs=gangs, reach=reach)


def verdict(model: TableModel) -> str:
    """Who won, where a game that was over is looked at once more."""
    state = model.session.state
    if len(state.winners) == 1:
        return say("Victory for {gang}", gang=model.names(state.winners[0]))
    return say("A draw") if state.winners else say("The game is over")


def points_made(model: TableModel) -> Iterator[str]:
    """How many points each gang has in the end, and what for."""
    state = model.session.state
    for seat in state.seats.values():
        own = [c for c in state.characters.values() if c.seat == seat.id]
        yield counted(
            "{gang}: {n} Victory Point, {standing} of {all} still stand.",
            "{gang}: {n} Victory Points, {standing} of {all} still stand.",
            seat.vp, gang=model.names(seat.id), standing=sum(c.alive for c in own), all=len(own),
        )  # fmt: skip
        for event in state.log:
            if isinstance(event, (Scored, Forfeited)) and event.seat == seat.id:
                vp = event.vp if isinstance(event, Scored) else -event.vp
                yield say("  {vp} for {why}.", vp=vp, why=term(event.why))


def rules(word: str) -> Iterator[str]:
    """What the book says of a word or id."""
    found = rulebook.find(word, lambda text: plain(told(text))) if word else ()
    for entry in found[:MOST_PAGES]:
        about = joined(", ", (term(entry.kind), entry.id, entry.numbers))
        yield say("{name} ({about}): {words}", name=term(entry.name), about=about, words=term(entry.text))
    if len(found) > MOST_PAGES:
        more = joined(", ", (term(entry.name) for entry in found[MOST_PAGES : MOST_PAGES + 12]))
        yield say("Also: {names}.", names=more)
    if found:
        return
    if near := rulebook.near(word) if word else []:
        yield say("Nothing is called '{word}'; near: {names}.", word=word, names=joined(", ", map(term, near)))
    else:
        yield say("Say a rule's id or a word, as in: rules JUMP-01, rules jump, rules Fear.")


def chronicle(model: TableModel, log: Sequence[Event], measured: bool = False) -> Iterator[str]:
    """Events in sentences, as everybody at this terminal may know them; with what was measured for them.

    Without that, ways of one mini that follow each other are one sentence; so are sentences that are the same.
    """
    for line, same in groupby(_sentences(model, log, measured)):
        n = sum(1 for _ in same)
        yield line if n == 1 else say("{sentence} ({n} times)", sentence=line, n=n)


def _sentences(model: TableModel, log: Sequence[Event], measured: bool) -> Iterator[str]:
    """A sentence for each event that has one."""
    ways, walker = defaultdict[str, float](float), ""
    for event in log:
        if isinstance(event, Moved) and not measured and event.how not in PUT and model.open_to_all(event):
            if event.who != walker:
                yield from _went(model, walker, ways)
            walker, ways[event.how] = event.who, ways[event.how] + (event.cost or dist(event.path[0], event.to))
            continue
        sentence = "" if is_redundant(event) else model.sentence(event)
        if not sentence:
            continue
        yield from _went(model, walker, ways)
        yield sentence
        if isinstance(event, InitiativeTaken) and len(event.order) > 2:
            yield say("  After it: {gangs}.", gangs=listed(map(model.names, event.order[1:]), last="then"))
        if isinstance(event, AgendaDrawn) and model.open_to_all(event) and (condition := agenda_words(event.agenda)[1]):
            yield say("  {agenda}: {words}", agenda=agenda_words(event.agenda)[0], words=condition)
        if measured and model.open_to_all(event) and (words := evidence.words(event, model.names)):
            yield say("  measured: {words}", words=words)
    yield from _went(model, walker, ways)


def _went(model: TableModel, who: str, ways: dict[str, float]) -> Iterator[str]:
    """How somebody went, and how far; it is told, then."""
    deeds = [went(how, far) for how, far in ways.items() if far >= STIRRED]
    ways.clear()
    if deeds:
        yield say("{who} {did}.", who=model.names(who), did=listed(deeds))


def from_there(view: SeatView, found: FromThere) -> Iterator[str]:
    """What standing there comes to: whom one sees and could attack, who could do what next turn, what it costs."""
    life = view.state[found.who].lp
    if found.lost >= LITTLE:
        yield say(
            "Standing there costs about {lost:.1f} of {life} LP until its next turn.", lost=float(found.lost), life=life
        )
    else:
        yield say("Nobody reaches it there before its next turn.")
    for each in found.facing:
        words = list(_facing(each))
        if words:
            yield say("  {enemy} {words}.", enemy=view.named_with_gang(view.state[each.enemy]), words=listed(words))


def _facing(each: Facing) -> Iterator[str]:
    """What an enemy sees, suffers and does, as what is said of it."""
    if each.sees:
        apart = inches(each.apart)
        if each.own is not None and each.own.hidden >= SLIGHT:
            share = hidden_share(each.own.hidden)
            yield say("sees it there at {length}, {share} of it hidden", length=apart, share=share)
        elif each.own is not None and each.own.in_cover:
            yield say("sees it there at {length}, in cover: {why}", length=apart, why=each.own.why)
        else:
            yield say("sees it there at {length}", length=apart)
    if each.cover is not None and each.cover.hidden >= SLIGHT:
        share = hidden_share(each.cover.hidden)
        yield (
            say("is itself {share} hidden, in cover", share=share)
            if each.cover.in_cover
            else say("is itself {share} hidden, not in cover", share=share)
        )
    elif each.cover is not None and each.cover.in_cover:
        yield say("is itself in cover: {why}", why=each.cover.why)
    if (a := each.attack) is not None:
        takes = counted(
            "can be attacked with {weapon}: takes {lost:.1f} LP",
            "can be attacked with {weapon} {n} times: takes {lost:.1f} LP",
            a.attacks,
            weapon=term(a.weapon),
            lost=float(a.lost),
        )
        yield joined(", ", (takes, _kills(a.kills)))
    if (t := each.threat) is not None:
        yield joined(", ", (_threat(t), _kills(t.kills)))


def _kills(chance: float) -> str:
    """How likely somebody falls, where that can be."""
    return say("kills {chance}", chance=percent(chance)) if chance > EXACT else ""


def _threat(t: Threatened) -> str:
    """What an enemy could do next turn; how likely it does, where that is not sure."""
    told = {"how": term(t.how), "lost": float(t.lost)}
    sure, likely, what = t.likely > 1.0 - SLIGHT, percent(t.likely), term(t.weapon)
    if t.how in ("drowns", "comes and drowns"):
        if sure:
            return say("{how} it next turn: takes {lost:.1f} LP", **told)
        return say("{how} it next turn (about {likely} likely): takes {lost:.1f} LP", likely=likely, **told)
    if t.how in ("casts", "comes and casts"):
        if sure:
            return say("{how} {spell} next turn: takes {lost:.1f} LP", spell=what, **told)
        return say(
            "{how} {spell} next turn (about {likely} likely): takes {lost:.1f} LP", spell=what, likely=likely, **told
        )
    if sure:
        return say("{how} next turn with {weapon}: takes {lost:.1f} LP", weapon=what, **told)
    return say(
        "{how} next turn with {weapon} (about {likely} likely): takes {lost:.1f} LP",
        weapon=what, likely=likely, **told,
    )  # fmt: skip
