"""The page from which a real table is measured: one that is kept, or a new one on a board or on a mesh of one's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.dialog_frames import dim, whole
from sim.app.hud.file_list import FileList
from sim.app.hud.open_list import number_of
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, font, marked
from sim.app.key_map import on_keyboard
from sim.board.files.pieces import GLTF, MESHES, read_mesh
from sim.board.files.table_file import is_table
from sim.board.files.table_folder import own_tables
from sim.builder.importing.scale_guess import LARGEST, LEAST, UNITS
from sim.errors import BautaError
from sim.words import reason, say

__all__ = ["MeasurePage", "RealTableRequest"]

SIZE = (760, 560)
TABLE_LONG = (12.0, 100.0)  # inches of the longest side of most tables
UNIT_WORDS = {"mm": say("mm"), "cm": say("cm"), "in": say("inches"), "table-m": say("metres")}
UPWARD: tuple[tuple[Literal["y", "z"], str], ...] = (("z", say("Its z is up")), ("y", say("Its y is up")))
MOST_LISTED = 200


class RealTableRequest(msgspec.Struct, frozen=True):
    """A table's file; or else a map or mesh on which a new one is begun, inches to a unit of a mesh, and which axis of
    it is up, where that is not as its kind has it."""

    table: Path | None = None
    board: str = ""
    scale: float = 1.0
    up: Literal["y", "z"] | None = None


class MeasurePage:
    """`asked` is set once it is known what is measured. `maps`: the boards that come with the program and one's own."""

    def __init__(self, fonts: Fonts, maps: Sequence[str], nice: Callable[[str], str], mesh: Path | None = None) -> None:
        """`mesh`: one that is taken already, so that its unit is asked at once."""
        self.fonts, self.maps, self.nice = fonts, maps, nice
        self.asked: RealTableRequest | None = None
        self.map = 0
        self.mesh: Path | None = None
        self.long = 0.0  # units of its longest side
        self.unit = "in"
        self.up: Literal["y", "z"] | None = None
        self.trouble = ""
        self._files = FileList(fonts, (*MESHES, ".toml"), types_first=False)  # keys are the page's
        self._tables: list[Path] = own_tables()
        if mesh is not None:
            self._take(mesh)

    def press(self, key: str) -> None:
        """A key went down, while no path is typed: arrows choose a board, Enter measures, digits go on with a table;
        after Tab a path is typed."""
        if key in ("arrow_up", "arrow_down"):
            self.map = min(max(self.map + (1 if key == "arrow_down" else -1), 0), len(self.maps) - 1)
        elif key in ("enter", "return"):
            self._measure_mesh() if self.mesh is not None else self._measure_board()
        elif key == "tab":
            self._files.type_path()
        elif key.isdecimal() and 0 < int(key) <= min(len(self._tables), MOST_LISTED):
            self.asked = RealTableRequest(table=self._tables[int(key) - 1])

    def _measure_board(self) -> None:
        self.asked = RealTableRequest(board=self.maps[self.map])

    def _measure_mesh(self) -> None:
        assert self.mesh is not None
        if LEAST <= self.long * UNITS[self.unit][0] <= LARGEST:
            self.asked = RealTableRequest(board=str(self.mesh.resolve()), scale=UNITS[self.unit][0], up=self.up)

    def draw(self, width: float, height: float) -> bool:
        """True: close it. Esc does so while a path is typed, too."""
        escaped = imgui.is_key_pressed(imgui.Key.escape, False)
        dim(width, height)
        with (
            whole(self.fonts, width, height, *SIZE) as (f, rect),
            widgets.panel("measure", rect, flags=int(imgui.WindowFlags_.no_scrollbar), alpha=0.98, front=True),
        ):
            widgets.title(f, say("Measure a real table"), 26)
            with font(f, "text", 13):
                widgets.wrapped(
                    say("No game: put your minis where they stand, and be told who sees whom, through what, how "
                        "far it is, and whom a template hits. The table keeps itself for another evening."),
                    theme.FADED,
                )  # fmt: skip
            if self.trouble:
                widgets.wrapped(self.trouble, theme.ALERT)
            top = imgui.get_cursor_pos_y() + f.px(4)
            half, tall = (rect.w - f.px(40)) / 2, rect.h - top - f.px(60)
            imgui.set_cursor_pos(V(f.px(13), top))
            imgui.begin_child("kept tables", V(half, tall))
            self._kept(f, half)
            imgui.end_child()
            imgui.set_cursor_pos(V(f.px(26) + half, top))
            imgui.begin_child("own board", V(half, tall))
            self._own(f, half, tall)
            imgui.end_child()
            imgui.set_cursor_pos(V(rect.w - f.px(136), rect.h - f.px(44)))
            return key_button(f, say("Back"), "Esc", width=f.px(120)) or escaped

    def _kept(self, f: Fonts, wide: float) -> None:
        widgets.title(f, say("A new one on a board"), 18)
        self.map = number_of(f, "board", self.map, [self.nice(name) for name in self.maps], wide - f.px(140))
        imgui.same_line(0, f.px(4))
        lit = self.mesh is None
        if key_button(f, marked(say("Measure"), "board"), "Enter" if lit else "", lit=lit, width=f.px(130)):
            self._measure_board()
        widgets.title(f, say("Go on with one"), 18)
        if not self._tables:
            widgets.wrapped(say("None is kept yet. Those of bauta table are found on the right."), theme.FADED)
        for number, path in enumerate(self._tables[:MOST_LISTED], 1):
            if key_button(f, marked(path.stem, path), str(number) if number < 10 else "", width=wide - f.px(8)):
                self.asked = RealTableRequest(table=path)

    def _own(self, f: Fonts, wide: float, tall: float) -> None:
        widgets.title(f, say("A mesh of your own, or a file"), 18)
        if self.mesh is None:
            imgui.same_line(0, f.px(10))
            with font(f, "bold", 11):
                widgets.colour(on_keyboard("Tab"), theme.GOLD)
            chosen = self._files.draw(tall - f.px(120))
            if chosen is not None:
                self._take(chosen)
            return
        squeezed(f, self.mesh.name, wide)
        widgets.wrapped(say("In which unit is it made? Its longest side would be so many inches:"), theme.FADED)
        for number, (unit, words) in enumerate(UNIT_WORDS.items()):
            inches = self.long * UNITS[unit][0]
            label = say('{unit}: {inches:.1f}"', unit=words, inches=inches)
            if number % 2:
                imgui.same_line(0, f.px(4))
            able = LEAST <= inches <= LARGEST
            if key_button(f, marked(label, unit), lit=unit == self.unit, able=able, width=wide / 2 - f.px(8)):
                self.unit = unit
        plain = "y" if self.mesh.suffix.lower() in GLTF else "z"
        for number, (up, words) in enumerate(UPWARD):
            if number:
                imgui.same_line(0, f.px(4))
            if key_button(f, marked(words, up), lit=up == (self.up or plain), width=wide / 2 - f.px(8)):
                self.up = None if up == plain else up
        if key_button(f, marked(say("Measure"), "mesh"), "Enter", lit=True, width=wide - f.px(12)):
            self._measure_mesh()
        if key_button(f, say("Another file"), width=wide - f.px(12)):
            self.mesh = None
        words = say("A house or bridge to build with is taken in by the editor: Build a board, then Import.")
        with font(f, "text", 13):
            widgets.wrapped(words, theme.FADED)

    def _take(self, path: Path) -> None:
        """A table is opened, a map gets a new one; of a mesh the unit is asked."""
        self.trouble = ""
        if path.suffix.lower() == ".toml":
            self.asked = RealTableRequest(table=path) if is_table(path) else RealTableRequest(board=str(path))
            return
        try:
            parts = read_mesh(path)
        except BautaError as error:
            self.trouble = reason(error)
            return
        low = [min(float(p.triangles[..., axis].min()) for p in parts) for axis in range(3)]
        high = [max(float(p.triangles[..., axis].max()) for p in parts) for axis in range(3)]
        self.mesh, self.up, self.long = path, None, max(b - a for a, b in zip(low, high, strict=True))
        shortest, longest = TABLE_LONG
        fitting = [unit for unit in UNIT_WORDS if shortest <= self.long * UNITS[unit][0] <= longest]
        self.unit = fitting[0] if fitting else "in"
