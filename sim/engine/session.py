"""A session: one game being played.

Between steps the state is all there is; inside one, the session keeps the state as it was when the step began
and the answers since. Saving, cloning and resuming run the step again from there (a clone leaves out what is
over of it, see `running`), so the rules stay straight-line code and a game can be saved at any request.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Generic, TypeVar

import msgspec

from sim.engine.dice import Dice, SealedDice
from sim.engine.game import Game
from sim.engine.journal import Answer, Journal, Kind
from sim.engine.requests import (
    Choice,
    CorruptJournal,
    Measure,
    Refusal,
    Refused,
    Request,
    Roll,
    Ruling,
)
from sim.engine.running import Running
from sim.errors import BautaError
from sim.schemas import misfit

__all__ = ["Saved", "Session"]

S = TypeVar("S")
CHECKED = "`bauta replay --verify` names the first answer that is wrong"
PLAIN = (str, bool, type(None))  # what an option may be, and hardly ever the answer of a region


class Saved(msgspec.Struct, frozen=True):
    """A session as bytes: the state at the last checkpoint, and the answers since."""

    checkpoint: msgspec.Raw = msgspec.field(name="rest")
    since: tuple[Answer, ...]
    before: Annotated[int, msgspec.Meta(ge=0)]  # answers of the whole game before that checkpoint


class Session(Generic[S]):
    """One game being played.

    `request` is what the game waits for; None: the game is over. Rolls and rulings are answered by `dice` and
    `measure` at once, unless `step` is set: then every request waits for `answer` or `settle`.
    """

    def __init__(
        self,
        game: Game[S],
        state: S,
        dice: Dice,
        measure: Measure,
        journal: Journal | None = None,
        *,
        step: bool = False,
    ) -> None:
        self.game, self.dice, self.measure = game, dice, measure
        self.journal, self.step = journal, step
        self._begin(state, 0)
        if not step:
            self.settle()

    def _begin(self, checkpoint: S, before: int) -> None:
        """Start at a checkpoint that `before` answers led to."""
        self._base = before  # answers of the game before the first of `_answers`
        self._answers: list[Answer] = []
        self._checkpoints: list[tuple[int, S]] = []  # (answers before it, state between two steps): for undo
        self._choices: list[tuple[int, str]] = []  # (answers before it, seat): the choices that can be undone
        self._running: Running[S] | None  # None: the game is over
        self.state = checkpoint
        self._reach_checkpoint()

    @property
    def request(self) -> Request | None:
        """What the game waits for; None: it is over."""
        return self._running.request if self._running is not None else None

    # --- what a player does -----------------------------------------------------------------------

    def refusal(self, value: Any) -> Refusal | None:
        """Why this answer to the pending request would be refused, or None. Changes nothing."""
        try:
            self._checked(value)
        except Refused as refused:
            return refused.refusal
        return None

    def answer(self, value: Any, *, durable: bool = False) -> None:
        """Answer the pending request. Raises Refused, and changes nothing, where it may not be answered so.

        `durable`: the answer is on the disk before it takes effect. Raises Unwritten where the journal takes no more:
        what could not be written has not happened, and the game waits where it is (`settle` goes on).
        """
        self._accept(self._checked(value), durable)
        if not self.step:
            self.settle()

    def settle(self) -> None:
        """Answer rolls and rulings until a player must choose, or type in dice, or the game is over."""
        while isinstance(self.request, (Roll, Ruling)):
            if isinstance(self.request, Roll):
                faces = self.dice.throw(self.request, self.game.dice_thrown(self.state))
                if faces is None:
                    return
                self._accept(faces)
            else:
                self._accept(self.measure(self.state, self.request.query))
        if self.over and self.journal is not None and isinstance(self.dice, SealedDice):
            self.journal.open_seal(self.dice.secret)
            self.dice.opened(self.journal.path)

    @property
    def over(self) -> bool:
        """Does the game wait for nothing any more?"""
        return self.request is None

    @property
    def count(self) -> int:
        """How many answers the game has had so far."""
        return self._base + len(self._answers)

    @property
    def events(self) -> Sequence[Any]:
        """All events so far, oldest first."""
        return self.game.events(self.state)

    # --- undo --------------------------------------------------------------------------------------

    def undoable(self, seat: str) -> int | None:
        """How many answers an undo of the seat's last choice would leave, or None: dice were thrown or a
        secret was shown since."""
        for before, chooser in reversed(self._choices):
            if chooser == seat:
                return before
        return None

    def undo(self, seat: str) -> None:
        """Take the seat's last choice back, and all that followed. Asking the other players is the table's part."""
        keep = self.undoable(seat)
        if keep is None:
            raise Refused(Refusal("UNDO", "dice have been thrown or a secret shown since your last choice"))
        if self.journal is not None:
            self.journal.undo(keep)
        while self._checkpoints[-1][0] > keep:
            self._checkpoints.pop()
        before, checkpoint = self._checkpoints.pop()
        since = self._answers[before - self._base : keep - self._base]
        del self._answers[before - self._base :]
        self._choices = [choice for choice in self._choices if choice[0] < before]
        self.state = self.game.copy(checkpoint)
        self._reach_checkpoint()
        self._feed(since)

    # --- save, clone, replay -----------------------------------------------------------------------

    def save(self) -> bytes:
        """The session as bytes; `load` makes the same session of it, at the same request."""
        checkpoint, since, before = self.under_way
        return msgspec.json.encode(Saved(msgspec.Raw(self.game.encode(checkpoint)), since, before))

    @staticmethod
    def load(data: bytes, game: Game[S], dice: Dice, measure: Measure, *, step: bool = False) -> Session[S]:
        """The session that `save` made these bytes of. Raises CorruptJournal where they do not fit the rules."""
        try:
            saved = msgspec.json.decode(data, type=Saved)
        except msgspec.MsgspecError as error:
            raise CorruptJournal(f"no saved session: {error}") from None
        checkpoint = game.decode(bytes(saved.checkpoint))
        return Session.going_on(game, dice, measure, checkpoint, saved.since, saved.before, step=step)

    @property
    def under_way(self) -> tuple[S, tuple[Answer, ...], int]:
        """The state at the last checkpoint, which is not to be changed, the answers since, and how many came before."""
        before, checkpoint = self._checkpoints[-1]
        return checkpoint, tuple(self._answers[before - self._base :]), before

    @staticmethod
    def going_on(
        game: Game[S],
        dice: Dice,
        measure: Measure,
        checkpoint: S,
        since: Sequence[Answer],
        before: int,
        *,
        step: bool = False,
    ) -> Session[S]:
        """The session that is `under_way` so; the state becomes its own. Raises CorruptJournal."""
        session = Session._bare(game, dice, measure, step)
        session._begin(checkpoint, before)
        session._feed(since)
        return session

    def clone(self) -> Session[S]:
        """An independent session at the same request, without journal: for bots that look ahead."""
        before, checkpoint = self._checkpoints[-1]
        clone = Session._bare(self.game, self.dice, self.measure, self.step)
        clone._base, clone._checkpoints = before, [(before, checkpoint)]
        clone._answers = self._answers[before - self._base :]
        clone._choices = [choice for choice in self._choices if choice[0] >= before]
        clone.state = self.game.copy(checkpoint)
        clone._running = self._running and self._running.fork(clone.state)
        return clone

    def replay(
        self,
        answers: Sequence[Answer],
        check: Callable[[Ruling, Any], None] | None = None,
        *,
        complete: bool = False,
    ) -> None:
        """Give recorded answers. Needs no geometry and no dice; `check` sees each ruling with its verdict.

        `complete`: evidence that the journal lacks is measured now.
        """
        for answer in answers:
            self.skip_unrecorded_evidence(answer, complete)
            if check is not None and isinstance(self.request, Ruling):
                check(self.request, self._decoded(self.request, answer))
            self._feed([answer])

    @staticmethod
    def _bare(game: Game[S], dice: Dice, measure: Measure, step: bool) -> Session[S]:
        session: Session[S] = Session.__new__(Session)
        session.game, session.dice, session.measure = game, dice, measure
        session.journal, session.step = None, step
        return session

    # --- the machinery -----------------------------------------------------------------------------

    def _checked(self, value: Any) -> Any:
        """The answer as the rules expect it; raises Refused."""
        request = self.request
        if isinstance(request, Choice):
            plain = _plain(value)
            if _is_option(request, plain):
                return plain
            if request.region is None or (request.options and isinstance(plain, PLAIN)):
                raise Refused(Refusal("CHOICE", f"{plain!r} is not one of {list(request.options)} ({request.prompt})"))
            try:
                typed = msgspec.convert(plain, request.region.answers)
            except msgspec.ValidationError as error:
                words = misfit(error, plain, request.region.answers)
                raise Refused(Refusal("CHOICE", f"not an answer to '{request.prompt}': {words}")) from None
            refusal = request.region.refusal(self.state, self.measure, typed)
            if refusal is not None:
                raise Refused(refusal)
            return typed
        if isinstance(request, Roll):
            try:
                faces = msgspec.convert(_plain(value), tuple[int, ...])
            except msgspec.ValidationError:
                faces = ()
            if not _falls(request, faces):
                raise Refused(Refusal("DICE", _wanted(request)))
            return faces
        if request is None:
            raise Refused(Refusal("OVER", "the game is over"))
        return value

    def _decoded(self, request: Request, answer: Answer) -> Any:
        """A recorded answer as the rules expect it."""
        if _kind(request) != answer.kind:
            raise CorruptJournal(
                f"answer {self.count + 1} is a {answer.kind}, but the game asks for a {_kind(request)}"
            )
        try:
            if isinstance(request, Roll):
                faces = msgspec.convert(answer.value, tuple[int, ...])
                if not _falls(request, faces):
                    shown = faces if len(faces) <= 2 * request.dice + 10 else f"{len(faces)} dice"
                    raise CorruptJournal(f"answer {self.count + 1}: {shown} is no roll: {_wanted(request)}")
                return faces
            if isinstance(request, Ruling):
                return msgspec.convert(answer.value, type(request.query).verdict)
            if _is_option(request, answer.value):
                return answer.value
            if request.region is None:
                raise CorruptJournal(f"answer {self.count + 1}: {answer.value!r} was never an option")
            return msgspec.convert(answer.value, request.region.answers)
        except msgspec.ValidationError as error:
            raise CorruptJournal(f"answer {self.count + 1}: {error}") from None

    def _feed(self, answers: Sequence[Answer]) -> None:
        """Give recorded answers: no check, no journal. Raises CorruptJournal for what the rules cannot go on from."""
        for answer in answers:
            if self.request is None:
                raise CorruptJournal(f"the game is over after {self.count} answers, but there are more")
            number = self.count + 1
            try:
                self.skip_unrecorded_evidence(answer)
                self._take(self._decoded(self.request, answer), answer)
            except BautaError:
                raise
            except Exception as error:  # nothing asked whether the answer is legal, and rules take it that it is
                what = f"{type(error).__name__}: {error}".rstrip(": ")
                raise CorruptJournal(f"answer {number} cannot be gone on from ({what}): {CHECKED}") from error

    def skip_unrecorded_evidence(self, answer: Answer, measured: bool = False) -> None:
        """Evidence that was not asked for when this answer was recorded: None, or measured now. It is not counted."""
        while isinstance(self.request, Ruling) and self.request.evidence and answer.kind != "evidence":
            assert self._running is not None
            self._running.answer(self.measure(self.state, self.request.query) if measured else None)
            if self._running.request is None:
                self._reach_checkpoint()

    def _accept(self, value: Any, durable: bool = False) -> None:
        """Write a new answer down, then let it take effect."""
        assert self.request is not None
        answer = Answer(_kind(self.request), msgspec.to_builtins(value))
        if self.journal is not None:
            self.journal.write(answer, durable=durable)
        self._take(value, answer)

    def _take(self, value: Any, answer: Answer) -> None:
        request, event_count = self.request, len(self.events)
        if isinstance(request, Choice):
            self._choices.append((self.count, request.seat))
        self._answers.append(answer)
        assert self._running is not None
        self._running.answer(value)
        if self._running.request is None:
            self._reach_checkpoint()
        if isinstance(request, Roll) or any(map(self.game.reveals, self.events[event_count:])):
            self._forget()

    def _reach_checkpoint(self) -> None:
        """A step is over: keep the state, and go on to the next request."""
        while True:
            self._checkpoints.append((self.count, self.game.copy(self.state)))
            rule = self.game.procedure(self.state)
            self._running = Running(self.game, self.state, rule) if rule is not None else None
            if self._running is None:
                return
            self._running.go_on()
            if self._running.request is not None:
                return

    def _forget(self) -> None:
        """Dice have fallen or a secret is out: undo goes no further back than this."""
        self._choices = []
        before, _ = self._checkpoints[-1]
        del self._checkpoints[:-1]
        del self._answers[: before - self._base]
        self._base = before


def _plain(value: Any) -> Any:
    """An answer in plain values. Raises Refused."""
    try:
        return msgspec.to_builtins(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise Refused(Refusal("CHOICE", f"not an answer: {error}")) from None


def _is_option(choice: Choice, value: Any) -> bool:
    return any(value == option and type(value) is type(option) for option in choice.options)


def _falls(roll: Roll, faces: tuple[int, ...]) -> bool:
    """Can these faces come of this roll?"""
    return len(faces) == roll.dice and all(1 <= face <= roll.sides for face in faces)


def _wanted(roll: Roll) -> str:
    return f"{roll.dice} faces from 1 to {roll.sides} are wanted"


def _kind(request: Request) -> Kind:
    match request:
        case Choice():
            return "choice"
        case Roll():
            return "roll"
        case Ruling(evidence=True):
            return "evidence"
        case Ruling():
            return "ruling"
