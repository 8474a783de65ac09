"""The board of a game in its window: the camera, what moves, and the marks over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.app.hud.captions import draw_captions
from sim.app.hud.layer_labels import LayerLabels
from sim.app.hud.layout import Rect
from sim.app.hud.mini_labels import box_of, draw_labels, draw_objectives
from sim.app.hud.rising_words import RisingWords
from sim.app.hud.theme import Fonts
from sim.app.hud.thrown_dice import ThrownDice
from sim.app.render.board_view import BoardView
from sim.app.render.cutaway import Cutaway
from sim.app.render.figures import FigureLook
from sim.app.render.film_motion import set_in_motion
from sim.app.render.overlay import Overlay
from sim.app.render.palettes import GOLD, PALE, WHITE, faint
from sim.app.render.screen import Screen
from sim.app.render.silhouettes import Silhouettes
from sim.app.sound.speakers import Speakers
from sim.app.sound.stage import COMMANDS, SoundStage
from sim.app.table import preview_marks
from sim.app.table.controller import TableController
from sim.app.table.inside_aims import level_within
from sim.app.table.key_actions import eye_of
from sim.app.table.lesson_table import LessonTable
from sim.app.table.mini_answers import answering, met_through_walls
from sim.app.table.model import TableModel
from sim.app.table.picking import Picker
from sim.app.table.tools import Tool
from sim.app.table.view_choices import ViewSettings
from sim.app.window.board_pointer import BoardPointer
from sim.app.window.coach_marks import CoachMarks
from sim.app.window.evidence_layer import EvidenceLayer
from sim.app.window.question_framing import QuestionFraming
from sim.app.window.table_camera import TableCamera
from sim.board.model.tableau import MM, Point
from sim.board.movement.nav_scene import body_height
from sim.carnevale import scenario
from sim.carnevale.events import Event
from sim.carnevale.film import FilmMoment, FilmPose
from sim.carnevale.state import State
from sim.words import say
from sim.words.tongues import spoken

__all__ = ["TableScene"]

EDGE = 0.04  # inches over the street at which the board's edge is lined
AGREED = 0.59  # inches: the base of a mini that is put by agreement, as most are
STUNNED, HIDDEN = (0.95, 0.80, 0.25, 0.35), (0.10, 0.12, 0.20, 0.55)


class TableScene:
    """Shows a model on a board."""

    def __init__(
        self,
        screen: Screen,
        model: TableModel,
        view: BoardView,
        size: tuple[int, int],
        settings: ViewSettings | None = None,
    ) -> None:
        self.model, self.view = model, view
        self.table: TableController | None = None
        self.picker = Picker(model.board)
        self.camera = TableCamera(view, self.picker, model, size)
        self.framing = QuestionFraming(self.camera)
        renderer = view.renderer
        self.settings = settings or ViewSettings()
        self.reach_marks = Overlay(renderer, name="reach")
        self.ring_marks = Overlay(renderer, through=0.4, name="rings")
        self.marks = Overlay(renderer, through=0.35, name="preview")
        self.sight_marks = Overlay(renderer, through=0.5, name="who sees whom")
        self.evidence = EvidenceLayer(model, Overlay(renderer, through=0.45, name="evidence"))
        self.pointer = BoardPointer(self.picker, self.camera, model, Overlay(renderer, through=0.6, name="pointer"))
        self.edge = Overlay(renderer, through=0.15, name="edge")
        self.silhouettes = Silhouettes(view)
        self.all_labels = self.houses_open = False  # for as long as a key is held; by a key, until it is pressed again
        self.coach_marks = CoachMarks(Overlay(renderer, through=0.6, name="coach"))
        self.sound = SoundStage(Speakers(screen.audio) if screen.audio is not None else None)
        self._drawn: dict[str, object] = {}
        self._opening: Cutaway | None = None
        self.rising, self.dice = RisingWords(), ThrownDice()
        minis = model.shown.characters.values()
        view.expect((c.profile.body, c.profile.size, FigureLook(seat=model.seat_number(c.seat))) for c in minis)
        self.layer_labels = LayerLabels()

    def clear(self) -> None:
        """Take this game's marks off the board, and keep how fast it was shown for the next."""
        if self.table is not None:
            self.settings.keep_pace(self.table.sequencer.speed)
        for layer in self._layers:
            layer.remove()
        self.silhouettes.remove()
        self.view.renderer.open(None)
        self.sound.stop()
        self.view.finish()

    @property
    def _layers(self) -> tuple[Overlay, ...]:
        own = (self.edge, self.reach_marks, self.ring_marks, self.marks, self.sight_marks)
        return (*own, self.evidence.overlay, self.pointer.overlay, self.coach_marks.overlay)

    def resize(self, size: tuple[int, int]) -> None:
        self.camera.resize(size)
        self.view.resize(size)

    @property
    def in_motion(self) -> bool:
        """Does the camera glide, a mini move, or a word rise? Is there news?"""
        shows = bool(self.rising) or self.dice.left > 0
        moves = self.camera.gliding or self.view.animating or shows or not self.view.settled or self.silhouettes.owed
        return moves or (self.table is not None and self.table.in_motion)

    @property
    def waits(self) -> bool:
        """Is its light worked out, or something measured or thought about?"""
        return self.view.awaits_light or (self.table is not None and self.table.worker.busy)

    # --- the camera -----------------------------------------------------------------------------------

    def run_command(self, command: str) -> None:
        """Top, eye, centre, home, tape; how loud it is, and how it looks."""
        table = self.table
        assert table is not None
        if command in COMMANDS:
            self.sound.obey(command)
        elif command in ("open", "close", "page_down", "page_up"):
            self.houses_open = command in ("open", "page_down")
        elif self.settings.obey(command):
            self.camera.calm = self.settings.choices.calm
        elif command == "tape":
            if table.tool is Tool.TAPE:
                table.take_first()
            else:
                table.take(Tool.TAPE)
        else:
            self.camera.run_command(command, eye_of(table))

    def zoom(self, factor: float) -> None:
        """Nearer to what is pointed at, or away from it."""
        self.camera.zoom(factor, self.table.point if self.table is not None else None)

    # --- the mouse --------------------------------------------------------------------------------------

    def under(self, mouse: tuple[float, float], size: tuple[int, int]) -> tuple[str | None, Point | None]:
        """The mini and the point of the board under the mouse."""
        (wide, tall), seen = size, self.view.size
        start, way = self.view.ray(mouse[0] * seen[0] / wide, mouse[1] * seen[1] / tall)
        tableau = self.model.shown.tableau()
        opening, table = self._opening, self.table
        coachs = table.asked_minis if isinstance(table, LessonTable) else ()
        through = met_through_walls(table, coachs) if table is not None else ()
        met = self.picker.figure(start, way, tableau, opening, through=through)
        level = level_within(table) if table is not None else None
        return met, self.picker.point(start, way, tableau, opening, level=level)

    # --- frames -----------------------------------------------------------------------------------------

    def sync(self, seconds: float) -> None:
        """Bring the picture to what the table holds."""
        table, state = self.table, self.model.shown
        assert table is not None
        self.framing.frame(table, state)
        looks = {c.id: self._look(c.id, state) for c in state.on_board()}
        if self._changed("tableau", (state.tableau(), looks)):
            self.view.update(state.tableau(), looks)
        self.camera.look(seconds)
        self.sound.tick(seconds, self.camera.orbit.view.eye, self.camera.orbit.view.forward)
        self.rising.pass_time(seconds)
        self.dice.pass_time(table.tray if self.settings.choices.dice else None, seconds)
        self._take_palette()
        self._show_hidden(table, state)
        self._rings(table, state)
        self._reach(table)
        self._preview(table, state)
        self._show_sight(table, state)
        self._show_evidence(table)
        self.pointer.sync(table)
        if isinstance(table, LessonTable):
            self.coach_marks.sync(table, self.camera, moving=self.view.animating)

    def _take_palette(self) -> None:
        """Everything is drawn anew in another palette or language, or with larger text."""
        if self._changed("palette", (self.settings.palette, spoken().language, self.view.renderer.screen.text)):
            for layer in self._layers:
                layer.palette = self.settings.palette
            self._draw_edge()
            for name in ("rings", "reach", "preview", "sight", "evidence"):
                self._drawn.pop(name, None)
            self.pointer.drawn = None

    def _draw_edge(self) -> None:
        """Where the board ends, and the quarter goes on that nobody plays in."""
        (x, y), z = self.model.board.size, EDGE
        self.edge.clear()
        self.edge.line([(0.0, 0.0, z), (x, 0.0, z), (x, y, z), (0.0, y, z), (0.0, 0.0, z)], faint(PALE, 0.5), 1.5)
        for (ax, ay, _), (bx, by, _) in scenario.exits(self.model.shown):
            self.edge.line([(ax, ay, z), (bx, by, z)], GOLD, 4.0)

    def _show_hidden(self, table: TableController, state: State) -> None:
        """Open the house that stands over the chosen mini; show the silhouettes of minis behind houses."""
        chosen = state.characters.get(table.selected or "")
        figure = self.view.figure(chosen.id) if chosen is not None and chosen.on_board else None
        by_hand, by_itself = self.houses_open, self.settings.choices.open_houses and not self.view.animating
        for_pointer = self.pointer.opening()
        if self._changed("opening", (figure[0] if figure else None, by_hand, by_itself, for_pointer)):
            self._opening = self.picker.over(figure[0]) if figure is not None and by_itself else None
            if by_hand and figure is not None:
                self._opening = self.picker.above(figure[0])
            if for_pointer is not None or self.pointer.at is not None:
                self._opening = for_pointer
            self.view.renderer.open(self._opening)
        tableau, owed = self.view.tableau, self.silhouettes.begin()
        if owed or self.view.animating or self._changed("hidden", (self.view.view, tableau, self.silhouettes.shown)):
            self.silhouettes.show(self.picker.hidden(self.view.view, tableau))
        veiled = table.reach_shown is not None and not table.tinted and not self.view.animating
        if self._changed("spared", (veiled, tableau)) or owed:
            self.silhouettes.spare([figure.id for figure in tableau.figures] if veiled else [])

    def _changed(self, name: str, value: object) -> bool:
        if name in self._drawn and self._drawn[name] == value:
            return False
        self._drawn[name] = value
        return True

    def _look(self, who: str, state: State) -> FigureLook:
        c = state[who]
        tint_over = STUNNED if c.stunned else HIDDEN if c.hidden else (0.0, 0.0, 0.0, 0.0)
        return FigureLook(seat=self.model.seat_number(c.seat), tint_over=tint_over)

    def _rings(self, table: TableController, state: State) -> None:
        """Whom one has, whom one points at, whom one may pick, whom one may attack."""
        plain = table.tool is Tool.LOOK and not table.counters and not table.targets
        may = () if plain else table.chosen if table.tool is Tool.MANY else tuple(answering(table))
        want = (
            table.selected,
            table.hovered,
            may,
            tuple((c.id, c.here) for c in state.on_board()),
            self.view.animating,
        )
        if not self._changed("rings", want):
            return
        self.ring_marks.clear()
        if self.view.animating:
            return
        for who, colour, wide in (
            *((who, (1.0, 0.96, 0.85, 0.75), 0.07) for who in may),
            (table.hovered, WHITE, 0.06),
            (table.selected, GOLD, 0.12),
        ):
            c = state.characters.get(who) if who is not None else None
            if c is not None and c.on_board:
                self.ring_marks.ring(c.here, c.profile.size * MM / 2 + 0.12, colour, wide)

    def _reach(self, table: TableController) -> None:
        shown = None if self.view.animating or table.staked is not None else table.reach_shown
        choice, state = table.choice, self.model.shown
        zone = None
        if choice is not None and table.tool in (Tool.ZONE, Tool.DEPLOY, Tool.OBJECTIVE):
            zone = (type(choice), state.seats[choice.seat].zone, [o.at for o in state.objectives.values()])
        perils = table.perils if shown is not None and table.tinted else None
        if not self._changed("reach", (id(shown) if shown else 0, id(perils) if perils else 0, zone)):
            return
        self.reach_marks.clear()
        if perils is not None:
            preview_marks.draw_perils(perils, self.reach_marks)
        elif shown is not None:
            self.reach_marks.reach(shown)
        if zone is not None:
            preview_marks.draw_zones(state, self.reach_marks, zone[1])
            preview_marks.draw_room_for(choice, state, self.reach_marks)
            made = self.model.board.map
            preview_marks.draw_notes(made.notes if made is not None else (), self.reach_marks)

    def _preview(self, table: TableController, state: State) -> None:
        shown = table.preview
        there = table.from_there
        want = (
            id(shown) if shown is not None else 0,
            id(there) if there is not None else 0,
            table.corners,
            table.tape_from if shown is None else None,
            table.point if table.tool is Tool.AGREED else None,
        )
        if not self._changed("preview", want):
            return
        self.marks.clear()
        if shown is not None:
            preview_marks.draw(shown, self.marks, state)
        if there is not None:
            preview_marks.draw_from_there(there, self.marks, state)
        for corner in table.corners:
            self.marks.ring(corner, 0.2, GOLD)
        if table.tool is Tool.AGREED and table.point is not None:
            self.marks.ghost(table.point, AGREED, GOLD)
            self.marks.label((*table.point[:2], table.point[2] + 1.75), say("it stands here, by agreement"), GOLD, 13)
        if shown is None and table.tape_from is not None:
            at = state[table.tape_from].here if isinstance(table.tape_from, str) else table.tape_from
            self.marks.ring(at, 0.3, GOLD)

    def _show_sight(self, table: TableController, state: State) -> None:
        """Who sees whom, for as long as that is asked."""
        looks = table.looks if table.asks_sight else None
        if self._changed("sight", id(looks) if looks is not None else 0):
            self.sight_marks.clear()
            if looks is not None:
                preview_marks.draw_looks(looks, self.sight_marks, state)

    def _show_evidence(self, table: TableController) -> None:
        if self._changed("evidence", (table.showing, table.evidence)):
            self.evidence.show(table.showing)
            if table.evidence is not None and table.evidence == table.showing:  # its line was clicked
                self.camera.show_all(self.evidence.places)

    def silhouette(self, who: str) -> Rect | None:
        """Where a mini is seen in the window, about; None behind the camera, or where it does not stand."""
        c = self.model.shown.characters.get(who)
        if c is None or c.at is None or not c.on_board:
            return None
        x, y, z = c.at
        foot, head = self.view.to_screen((x, y, z)), self.view.to_screen((x, y, z + body_height(c.profile.size)))
        if foot is None or head is None:
            return None
        tall = max(abs(foot[1] - head[1]), 24.0)
        return Rect(foot[0] - tall / 3, min(foot[1], head[1]), 2 * tall / 3, tall)

    def marked(self) -> list[tuple[float, float]]:
        """The pixels that a preview is about, first where it was clicked: its words keep clear of them."""
        table = self.table
        if table is None or table.preview is None:
            return []
        points = preview_marks.places(table.preview, self.model.shown)
        if table.pinned and table.hovered is None and table.point is not None:
            points.insert(0, table.point)  # its way may lead on in the next action: a second click there confirms it
        return [pixel for point in points if (pixel := self.view.to_screen(point)) is not None]

    def labels(self, fonts: Fonts, panels: Sequence[Rect] = ()) -> None:
        """Words over the board, beside the panels: names and life of minis, objectives, losses and gains, sounds."""
        table, state, to_screen = self.table, self.model.shown, self.view.to_screen
        assert table is not None
        named = self.all_labels or self.settings.choices.labels == "all"
        marks = draw_objectives(state, fonts, to_screen, named=named)
        worded = (self.pointer.overlay, self.marks, self.sight_marks, *self._layers[-3:], self.reach_marks)
        laid = self.layer_labels.spread(worded, to_screen, panels, marks)
        who, taken = self._labelled(table, state), (*laid, *map(box_of, marks))
        spared = [box_of(seen) for each in answering(table) if (seen := self.silhouette(each)) is not None]
        draw_labels(state, self.model.seat_number, fonts, who, to_screen, panels, taken, spared)
        self.dice.draw(fonts, state, self.view.view.eye, to_screen)
        draw_captions(self.sound.captions, fonts, to_screen)
        self.rising.draw(fonts, to_screen, still=self.settings.choices.calm)

    def _labelled(self, table: TableController, state: State) -> list[str]:
        """The minis that have a label now."""
        if self.all_labels or self.settings.choices.labels == "all":
            return [c.id for c in state.on_board()]
        if self.settings.choices.labels == "none" or self.view.animating:
            return []
        chosen = (table.deploying if table.tool is Tool.DEPLOY else table.selected, table.hovered)
        spoken_of = {getattr(table.preview, "target", None), *self.coach_marks.named}  # other words stand there
        return [who for who in dict.fromkeys(chosen) if who is not None and who not in spoken_of]

    # --- events in motion ---------------------------------------------------------------------------------

    def hear(self, event: Event, before: State) -> None:
        """Play what is heard of an event."""
        if self.model.open_to_all(event):
            self.sound.hear(event, before)

    def play(self, moment: FilmMoment, poses: Mapping[str, FilmPose], seconds: float) -> None:
        """Show a moment in motion; the table waits for it."""
        set_in_motion(self.view, moment, poses, 0.0 if self.settings.choices.calm else seconds)
        pose = poses.get(moment.who) if moment.who is not None else None
        if pose is None or moment.who is None:
            return
        if moment.rises:
            x, y, z = pose.at
            tall = body_height(self.model.shown[moment.who].profile.size)
            self.rising.rise(moment.rises, moment.tone, (x, y, z + tall + 0.3))
        if moment.kind == "turn_began":
            self.camera.follow(pose.at)
        elif moment.path and moment.who == self.model.shown.active:
            self.camera.follow(moment.path[-1])
