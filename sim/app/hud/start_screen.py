"""The start screen: a new game, or one to go on with; and the screen while a board is made ready."""

from __future__ import annotations

from collections.abc import Sequence
from math import sin

import msgspec
from imgui_bundle import imgui

from sim.app.hud import kernel_line, theme, widgets
from sim.app.hud.build_panel import BuildPanel, BuildRequest
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import Points, V, colour, font, key_button
from sim.app.table.games import NewGame, SavedGame, saves, shipped_maps
from sim.app.table.model import HUMAN
from sim.board.files.finding import find_map
from sim.board.files.folders import assets_dir
from sim.board.files.mapfile import read_map
from sim.board.model.errors import MapError
from sim.board.preparation import READY, Progress
from sim.bots import base as bots
from sim.bots.duel import fielded_in
from sim.carnevale import scenarios

__all__ = ["Loading", "StartScreen", "compiling"]

COMPILED_ONCE = "Once for this installation, a minute or two: later games open at once."


class StartScreen:
    """Asks for a game. `plan`, `resume` or `build` is set once the player has chosen; `quit` to leave.

    `built`: the board was just built, and there is a way back to it.
    """

    def __init__(self, fonts: Fonts, plan: NewGame | None = None, trouble: str = "", *, built: bool = False) -> None:
        self.fonts = fonts
        self.plan: NewGame | None = None
        self.resume: SavedGame | None = None
        self.quit = False
        self.trouble = trouble
        first = plan or NewGame()
        self.maps = tuple(dict.fromkeys((*shipped_maps(), first.map)))
        self.scenarios = scenarios.known()
        self.gangs = tuple(sorted(p.stem for p in (assets_dir() / "gangs").glob("*.toml")))
        self.kinds = tuple(dict.fromkeys((HUMAN, *bots.names(), *first.players.values())))
        self.map = self.maps.index(first.map) if first.map in self.maps else 0
        self.scenario = self.scenarios.index(first.scenario) if first.scenario in self.scenarios else 0
        self.seats = list(first.players)
        self.players = [self.kinds.index(kind) if kind in self.kinds else 0 for kind in first.players.values()]
        self.files = [0] * len(self.seats)
        self._field(first.gangs)
        self.seed = "" if first.seed is None else str(first.seed)
        self.typed, self.sealed = first.typed_dice, first.sealed_dice
        self.built = built
        self.building = BuildPanel(fonts, self.maps, self.map, _nice)
        found = saves()
        self.kept = tuple(kept for kept in found.games if not kept.note.over)
        self.left_out = found.left_out

    def draw(self, width: float, height: float, kernels: Progress = READY) -> None:
        """Draw it all; at the foot, how far the kernels are, while they are being compiled."""
        f = self.fonts
        backdrop(f, width, height)
        if not kernels.over:
            kernel_line.draw_at_foot(f, width, height, kernels)
        with font(f, "title", 76):
            size = imgui.calc_text_size("Bauta")
            draw = imgui.get_background_draw_list()
            draw.add_text(V((width - size.x) / 2 + 2, f.px(38) + 3), ink((0, 0, 0, 0.7)), "Bauta")
            draw.add_text(V((width - size.x) / 2, f.px(38)), ink(theme.GOLD_BRIGHT), "Bauta")
        with font(f, "title", 20):
            words = "Gangs of Venice, on a board that means what it shows"
            under = imgui.calc_text_size(words)
            imgui.get_background_draw_list().add_text(
                V((width - under.x) / 2, f.px(46) + size.y), ink(theme.PARCHMENT), words
            )
        top = f.px(64) + size.y + under.y
        tall = min(height - top - f.px(30), f.px(520))
        gap = f.px(20)
        new = Rect(width / 2 - f.px(460) - gap / 2, top, f.px(460), tall)
        build = f.px(126)
        old = Rect(width / 2 + gap / 2, top, f.px(460), tall - build - gap / 2)
        self._new(new)
        self._old(old)
        self.building.draw(Rect(old.x, old.bottom + gap / 2, old.w, build))

    def _new(self, rect: Rect) -> None:
        f = self.fonts
        with widgets.panel("new game", rect):
            widgets.title(f, "A new game", 26)
            self.map = self._combo("Board", "map", self.map, tuple(_nice(m) for m in self.maps))
            titles = tuple(page.title for id in self.scenarios if (page := scenarios.find(id)) is not None)
            chosen = self._combo("Scenario", "scenario", self.scenario, titles)
            if chosen != self.scenario:
                self.scenario = chosen
                self.suit()
            imgui.dummy(V(1, f.px(4)))
            for number, seat in enumerate(self.seats):
                at = imgui.get_cursor_screen_pos()
                widgets.seat_mark(at.x + f.px(8), at.y + f.px(14), f.px(7.5), number)
                imgui.set_cursor_screen_pos(V(at.x + f.px(26), at.y))
                widgets.title(f, seat.capitalize(), 20)
                self.files[number] = self._combo(
                    "Gang", f"gang{number}", self.files[number], tuple(map(_nice, self.gangs))
                )
                kinds = tuple("A person" if kind == HUMAN else f"{_nice(kind)} bot" for kind in self.kinds)
                self.players[number] = self._combo("Played by", f"kind{number}", self.players[number], kinds)
            imgui.dummy(V(1, f.px(4)))
            self._row("Seed")
            imgui.set_next_item_width(f.px(140))
            _, self.seed = imgui.input_text("##seed", self.seed, int(imgui.InputTextFlags_.chars_decimal))
            imgui.same_line()
            colour("none: by chance", theme.FADED)
            self._row("")
            colour("who knows the seed foretells the dice", theme.FADED)
            self._row("Dice")
            _, self.typed = imgui.checkbox("we throw real dice and type them in", self.typed)
            self._row("")
            _, self.sealed = imgui.checkbox("sealed until the end: nobody foretells them", self.sealed)
            if self.trouble:
                widgets.wrapped(self.trouble, theme.ALERT)
            imgui.set_cursor_screen_pos(V(rect.x + f.px(12), rect.bottom - f.px(48)))
            aside = f.px(150) if self.built else 0.0
            if key_button(f, "Open the table", "Enter", lit=True, width=rect.w - f.px(140) - aside):
                self.begin()
            imgui.same_line()
            if self.built:
                if key_button(f, "Back to building", width=aside - f.px(8)):
                    self.building.asked = BuildRequest()
                imgui.same_line()
            if key_button(f, "Quit", width=f.px(106)):
                self.quit = True

    @property
    def build(self) -> BuildRequest | None:
        """A board that is to be built on."""
        return self.building.asked

    @property
    def page(self) -> scenarios.Scenario:
        """The scenario that is chosen."""
        page = scenarios.find(self.scenarios[self.scenario])
        assert page is not None
        return page

    def suit(self) -> None:
        """Another scenario: a board that it fits, and gangs of as many ducats as it allows."""
        if self._misfits(self.maps[self.map]):
            self.map = next((i for i, name in enumerate(self.maps) if not self._misfits(name)), self.map)
        self._field(())

    def _misfits(self, name: str) -> bool:
        try:
            size = read_map(find_map(name)).size
        except MapError:  # said when it is chosen
            return True
        return scenarios.misfit(self.page, size) is not None

    def _field(self, gangs: Sequence[str]) -> None:
        named = gangs or fielded_in(self.page, len(self.seats))
        self.files = [self.gangs.index(gang) if gang in self.gangs else 0 for gang in named]

    def begin(self) -> None:
        """Take the plan as it stands."""
        self.trouble = ""
        seed = self.seed.strip()
        if seed and not (seed.isascii() and seed.isdigit()):
            self.trouble = f"Seed: {seed} is no whole number of 0 or more."
            return
        self.plan = NewGame(
            map=self.maps[self.map],
            scenario=self.scenarios[self.scenario],
            players={seat: self.kinds[kind] for seat, kind in zip(self.seats, self.players, strict=True)},
            gangs=tuple(self.gangs[i] for i in self.files),
            seed=int(seed) if seed else None,
            typed_dice=self.typed,
            sealed_dice=self.sealed,
        )

    def _row(self, label: str) -> None:
        f = self.fonts
        imgui.align_text_to_frame_padding()
        colour(label, theme.FADED)
        imgui.same_line(f.px(110))

    def _combo(self, label: str, id: str, now: int, items: tuple[str, ...]) -> int:
        self._row(label)
        imgui.set_next_item_width(-1)
        _, now = imgui.combo(f"##{id}", now, list(items))
        return int(now)

    def _old(self, rect: Rect) -> None:
        f = self.fonts
        with widgets.panel("go on", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, "Go on with a game", 26)
            if not self.kept:
                widgets.wrapped("Games are kept as they are played, and wait here.", theme.FADED)
            imgui.begin_child("kept", V(0, 0))
            for kept in self.kept:
                self._kept(kept)
            for why in self.left_out:
                widgets.wrapped(f"Left out: {why}", theme.FADED)
            imgui.end_child()

    def _kept(self, kept: SavedGame) -> None:
        f = self.fonts
        imgui.push_id(str(kept.path))
        at = imgui.get_cursor_screen_pos()
        wide, tall = imgui.get_content_region_avail().x, f.px(52)
        pressed, _ = imgui.selectable("##kept", False, 0, V(wide, tall))
        if pressed:
            self.resume = kept
        draw = imgui.get_window_draw_list()
        with font(f, "title", 17):
            words = widgets.fitted(" against ".join(kept.gangs), wide - f.px(130))
            draw.add_text(V(at.x + f.px(8), at.y + f.px(5)), ink(theme.PARCHMENT), words)
        page = scenarios.find(kept.scenario)
        score = " : ".join(str(vp) for vp in kept.note.score.values())
        stage = f"round {kept.note.round}" + (f", {score}" if score else "") if kept.note.round else "setting up"
        with font(f, "text", 12.5):
            line = f"{page.title if page else kept.scenario}, {_nice(kept.board)}, {stage}"
            draw.add_text(V(at.x + f.px(8), at.y + f.px(29)), ink(theme.FADED), widgets.fitted(line, wide - f.px(16)))
            when = f"{kept.when:%d %b, %H:%M}"
            size = imgui.calc_text_size(when)
            draw.add_text(V(at.x + wide - size.x - f.px(8), at.y + f.px(7)), ink(theme.GOLD), when)
        imgui.pop_id()


class Loading(msgspec.Struct):
    """How far a board is made ready."""

    title: str
    share: float = 0.0
    words: str = ""
    note: str = ""  # why it takes a while

    def draw(self, fonts: Fonts, width: float, height: float) -> None:
        f = fonts
        backdrop(f, width, height)
        rect = Rect(width / 2 - f.px(250), height / 2 - f.px(70), f.px(500), f.px(140))
        with widgets.panel("loading", rect):
            widgets.title(f, widgets.fitted(self.title, rect.w - f.px(60)), 28)
            colour(self.words or "The board is laid out", theme.FADED)
            imgui.dummy(V(1, f.px(4)))
            widgets.bar(f, round(self.share * 100), 100, theme.GOLD, rect.w - f.px(26), 10)
            with font(f, "text", 12.5):
                colour(self.note, theme.FADED)


def compiling(kernels: Progress) -> Loading:
    """The screen while a game waits for what measures."""
    what = " and ".join(kernels.measures) or "what measures"
    share = kernels.share
    return Loading("Getting ready to measure", share, f"Compiling {what}: {share:.0%}", COMPILED_ONCE)


def backdrop(fonts: Fonts, width: float, height: float) -> None:
    """Lacquer with a damask of lozenges, and water at the foot; all of it still, so that it is drawn once."""
    draw, f = imgui.get_background_draw_list(), fonts
    top, low = ink((0.10, 0.035, 0.04, 1)), ink((0.025, 0.020, 0.028, 1))
    draw.add_rect_filled_multi_color(V(0, 0), V(width, height), top, top, low, low)
    step = f.px(56)
    paint = ink(theme.GOLD, 0.055)
    for row in range(int(height / step * 2) + 3):
        for column in range(int(width / step) + 2):
            x = column * step + (step / 2 if row % 2 else 0)
            y = row * step / 2
            a, b = step * 0.26, step * 0.21
            draw.add_quad(V(x - a, y), V(x, y - b), V(x + a, y), V(x, y + b), paint, 1.0)
    for line in range(9):
        y = height - f.px(12) - line * f.px(11)
        fade = 0.20 * (1 - line / 9)
        points: Points = [V(x, y + f.px(3) * sin(x / f.px(70) + line * 1.9)) for x in range(0, int(width) + 24, 24)]
        draw.add_polyline(points, ink((0.45, 0.62, 0.66, 1), fade), 0, 1.5)


def _nice(name: str) -> str:
    """A file's name as people write it."""
    stem = name.rpartition("/")[2].removesuffix(".toml")
    return " ".join(word[:1].upper() + word[1:] for word in stem.replace("_", "-").split("-"))
