"""A session: one game being played.

Between steps the state is all there is; inside one, the session keeps the state as it was when the step began
and the answers since. Saving, cloning and resuming run the step again from there (a clone leaves out what is
over of it, see `running`), so the rules stay straight-line code and a game can be saved at any request.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Generic, TypeVar

import msgspec

from sim.engine.answers import checked, decoded, kind_of
from sim.engine.dice import Dice, SealedDice, TypedDice
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
from sim.engine.yields import NOW, Said, Yield, YieldLedger, asked_by, covers, passes, unfit
from sim.errors import BautaError
from sim.words import in_english, say

__all__ = ["RETYPED", "Saved", "Session"]

S = TypeVar("S")
ANYBODY = ""  # in place of a seat: whose dice were typed in, which lie open on the players' own table
RETYPED = 12  # rolls, at most, that can be typed anew
CHECKED = "`bauta replay --verify` names the first answer that is wrong"


class Saved(msgspec.Struct, frozen=True):
    """A session as bytes: the state at the last checkpoint, and the answers since."""

    checkpoint: msgspec.Raw = msgspec.field(name="rest")
    since: tuple[Answer, ...]
    before: Annotated[int, msgspec.Meta(ge=0)]  # answers of the whole game before that checkpoint
    yields: tuple[Said, ...] = ()  # that were said before it


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

    def _begin(self, checkpoint: S, before: int, said: tuple[Said, ...] = ()) -> None:
        """Start at a checkpoint that `before` answers led to."""
        self._ledger = YieldLedger(said)
        self._base = before  # answers of the game before the first of `_answers`
        self._answers: list[Answer] = []
        self._checkpoints: list[tuple[int, S]] = []  # (answers before it, state between two steps): for undo
        self._choices: list[tuple[int, str]] = []  # (answers before it, seat): what can be undone, oldest first
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
            if isinstance(value, Yield):
                self._sayable(value)
            else:
                checked(self.request, value, self.state, self.measure)
        except Refused as refused:
            return refused.refusal
        return None

    def answer(self, value: Any, *, durable: bool = False) -> None:
        """Answer the pending request. Raises Refused, and changes nothing, where it may not be answered so.

        A `Yield` is said, at any time and by any seat; where an exception holds, the question in hand still waits.
        `durable`: the answer is on the disk before it takes effect. Raises Unwritten where the journal takes no more:
        what could not be written has not happened, and the game waits where it is (`settle` goes on).
        """
        if isinstance(value, Yield):
            self._record("yield", self._sayable(value), durable)
        else:
            self._accept(checked(self.request, value, self.state, self.measure), durable)
        if not self.step:
            self.settle()

    def settle(self) -> None:
        """Answer rolls, rulings and windows that are passed over, until a player must choose, or type in dice, or the
        game is over."""
        while isinstance(self.request, (Roll, Ruling)) or self.passes:
            if isinstance(self.request, Choice):
                self._record("passed", self.request.default)
            elif isinstance(self.request, Roll):
                faces = self.dice.throw(self.request, self.game.dice_thrown(self.state))
                if faces is None:
                    return
                self._accept(faces)
            elif self.request is not None:
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

    # --- yields ------------------------------------------------------------------------------------

    @property
    def passes(self) -> bool:
        """Is the pending question a window that its seat has yielded?"""
        request = self.request
        return isinstance(request, Choice) and passes(self.game, self.state, request, self._ledger, self.measure)

    def yields(self, seat: str) -> tuple[Yield, ...]:
        """What a seat has yielded, and stands: for its own eyes."""
        return self._ledger.standing(seat, self.game.spans(self.state))

    def has_spoken(self, seat: str, topic: str) -> bool:
        """Has a seat ever yielded this topic, or taken it back?"""
        return self._ledger.spoken_of(seat, topic)

    def times(self, seat: str, topic: str, *, asked: bool) -> int:
        """How many windows of a topic a seat was asked, or was spared by a yield of it."""
        return self._ledger.times(seat, topic, asked=asked)

    def forget_yields(self, besides: str) -> None:
        """For copies that tell a seat nothing of what others have yielded."""
        self._ledger = YieldLedger(said for said in self._ledger.said if said.what.seat == besides)

    def _sayable(self, said: Yield) -> Yield:
        """A yield as it is kept. Raises Refused."""
        if not isinstance(self.request, Choice | Roll):
            raise Refused(Refusal("OVER", say("the game is over") if self.over else say("nobody is asked anything")))
        said = asked_by(said, self.request)
        standing = {each.topic: each for each in self.yields(said.seat)}
        why = unfit(self.game, self.state, said, self.game.seats(self.state))
        if not why and standing.get(said.topic) == said:
            why = say("that stands already")
        elif not why and said.until == NOW and said.topic not in standing:
            why = say("'{topic}' is not yielded: there is nothing to take back", topic=said.topic)
        if why:
            raise Refused(Refusal("YIELD", why))
        return said

    # --- undo --------------------------------------------------------------------------------------

    def undoable(self, seat: str) -> int | None:
        """How many answers an undo of the seat's last choice would leave, or of dice that were typed in since; None:
        the program has thrown dice or a secret was shown."""
        return next((before for before, chooser in reversed(self._choices) if chooser in (seat, ANYBODY)), None)

    def retypes(self, seat: str) -> bool:
        """Would an undo of the seat ask for dice again that were typed in, in place of a choice?"""
        return (self.undoable(seat), ANYBODY) in self._choices

    def undo(self, seat: str) -> None:
        """Take the seat's last choice back, or dice that were typed in since, and all that followed. What was chosen
        before dice fell stands, also where they are typed anew. Asking the other players is the table's part."""
        keep = self.undoable(seat)
        if keep is None:
            raise Refused(Refusal("UNDO", say("dice have been thrown or a secret shown since your last choice")))
        if self.journal is not None:
            self.journal.undo(keep)
        left = [choice for choice in self._choices if choice[0] < keep]
        while self._checkpoints[-1][0] > keep:
            self._checkpoints.pop()
        before, checkpoint = self._checkpoints.pop()
        since = self._answers[before - self._base : keep - self._base]
        del self._answers[before - self._base :]
        self._choices = [choice for choice in self._choices if choice[0] < before]
        self._ledger = self._ledger.first(before)
        self.state = self.game.copy(checkpoint)
        self._reach_checkpoint()
        self._feed(since)
        self._choices = left

    def let_choices_stand(self) -> None:
        """Dice fell after these choices, though they are taken back: they are typed anew, and the choices stay."""
        self._choices = [choice for choice in self._choices if choice[1] == ANYBODY]

    # --- save, clone, replay -----------------------------------------------------------------------

    def save(self) -> bytes:
        """The session as bytes; `load` makes the same session of it, at the same request."""
        checkpoint, since, before = self.under_way
        encoded, said = msgspec.Raw(self.game.encode(checkpoint)), self._ledger.first(before).said
        return msgspec.json.encode(Saved(encoded, since, before, said), enc_hook=in_english)

    @staticmethod
    def load(data: bytes, game: Game[S], dice: Dice, measure: Measure, *, step: bool = False) -> Session[S]:
        """The session that `save` made these bytes of. Raises CorruptJournal where they do not fit the rules."""
        try:
            saved = msgspec.json.decode(data, type=Saved)
        except msgspec.MsgspecError as error:
            raise CorruptJournal(f"no saved session: {error}") from None
        checkpoint = game.decode(bytes(saved.checkpoint))
        return Session.going_on(
            game, dice, measure, checkpoint, saved.since, saved.before, step=step, said=saved.yields
        )

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
        said: tuple[Said, ...] = (),
    ) -> Session[S]:
        """The session that is `under_way` so; the state becomes its own. Raises CorruptJournal."""
        session = Session._bare(game, dice, measure, step)
        session._begin(checkpoint, before, said)
        session._feed(since)
        return session

    def clone(self) -> Session[S]:
        """An independent session at the same request, without journal: for bots that look ahead."""
        before, checkpoint = self._checkpoints[-1]
        clone = Session._bare(self.game, self.dice, self.measure, self.step)
        clone._base, clone._checkpoints = before, [(before, checkpoint)]
        clone._answers = self._answers[before - self._base :]
        clone._choices = [choice for choice in self._choices if choice[0] >= before]
        clone._ledger = self._ledger.first(self.count)
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
                check(self.request, decoded(self.request, answer, self.count + 1))
            self._feed([answer])

    @staticmethod
    def _bare(game: Game[S], dice: Dice, measure: Measure, step: bool) -> Session[S]:
        session: Session[S] = Session.__new__(Session)
        session.game, session.dice, session.measure = game, dice, measure
        session.journal, session.step = None, step
        return session

    # --- the machinery -----------------------------------------------------------------------------

    def _feed(self, answers: Sequence[Answer]) -> None:
        """Give recorded answers: no check, no journal. Raises CorruptJournal for what the rules cannot go on from."""
        for answer in answers:
            if self.request is None:
                raise CorruptJournal(f"the game is over after {self.count} answers, but there are more")
            number = self.count + 1
            try:
                self.skip_unrecorded_evidence(answer)
                self._take(decoded(self.request, answer, self.count + 1), answer)
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
        self._record(kind_of(self.request), value, durable)

    def _record(self, kind: Kind, value: Any, durable: bool = False) -> None:
        answer = Answer(kind, msgspec.to_builtins(value, enc_hook=in_english))
        if self.journal is not None:
            self.journal.write(answer, durable=durable)
        self._take(value, answer)

    def _take(self, value: Any, answer: Answer) -> None:
        request, event_count, before = self.request, len(self.events), self.count
        if isinstance(request, Choice) and _is_chosen(request, answer.kind, value):
            self._choices.append((before, request.seat))
        if isinstance(value, Yield):
            self._ledger.say(value, self.game.spans(self.state), self.count)
            self._answers.append(answer)
            return
        if isinstance(request, Choice):
            self._ledger.meet(request, self.game.spans(self.state), self.count, asked=answer.kind == "choice")
        self._answers.append(answer)
        assert self._running is not None
        self._running.answer(value)
        if self._running.request is None:
            self._reach_checkpoint()
        if any(map(self.game.reveals, self.events[event_count:])):
            self._forget()
        elif isinstance(request, Roll):
            self._forget(typed=before if isinstance(self.dice, TypedDice) else None)

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

    def _forget(self, typed: int | None = None) -> None:
        """Dice have fallen or a secret is out: undo goes no further back. But dice that players typed in, the last of
        them after `typed` answers, may have been mistyped."""
        kept = [choice for choice in self._choices if choice[1] == ANYBODY] if typed is not None else []
        self._choices = [*kept, (typed, ANYBODY)][-RETYPED:] if typed is not None else []
        first = self._choices[0][0] if self._choices else self.count
        while len(self._checkpoints) > 1 and self._checkpoints[1][0] <= first:
            self._checkpoints.pop(0)
        before, _ = self._checkpoints[0]
        del self._answers[: before - self._base]
        self._base = before


def _is_chosen(choice: Choice, kind: Kind, value: Any) -> bool:
    """Does its seat answer a question itself: by a choice, or by a yield that covers it?"""
    if isinstance(value, Yield):
        return value.seat == choice.seat and covers(value.topic, choice.topic or "")
    return kind == "choice"
