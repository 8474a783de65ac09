"""Choosing a file in the window: folders and the files in them that can be read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, font
from sim.board.files.pieces import MESHES
from sim.board.files.table_file import is_table
from sim.words import say
from sim.words.tongues import told

__all__ = ["FileList", "first_folder"]

MOST = 500  # rows of a folder


def first_folder(suffixes: Sequence[str] = MESHES) -> Path:
    """Where one looks first: where the program was started, if a mesh or a table lies there, else at home."""
    here = Path.cwd()
    try:
        own = any(
            path.suffix.lower() in MESHES or is_table(path)
            for path in here.iterdir()
            if path.suffix.lower() in suffixes
        )
    except OSError:
        own = False
    return here if own else Path.home()


class FileList:
    """What a folder holds. `folder`: where one looks; a path may be typed instead. `suffixes`: of what is shown.
    `types_first`: keys write one as soon as it is seen."""

    def __init__(self, fonts: Fonts, suffixes: Sequence[str] = MESHES, *, types_first: bool = True) -> None:
        self.fonts, self.suffixes, self._types_first = fonts, suffixes, types_first
        self.folder = first_folder(suffixes)
        self.typed = ""
        self._seen: tuple[Path | None, float] = (None, 0.0)
        self._again = False  # is the path to be typed next?
        self._rows: list[tuple[str, Path, bool]] = []

    def type_path(self) -> None:
        """What is typed next is a path."""
        self._again = True

    def draw(self, height: float) -> Path | None:
        """The file that was chosen, once one is."""
        f = self.fonts
        imgui.set_next_item_width(-1)
        first = imgui.is_window_appearing() and self._types_first
        if first or self._again:  # what is typed now is a path, and no key of the board
            self._again = False
            imgui.set_keyboard_focus_here()
        how = imgui.InputTextFlags_.enter_returns_true | imgui.InputTextFlags_.auto_select_all
        entered, self.typed = imgui.input_text_with_hint(
            "##path", told(say("a path, or choose below")), self.typed, int(how)
        )
        if entered and (typed := self.typed.strip().strip("'\"")):
            path = Path(typed).expanduser()
            self._again = True
            if path.is_dir():
                self.folder, self.typed = path, ""
            else:
                if path.parent.is_dir():
                    self.folder = path.parent
                return path
        with font(f, "text", 12.5):
            widgets.wrapped(widgets.fitted(str(self.folder), imgui.get_content_region_avail().x), theme.FADED)
        if key_button(f, say("Up"), hint=say("The folder above"), width=f.px(60)):
            self.folder = self.folder.parent
        self._look()
        chosen = None
        imgui.begin_child("files", V(0, height))
        if not self._rows:
            widgets.wrapped(say("No mesh lies here: STL, OBJ, PLY and GLB are read."), theme.FADED)
        for words, path, inside in self._rows:
            imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(*(theme.GOLD if inside else theme.PARCHMENT)))
            if imgui.selectable(words, False)[0]:
                if inside:
                    self.folder = path
                else:
                    chosen, self._again = path, True
            imgui.pop_style_color()
        imgui.end_child()
        return chosen

    def _look(self) -> None:
        """Read the folder where it changed."""
        try:
            now = (self.folder, self.folder.stat().st_mtime)
            if now == self._seen:
                return
            found = sorted(self.folder.iterdir(), key=lambda path: path.name.lower())
            folders = [path for path in found if not path.name.startswith(".") and path.is_dir()]
            files = [path for path in found if path.suffix.lower() in self.suffixes and path.is_file()]
        except OSError:
            now, folders, files = (self.folder, 0.0), [], []
        self._seen = now
        rows = [(f"{path.name}/", path, True) for path in folders] + [(path.name, path, False) for path in files]
        self._rows = rows[:MOST]
