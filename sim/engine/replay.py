"""Games from their journals: replayed from the answers alone, resumed, verified."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import isclose
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from sim.engine.answers import decoded
from sim.engine.dice import Dice, SealedDice
from sim.engine.game import Game
from sim.engine.journal import Answer, Contents, Header, Journal, changed_error, read_all
from sim.engine.kit import GameKit
from sim.engine.line_file import Unwritten
from sim.engine.requests import Choice, CorruptJournal, Measure, Roll, Ruling
from sim.engine.session import Session
from sim.engine.yields import Yield
from sim.words import in_english, say, term

__all__ = ["ROUNDING", "Difference", "Fault", "Replayed", "alike", "no_referee", "replay", "resume"]

S = TypeVar("S")
ROUNDING = 1e-6  # what does not differ by more is the same ruling


class Difference(msgspec.Struct, frozen=True):
    """A ruling that comes out otherwise, by more than rounding, when it is measured again."""

    answer: int
    query: Any
    recorded: Any
    measured: Any

    def __str__(self) -> str:
        return say(
            "answer {number}: {query} was ruled {recorded}, but is measured {measured}",
            number=self.answer,
            query=str(self.query),
            recorded=str(self.recorded),
            measured=str(self.measured),
        )


class Fault(msgspec.Struct, frozen=True):
    """An answer that cannot have been given: dice that the seed does not throw, a choice that the rules refuse."""

    answer: int
    words: str

    def __str__(self) -> str:
        return say("answer {number}: {words}", number=self.answer, words=self.words)


@dataclass
class Replayed(Generic[S]):
    """A game from its journal, and what a verification found: the first by its answer comes first."""

    session: Session[S]
    differences: list[Difference | Fault]
    rulings: int = 0  # that were measured again
    rolls: int = 0  # that were thrown again from the seed, or whose dice were counted where there is none
    choices: int = 0  # that were put to the rules again
    notice: str = ""  # what else should be known of the journal


def replay(
    kit: GameKit[S], path: Path, *, to: int | None = None, verify: bool = False, complete: bool = False
) -> Replayed[S]:
    """Play a journal's answers again, the first `to` of them. No board is needed unless `verify` or `complete`.

    `verify`: dice are thrown, choices are checked and rulings are measured again; it ends at an answer that cannot be
    gone on from. `complete`: evidence that an older journal lacks is measured now.

    Raises CorruptJournal where the journal is of another game or does not fit the rules, GameError where its setup
    is wrong.
    """
    contents = read_all(path, kit.program)
    header, answers = contents.header, contents.answers if to is None else contents.answers[:to]
    _belongs(kit.game, header, path)
    changed = [change for change in contents.changed if to is None or change.answer <= to]
    if changed and not verify:
        raise changed_error(contents, changed[0])
    state = kit.game.begin(header.setup)
    measured = verify or complete
    measure: Measure = kit.measure(header.setup) if measured else no_referee
    dice = _dice(kit, contents)
    session: Session[S] = Session(kit.game, state, dice, measure, step=True)
    replayed = Replayed(session, [], notice=contents.notice)
    if verify:
        if isinstance(dice, SealedDice) and dice.seal != header.dice:
            replayed.differences.append(Fault(0, say("the secret of the dice is not the one that was sealed")))
        _verify(replayed, answers)
        found = [*replayed.differences, *(Fault(each.answer, str(each)) for each in changed)]
        replayed.differences = sorted(found, key=lambda each: each.answer)
    else:
        session.replay(answers, complete=complete)
    return replayed


def _dice(kit: GameKit[S], contents: Contents) -> Dice:
    """The dice of a game that is shown: sealed ones only once they are opened."""
    return SealedDice(contents.secret) if contents.secret else kit.dice(contents.header.setup)


def _verify(replayed: Replayed[S], answers: Sequence[Answer]) -> None:
    """Give the answers one by one, each checked before it takes effect."""
    session = replayed.session
    for answer in answers:
        session.skip_unrecorded_evidence(answer, True)
        number, request = session.count + 1, session.request
        if answer.kind == "passed" and (words := _wrongly_passed(session, answer)):
            replayed.differences.append(Fault(number, words))
        if isinstance(request, Choice) and answer.kind in ("choice", "passed", "yield"):
            replayed.choices += 1
            refusal = session.refusal(_given(answer))
            if refusal is not None:
                words = say(
                    "{seat} chose {value} for '{question}', which is refused: {refusal}",
                    seat=term(request.seat),
                    value=repr(answer.value),
                    question=request.prompt,
                    refusal=refusal,
                )
                replayed.differences.append(Fault(number, words))
                return
        try:
            fault = None
            if isinstance(request, Roll) and answer.kind == "roll":  # a yield may be said while dice are waited for
                fault = _thrown_again(replayed, request, answer)
            session.replay([answer], partial(_measure_again, replayed, answer))
        except CorruptJournal as error:
            replayed.differences.append(Fault(number, str(error).removeprefix(f"answer {number}: ")))
            return
        if fault is not None:
            replayed.differences.append(fault)


def _given(answer: Answer) -> Any:
    """An answer as it was given; what is kept as a yield and is none was never an answer."""
    try:
        return msgspec.convert(answer.value, Yield) if answer.kind == "yield" else answer.value
    except msgspec.ValidationError:
        return answer.value


def _wrongly_passed(session: Session[S], answer: Answer) -> str:
    """What is wrong with a question that was not asked; empty: its seat had yielded it."""
    request = session.request
    if not isinstance(request, Choice):
        return ""
    asked = {"question": request.prompt, "seat": term(request.seat)}
    try:
        is_default = decoded(request, answer, session.count + 1) == request.default
    except CorruptJournal:
        is_default = False
    if not is_default:
        value = repr(answer.value)
        return say(
            "'{question}' was not put to {seat}, but answered {value}, which is not its default", value=value, **asked
        )
    return "" if session.passes else say("'{question}' was not put to {seat}, who had not yielded it", **asked)


def _measure_again(replayed: Replayed[S], answer: Answer, ruling: Ruling, recorded: Any) -> None:
    session = replayed.session
    replayed.rulings += 1
    now = session.measure(session.state, ruling.query)
    if not alike(msgspec.to_builtins(now, enc_hook=in_english), answer.value):
        replayed.differences.append(Difference(session.count + 1, ruling.query, recorded, now))


def _thrown_again(replayed: Replayed[S], roll: Roll, answer: Answer) -> Fault | None:
    """Dice other than the seed throws. Whether they can fall at all is the session's to say."""
    session = replayed.session
    replayed.rolls += 1
    now = session.dice.throw(roll, session.game.dice_thrown(session.state))
    if now is None or list(now) == answer.value:
        return None
    words = say(
        "the roll of {who} for {purpose} shows {faces}, but the seed throws {thrown}",
        who=roll.who,
        purpose=roll.purpose,
        faces=str(answer.value),
        thrown=str(list(now)),
    )
    return Fault(session.count + 1, words)


def resume(kit: GameKit[S], path: Path) -> Session[S]:
    """Go on with an interrupted game, at the request that it was at; answers are added to the same journal.

    A last choice that the program breaks down on is taken back, as it would have been then: the journal's `notice` says
    so. Raises what `replay` raises, InUse where another program has the journal, and Unwritten.
    """
    journal = Journal.open(path, kit.program)
    try:
        _belongs(kit.game, journal.header, path)
        seal = journal.header.dice
        dice = None if not seal else SealedDice(journal.secret) if journal.secret else SealedDice.kept(path, seal)
        session = kit.start(journal.header.setup, dice=dice, step=True)
        session.replay(tuple(journal.answers[: journal.retyped]), complete=True)
        session.let_choices_stand()
        _go_on(session, journal)
    except BaseException:
        journal.close()
        raise
    return session


def _go_on(session: Session[S], journal: Journal) -> None:
    """Give the rest of a journal's answers, and go on in it. A last choice that the program died on, and would die on
    again, is struck out."""
    answers = tuple(journal.answers[session.count :])
    last = max((number for number, answer in enumerate(answers) if answer.kind == "choice"), default=len(answers))
    session.replay(answers[:last], complete=True)
    given = False  # all that was answered since, but for the last of it, which may be what it died on
    try:
        with session.whole():
            session.replay(answers[last:-1], complete=True)
            given = last < len(answers)
            session.replay(answers[max(last, len(answers) - 1) :], complete=True)
            session.journal, session.step = journal, False
            session.settle()
    except Exception as error:
        fault = error.__cause__ if isinstance(error, CorruptJournal) else error
        if not given or fault is None or isinstance(fault, Unwritten):
            raise
        what = f"{type(fault).__name__}: {fault}".rstrip(": ")
        journal.notice = say("the program cannot go on from the last answer, which is taken back ({what})", what=what)
        session.journal, session.step = journal, False
        session.strike_out()


def alike(one: Any, other: Any) -> bool:
    """Are two rulings the same, given as plain values, but for how this or that processor rounds?

    `other` may be of a journal of before something was measured that `one` has.
    """
    match one, other:
        case (dict(), dict()):
            return one.keys() >= other.keys() and all(alike(one[key], value) for key, value in other.items())
        case (list() | tuple(), list() | tuple()):
            return len(one) == len(other) and all(map(alike, one, other))
        case (float(), float()):
            return isclose(one, other, rel_tol=0.0, abs_tol=ROUNDING)
        case _:
            return bool(one == other)


def no_referee(state: Any, query: Any) -> Any:
    """The referee of a replay, which needs none: all rulings stand in the journal. Raises CorruptJournal."""
    raise CorruptJournal(f"the journal lacks the answer to {query}")


def _belongs(game: Game[S], header: Header, path: Path) -> None:
    if header.game != game.name:
        raise CorruptJournal(f"{path}: a game of '{header.game}', not of '{game.name}'")
