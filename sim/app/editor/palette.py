"""The pieces that can be put down, with their pictures and a search."""

from __future__ import annotations

from subprocess import Popen
from typing import Any

from imgui_bundle import imgui

from sim.app.editor.controller import EditorController
from sim.app.editor.model import EditorModel
from sim.app.editor.piece_pictures import MADE, SIZE, make_pictures, picture_name, picture_of, piece_of
from sim.app.editor.tools import EditorTool
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.board.architecture.plans import KINDS
from sim.board.files.mapfile import PiecePlacement
from sim.board.model.part_names import kind_of
from sim.words import say, term
from sim.words.tongues import told

__all__ = ["ALIKE", "Palette", "nice", "piece_term", "sought"]

COLUMNS = 2
LOOKED_EVERY = 20  # frames: so often it is looked for pictures that are not there yet
ALIKE = {
    "house": ("made house", "made palazzo", "casa", "palazzo", "bottega", "locanda", "magazzino", "scuola", "rovina"),
    "roof terrace": ("made house", "made palazzo"),
    "balcony": ("made house", "made palazzo"),
    "chimney": ("made house", "made palazzo", "casa", "palazzo"),
    "arcade": ("made house",),
    "archway": ("made house", "made wall"),
    "passage": ("made house",),
    "loggia": ("made palazzo", "palazzo"),
    "awning": ("made house", "stall", "bottega"),
    "tavern": ("locanda",),
    "school": ("scuola",),
    "boatyard": ("magazzino", "gondola", "sandolo", "relitto", "water-steps", "jetty"),
    "ruin": ("made house", "made palazzo", "made wall", "rovina"),
    "rubble": ("made house", "made wall", "rovina"),
    "gate": ("made wall",),
    "fence": ("made wall", "muro"),
    "courtyard": ("made wall", "muro", "pozzo"),
    "garden": ("made wall", "muro", "cipresso", "vasi"),
    "plant": ("cipresso", "vasi"),
    "tree": ("cipresso",),
    "pier": ("jetty",),
    "landing stage": ("jetty", "made quay", "fondamenta"),
    "wharf": ("made quay", "fondamenta", "jetty"),
    "bollard": ("made quay", "bricola", "palo"),
    "post": ("bricola", "palo"),
    "lantern": ("lampione",),
    "fountain": ("pozzo",),
    "column": ("statua",),
    "box": ("cassa", "casse"),
    "chapel": ("made church", "chiesa"),
    "belfry": ("made campanile", "campanile"),
    "church": ("made church", "made campanile", "chiesa", "campanile"),
    "bridge": ("made bridge", "ponte"),
    "boat": ("gondola", "peata", "sandolo", "barca-del-mercato", "relitto"),
    "debris": ("sandolo", "barca-del-mercato", "relitto"),
    "obstacle": ("botte", "botti", "carretto", "cassa", "casse", "pozzo", "statua", "vasi", "palo", "bricola"),
    "soft": ("made house", "stall", "bottega", "carretto", "barca-del-mercato"),
    "water": ("bricola", "palo", "jetty", "fondamenta", "quay-ladder", "water-steps"),
    "steps": ("made stairs", "made quay", "water-steps"),
    "climb": ("ladder", "scaffold", "made scaffolding"),
    "square": ("pozzo", "statua", "stall", "lampione", "cipresso", "vasi", "muro"),
    "crate": ("cassa", "casse", "botte", "botti", "carretto", "barricata"),
}
"""Plain words under which pieces are found, too, each in the language of whoever looks as well."""

OF_VENICE = {
    "altana": ("made house", "made palazzo"),
    "arco": ALIKE["archway"],
    "calle": ("lampione",),
    "campo campiello": ALIKE["square"],
    "cavana squero": ALIKE["boatyard"],
    "corte": ALIKE["courtyard"],
    "osteria": ALIKE["tavern"],
    "pontile molo": ALIKE["pier"],
    "portego sottoportego sotoportego": ALIKE["passage"],
    "riva": ("made quay", "fondamenta"),
    "scala gradini": ALIKE["steps"],
    "torre": ("made campanile", "campanile"),
    "vera": ("pozzo",),
}
"""Venice's own words, which are the same in every language."""


def nice(piece: str) -> str:
    """A piece's name as people write it."""
    return piece.replace("-", " ").capitalize()


def piece_term(piece: str) -> str:
    """A piece's name in the language of whoever looks; one of the player's own, as it is."""
    return term(nice(piece))


def shown_name(name: str) -> str:
    """As the palette writes it: what is made to measure says so."""
    if name.startswith(MADE):
        return say("{name}, made", name=piece_term(name.removeprefix(MADE)))
    return piece_term(name)


def sought(names: list[str], words: str) -> list[str]:
    """The pieces whose name, or kind in plain words, has words that begin so: a street lamp is no tree."""
    asked = words.lower().split()

    def text(name: str) -> str:
        kinds = [word for kind, stems in ALIKE.items() if _is_one(name, stems) for word in (kind, told(term(kind)))]
        kinds += [word for word, stems in OF_VENICE.items() if _is_one(name, stems)]
        said = kind_of(name.removeprefix(MADE))
        return " " + " ".join((name.replace("-", " "), *kinds, str(said), told(said), told(shown_name(name)))).lower()

    return [name for name in names if all(f" {word}" in text(name) for word in asked)]


def _is_one(name: str, stems: tuple[str, ...]) -> bool:
    """Is a piece one of these, or a kind of one: a `casa-alta` is a `casa`, but a `bottega` no `botte`?"""
    return any(name == stem or name.startswith(f"{stem}-") for stem in stems)


class Palette:
    """Pictures of all pieces. `ui`: the ImGui backend, with the pictures that it holds."""

    def __init__(self, model: EditorModel, hand: EditorController, fonts: Fonts, ui: Any) -> None:
        self.model, self.hand, self.fonts, self.ui = model, hand, fonts, ui
        self.words = ""
        self.focus = False  # the search is to be typed into
        self.names = [*(MADE + kind for kind in KINDS), *model.shapes.names()]
        self._pictures: dict[str, Any] = {}
        self._import_wide = 84.0  # pixels, of its button as it was drawn last
        self._frame = 0
        self._maker: Popen[bytes] | None = None
        self._look()

    @property
    def complete(self) -> bool:
        return len(self._pictures) == len(self.names)

    def _look(self) -> None:
        """Take the pictures that are there by now; what is missing is begun once."""
        missing = [name for name in self.names if name not in self._pictures]
        running = self._maker is not None and self._maker.poll() is None
        for name in missing[:6] if running else missing:
            picture = picture_of(name, self.model.shapes.beside)
            if picture is not None:
                self._pictures[name] = self.ui.pictures.of_pixels(picture_name(name, self.model.shapes.beside), picture)
        missing = [name for name in missing if name not in self._pictures]
        if missing and self._maker is None:
            self._maker = make_pictures(missing, self.model.shapes.beside)

    def renew(self) -> None:
        """The library has other pieces now."""
        self.names = [*(MADE + kind for kind in KINDS), *self.model.shapes.names()]
        self._pictures = {name: picture for name, picture in self._pictures.items() if name in self.names}
        if self._maker is not None and self._maker.poll() is not None:
            self._maker = None
        self._look()

    def close(self) -> None:
        if self._maker is not None and self._maker.poll() is None:
            self._maker.terminate()

    def draw(self, rect: Rect) -> None:
        f = self.fonts
        self._frame += 1
        if not self.complete and self._frame % LOOKED_EVERY == 0:
            self._look()
        with widgets.panel("editor palette", rect, flags=int(imgui.WindowFlags_.no_scrollbar)):
            widgets.title(f, say("Pieces"), 20)
            imgui.same_line(imgui.get_content_region_avail().x - self._import_wide)
            if key_button(
                f, widgets.marked(say("Import"), "mesh"), "Ctrl I", hint=say("A mesh of your own becomes a piece")
            ):
                self.hand.take(EditorTool.IMPORT)
            self._import_wide = imgui.get_item_rect_size().x
            clear = f.px(36) if self.words else 0.0
            imgui.set_next_item_width(imgui.get_content_region_avail().x - clear)
            if self.focus:
                imgui.set_keyboard_focus_here()
                self.focus = False
            whole = int(imgui.InputTextFlags_.auto_select_all)  # what is typed takes the place of the last search
            _, self.words = imgui.input_text_with_hint(
                "##search", told(say("search: house, bridge …")), self.words, whole
            )
            f.stops.here()
            takes = imgui.is_item_deactivated() and imgui.is_key_pressed(imgui.Key.enter)
            if clear:
                imgui.same_line(0, f.px(4))
                if key_button(f, "x##clear", width=f.px(32), hint=say("All pieces")):
                    self.words = ""
            names = sought(self.names, self.words)
            if takes and self.words and names:
                self._take(names[0])
            if not names:
                widgets.wrapped(say("No piece is called so."), theme.FADED)
            imgui.begin_child("pieces", V(0, 0))
            gap = f.px(6)
            wide = (imgui.get_content_region_avail().x - gap * (COLUMNS - 1)) / COLUMNS
            for number, name in enumerate(names):
                if number % COLUMNS:
                    imgui.same_line(0, gap)
                self._piece(name, wide)
            imgui.end_child()

    def _take(self, name: str) -> None:
        self.hand.hold([PiecePlacement(piece_of(name), (0.0, 0.0))])

    def _piece(self, name: str, wide: float) -> None:
        f, draw = self.fonts, imgui.get_window_draw_list()
        at = imgui.get_cursor_screen_pos()
        tall = wide * SIZE[1] / SIZE[0]
        if not imgui.is_rect_visible(V(wide, tall + f.px(18))):
            imgui.dummy(V(wide, tall + f.px(18)))
            return
        pressed = imgui.invisible_button(name, V(wide, tall + f.px(18)))
        f.stops.here()
        if pressed:
            self._take(name)
        hovered = imgui.is_item_hovered()
        held = self.hand.tool is EditorTool.PLACE and [p.piece for p in self.hand.brush.pieces] == [piece_of(name)]
        picture = self._pictures.get(name)
        corner = V(at.x + wide, at.y + tall)
        if picture is not None:
            draw.add_image(picture, at, corner)
        else:
            draw.add_rect_filled(at, corner, ink((0.16, 0.12, 0.11, 1)), 2.0)
        paint = theme.GOLD_BRIGHT if held or hovered else theme.GOLD_DIM
        draw.add_rect(at, corner, ink(paint), 2.0, 0, 2.0 if held else 1.0)
        with font(f, "text", 12.5):
            place, paint = V(at.x + f.px(2), at.y + tall + f.px(1)), theme.PARCHMENT if hovered else theme.FADED
            widgets.draw_fitted(draw, place, shown_name(name), wide - f.px(2), ink(paint))
        if hovered:
            shape = self.model.shapes.shape(piece_of(name))
            if shape is not None:
                a, b = shape.sides
                words = say('{name}: {w:.1f}" x {d:.1f}", {h:.1f}" high', name=shown_name(name), w=a, d=b, h=shape.high)
                widgets.tooltip(f, words)
