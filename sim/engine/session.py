"""A session: one game being played.

Between steps the state is all there is; inside one, the session keeps the state as it was when the step began
and the answers since. Saving, cloning and resuming run the step again from there (a clone leaves out what is
over of it, see `running`), so the rules stay straight-line code and a game can be saved at any request.

An answer is written down before it takes effect, so that none that was given is lost. Where the rules or the board
break down on one, it is taken back, in the journal too: the game waits where it did.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Annotated, Any, Generic, TypeVar

import msgspec

from sim.engine.answers import checked, decoded, kind_of
from sim.engine.dice import Dice, SealedDice, TypedDice
from sim.engine.game import Game
from sim.engine.journal import Answer, Journal, Kind
from sim.engine.line_file import Unwritten
from sim.engine.past import ANYBODY, RETYPED, WHY_CLOSED, Final, Past
from sim.engine.reasons import NO_REASON, GivenReason, Reason
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
from sim.engine.yields import Said, Yield, YieldLedger, is_chosen, passes, sayable
from sim.errors import BautaError
from sim.words import in_english

__all__ = ["RETYPED", "Saved", "Session"]

S = TypeVar("S")
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
        self.game, self.dice, self.measure, self.journal, self.step = game, dice, measure, journal, step
        self._begin(state, 0)
        if not step:
            self.settle()

    def _begin(self, checkpoint: S, before: int, said: tuple[Said, ...] = ()) -> None:
        """Start at a checkpoint that `before` answers led to."""
        self._past: Past[S] = Past(before, said)
        self._kept: Past[S] | None = None  # as it was before the last answer that was given
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

    def answer(self, value: Any, *, durable: bool = False, why: Reason = NO_REASON) -> None:
        """Answer the pending request. Raises Refused, and changes nothing, where it may not be answered so.

        A `Yield` is said, at any time and by any seat; where an exception holds, the question in hand still waits.
        `durable`: the answer is on the disk before it takes effect; `why`: a bot's reason, which is kept beside it.
        Raises Unwritten where the journal takes no more: what could not be written has not happened, and the game waits
        where it is (`settle` goes on). Whatever else is raised, the answer has not happened.
        """
        kind: Kind
        if isinstance(value, Yield):
            kind, given = "yield", self._sayable(value)
        else:
            given = checked(self.request, value, self.state, self.measure)
            assert self.request is not None
            kind = kind_of(self.request)
        with self.whole():
            self._record(kind, given, durable, why)
            if not self.step:
                self._settle()

    def settle(self) -> None:
        """Answer rolls, rulings and windows that are passed over, until a player must choose, or type in dice, or the
        game is over. Raises Unwritten as `answer` does; whatever else is raised, the last answer has not happened."""
        with self._guarded():
            self._settle()

    def _settle(self) -> None:
        while (request := self.request) is not None:
            if isinstance(request, Ruling):
                self._record(kind_of(request), self.measure(self.state, request.query))
            elif isinstance(request, Choice) and self.passes:
                self._record("passed", request.default)
            elif (
                isinstance(request, Roll)
                and (faces := self.dice.throw(request, self.game.dice_thrown(self.state))) is not None
            ):
                self._record("roll", faces)
            else:
                return
        if self.journal is not None and isinstance(self.dice, SealedDice):
            self.journal.open_seal(self.dice.secret)
            self.dice.opened(self.journal.path)

    @property
    def over(self) -> bool:
        """Does the game wait for nothing any more?"""
        return self.request is None

    @property
    def count(self) -> int:
        """How many answers the game has had so far."""
        return self._past.count

    @property
    def events(self) -> Sequence[Any]:
        """All events so far, oldest first."""
        return self.game.events(self.state)

    @property
    def reasons(self) -> Sequence[GivenReason]:
        """Why bots answered as they did, oldest first: of all answers, also of a game that was gone on with."""
        return tuple(self._past.reasons)

    # --- yields ------------------------------------------------------------------------------------

    @property
    def passes(self) -> bool:
        """Is the pending question a window that its seat has yielded?"""
        request = self.request
        return isinstance(request, Choice) and passes(self.game, self.state, request, self._past.ledger, self.measure)

    def yields(self, seat: str) -> tuple[Yield, ...]:
        """What a seat has yielded, and stands: for its own eyes."""
        return self._past.ledger.standing(seat, self.game.spans(self.state))

    def has_spoken(self, seat: str, topic: str) -> bool:
        """Has a seat ever yielded this topic, or taken it back?"""
        return self._past.ledger.spoken_of(seat, topic)

    def times(self, seat: str, topic: str, *, asked: bool) -> int:
        """How many windows of a topic a seat was asked, or was spared by a yield of it."""
        return self._past.ledger.times(seat, topic, asked=asked)

    def forget_yields(self, besides: str) -> None:
        """For copies that tell a seat nothing of what others have yielded."""
        self._past.ledger = YieldLedger(said for said in self._past.ledger.said if said.what.seat == besides)

    def _sayable(self, said: Yield) -> Yield:
        """A yield as it is kept. Raises Refused."""
        return sayable(self.game, self.state, said, self.request, self._past.ledger)

    # --- undo --------------------------------------------------------------------------------------

    def undoable(self, seat: str) -> int | None:
        """How many answers an undo of the seat's last choice would leave, or of dice that were typed in since; None:
        the program has thrown dice or a secret was shown."""
        return self._past.undoable(seat)

    def closed(self, seats: Collection[str]) -> Final:
        """What keeps the last choice of these seats from being undone; "" where they have chosen nothing yet."""
        return next((why for seat, why in reversed(self._past.closed.items()) if seat in seats), "")

    def retypes(self, seat: str) -> bool:
        """Would an undo of the seat ask for dice again that were typed in, in place of a choice?"""
        return (self.undoable(seat), ANYBODY) in self._past.choices

    def undo(self, seat: str) -> None:
        """Take the seat's last choice back, or dice that were typed in since, and all that followed. What was chosen
        before dice fell stands, also where they are typed anew. Asking the other players is the table's part."""
        keep = self.undoable(seat)
        if keep is None:
            raise Refused(Refusal("UNDO", WHY_CLOSED[self.closed((seat,))]))
        if self.journal is not None:
            self.journal.undo(keep)
        self._go_back(self._past, keep)

    def before_undo(self, seat: str) -> tuple[Session[S], Answer]:
        """The game as an undo of the seat, which must have one, would leave it; and the first answer it takes back."""
        checkpoint, since, before, given = self._past.before_undo(seat)
        return Session.going_on(self.game, self.dice, self.measure, self.game.copy(checkpoint), since, before), given

    def let_choices_stand(self) -> None:
        """Dice fell after these choices, though they are taken back: they are typed anew, and the choices stay."""
        self._past.close_choices("dice")

    def _go_back(self, past: Past[S], keep: int) -> None:
        """The game is again as it was after its first `keep` answers."""
        choices = [choice for choice in past.choices if choice[0] < keep]
        past.reasons = [reason for reason in past.reasons if reason.answers < keep]
        checkpoint, since = past.back_to(keep)
        self._past, self.state = past, self.game.copy(checkpoint)
        self._reach_checkpoint()
        self._feed(since)
        self._past.choices = choices

    def whole(self) -> AbstractContextManager[None]:
        """What is answered within happens whole, with all that follows from it, or it has not happened."""
        self._kept = self._past.copy()
        return self._guarded()

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except Unwritten:  # the game waits for room
            raise
        except Exception:
            past, self._kept = self._kept, None
            if past is not None:
                self._go_back(past, past.count)
                with suppress(Unwritten):  # then it is struck out before the next answer is written
                    self.strike_out()
            raise

    def strike_out(self) -> None:
        """What the journal has of answers that were taken back stands no more. Raises Unwritten."""
        if self.journal is not None and len(self.journal.answers) > self.count:
            self.journal.undo(self.count)

    # --- save, clone, replay -----------------------------------------------------------------------

    def save(self) -> bytes:
        """The session as bytes; `load` makes the same session of it, at the same request."""
        checkpoint, since, before = self.under_way
        encoded, said = msgspec.Raw(self.game.encode(checkpoint)), self._past.ledger.first(before).said
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
        return self._past.under_way

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
        clone = Session._bare(self.game, self.dice, self.measure, self.step)
        clone._past, clone._kept = self._past.in_hand(), None
        clone.state, clone._running = self.fork()
        return clone

    def fork(self, *, keeps: bool = True) -> tuple[S, Running[S] | None]:
        """A state of one's own, and what is under way in it, at the same request; `keeps`: so that it can be forked."""
        state = self.game.copy(self._past.checkpoints[-1][1])
        return state, self._running and self._running.fork(state, keeps=keeps)

    def replay(
        self, answers: Sequence[Answer], check: Callable[[Ruling, Any], None] | None = None, *, complete: bool = False
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

    def _record(self, kind: Kind, value: Any, durable: bool = False, why: Reason = NO_REASON) -> None:
        """Write a new answer down, then let it take effect."""
        answer = Answer(kind, msgspec.to_builtins(value, enc_hook=in_english), why)
        if self.journal is not None:
            self.strike_out()
            self.journal.write(answer, durable=durable)
        self._take(value, answer)

    def _take(self, value: Any, answer: Answer) -> None:
        past, request, event_count, before = self._past, self.request, len(self.events), self.count
        if isinstance(request, Choice):
            if is_chosen(request, answer.kind, value):
                past.choices.append((before, request.seat))
            if answer.why:
                past.reasons.append(GivenReason(before, event_count, request.seat, answer.why))
                answer = Answer(answer.kind, answer.value)  # whoever looks ahead from here is not told
            if request.window and not isinstance(value, Yield):
                past.ledger.meet(request, self.game.spans(self.state), before, asked=answer.kind == "choice")
        past.answers.append(answer)
        if isinstance(value, Yield):
            past.ledger.say(value, self.game.spans(self.state), before)
            return
        assert self._running is not None
        self._running.answer(value)
        if self._running.request is None:
            self._reach_checkpoint()
        if len(self.events) > event_count and any(map(self.game.reveals, self.events[event_count:])):
            past.forget("secret")
        elif isinstance(request, Roll):
            past.forget("dice", typed=before if isinstance(self.dice, TypedDice) else None)

    def _reach_checkpoint(self) -> None:
        """A step is over: keep the state, and go on to the next request."""
        while True:
            self._past.checkpoints.append((self.count, self.game.copy(self.state)))
            self._running = Running.of(self.game, self.state)
            if self._running is None or self._running.request is not None:
                return
