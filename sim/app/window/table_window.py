"""The window: Panda3D's mouse, keys and frames, given to the table; what the table holds, drawn."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sim.app.hud import freeze_line, imgui_backend, kernel_line, preview_panel, theme
from sim.app.hud.agreement_dialog import AgreementDialog
from sim.app.hud.build_panel import BuildRequest
from sim.app.hud.gang_panel import GangRequest
from sim.app.hud.held_legend import draw_legend
from sim.app.hud.loading_screen import Loading
from sim.app.hud.measure_page import RealTableRequest
from sim.app.hud.panels import GamePanels
from sim.app.hud.start_screen import StartScreen
from sim.app.render.screen import Hand, Screen, open_window
from sim.app.table import key_actions
from sim.app.table.campaign_games import campaign_of
from sim.app.table.controller import TableController
from sim.app.table.games import NewGame, board_of, new_game, resume_game, write_note
from sim.app.table.lesson_table import table_for
from sim.app.table.model import TableModel
from sim.app.table.tools import Tool
from sim.app.table.view_choices import ViewSettings
from sim.app.table.worker import Worker
from sim.app.window.board_opening import BoardOpening
from sim.app.window.campaign_door import CampaignRequest
from sim.app.window.film_door import FilmRequest
from sim.app.window.frame_watch import FrameWatch
from sim.app.window.game_dialogs import draw_dialog, draw_over_start, has_ended
from sim.app.window.game_pages import GamePages
from sim.app.window.game_pictures import keep_picture
from sim.app.window.kernel_wait import SET_UP, Abandoned, KernelWait
from sim.app.window.mouse_and_keys import MouseAndKeys
from sim.app.window.open_boards import OpenBoards
from sim.app.window.rooms import Rooms
from sim.app.window.table_scene import TableScene
from sim.app.window.waking import Waking
from sim.app.window.ways_in import lead_in
from sim.app.window.ways_out import WAYS_OUT, lead_out
from sim.board.board import Board
from sim.errors import BautaError
from sim.words import say

__all__ = ["TableWindow"]

STEP = 0.05  # seconds of a frame without a window


class TableWindow:
    """The program in its window. `run` returns when it is closed."""

    def __init__(self, size: tuple[int, int] | None = None, *, offscreen: bool = False, threaded: bool = True) -> None:
        from panda3d.core import ClockObject

        self.settings = ViewSettings()
        self.screen: Screen = open_window(size or self.settings.window, "Bauta", offscreen=offscreen)
        self.base: Any = self.screen.base
        if offscreen:  # time goes on by frames, so that what is seen does not hang on the machine
            clock = ClockObject.get_global_clock()
            clock.mode, clock.dt = ClockObject.M_non_real_time, STEP
            clock.tick()
        self.hand = Hand(self.base) if offscreen else None
        self.pointer: Any = self.hand.window if self.hand is not None else self.base.win
        self.ui, self.panel_picture = imgui_backend.install(self.screen, self.pointer)
        self.threaded = threaded
        self.running = True
        # "help", "pause", "yields", "consent", "by agreement", "looked" (the end was looked at); what that goes back to
        self.dialog = self._below = ""
        self.agreeing: AgreementDialog | None = None
        self._way_out = ""  # what the game in hand is left for
        self.pointing = False  # the dialog by agreement waits for a place
        self.start: StartScreen | None = None
        self.loading: Loading | None = None
        self.rooms = Rooms()
        self.editor = self.rooms.editor
        self.table: TableController | None = None
        self.scene: TableScene | None = None
        self.hud: GamePanels | None = None
        self.pages: GamePages | None = None
        self.plan: NewGame | None = None
        self.controls = MouseAndKeys(self)
        self._steps = 0
        self.watch = FrameWatch()
        self._waking = Waking(self.base, self.ui)
        self._time = time.perf_counter()
        self.kernels = KernelWait()
        self.boards = BoardOpening(self, OpenBoards(self.base.task_mgr))
        self.fonts = theme.load_fonts(0.0)
        self._fit()
        self._listen()
        gc.freeze()  # all of it stays: looking through it took a quarter of a second at each opening of a board

    def _listen(self) -> None:
        from direct.showbase.DirectObject import DirectObject

        events = DirectObject()
        events.accept("imgui-new-frame", self._draw)
        self.controls.listen(events, self.base.task_mgr)
        events.accept("window-event", self._window_event)
        self._events = events
        if self.hand is None:
            self.base.win.set_close_request_event("close-window")
            events.accept("close-window", self.close)

    @property
    def room(self) -> Any:  # its type is read with the editor, once that is wanted
        return self.editor.room

    def run(
        self,
        plan: NewGame | None = None,
        resume: Path | None = None,
        build: BuildRequest | GangRequest | FilmRequest | CampaignRequest | RealTableRequest | None = None,
        learn: Path | bool = False,
        mesh: Path | None = None,
    ) -> None:
        """Show the start screen, or what is asked for at once, until it is closed. `mesh`: it is measured on, once the
        start screen has asked for its unit."""
        self.kernels.begin()
        self.watch.heed_freezes()
        if isinstance(build, FilmRequest):
            self.open_film(build)
        elif build is not None:
            self.rooms.enter(self, build)
        elif learn:
            self.rooms.learn.open(self, learn) if isinstance(learn, Path) else self.rooms.learn.enter(self)
        elif resume is not None:
            self.open_resumed(resume)
        elif plan is not None:
            self.open_new(plan)
        else:
            self.show_start()
            if mesh is not None and self.start is not None:
                self.start.open_measuring(mesh)
        while self.running:
            self.step()
        self.close_game()
        self.boards.measure()
        self.settings.keep_window(self.size())
        for part in (self.watch, self.kernels, self.screen):
            part.close()

    def step(self) -> None:
        """One frame."""
        began = time.perf_counter()
        self.watch.begin()
        self._steps += 1
        self._fit()
        self._waking.set(self._is_lively(), self._now())
        self.base.task_mgr.step()
        self._after()
        self.watch.end()
        if self.hand is None:  # until the next one is due, or there is something to show
            self._waking.pause(began, self.rooms.wait)

    def _now(self) -> float:
        """Seconds; without a display they go by frames."""
        return time.perf_counter() if self.hand is None else self._steps * STEP

    def _is_lively(self) -> bool:
        """Does anything move, or has a hand just moved? At rest nothing is drawn, to spare the processor."""
        scene = self.scene
        moving = (scene is not None and scene.in_motion) or self.rooms.in_motion
        waits = (scene is not None and scene.waits) or not self.kernels.progress.over or self.rooms.awaits
        return self._waking.is_lively(self._now(), moving, self.controls.snapshot, waits, self.rooms.hush)

    @property
    def awake(self) -> bool:
        """Is the window drawn?"""
        return self._waking.awake

    def close(self) -> None:
        self.running = False

    def _after(self) -> None:
        """What a frame asked for, once it is drawn."""
        if way_out := self._way_out:
            self._way_out = ""
            lead_out(self, way_out)
        if not self.rooms.obey(self) and self.start is not None:
            lead_in(self, self.start)

    def attempt(self, open_game: Callable[[], None]) -> None:
        """Open a game; what is wrong with it is said on the start screen."""
        try:
            open_game()
        except BautaError as error:
            self.show_start(str(error))

    def show_start(self, trouble: str = "") -> None:
        self.close_game()
        self.start = StartScreen(
            self.fonts, self.plan, trouble, built=self.editor.is_left, ui=self.ui, settings=self.settings
        )
        self._waking.stir(self._now())

    def leave_to_home(self, journal: Path | None) -> None:
        """From a game or its film back to its campaign; to the start, where it has none."""
        campaign = campaign_of(journal)
        self.show_start() if campaign is None else self.rooms.campaigns.enter(self, CampaignRequest(campaign))

    def open_editor(self, asked: BuildRequest) -> None:
        """Build on a board. Raises BautaError."""
        self.editor.enter(self, asked)

    def open_new(self, plan: NewGame) -> None:
        """Begin a new game. Raises BautaError."""
        self.plan = plan
        with suppress(Abandoned):
            self._play(self.boards.made(plan.map, lambda board: new_game(plan, board)), plan.map)

    def open_board(self, source: str, make: Callable[[Board], TableModel]) -> None:
        """Play what is made of a board. Raises BautaError."""
        with suppress(Abandoned):
            self._play(self.boards.made(source, make), source)

    def open_resumed(self, path: Path) -> None:
        """Go on with a game from its journal. Raises BautaError."""
        source, notice = board_of(path)
        with suppress(Abandoned):
            self._play(self.boards.made(source, lambda board: resume_game(path, board, notice=notice)), source)

    def go_on(self, path: Path) -> None:
        """Go on with a game; what is wrong with it is said on the start screen."""
        self.attempt(lambda: self.open_resumed(path))

    def open_film(self, asked: FilmRequest) -> None:
        """Look at a film; what is wrong with it is said on the start screen."""
        with suppress(Abandoned):
            self.attempt(lambda: self.rooms.films.enter(self, asked))

    def play(self, model: TableModel) -> None:
        """Play a game whose board is in memory."""
        self.boards.kept.keep(model.board.key, model.board)
        self._play(model, model.board.key)

    def load(self, loading: Loading) -> None:
        """Show how far things are, while they are made: done in pieces, each of which counts as a frame."""
        self.start, self.loading = None, loading
        self._waking.set(True, self._now())
        self._waking.rest_others()
        self.base.task_mgr.step()
        self.watch.next()

    def pause(self, seconds: float) -> None:
        """Wait for what is made on another thread."""
        self.watch.end()
        time.sleep(seconds)
        self.watch.begin()

    def _play(self, model: TableModel, source: str) -> None:
        self.close_game()
        self.load(Loading(model.board.name, words=say("The board is set up")))
        view = self.boards.view(source, model.shown.tableau(), model.hour)
        self.scene = scene = TableScene(self.screen, model, view, self.size(), self.settings)
        self.boards.until_minis(view, model)
        self.table = scene.table = table_for(model, Worker(self.threaded, self.kernels), scene)
        self.hud, self.pages = GamePanels(self.table, self.fonts, scene.settings), GamePages(self.table, self.fonts)
        self.table.sequencer.speed = self.settings.choices.pace
        self.loading, self.dialog, self.pointing = None, "", False

    def close_game(self) -> None:
        """The game in hand is left; its journal has it all. So is the board that is built: its draft has it."""
        self.rooms.close()
        if (table := self.table) is not None:
            table.leave()
            write_note(table.model)
            if (journal := table.model.session.journal) is not None:
                keep_picture(self.base, self.ui, journal.path)
        if (shown := self.scene or self.start) is not None:
            shown.clear()
        imgui_backend.stop_typing()
        self.table = self.scene = self.hud = self.pages = self.start = self.loading = None

    def size(self) -> tuple[int, int]:
        return (self.pointer.get_x_size(), self.pointer.get_y_size())

    def _fit(self) -> None:
        """Text as large as the window, its screen and the player want it; keys as the player has them."""
        density = self.base.pipe.get_display_zoom() if self.hand is None else 1.0
        scale = theme.scale_of(*self.size(), text=self.settings.text, density=density, full_page=self.table is None)
        if abs(scale - self.fonts.scale) > 0.01:
            self.fonts.scale = self.screen.text = scale
            theme.apply_style(scale)
        self.fonts.keys = self.controls.own.map

    def _window_event(self, _: Any = None) -> None:
        self._waking.stir(self._now())
        if self.hand is not None:
            return
        if not self.base.win.get_properties().get_open():
            self.running = False
            return
        if self.scene is not None:
            self.scene.resize(self.size())
        self.rooms.resize(self.size())

    def mouse(self) -> tuple[float, float]:
        return self.controls.place

    def _draw(self) -> None:
        """Between ImGui's new frame and its render."""
        now = time.perf_counter()
        seconds = min(now - self._time, 0.1) if self.hand is None else STEP
        self._time = now
        self.controls.take(seconds)
        width, height = self.size()
        freeze_line.draw_freeze(self.watch.freezes, self.fonts, width, height, self._now)
        if self.start is not None:
            self.start.draw(width, height, self.kernels.progress)
            draw_over_start(self.start, self.controls.own, self.fonts, width, height)
        elif self.loading is not None:
            self.loading.draw(self.fonts, width, height, self.ui.pictures)
            if not (self.loading.compiles or self.kernels.progress.over):  # which makes slow what is waited for
                kernel_line.draw_at_foot(self.fonts, width, height, self.kernels.progress)
        elif self.rooms.is_open:
            self.rooms.draw(seconds, (width, height), self.mouse(), self.controls.keys)
            self.rooms.draw_keys(self.controls.own, self.fonts, (width, height))
        else:
            self._game(seconds, width, height)

    def _game(self, seconds: float, width: float, height: float) -> None:
        table, scene, hud = self.table, self.scene, self.hud
        if table is None or scene is None or hud is None:
            return
        scene.view.hold_back = not self.kernels.has(SET_UP) or bool(self.kernels.awaited)
        where = hud.layout(width, height)
        if not self.dialog or self.dialog == "looked":
            self.controls.hover()
            self.controls.steer(seconds)
        if self.pointing and table.tool is not Tool.AGREED:  # pointed at, or not after all
            self.pointing, self.dialog = False, "by agreement"
        keys = self.controls.keys | hud.views.held
        scene.all_labels = bool({"alt", "lalt", "ralt"} & keys)
        table.looks_out, table.turns_go_on = self.kernels.progress.over, self.settings.choices.turns_go_on
        table.tinted, table.asks_sight = "i" in keys, "o" in keys and table.looks_out
        table.tick(seconds)
        scene.camera.keep_clear(where, hud.question.hides)
        scene.sync(seconds)
        ended = self.dialog != "looked" and has_ended(table)
        panel = None
        if not ended and self.dialog in ("", "looked"):
            hud.views.looks = scene.camera.orbit.mode
            where = hud.draw(where, scene.silhouette)
            panel = hud.draw_preview(where, scene.pointer.pixel() or self.mouse(), scene.marked(), scene.silhouette)
        scene.labels(self.fonts, hud.covering(where))
        if not (self.dialog or ended or panel or hud.question.is_asked):  # no news to whoever points, or is asked
            preview_panel.draw_banner(table, self.fonts, where)
        if not self.dialog:
            draw_legend(table, scene.settings.palette, self.fonts, where.free)
        kernel_line.draw_over_board(self.fonts, where, self.kernels, scene.view.awaits_light and not panel)
        if said := draw_dialog(self, table, width, height):
            self.run_command(said)
        for command in hud.commands:
            self.run_command(command)
        hud.commands.clear()

    def run_command(self, command: str) -> None:
        """What a button or key asks of the window."""
        table, scene = self.table, self.scene
        assert table is not None
        assert scene is not None
        match command:
            case "help" | "pause" | "yields" | "view" | "rules" | "story":
                self._below, self.dialog = "pause" if self.dialog == "pause" else "", command
            case "by agreement":
                table.model.notice = ""
                self.agreeing, self.dialog = AgreementDialog(table), command
            case "place":
                self.dialog, self.pointing = "", True
                table.take(Tool.AGREED)
            case "back":
                self.dialog, self._below, table.pointed = self._below, "", None
            case "look":
                self.dialog = "looked"
            case "undo" if table.model.undo_seat is not None and table.model.undo_needs_consent:
                self.dialog = "consent"
            case "undo" | "agree":
                self.dialog = ""
                table.undo()
            case _ if command.partition("#")[0] in WAYS_OUT:
                self.dialog, self._way_out = "", command  # once this frame is drawn
            case _ if command.startswith("coach "):
                self.dialog = ""
                self.rooms.learn.run(self, command)
            case "quit":
                self.running = False
            case _ if self.hud is not None and self.hud.obey(command):
                pass
            case "speed":
                key_actions.faster(table, 1 if table.sequencer.speed < 4 else -3)
            case _:
                scene.run_command(command)
