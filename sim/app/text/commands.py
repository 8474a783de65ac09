"""Words that are understood at every question: they tell of the game, or change how it is told, and answer nothing."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sim.app.table.previews import AttackPreview, preview_tape
from sim.app.table.tools import Tool
from sim.app.text import described, lore, surroundings
from sim.app.text.aims import NotUnderstood, aim_of, places
from sim.app.text.answering import Answering
from sim.app.text.board_layout import layout, square_of, vessels_lie, zones_lie
from sim.app.text.matching import beginning, fitting, numbers_in, plain, split_at, typed, whole_number
from sim.app.text.naming import ME, in_hand, named_mini, named_vessel
from sim.app.text.offers import verb_of
from sim.app.text.text_table import TextTable
from sim.carnevale.actions.favour import Favour
from sim.carnevale.actions.override import Override
from sim.carnevale.agendas.draw import is_secret
from sim.carnevale.events import Change
from sim.words import joined, say, sense

__all__ = ["HELP", "Leave", "obey", "tells"]

LOGGED = 12  # sentences
LAST_REASONS = 3
HELP = (
    say(
        "Answer by the number of an answer, or by the beginnings of its words. Enter gives what is said to be by "
        "default."
    ),
    say(
        "go, climb, swim WHERE; charge NAME; jump WHERE; attack NAME with WEAPON; row WHERE; end: in a turn. 'go' and "
        "'jump' alone list places. WHERE is a wind with inches (4 east), a name (to the well, the roof of NAME), a "
        "place beside one (near the well 3 inches east), towards NAME, coordinates (12, 3.5), or a number of the list. "
        "'go north' goes as far as it can. An exclamation mark at the end confirms what would be asked again."
    ),
    say("try ANSWER: what it would bring, and what could happen there, without doing it."),
    say(
        "look: all about the mini in hand; look enemies, look friends, look around: parts of it; look at NAME; look "
        "WHERE: the ground in eight winds about a place."
    ),
    say("where: everybody's place; who sees me, or who sees NAME; measure NAME to NAME."),
    say("map: the board in squares; map B4: one of them; zones: where gangs begin."),
    say(
        "card NAME: numbers, weapons, abilities; agendas; score; rules WORD, as in rules JUMP-01; log; log 40 measured."
    ),
    say(
        "again: the question once more, with what each action does; undo: the last choice, or the last dice typed in; "
        "yields: what you are not asked; yields 2: the second of it again."
    ),
    say("agree NAME lp 3 because WHY: the Golden Rule, for lp, wp, ap, cp, or at X,Y,Z; favour NAME because STORY."),
    say("why: from now on, or no more, it is told why bots do what they do."),
    say("save: says where the game is kept, which it always is; quit: leaves it there."),
)
BECAUSE = sense("words to type", "because")
AT = sense("words to type", "at")
TO = sense("words to type", "to")
FROM = sense("words to type", "from")
SEES = sense("words to type", "sees, see, can see, can")
IS = sense("words to type", "is, are, am")
MYSELF = sense("words to type", "i, me")
EVERYBODY = sense("words to type", "we, everybody")
AROUND = sense("words to type", "around, about")
AT_OR_AROUND = sense("words to type", "at, around, about, to")
ENEMIES = sense("words to type", "enemies")
FRIENDS = sense("words to type", "friends")
MEASURED = sense("words to type", "measured")
KINDS = {
    "lp": sense("words to type", "lp"),
    "wp": sense("words to type", "wp"),
    "ap": sense("words to type", "ap"),
    "cp": sense("words to type", "cp"),
}


class Leave(Exception):
    """The player leaves the game; it is kept."""


Words = Callable[[TextTable, Answering | None, str], None]


def tells(game: TextTable, asking: Answering | None, line: str) -> bool:
    """Do what a command says that only tells something, and leaves what is asked as it is. False: it is no such one."""
    return _command(line)[0] not in CHANGING and obey(game, asking, line)


def obey(game: TextTable, asking: Answering | None, line: str) -> bool:
    """Do what a command says. False: the line is none."""
    does, rest = _command(line)
    if does is None:
        return False
    try:
        does(game, asking, rest)
    except NotUnderstood as why:
        game.terminal.tell(why.why)
    return True


def _command(line: str) -> tuple[Words | None, str]:
    """What a line tells to do, by its first words; and the rest of it."""
    for words, does in COMMANDS:
        rest = beginning(words, line)
        if rest is not None:
            return does, rest
    return None, ""


def _look(game: TextTable, asking: Answering | None, rest: str) -> None:
    view = game.view()
    who = in_hand(view, asking)
    if who is not None and plain(rest) in typed(AROUND):
        game.terminal.tell(*surroundings.about(view, view.state[who].here))
        return
    for kind, only in ((ENEMIES, "enemies"), (FRIENDS, "friends")):
        if plain(rest) in typed(kind):
            told = surroundings.people(view, who, only) if who is not None else surroundings.places_of(view, only)
            game.terminal.tell(*told)
            return
    words = _after(AT_OR_AROUND, rest)
    if not words or plain(words) in typed(ME):
        if who is None:
            _where(game, asking, "")
        else:
            game.terminal.tell(*surroundings.look(view, who))
        return
    named = fitting(words, [view.name(c.id) for c in view.state.characters.values()])
    if named:
        target = named_mini(view, asking, words)
        game.terminal.tell(*surroundings.look_at(view, who, target))
        if target.on_board and target.seat == view.seat and target.id != who:
            game.terminal.tell(*surroundings.people(view, target.id))
        return
    if (square := square_of(view, words)) is not None:
        game.terminal.tell(*square)
        return
    called = {view.objective(o.id): o.id for o in view.state.objectives.values()}
    if hit := fitting(words, list(called)):
        game.terminal.tell(*surroundings.objectives(view, only={[*called.values()][each] for each in hit}))
    if (vessel := named_vessel(view, words)) is not None:
        game.terminal.tell(*vessels_lie(view, vessel))
    aim = aim_of(view, words, view.state[who].here if who is not None else None)
    if aim.mark is not None and not aim.level:
        top = described.seen_from(view, aim.mark).at
        game.terminal.tell(*described.described(view, aim.mark), *surroundings.about(view, top))
        return
    found = places(view, aim)
    if not found:
        raise NotUnderstood(say("That is off the board."))
    game.terminal.tell(surroundings.spot(view, found[0]), *surroundings.about(view, found[0]))


def _after(words: str, line: str) -> str:
    """A line without one of some words at its beginning."""
    rest = beginning(words, line)
    return line.strip() if rest is None else rest


def _where(game: TextTable, asking: Answering | None, rest: str) -> None:
    view = game.view()
    words, who = _after(IS, rest), in_hand(view, asking)
    if who is not None and plain(words) in typed(MYSELF):
        game.terminal.tell(*surroundings.look_at(view, who, view.state[who]))
    elif plain(words) in ("", *typed(MYSELF), *typed(EVERYBODY)):
        lying, afloat = list(surroundings.objectives(view)), list(vessels_lie(view))
        game.terminal.tell(*surroundings.places_of(view), *([say("Objectives:"), *lying] if lying else []))
        game.terminal.tell(*([say("Vessels:"), *afloat] if afloat else []))
    elif not fitting(words, [view.name(c.id) for c in view.state.characters.values()]) and (
        named := fitting(words, [view.objective(id) for id in view.state.objectives])
    ):
        ids = list(view.state.objectives)
        told = list(surroundings.objectives(view, only={ids[i] for i in named}))
        game.terminal.tell(*(told or [say("It is not on the board.")]))
    elif (vessel := named_vessel(view, words)) is not None:
        game.terminal.tell(*vessels_lie(view, vessel))
    else:
        game.terminal.tell(*surroundings.look_at(view, who, named_mini(view, asking, words)))


def _who(game: TextTable, asking: Answering | None, rest: str) -> None:
    view = game.view()
    words = _after(ME, _after(SEES, _after(ME, rest)))
    who = named_mini(view, asking, words).id if words else in_hand(view, asking)
    if who is None or not view.state[who].on_board:
        raise NotUnderstood(say("Who sees whom? Say a name, as in: who sees NAME"))
    told = list(surroundings.who_sees(view, who))
    game.terminal.tell(*(told or [say("There are no enemies on the board.")]))


def _measure(game: TextTable, asking: Answering | None, rest: str) -> None:
    view = game.view()
    ends = split_at(TO, f" {_after(FROM, rest)}")
    first, words = ends or ("", rest)
    if not words:
        raise NotUnderstood(say("Measure what? Say two names, as in: measure NAME to NAME"))
    start = named_mini(view, asking, first).id if first else in_hand(view, asking)
    if start is None:
        raise NotUnderstood(say("From whom? Say two names, as in: measure NAME to NAME"))
    if not view.state[start].on_board:
        raise NotUnderstood(say("{name} is not on the board.", name=view.name(start)))
    aim = None if plain(words) in typed(ME) else aim_of(view, words, view.state[start].here)
    who = aim.who if aim is not None else named_mini(view, asking, words).id
    if who is not None:
        game.terminal.tell(*preview_tape(view.state, view.measure, start, who).words)
    elif aim is not None and (at := places(view, aim)):
        game.terminal.tell(*preview_tape(view.state, view.measure, start, at[0]).words)


def _try(game: TextTable, asking: Answering | None, rest: str) -> None:
    if asking is None:
        raise NotUnderstood(say("There is nothing to try: throw the dice."))
    first, _, where = rest.partition(" ")
    tool = verb_of(first.casefold()) if asking.acts else None
    for offer in asking.offers:
        aimed = where if tool is Tool.ATTACK else rest
        if isinstance(offer.preview, AttackPreview) and fitting(aimed, [offer.said]):
            game.terminal.tell(say("{attack}: {more}", attack=offer.said, more=joined("; ", offer.preview.words)))
            return
    if not (asking.acts or asking.placed):
        raise NotUnderstood(say("There is nothing to try here."))
    if tool is None and asking.acts and (told := asking.said_of(rest)):
        game.terminal.tell(*told)
        if asking.ends(rest):
            asking.tell_staying()
        return
    if tool is None and not asking.placed:
        tool, where = asking.tool, rest
    if tool in (Tool.RUN, Tool.JUMP, Tool.ROW) and asking.acts and asking.refuses(tool):
        return
    asking.go(tool or asking.tool, where if tool is not None else rest, only_try=True)


def _card(game: TextTable, asking: Answering | None, rest: str) -> None:
    view = game.view()
    who = in_hand(view, asking) if not rest else named_mini(view, asking, rest).id
    if who is None:
        raise NotUnderstood(say("Whose card? Say a name, as in: card NAME"))
    game.terminal.tell(*lore.card(view, view.state[who]))


def _agendas(game: TextTable, asking: Answering | None, rest: str) -> None:
    seat = game.view().seat
    if seat not in game.model.humans:
        return
    if is_secret(game.model.session.state):
        game.to_keyboard(seat)
    game.terminal.tell(*lore.agendas(game.model, seat))


def _log(game: TextTable, asking: Answering | None, rest: str) -> None:
    words = plain(rest).split()
    most = next((number for word in words if (number := whole_number(word)) is not None), LOGGED)
    measured = any(word in typed(MEASURED) for word in words)
    told = list(lore.chronicle(game.model, game.model.session.state.log, measured))
    game.terminal.tell(*told[-most:])


def _why(game: TextTable, asking: Answering | None, rest: str) -> None:
    """From now on why bots do what they do, or no more; and of what they did last."""
    game.tells_why = not game.tells_why
    if not game.tells_why:
        game.terminal.tell(say("Why bots do what they do is told no more."))
        return
    told = game.model.reasons(0, len(game.model.session.state.log))[-LAST_REASONS:]
    game.terminal.tell(say("From now on it is told why bots do what they do; 'why' once more ends it."), *told)


def _yields(game: TextTable, asking: Answering | None, rest: str) -> None:
    """What the player is not asked; with a number, that is asked again."""
    kept, wanted = game.model.kept_yields(), numbers_in(rest)
    if wanted and all(1 <= number <= len(kept) for number in wanted):
        for number in wanted:
            game.model.revoke(kept[number - 1].said)
        kept = game.model.kept_yields()
    elif rest:
        most = len(kept)
        game.terminal.tell(
            say("Say yields, or yields with a number from 1 to {most}, to be asked that again.", most=most)
        )
    game.terminal.list(
        say("{topic}: {words}. Questions saved: {saved}.", topic=each.topic, words=each.words, saved=each.saved)
        for each in kept
    )
    if not kept:
        game.terminal.tell(say("You are asked everything."))


def _agree(game: TextTable, asking: Answering | None, rest: str) -> None:
    about, why = split_at(BECAUSE, rest) or ("", "")
    *name, last = about.split() or [""]
    kinds = {word: kind for kind, words in KINDS.items() for word in typed(words)}
    placed = split_at(AT, about)
    points = whole_number(last)
    if why and points is not None and len(name) > 1 and plain(name[-1]) in kinds:
        who = named_mini(game.view(), asking, " ".join(name[:-1])).id
        change = msgspec.convert({kinds[plain(name[-1])]: points}, Change)
    elif why and placed is not None:
        who = named_mini(game.view(), asking, placed[0]).id
        try:
            x, y, z = (float(each) for each in placed[1].split(","))
        except ValueError:
            raise NotUnderstood(say("Say the place as X,Y,Z, as in 12,3.5,0")) from None
        change = Change(at=(x, y, z))
    else:
        raise NotUnderstood(
            say("Say what is agreed on, as in: agree NAME lp 3 because WHY, or agree NAME at 12,3.5,0 because WHY")
        )
    game.give(Override(changes={who: change}, why=why))


def _favour(game: TextTable, asking: Answering | None, rest: str) -> None:
    name, story = split_at(BECAUSE, rest) or (rest, "")
    game.give(Favour(named_mini(game.view(), asking, name).id, story))


def _save(game: TextTable, asking: Answering | None, rest: str) -> None:
    journal = game.model.session.journal
    if journal is not None:
        game.terminal.tell(say("Every answer is kept as it is given, in {path}.", path=journal.path))


def _quit(game: TextTable, asking: Answering | None, rest: str) -> None:
    raise Leave


def _again(game: TextTable, asking: Answering | None, rest: str) -> None:
    if asking is not None:
        asking.tell(whole=True)


def _help(game: TextTable, asking: Answering | None, rest: str) -> None:
    game.terminal.tell(*HELP, *game.more_help)


def _map(game: TextTable, asking: Answering | None, rest: str) -> None:
    view = game.view()
    square = square_of(view, rest) if rest else None
    game.terminal.tell(*(layout(view) if square is None else square))


def _zones(game: TextTable, asking: Answering | None, rest: str) -> None:
    game.terminal.tell(*(list(zones_lie(game.view())) or [say("There are no deployment zones.")]))


def _score(game: TextTable, asking: Answering | None, rest: str) -> None:
    game.terminal.tell(*lore.score(game.model))


def _rules(game: TextTable, asking: Answering | None, rest: str) -> None:
    game.terminal.tell(*lore.rules(rest))


def _undo(game: TextTable, asking: Answering | None, rest: str) -> None:
    game.undo()


COMMANDS: tuple[tuple[str, Words], ...] = (
    (sense("words to type", "again, repeat"), _again),
    (sense("words to type", "help"), _help),
    (sense("words to type", "look"), _look),
    (sense("words to type", "where, gangs"), _where),
    (sense("words to type", "who, sees"), _who),
    (sense("words to type", "measure"), _measure),
    (sense("words to type", "map"), _map),
    (sense("words to type", "zones, zone"), _zones),
    (sense("words to type", "try"), _try),
    (sense("words to type", "card"), _card),
    (sense("words to type", "agendas"), _agendas),
    (sense("words to type", "score"), _score),
    (sense("words to type", "rules"), _rules),
    (sense("words to type", "log"), _log),
    (sense("words to type", "why, reasons"), _why),
    (sense("words to type", "undo"), _undo),
    (sense("words to type", "yields"), _yields),
    (sense("words to type", "agree"), _agree),
    (sense("words to type", "favour"), _favour),
    (sense("words to type", "save"), _save),
    (sense("words to type", "quit"), _quit),
)
CHANGING = (_undo, _agree, _favour, _quit)  # the game, and with it what is asked
