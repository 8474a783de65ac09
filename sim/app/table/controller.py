"""The table in play: what is pointed at, which tool is in hand, what it would do, and what is being shown.

Knows no window. The window feeds it what the mouse and keys do and draws what it holds; tests do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from sim.app.table import measuring, previews, tools
from sim.app.table.counters import ASKED, can_matter
from sim.app.table.desk import Desk
from sim.app.table.gains import nothing
from sim.app.table.games import write_note
from sim.app.table.model import TableModel
from sim.app.table.previews import End, Preview
from sim.app.table.reel import Tray, on_tray, seconds_of
from sim.app.table.tools import Button, Menu, Tool
from sim.board.model.tableau import Point
from sim.board.model.verdicts import Reach
from sim.carnevale.action import Attack
from sim.carnevale.actions.counter import Counters, WhoCounters
from sim.carnevale.events import Event, RoundBegan, TurnBegan
from sim.carnevale.questions import OfOne, Question
from sim.carnevale.scenarios.deployment import SetUpMini, undeployed, zones
from sim.carnevale.state import State
from sim.engine.playback import EventSequencer
from sim.engine.requests import Measure, Roll, Selection

BOT_PAUSE = 0.35  # seconds before a bot's answer is shown, at speed 1
ROOM_PAUSE = 2.0  # seconds before what could not be written is tried again


class Stage(Protocol):
    """Who shows events in motion."""

    def play(self, event: Event, before: State, seconds: float) -> None: ...


class Table:
    """One game at the table, its tools and its previews."""

    def __init__(self, model: TableModel, desk: Desk | None = None, stage: Stage | None = None) -> None:
        self.model = model
        self.desk = desk or Desk(threaded=False)
        self.stage = stage
        self.menu: Menu | None = None
        self.tool = Tool.LOOK
        self.attacks: tuple[Attack, ...] = ()  # what an attack tool may do
        self.weapon = 0  # of several attacks on the same target, which
        self.controlled = False  # jumps: a controlled landing
        self.turn = 0.0  # degrees, of a vessel to be laid
        self.turned = False
        self.deploying: str | None = None
        self.corners: tuple[Point, ...] = ()
        self.selected: str | None = None
        self.hovered: str | None = None
        self.point: Point | None = None
        self.preview: Preview | None = None
        self.pinned = False
        self.reach: Reach | None = None
        self.tape_from: End | None = None
        self.picked: set[int] = set()  # dice to re-roll
        self.chosen: tuple[str, ...] = ()  # minis picked for an answer of several
        self.typed: list[int] = []  # faces of real dice
        self.tray: Tray | None = None
        self.paused = False
        self.evidence: int | None = None  # the number of an event whose evidence is to be shown
        self.line: int | None = None  # that of the event whose line in the chronicle is pointed at
        self.handed: str | None = None  # the seat that the table was last handed to
        self.banner: tuple[str, str, float] = ("", "", 0.0)  # title, words, seconds left
        self.failure: str = ""  # what ended the game early
        self.counters = ASKED[0]  # when a person is asked about counters
        self.passing: tuple[int, str | None] = (0, None)  # no more counters in this round, of this character's turn
        self.pointed: Point | None = None  # where a mini is set by agreement
        self.reel: EventSequencer[State, Event] = EventSequencer(model, seconds_of, self._show)
        self._taken_back = False  # a choice has just been taken back
        self.asked: Question | None = None  # the choice that `menu` answers
        self._previewed: measuring.Wanted | None = None
        self._reached: Question | None = None

    # --- time ---------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Is an answer being given, or a bot thinking?"""
        return self.desk.busy and self._answering

    _answering = False

    @property
    def choice(self) -> Question | None:
        """The choice that a person can answer right now."""
        return None if self.busy or self.reel.waiting > 0 else self.model.choice

    @property
    def roll(self) -> Roll | None:
        """Dice that a person must throw and type in."""
        pending = None if self.busy or self.reel.waiting > 0 else self.model.pending
        return pending if isinstance(pending, Roll) else None

    @property
    def in_motion(self) -> bool:
        """Is something being shown, measured or thought about?"""
        tumbling = self.tray is not None and self.tray.tumbling > 0
        return self.desk.busy or self.reel.waiting > 0 or tumbling or self.banner[2] > 0 or not self.model.caught_up

    @property
    def showing(self) -> int | None:
        """The event whose evidence is drawn: the one pointed at, the one clicked, or what is just being played."""
        chosen = self.evidence if self.line is None else self.line
        return chosen if chosen is not None or self.reel.waiting <= 0 else self.reel.playing

    def tick(self, seconds: float) -> None:
        """Go on by so many seconds: show events, let bots think, measure what is pointed at."""
        self.desk.poll()
        if self.tray is not None:
            self.tray.tumble(seconds * self.reel.speed)
        title, words, left = self.banner
        self.banner = (title, words, max(0.0, left - seconds))
        if self.paused or self.failure:
            return
        self.reel.pass_time(seconds)
        if self.reel.waiting > 0 or self.busy:
            return
        self.reel.show_due()
        if self.reel.waiting <= 0 and self.model.caught_up and not self.desk.busy:
            self._go_on()

    def _show(self, event: Event, seconds: float) -> None:
        """An event is about to take effect in what is shown."""
        if self.stage is not None:
            self.stage.play(event, self.model.shown, seconds)
        if self.model.open_to_all(event):
            self.tray = on_tray(self.tray, event)
        if isinstance(event, RoundBegan):
            self.banner = (f"Round {event.round}", "", 1.6)
            write_note(self.model)
        if isinstance(event, TurnBegan):
            self.selected = event.who

    def hurry(self) -> None:
        """Show at once all that is still to be shown."""
        self.reel.show_all()
        if self.tray is not None:
            self.tray.tumbling = 0.0

    def _go_on(self) -> None:
        """Nothing is left to show: a bot thinks, or a person's choice is made ready."""
        if self.model.stalled:
            self._drop_question()
            self._run(self.model.go_on, self._rest)
        elif self.model.bot_turn:
            self._drop_question()
            self._run(self.model.think, self._rest)
        elif (choice := self.model.choice) is not None:
            if self.asked is not choice:
                self._ask(choice)
            else:
                self._measure()
        elif self.model.over:
            self._drop_question()
            write_note(self.model)

    def _rest(self, written: bool | None) -> None:
        """A bot's answer is not shown at once; what could not be written is tried again a little later."""
        self.reel.waiting = BOT_PAUSE if written else ROOM_PAUSE * self.reel.speed

    def _run(self, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        """Do something that changes the game; what goes wrong is told, and stops it."""
        self._answering = True
        self.desk.finish()  # what is being measured no longer matters

        def guarded() -> Any:
            try:
                return work()
            except Exception as error:
                self.failure = f"{type(error).__name__}: {error}"
                return None

        def finished(result: Any) -> None:
            self._answering = False
            done(result)

        self.desk.submit(guarded, finished)

    # --- questions ----------------------------------------------------------------------------------

    def _ask(self, choice: Question) -> None:
        state, measure = self.model.session.state, self.model.session.measure

        def ready(menu: Menu | None) -> None:
            if self.model.session.request is not choice or self.failure:
                return
            if menu is None:  # nothing is asked
                self.give(choice.default)
                return
            self._drop_question()
            self.asked, self.menu, self._taken_back = choice, menu, False
            self.take(menu.tool)
            if menu.tool is Tool.ATTACK:
                self.attacks = tuple(a for b in menu.buttons for a in b.targets)
            if menu.who is not None:
                self.selected = menu.who
            if isinstance(choice, SetUpMini):
                waiting = [c.id for c in undeployed(state, choice.seat)]
                self.deploying = self.deploying if self.deploying in waiting else waiting[0]
            if len(self.model.humans) > 1 and self.handed != choice.seat:
                self.handed = choice.seat
                gang = state.seats[choice.seat].gang
                self.banner = (f"{choice.seat.capitalize()} to play", gang, 2.2)

        def work() -> Menu | None:
            try:
                if isinstance(choice, WhoCounters) and not self._counters(state, measure, choice.region):
                    return None
                if not self._taken_back and nothing(state, choice):
                    return None
                return tools.menu(state, measure, choice)
            except Exception as error:
                self.failure = f"{type(error).__name__}: {error}"
                return None

        self.desk.submit(work, ready)

    def _counters(self, state: State, measure: Measure, region: Counters) -> bool:
        """Is the player asked about counters now?"""
        passed = self.passing[0] == state.round and self.passing[1] in (None, state.active)
        if self._taken_back:  # the player wants to answer it otherwise
            return True
        if passed or self.counters == ASKED[2]:
            return False
        return self.counters == ASKED[1] or can_matter(state, measure, region)

    def _drop_question(self) -> None:
        self.menu, self.asked = None, None
        self.preview, self.pinned, self.reach = None, False, None
        self.attacks, self.corners, self.picked, self.chosen = (), (), set(), ()
        self._previewed = self._reached = None
        if self.tool is not Tool.TAPE:
            self.tool = Tool.LOOK

    def take(self, tool: Tool, attacks: Sequence[Attack] = ()) -> None:
        """Take up a tool."""
        self.tool, self.attacks = tool, tuple(attacks)
        self.preview, self.pinned, self.corners, self.tape_from = None, False, (), None
        self._previewed = None
        self.turned = False

    def press(self, button: Button) -> None:
        """A button of the menu."""
        if button.why:
            self.model.notice = button.why
        elif button.does == "rest":
            self.deploy_rest()
        elif button.does:
            state = self.model.session.state
            self.passing = (state.round, state.active if button.does == "pass turn" else None)
            if self.choice is not None:
                self.give(self.choice.default)
        elif button.tool is not None:
            self.take(button.tool, button.targets)
            if button.tool is Tool.ATTACK and len({a.target for a in button.targets}) == 1:
                self.hovered = button.targets[0].target
        else:
            self.give(button.answer)

    def give(self, value: object) -> None:
        """Answer the pending request."""
        if self._answering or (self.model.choice is None and self.roll is None):
            return
        self._drop_question()
        self.typed = []
        self._run(lambda: self.model.answer(value), lambda _: None)

    def give_dice(self) -> None:
        """The dice picked for a re-roll; none keeps them all."""
        self.give(tuple(sorted(self.picked)))

    def pick_die(self, die: int) -> None:
        """Pick a die for a re-roll, or put it back."""
        region = self.choice.region if self.choice is not None else None
        if not isinstance(region, Selection) or not tools.picks_dice(self.choice) or die not in region.among:
            return
        if die in self.picked:
            self.picked.discard(die)
        elif len(self.picked) < region.most:
            self.picked.add(die)

    def type_die(self, face: int) -> None:
        """A face of a real die. `confirm` gives the roll once all are there."""
        roll = self.roll
        if roll is not None and 1 <= face <= roll.sides and len(self.typed) < roll.dice:
            self.typed.append(face)

    def untype_die(self, die: int = -1) -> None:
        """Take a typed face back: the last one, unless another is named."""
        if self.roll is not None and -1 <= die < len(self.typed) and self.typed:
            self.typed.pop(die)

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

    @property
    def by_enter(self) -> Button | None:
        """The button that Enter presses where nothing is typed, pinned or picked: what happens by default."""
        if self.menu is None or self.tool is Tool.MANY:
            return None
        answers = [b for b in self.menu.buttons if b.tool is None and not b.why]
        first = next((b for b in answers if b.primary), None)
        if self.menu.tool is Tool.LOOK:
            return first or (answers[0] if len(answers) == 1 else None)
        return first if first is not None and first.answer is None else None

    def cancel(self) -> bool:
        """Escape: put back what is in hand. False: there was nothing."""
        if self.pinned or self.corners or self.tape_from is not None:
            self.pinned, self.corners, self.tape_from, self.preview, self._previewed = False, (), None, None, None
            return True
        if self.evidence is not None:
            self.evidence = None
            return True
        if self.tool in (Tool.TAPE, Tool.AGREED) or (self.menu is not None and self.tool is not self.menu.tool):
            self._put_back()
            return True
        return False

    def _put_back(self) -> None:
        """Put away what is in hand, for what the question asks."""
        self.take(self.menu.tool if self.menu is not None else Tool.LOOK)

    def undo(self) -> None:
        if self.busy:
            return
        self.desk.finish()
        if self.model.undo():
            self._taken_back = True
            self._drop_question()
            self.tray, self.evidence, self.line = None, None, None

    # --- the mouse on the board ---------------------------------------------------------------------

    def hover(self, figure: str | None, point: Point | None) -> None:
        """What the mouse points at now."""
        if self.pinned:
            return
        self.hovered, self.point = figure, point

    def click(self, figure: str | None, point: Point | None, *, corner: bool = False) -> None:
        """A click on a mini or on the board. `corner`: a corner of a path, which goes on from there."""
        if self.pinned and self.preview is not None and self._same_place(figure, point):
            self.confirm()
            return
        self.pinned = False
        self.hovered, self.point = figure, point
        choice, state = self.choice, self.model.shown
        if self.tool is Tool.TAPE:
            self._click_tape(figure, point)
        elif self.tool is Tool.AGREED:
            if point is not None:
                self.pointed = point
                self._put_back()
        elif self.tool is Tool.PICK and choice is not None and figure in choice.options:
            self.give(figure)
        elif self.tool is Tool.MANY and choice is not None and figure is not None:
            self._choose(figure, choice)
        elif self.tool is Tool.ZONE and choice is not None and point is not None:
            for zone in zones(state):
                if zone.name in choice.options and zone.has(point):
                    self.give(zone.name)
        elif self.tool is Tool.DEPLOY and choice is not None and figure and state[figure].seat == choice.seat:
            self.deploying = figure  # who stands already is set up elsewhere
        elif choice is None or self.tool is Tool.LOOK or not self._aims(figure, point):
            self.selected = figure or self.selected
        elif corner and self.tool is Tool.RUN and point is not None:
            self.corners = (*self.corners, point)
        else:
            self.pinned = True
            if measuring.wanted(self) != self._previewed:
                self.preview = None
            self._measure()

    def _choose(self, figure: str, choice: Question) -> None:
        """Take a mini among those picked, or out of them."""
        region = choice.region
        if not isinstance(region, Selection):
            return
        if figure in self.chosen:
            self.chosen = tuple(who for who in self.chosen if who != figure)
        elif figure in region.among and len(self.chosen) < region.most:
            self.chosen = (*self.chosen, figure)

    def _same_place(self, figure: str | None, point: Point | None) -> bool:
        if self.tool is Tool.ATTACK or (self.tool is Tool.RUN and figure is not None):
            return figure is not None and figure == self.hovered
        if point is None or self.point is None:
            return False
        return max(abs(a - b) for a, b in zip(point, self.point, strict=True)) < 0.35

    def _aims(self, figure: str | None, point: Point | None) -> bool:
        """Does a click here mean something to the tool in hand?"""
        if self.tool is Tool.ATTACK:
            return any(attack.target == figure for attack in self.attacks)
        state = self.model.shown
        friend = figure is not None and self.choice is not None and state[figure].seat == self.choice.seat
        return point is not None and not (friend and self.tool is Tool.RUN)

    def _click_tape(self, figure: str | None, point: Point | None) -> None:
        end: End | None = figure or point
        if self.tape_from is None or self.pinned:
            self.tape_from, self.pinned = end, False
        elif end is not None:
            self._measure()
            self.pinned = True

    # --- measuring ----------------------------------------------------------------------------------

    def _measure(self) -> None:
        """Keep the preview and the reach to what is pointed at."""
        self._want_reach()
        wanted = measuring.wanted(self)
        if wanted is None:
            if not self.pinned:
                self.preview = None
            self._previewed = None
        elif wanted == self._previewed:
            self._settle_pin()
        elif not self.desk.busy:
            work = measuring.work(self, wanted)

            def ready(found: Preview | None) -> None:
                if measuring.wanted(self) == wanted or not self.pinned:
                    self.preview, self._previewed = found, wanted
                    self._settle_pin()

            self.desk.submit(self._sparing(work), ready)

    def _settle_pin(self) -> None:
        """A click where nothing is at stake is the answer; where much is, it waits for a second one."""
        preview = self.preview
        if not self.pinned or preview is None or self.tool is Tool.TAPE:
            return
        if preview.refusal is not None:
            self.model.notice = str(preview.refusal)
            self.pinned = False
        elif preview.answer is not None and not measuring.is_grave(preview):
            self.give(preview.answer)

    def _want_reach(self) -> None:
        choice = self.asked
        region = choice.region if choice is not None else None
        if not isinstance(region, OfOne) or self.tool is not Tool.RUN or self.desk.busy:
            return
        if self._reached is choice:
            return
        self._reached = choice
        state, measure = self.model.session.state, self.model.session.measure

        def ready(found: Reach | None) -> None:
            if self.asked is choice:
                self.reach = found

        self.desk.submit(self._sparing(lambda: previews.reach(state, measure, region)), ready)

    def _sparing(self, work: Callable[[], Any]) -> Callable[[], Any]:
        """What cannot be previewed is told; the game goes on."""

        def guarded() -> Any:
            try:
                return work()
            except Exception as error:
                self.model.notice = f"this cannot be measured: {type(error).__name__}: {error}"
                return None

        return guarded

    # --- small keys -----------------------------------------------------------------------------------

    def other_way(self) -> None:
        """Another weapon for an attack; a controlled landing for a jump."""
        if self.tool is Tool.ATTACK:
            self.weapon += 1
        elif self.tool is Tool.JUMP:
            self.controlled = not self.controlled
        if self.pinned:
            self._previewed = None
            self._measure()

    def deploy_rest(self) -> None:
        """Place the rest of the gang by chance, where it is allowed."""
        choice = self.choice
        if choice is None or not isinstance(choice, SetUpMini):
            return
        seat = choice.seat
        self._drop_question()
        self._run(lambda: self.model.deploy_rest(seat), lambda _: None)
