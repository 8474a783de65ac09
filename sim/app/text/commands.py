"""Words that are understood at every question: they tell of the game, or change how it is told, and answer nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from sim.app.table.previews import AttackPreview, preview_tape
from sim.app.text import lore, surroundings
from sim.app.text.aims import NotUnderstood, aim_of, places
from sim.app.text.answering import Answering
from sim.app.text.matching import fitting, numbers_in
from sim.app.text.offers import verb_of
from sim.app.text.seat_view import SeatView
from sim.app.text.text_table import TextTable
from sim.app.text.wording import joined
from sim.carnevale.actions.favour import Favour
from sim.carnevale.actions.override import POINTS, Override
from sim.carnevale.agendas.draw import is_secret
from sim.carnevale.characters import Character
from sim.carnevale.events import Change

__all__ = ["HELP", "Leave", "obey"]

LOGGED = 12  # sentences
HELP = (
    "Answer by the number of an answer, or by the beginnings of its words. Enter gives what is said to be by default.",
    "go, climb, swim WHERE; charge NAME; jump WHERE; attack NAME with WEAPON; row WHERE; end: in a turn. 'go' and "
    "'jump' alone list places. WHERE is a wind with inches (4 east), a name (to the well, the roof of NAME), a place "
    "beside one (near the well 3 inches east), towards NAME, coordinates (12, 3.5), or a number of the list. "
    "'go north' goes as far as it can. An exclamation mark at the end confirms what would be asked again.",
    "try ANSWER: what it would bring, and what could happen there, without doing it.",
    "look: all about the mini in hand; look enemies, look friends, look around: parts of it; look at NAME; look WHERE: "
    "the ground in eight winds about a place.",
    "where: everybody's place; who sees me, or who sees NAME; measure NAME to NAME; map: the board in squares.",
    "card NAME: numbers, weapons, abilities; agendas; score; rules WORD, as in rules FAIR-01; log; log 40 measured.",
    "again: the question once more; undo; yields: what you are not asked; yields 2: the second of it again.",
    "agree NAME lp 3 because WHY: the Golden Rule, for lp, wp, ap, cp, or at X,Y,Z; favour NAME because STORY.",
    "save: says where the game is kept, which it always is; quit: leaves it there.",
)
AGREE = re.compile(
    r"^(.*?)\s+(lp|wp|ap|cp)\s+(\d+)\s+because\s+(.+)$|^(.*?)\s+at\s+(\S+)\s+because\s+(.+)$", re.IGNORECASE
)
MEASURE = re.compile(r"^(?:from\s+)?(.+?)\s+to\s+(.+)$|^(?:to\s+)?(.+)$", re.IGNORECASE)


class Leave(Exception):
    """The player leaves the game; it is kept."""


Words = Callable[[TextTable, Answering | None, str], None]


def obey(game: TextTable, asking: Answering | None, line: str) -> bool:
    """Do what a command says. False: the line is none."""
    first, _, rest = line.partition(" ")
    does = COMMANDS.get(first.casefold())
    if does is None:
        return False
    try:
        does(game, asking, rest.strip())
    except NotUnderstood as why:
        game.terminal.tell(str(why))
    return True


def _mini(view: SeatView, words: str) -> Character:
    """A mini by its name. Raises NotUnderstood."""
    every = list(view.state.characters.values())
    found = fitting(words, [view.name(c.id) for c in every])
    if len(found) == 1:
        return every[found[0]]
    if found:
        raise NotUnderstood(f"Which one: {joined((view.name(every[i].id) for i in found), last='or')}?")
    raise NotUnderstood(f"Nobody is called '{words}'. There are: {joined(view.name(c.id) for c in every)}.")


def _in_hand(view: SeatView, asking: Answering | None) -> str | None:
    """The mini that the question is about, or whose turn it is."""
    who = asking.choice.about if asking is not None else None
    who = who or view.state.active
    return who if who is not None and view.state[who].on_board else None


def _look(game: TextTable, asking: Answering | None, rest: str) -> None:
    view = game.view()
    who = _in_hand(view, asking)
    if who is not None and rest.casefold() in ("around", "about", "enemies", "friends"):
        told = (
            surroundings.about(view, view.state[who].here)
            if rest.casefold().startswith("a")
            else surroundings.people(view, who, rest.casefold())
        )
        game.terminal.tell(*told)
        return
    words = re.sub(r"^(at|around|about|to)\b\s*", "", rest)
    if not words:
        if who is None:
            _where(game, asking, "")
        else:
            game.terminal.tell(*surroundings.look(view, who))
        return
    named = fitting(words, [view.name(c.id) for c in view.state.characters.values()])
    if named:
        target = _mini(view, words)
        game.terminal.tell(*surroundings.look_at(view, who, target))
        if target.on_board and target.seat == view.seat and target.id != who:
            game.terminal.tell(*surroundings.people(view, target.id))
        return
    found = places(view, aim_of(view, words, view.state[who].here if who is not None else None))
    if not found:
        raise NotUnderstood("That is off the board.")
    at = found[0]
    game.terminal.tell(f"At {at[0]:.1f}, {at[1]:.1f}: {view.ground(at)}.", *surroundings.about(view, at))


def _where(game: TextTable, asking: Answering | None, rest: str) -> None:
    view = game.view()
    words = re.sub(r"^(is|are|am)\b\s*", "", rest)
    if words in ("", "i", "me", "we", "everybody"):
        here = next((c.here for c in view.state.on_board()), (0.0, 0.0, 0.0))
        game.terminal.tell(*surroundings.places_of(view), *surroundings.objectives(view, here))
    else:
        game.terminal.tell(*surroundings.look_at(view, _in_hand(view, asking), _mini(view, words)))


def _who(game: TextTable, asking: Answering | None, rest: str) -> None:
    view = game.view()
    words = re.sub(r"^(sees|see|can see)\b\s*", "", rest)
    who = _in_hand(view, asking) if words in ("", "me") else _mini(view, words).id
    if who is None or not view.state[who].on_board:
        raise NotUnderstood("Who sees whom? Say a name, as in: who sees NAME")
    told = list(surroundings.who_sees(view, who))
    game.terminal.tell(*(told or ["There are no enemies on the board."]))


def _measure(game: TextTable, asking: Answering | None, rest: str) -> None:
    view = game.view()
    found = MEASURE.match(rest)
    if found is None:
        raise NotUnderstood("Measure what? Say two names, as in: measure NAME to NAME")
    start = _in_hand(view, asking) if found[3] else _mini(view, found[1]).id
    if start is None:
        raise NotUnderstood("From whom? Say two names, as in: measure NAME to NAME")
    words = found[3] or found[2]
    aim = aim_of(view, words, view.state[start].here)
    if aim.who is not None:
        game.terminal.tell(*preview_tape(view.state, view.measure, start, aim.who).words)
    elif at := places(view, aim):
        game.terminal.tell(*preview_tape(view.state, view.measure, start, at[0]).words)


def _try(game: TextTable, asking: Answering | None, rest: str) -> None:
    if asking is None:
        raise NotUnderstood("There is nothing to try: throw the dice.")
    first, _, where = rest.partition(" ")
    tool = verb_of(first.casefold()) if asking.acts else None
    for offer in asking.offers:
        if isinstance(offer.preview, AttackPreview) and fitting(rest.removeprefix("attack "), [offer.said]):
            game.terminal.tell(f"{offer.said}: {'; '.join(offer.preview.words)}")
            return
    if tool is None and not asking.placed:
        tool, where = asking.tool, rest
    asking.go(tool or asking.tool, where if tool is not None else rest, only_try=True)


def _card(game: TextTable, asking: Answering | None, rest: str) -> None:
    view = game.view()
    who = _in_hand(view, asking) if not rest else _mini(view, rest).id
    if who is None:
        raise NotUnderstood("Whose card? Say a name, as in: card NAME")
    game.terminal.tell(*lore.card(view, view.state[who]))


def _agendas(game: TextTable, asking: Answering | None, rest: str) -> None:
    seat = game.view().seat
    if seat not in game.model.humans:
        return
    if is_secret(game.model.session.state):
        game.to_keyboard(seat)
    game.terminal.tell(*lore.agendas(game.model, seat))


def _log(game: TextTable, asking: Answering | None, rest: str) -> None:
    words = rest.split()
    most = next((int(word) for word in words if word.isdigit()), LOGGED)
    told = list(lore.chronicle(game.model, game.model.session.state.log, "measured" in words))
    game.terminal.tell(*told[-most:])


def _yields(game: TextTable, asking: Answering | None, rest: str) -> None:
    """What the player is not asked; with a number, that is asked again."""
    kept, wanted = game.model.kept_yields(), numbers_in(rest)
    if wanted and all(1 <= number <= len(kept) for number in wanted):
        for number in wanted:
            game.model.revoke(kept[number - 1].said)
        kept = game.model.kept_yields()
    elif rest:
        game.terminal.tell(f"Say yields, or yields with a number from 1 to {len(kept)}, to be asked that again.")
    for number, each in enumerate(kept, 1):
        game.terminal.tell(f"{number}. {each.topic}: {each.words}. Questions saved: {each.saved}.")
    if not kept:
        game.terminal.tell("You are asked everything.")


def _agree(game: TextTable, asking: Answering | None, rest: str) -> None:
    found = AGREE.match(rest)
    if found is None:
        raise NotUnderstood(
            "Say what is agreed on, as in: agree NAME lp 3 because WHY, or agree NAME at 12,3.5,0 because WHY"
        )
    who = _mini(game.view(), found[1] or found[5]).id
    if found[1]:
        assert found[2].casefold() in POINTS
        change = msgspec.convert({found[2].casefold(): int(found[3])}, Change)
    else:
        try:
            x, y, z = (float(each) for each in found[6].split(","))
        except ValueError:
            raise NotUnderstood("Say the place as X,Y,Z, as in 12,3.5,0") from None
        change = Change(at=(x, y, z))
    game.give(Override(changes={who: change}, why=(found[4] or found[7]).strip()))


def _favour(game: TextTable, asking: Answering | None, rest: str) -> None:
    name, _, story = rest.partition(" because ")
    game.give(Favour(_mini(game.view(), name).id, story.strip()))


def _save(game: TextTable, asking: Answering | None, rest: str) -> None:
    journal = game.model.session.journal
    if journal is not None:
        game.terminal.tell(f"Every answer is kept as it is given, in {journal.path}.")


def _quit(game: TextTable, asking: Answering | None, rest: str) -> None:
    raise Leave


def _again(game: TextTable, asking: Answering | None, rest: str) -> None:
    if asking is not None:
        asking.tell()


def _help(game: TextTable, asking: Answering | None, rest: str) -> None:
    game.terminal.tell(*HELP)


def _map(game: TextTable, asking: Answering | None, rest: str) -> None:
    game.terminal.tell(*surroundings.layout(game.view()))


def _score(game: TextTable, asking: Answering | None, rest: str) -> None:
    game.terminal.tell(*lore.score(game.model))


def _rules(game: TextTable, asking: Answering | None, rest: str) -> None:
    game.terminal.tell(*lore.rules(rest))


def _undo(game: TextTable, asking: Answering | None, rest: str) -> None:
    game.undo()


COMMANDS: dict[str, Words] = {
    "again": _again,
    "repeat": _again,
    "help": _help,
    "look": _look,
    "where": _where,
    "gangs": _where,
    "who": _who,
    "sees": _who,
    "measure": _measure,
    "map": _map,
    "try": _try,
    "card": _card,
    "agendas": _agendas,
    "score": _score,
    "rules": _rules,
    "log": _log,
    "undo": _undo,
    "yields": _yields,
    "agree": _agree,
    "favour": _favour,
    "save": _save,
    "quit": _quit,
}
