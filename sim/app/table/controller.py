"""The table in play: what is pointed at, which tool is in hand, what it would do, and what is being shown.

Knows no window. The window feeds it what the mouse and keys do and draws what it holds; tests do the same.
"""

from __future__ import annotations

from collections.abc import Callable

from sim.app.table import tools
from sim.app.table.aimed_buttons import gathered, is_staked, target_of, with_finality
from sim.app.table.answer_jobs import AnswerJobs
from sim.app.table.curtain import Curtain
from sim.app.table.games import write_note
from sim.app.table.guarded import guarded
from sim.app.table.model import TableModel
from sim.app.table.playback import DiceTray, EventAnimator, seconds_of, tray_after, tray_of
from sim.app.table.preview_updates import PreviewUpdates
from sim.app.table.previews import End
from sim.app.table.tool_state import ToolState
from sim.app.table.tools import Button, Menu, Tool
from sim.app.table.worker import Worker
from sim.board.model.tableau import Point
from sim.carnevale.events import Event, RoundBegan, TurnBegan
from sim.carnevale.questions import Question
from sim.carnevale.scenario import zones
from sim.carnevale.scenarios.deployment import SetUpMini, undeployed
from sim.carnevale.state import State
from sim.engine.finality import finality
from sim.engine.playback import EventSequencer
from sim.engine.requests import Roll
from sim.engine.yields import Yield
from sim.words import capital, say

__all__ = ["TableController"]

BOT_PAUSE = 0.35  # seconds before a bot's answer is shown, at speed 1
RETRY_PAUSE = 2.0  # seconds before what could not be written is tried again


class TableController(ToolState):
    """One game at the table: what a person asks of it, and what is shown of it."""

    def __init__(self, model: TableModel, worker: Worker | None = None, animator: EventAnimator | None = None) -> None:
        super().__init__(model)
        self.worker = worker or Worker(threaded=False)
        self.animator = animator
        self.previews = PreviewUpdates(self, self.worker, self.give)
        self.tray: DiceTray | None = tray_of(model.shown.log)
        self.paused = False
        self.evidence: int | None = None  # the number of an event whose evidence is to be shown
        self.line: int | None = None  # that of the event whose line in the chronicle is pointed at
        self.handed: str | None = None  # the seat that the table was last handed to
        self.curtain = Curtain(model, self.fresh)
        self.banner: tuple[str, str, float] = ("", "", 0.0)  # title, words, seconds left
        self.failure: str = ""  # what ended the game early
        against = model.bots if model.humans else ()
        self.sequencer = EventSequencer[State, Event](model, lambda e: seconds_of(e, model.shown, against), self._show)
        self._jobs = AnswerJobs(self.worker, self._fail)
        self._end_noted = False  # was it noted that the game is over?

    # --- time ---------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Is an answer being given, or a bot thinking?"""
        return self.worker.busy and self._jobs.under_way

    @property
    def choice(self) -> Question | None:
        """The choice that a person can answer right now."""
        return None if self.busy or self.sequencer.waiting > 0 else self.model.choice

    @property
    def roll(self) -> Roll | None:
        """Dice that a person must throw and type in."""
        pending = None if self.busy or self.sequencer.waiting > 0 else self.model.pending
        return pending if isinstance(pending, Roll) else None

    @property
    def in_motion(self) -> bool:
        """Is something being shown, or is what was measured or thought about there to be shown?"""
        tumbling = self.tray is not None and self.tray.tumbling > 0
        return (
            self.worker.ready
            or self.sequencer.waiting > 0
            or tumbling
            or max(self.banner[2], self.fresh.left) > 0
            or not self.model.caught_up
        )

    @property
    def plays(self) -> bool:
        """Is something being shown that can be shown at once?"""
        return not self.model.caught_up or (self.sequencer.waiting > 0 and not self.busy)

    @property
    def showing(self) -> int | None:
        """The event whose evidence is drawn: the one pointed at, the one clicked, or what is just being played."""
        chosen = self.evidence if self.line is None else self.line
        return chosen if chosen is not None or self.sequencer.waiting <= 0 else self.sequencer.playing

    def tick(self, seconds: float) -> None:
        """Go on by so many seconds: show events, let bots think, measure what is pointed at."""
        self.fresh.pass_time(seconds)
        self.worker.poll()
        if self.tray is not None:
            self.tray.tumble(seconds * self.sequencer.speed)
        title, words, left = self.banner
        self.banner = (title, words, max(0.0, left - (0.0 if self.curtain.before else seconds)))  # it waits behind it
        if self.paused or self.failure or self.curtain.reader is not None:
            return
        self.sequencer.pass_time(seconds)
        if self.sequencer.waiting > 0 or self.busy:
            return
        self.sequencer.show_due()
        at_rest = self.sequencer.waiting <= 0 and self.model.caught_up and not self.worker.busy
        if at_rest and self.curtain.reader is None:
            self._go_on()

    def _show(self, event: Event, seconds: float) -> None:
        """An event is about to take effect in what is shown."""
        if self.animator is not None:
            self.animator.hear(event, self.model.shown)
            self.animator.play(*self.model.filmed(event), seconds)
        if self.model.open_to_all(event):
            self.tray = tray_after(self.tray, event)
        if isinstance(event, RoundBegan):
            words = self.model.round_told(event.round - 1)
            self.banner = (say("Round {round}", round=event.round), words, 4.0 if words else 1.6)
            write_note(self.model)
        if isinstance(event, RoundBegan | TurnBegan):  # nobody's turn, until one is chosen
            self.selected = event.who if isinstance(event, TurnBegan) else None

    def skip_animations(self) -> None:
        """Show at once all that is still to be shown."""
        self.sequencer.show_all()
        if self.tray is not None:
            self.tray.tumbling = 0.0

    def _go_on(self) -> None:
        """Nothing is left to show: a bot thinks, or a person's choice is made ready."""
        if self.model.stalled:
            self.drop_question()
            self._jobs.run(self.model.go_on, self._pause)
        elif self.model.bot_turn:
            self.curtain.hide()
            self.drop_question()
            self.early = ""
            self._jobs.run(self.model.think, self._pause, thinks=True)
        elif (roll := self.roll) is not None:
            self.curtain.falls_for_dice(roll)
        elif (choice := self.model.choice) is not None:
            if not self.model.is_spared(choice):
                self._jobs.run(lambda: self.model.spare(choice), self._wait_for_room)
            elif self.curtain.falls_before(choice, self.asked is choice):
                self.drop_question()
            elif self.asked is not choice:
                self._ask(choice)
            else:
                self.previews.update()
        elif self.model.over:
            self.drop_question()
            if not self._end_noted:
                write_note(self.model)
                self._end_noted = True

    def _pause(self, written: bool | None) -> None:
        """A bot's answer is not shown at once; what could not be written is tried again a little later."""
        pause = BOT_PAUSE if self.model.shown.round else 0.0  # while gangs are set up nobody waits for a thought
        self.sequencer.waiting = pause if written else RETRY_PAUSE * self.sequencer.speed

    def _wait_for_room(self, written: bool | None) -> None:
        """What could not be written is tried again a little later."""
        if not written:
            self.sequencer.waiting = RETRY_PAUSE * self.sequencer.speed

    def leave(self) -> None:
        """Nobody plays on here; the journal has it all."""
        self._jobs.close()
        self.model.leave()

    def _fail(self, why: str) -> None:
        """A fault of our own ends the game early; its journal has all that was answered."""
        self.failure = why

    # --- questions ----------------------------------------------------------------------------------

    def _ask(self, choice: Question) -> None:
        state, measure = self.model.session.state, self.model.session.measure

        def ready(menu: Menu | None) -> None:
            if self.model.session.request is not choice or self.failure or menu is None:
                return
            if (settled := self.settled(menu, choice)) is not None:
                self.give(settled.answer)
                return
            self.put_question(choice, menu)
            if isinstance(choice, SetUpMini):
                waiting = [c.id for c in undeployed(state, choice.seat)]
                self.deploying = self.deploying if self.deploying in waiting else waiting[0]
            if len(self.model.humans) > 1 and self.handed != choice.seat:
                self.handed = choice.seat
                self.banner = (say("{seat} to play", seat=self.model.names(choice.seat)), "", 2.2)

        def work() -> Menu:
            session = self.model.session
            menu = tools.menu(state, measure, choice)
            return gathered(state, with_finality(menu, choice, lambda answer: finality(session, answer)))

        self.worker.submit(guarded(work, self._fail), ready)

    def press(self, button: Button) -> None:
        """A button of the menu."""
        if button.why:
            self.model.notice = capital(button.why)
        elif button.does == "deploy remaining":
            self.deploy_remaining()
        elif button.within or button.does == "back":
            self.turn_menu(button)
            if len(button.within) == 1:
                self.press(button.within[0])
        elif self.whole is not None and (aim := target_of(button.answer)) is not None:
            self.hovered = aim[1]
            self.pin()
            self.previews.update()
        elif is_staked(button):
            self.stake(button)
            self.previews.update()
        elif button.tool is not None:
            self.take_up(button)
        else:
            self.give(button.answer)

    def give(self, value: object) -> None:
        """Answer the pending request."""
        if self._jobs.under_way or (self.model.choice is None and self.roll is None):
            return
        by_dice = self.roll is not None
        self.drop_question()
        self.typed, self.evidence, self.went_back = [], None, False  # what comes now is looked at, not what was
        self._jobs.run(lambda: self.model.answer(value), lambda _: self.curtain.answered(by_dice=by_dice))

    def say(self, said: Yield) -> None:
        """Yield the question that is asked; where an exception holds, it waits for its answer all the same."""
        choice = self.choice
        if choice is None or self._jobs.under_way:
            return

        def done(_: bool | None) -> None:
            if self.model.session.request is choice and not self.model.notice:
                self.model.notice = say("Kept. The exception holds now, so this one is asked.")

        self.drop_question()
        self._jobs.run(lambda: self.model.answer(said), done)

    def revoke(self, said: Yield) -> None:
        """Take a yield back."""
        if not self._jobs.under_way and self.model.onlooker == said.seat:
            self._jobs.run(lambda: self.model.revoke(said), lambda _: None)

    def give_dice(self) -> None:
        """The dice picked for a re-roll; none keeps them all."""
        self.give(tuple(sorted(self.picked)))

    def pick_die(self, die: int) -> None:
        """Pick a die for a re-roll, or put it back."""
        if self.choice is not None and tools.picks_dice(self.choice):
            self.choose_die(die, self.choice)

    def type_die(self, face: int) -> None:
        """A face of a real die. `confirm` gives the roll once all are there."""
        roll = self.roll
        if roll is not None and 1 <= face <= roll.sides and len(self.typed) < roll.dice:
            self.typed.append(face)

    def confirm(self) -> None:
        """Enter: what is typed, pinned or pointed at, else the first answer that is offered."""
        if self.roll is not None:
            if len(self.typed) == self.roll.dice:
                self.give(tuple(self.typed))
        elif self.preview is not None and self.preview.answer is not None and self.preview.refusal is None:
            self.give(self.preview.answer)
        elif tools.picks_dice(self.choice):
            self.give_dice()
        elif self.choice is not None and self.tool is Tool.MANY:
            self.give(self.chosen)
        elif self.by_enter is not None:
            self.give(self.by_enter.answer)

    def cancel(self) -> bool:
        """Escape: put back what is in hand. False: there was nothing."""
        if self.pinned or self.corners or self.tape_from is not None:
            self.let_go()
            return True
        if self.evidence is not None:
            self.evidence = None
            return True
        at_first = self.menu is None or self.tool is self.menu.tool
        if self.whole is not None or self.tool in (Tool.TAPE, Tool.AGREED) or not at_first:
            self.put_back()
            return True
        return False

    def undo(self) -> None:
        """Take the last choice of a person back, or dice that were typed in."""
        if self._jobs.under_way:
            return
        if self.model.undo_seat is None:
            self.model.take_back()  # which says why not
        else:
            self.go_back(self.model.take_back)

    def go_back(self, work: Callable[[], bool], then: Callable[[], None] | None = None) -> None:
        """Take answers back; `work` says whether any were. `then`: what is to be done after, in any case."""

        def done(went: bool | None) -> None:
            if went:
                self.model.show_all()
                self._drop_taken_back()
            if then is not None:
                then()

        self.drop_question()
        self._jobs.run(work, done)

    def _drop_taken_back(self) -> None:
        """Answers were taken back: nothing is shown of what came of them."""
        self.typed, self.evidence, self.line, self.tray = [], None, None, tray_of(self.model.shown.log)
        self.looks_of, self._end_noted, self.went_back = None, False, True  # another answer may come to as many

    # --- the mouse on the board ---------------------------------------------------------------------

    def hover(self, figure: str | None, point: Point | None) -> None:
        """What the mouse points at now."""
        if self.pinned:
            return
        self.hovered, self.point = figure, point

    def click(self, figure: str | None, point: Point | None, *, corner: bool = False) -> None:
        """A click on a mini or on the board. `corner`: a corner of a path, which goes on from there."""
        if self.pinned and self.preview is not None and self.is_same_place(figure, point):
            self.confirm()
            return
        if figure is None and self.plays and self.tool not in (Tool.TAPE, Tool.AGREED):
            self.skip_animations()
            return
        self.pinned, self.staked = False, None
        self.hovered, self.point = figure, point
        if self.tool is Tool.TAPE:
            self._click_tape(figure, point)
        elif self.tool is Tool.AGREED:
            if point is not None:
                self.pointed, self.model.notice = point, ""
                self.put_back()
        elif not self._answer_by_click(figure, point):
            if self.choice is None or self.tool is Tool.LOOK or not self.aims_at(figure, point, self.choice):
                self.selected = figure or self.selected
            elif self.is_corner(figure, point, asked=corner) and point is not None:
                self.corners = (*self.corners, point)
            else:
                self.pin()
                self.previews.update()

    def _answer_by_click(self, figure: str | None, point: Point | None) -> bool:
        """Is a click an answer by itself: a mini that is asked for, or a zone?"""
        choice, state = self.choice, self.model.shown
        if figure in self.counters:
            self.give(self.counters[figure])
        elif choice is None:
            return False
        elif self.tool is Tool.PICK and figure in choice.options:
            self.give(figure)
        elif self.tool is Tool.MANY and figure is not None:
            self.choose(figure, choice)
        elif self.tool is Tool.ZONE and point is not None:
            for zone in zones(state):
                if zone.name in choice.options and zone.has(point):
                    self.give(zone.name)
        elif self.tool is Tool.DEPLOY and figure and state[figure].seat == choice.seat:
            self.deploying = figure  # who stands already is set up elsewhere
        else:
            return False
        return True

    def _click_tape(self, figure: str | None, point: Point | None) -> None:
        end: End | None = figure or point
        if self.tape_from is None or self.pinned:
            self.tape_from, self.pinned = end, False
        elif end is not None:
            self.previews.update()
            self.pinned = True

    def deploy_remaining(self) -> None:
        """Place the rest of the gang where the table thinks best."""
        if isinstance(choice := self.choice, SetUpMini):
            seat = choice.seat
            self.drop_question()
            self.sets_up_rest = True
            self._jobs.run(lambda: self.model.deploy_remaining(seat), lambda _: None)
