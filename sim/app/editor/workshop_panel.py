"""The panel of the workshop: from a mesh file to a piece, step by step."""

from __future__ import annotations

import os
import re
from pathlib import Path

from imgui_bundle import imgui

from sim.app.editor.kind_hints import KIND_HINTS
from sim.app.editor.workshop import RADII, Does, Workshop
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import go_on, key_button
from sim.app.hud.file_list import FileList
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, colour, font
from sim.board.files.pieces import library_dir
from sim.board.files.thinned import FEWER
from sim.board.map_checks.solids import DEAR
from sim.builder.importing.kinds import WORDS
from sim.builder.importing.measured import ROUGH
from sim.builder.importing.pieces import ImportedPiece, Split
from sim.builder.importing.scale_guess import LARGEST, LEAST, UNITS, offered_units
from sim.words import capital, counted, joined, say, sense, term
from sim.words.tongues import told

__all__ = ["WorkshopPanel"]

SPLITS: tuple[tuple[Split, str, str], ...] = (
    ("auto", say("Auto"), say("The file's own parts, or what hangs together where it has one")),
    ("none", sense("parts", "One"), say("All of it is one part")),
    ("names", sense("parts", "Its own"), say("The objects of the file")),
    ("pieces", sense("parts", "Loose"), say("What hangs together is a part")),
)
LEAST_NAME = 6  # letters of a part that are shown


class WorkshopPanel:
    """Draws a workshop. `commands`: what its buttons ask of the window."""

    def __init__(self, shop: Workshop, fonts: Fonts, commands: list[str]) -> None:
        self.shop, self.fonts, self.commands = shop, fonts, commands
        self.files = FileList(fonts)
        self._longest = 6.0  # inches of a mesh of which no unit makes a piece
        self._apart = 1.4  # inches between two points: a door
        self._cut = 2.5
        self._water = 0.5  # inches under the street
        self._licence = ""

    def draw(self, rect: Rect) -> None:
        f, shop = self.fonts, self.shop
        with widgets.panel("workshop", rect):
            widgets.title(f, say("A mesh becomes a piece"), 20)
            unsized = shop.missized and shop.made is None
            if shop.trouble and not unsized:
                widgets.wrapped(_plain(told(shop.trouble), shop.path, self.files.folder), theme.ALERT)
            if shop.path is None:
                with font(f, "text", 13):
                    widgets.wrapped(say("A print, a model of a game, a part of a scan: choose its file."), theme.FADED)
                chosen = self.files.draw(rect.h - f.px(190))
                if chosen is not None:
                    shop.open(chosen)
                if key_button(f, say("Back"), "Esc", width=f.px(100)):
                    self.commands.append("select")
                return
            with font(f, "text", 13):
                said = say("It is being read.") if shop.busy else shop.path.name
                widgets.wrapped(widgets.fitted(said, imgui.get_content_region_avail().x), theme.GOLD_BRIGHT)
            if shop.made is not None:
                self._size(shop.made)
                self._measured(shop.made)
                self._parts(shop.made)
                self._keep()
            elif unsized:
                self._longest_side()
            if key_button(f, say("Another file")):
                shop.close_file()
            if key_button(f, say("Back"), "Esc", beside=True):
                self.commands.append("select")

    def _longest_side(self) -> None:
        """Of a mesh of which no unit makes a piece: how long it is to be, after which all else can be told."""
        f = self.fonts
        widgets.wrapped(say("No unit makes it as large as pieces are. How long is its longest side to be?"))
        imgui.set_next_item_width(f.px(62))
        _, self._longest = imgui.input_float('"##longest', self._longest, 0.0, 0.0, "%.2f")
        able = LEAST <= self._longest <= LARGEST
        if key_button(f, say("Scale"), able=able, lit=able, hint=say("In inches of the table"), beside=True):
            self.shop.wish(points=None, size=self._longest)

    def _size(self, made: ImportedPiece) -> None:
        f, shop = self.fonts, self.shop
        x, y, z = (float(side) for side in (made.triangles.max((0, 1)) - made.triangles.min((0, 1))))
        colour(say("Size"), theme.FADED)
        imgui.same_line(f.px(60))
        imgui.text(told(say('{w:.1f}" x {d:.1f}", {h:.1f}" high', w=x, d=y, h=z)))
        with font(f, "text", 12.5):
            widgets.wrapped(say("{scale}. A mini stands beside it.", scale=capital(made.scale_said)), theme.FADED)
        for mended in made.mended:
            with font(f, "text", 12.5):
                widgets.wrapped(say("{words}.", words=capital(mended)), theme.FADED)
        units = dict.fromkeys([*offered_units(made.scales), shop.wishes.scale, "mm", "in", "m"])
        for number, unit in enumerate(str(u) for u in units if u in UNITS):
            why = next((joined(", ", o.why) for o in made.scales if o.unit == unit), "")
            lit = shop.wishes.points is None and abs(UNITS[unit][0] - made.inches) < 1e-9
            what = UNITS[unit][1]
            hint = say("A unit is {what}: {why}", what=what, why=why) if why else say("A unit is {what}", what=what)
            if key_button(f, f"{unit}##unit", lit=lit, hint=hint, beside=number > 0):
                shop.unscaled(scale=unit)
        for up in ("y", "z"):
            if key_button(
                f,
                widgets.marked(say("{axis} up", axis=up), f"up {up}"),
                lit=made.up == up,
                hint=say("The file's {axis} points up", axis=up),
                beside=True,
            ):
                shop.wish(up=up)
        if key_button(
            f, say("Two points"), lit=shop.does is Does.MEASURE, hint=say("Click two points of it, and say how far")
        ):
            shop.does = Does.MEASURE if shop.does is not Does.MEASURE else Does.CHOOSE
            shop.points = ()
        go_on(f, f.px(80))
        imgui.set_next_item_width(f.px(62))
        _, self._apart = imgui.input_float('"##apart', self._apart, 0.0, 0.0, "%.2f")
        f.stops.here()
        able = len(shop.points) == 2 and 0.01 <= self._apart <= 400.0
        hint = say("The two points are so many inches apart")
        if key_button(f, say("Scale"), able=able, lit=able, hint=hint, beside=True):
            shop.scale_by(self._apart)
        self._level()

    def _measured(self, made: ImportedPiece) -> None:
        """What rulings take long over is told, and can be measured on a thinned surface."""
        f, shop, count = self.fonts, self.shop, len(made.triangles)
        if made.instead is None and count <= DEAR and made.rough <= ROUGH:
            return
        with font(f, "text", 12.5):
            if made.instead is not None:
                words = say(
                    'measured on {count:,} triangles in place of {all:,}, off by {off:.3f}" at the most',
                    count=count, all=made.instead.triangles, off=made.instead.off,
                )  # fmt: skip
            elif count > DEAR:
                words = say("{n:,} triangles: rulings take long over {dear:,} on a whole board", n=count, dear=DEAR)
            else:
                words = say("A rough surface in {n:,} triangles: rulings take long over it", n=count)
            widgets.wrapped(words, theme.FADED if made.instead is not None else theme.ALERT)
        hint = say("Measured on a surface of about {n:,} triangles; what was brushed is taken back", n=FEWER)
        if key_button(f, say("Measure it thinned"), lit=made.instead is not None, hint=hint):
            shop.wish(measured=None if made.instead is not None else FEWER, brushed=())

    def _level(self) -> None:
        """A scan of a table: laid level by three points of its street, and made a board."""
        f, shop = self.fonts, self.shop
        hint = say("Click three points of what is level, the first two from west to east")
        if key_button(f, say("Three points"), lit=shop.does is Does.LEVEL, hint=hint):
            shop.does = Does.LEVEL if shop.does is not Does.LEVEL else Does.CHOOSE
            shop.points = ()
        able = shop.does is Does.LEVEL and len(shop.points) == 3
        hint = say("The three points are to lie level")
        if key_button(f, say("Level it"), able=able, lit=able, hint=hint, beside=True):
            shop.level_by_points()
        if shop.wishes.level is None:
            return
        if key_button(f, say("As it lay"), hint=say("It lies as in its file again"), beside=True):
            shop.wish(level=None)
        hint = say("Click two opposite corners of what becomes a board")
        if key_button(f, say("Two corners"), lit=shop.does is Does.CROP, hint=hint):
            shop.does = Does.CROP if shop.does is not Does.CROP else Does.CHOOSE
            shop.points = ()
        able = shop.does is Does.CROP and len(shop.points) == 2
        hint = say("What lies beyond these corners is left out of the board")
        if key_button(f, say("Crop"), able=able, lit=able, hint=hint, beside=True):
            shop.crop_to_points()
        if shop.crop is not None and key_button(f, say("All of it"), hint=say("Nothing is left out"), beside=True):
            shop.crop = None
        imgui.align_text_to_frame_padding()
        colour(say("Water"), theme.FADED)
        imgui.same_line(f.px(60))
        imgui.set_next_item_width(f.px(62))
        _, self._water = imgui.input_float('"##water', self._water, 0.0, 0.0, "%.2f")
        f.stops.here()
        if imgui.is_item_hovered():
            widgets.tooltip(f, say("Inches under the street from which on it is water; 0: there is none"))
        able = not shop.busy and bool(shop.name.strip())
        hint = say("All of it becomes a board of yours, which is opened then; the brush paints more water there")
        if key_button(f, say("A board of it"), able=able, hint=hint, beside=True):
            shop.lay_down(abs(self._water) or None)

    def _parts(self, made: ImportedPiece) -> None:
        f, shop = self.fonts, self.shop
        imgui.dummy(V(1, f.px(2)))
        imgui.align_text_to_frame_padding()
        colour(say("Parts"), theme.FADED)
        for split, words, hint in SPLITS:
            lit = shop.wishes.split == split
            if key_button(f, widgets.marked(words, f"split {split}"), lit=lit, hint=hint, beside=True):
                shop.wish(split=split)
        imgui.set_next_item_width(f.px(62))
        _, self._cut = imgui.input_float('"##cut', self._cut, 0.0, 0.0, "%.2f")
        f.stops.here()
        if key_button(f, say("Cut level"), hint=say("Part it at this height; no triangle is cut"), beside=True):
            shop.wish(cuts=(*shop.wishes.cuts, self._cut))
        hint = say("Take back what was cut and brushed")
        if (shop.wishes.cuts or shop.wishes.brushed) and key_button(f, say("Uncut"), hint=hint, beside=True):
            shop.wish(cuts=(), brushed=())
        imgui.begin_child("parts", V(0, f.px(112)))
        for part in made.parts:
            words = self._part_words(part.name, _kind_words(part.kind.words))
            if imgui.selectable(widgets.marked(words, part.name), part.name == shop.chosen)[0]:
                shop.chosen, shop.does = part.name, Does.CHOOSE
            if imgui.is_item_hovered():
                count = counted("{n:,} triangle", "{n:,} triangles", len(part.triangles))
                widgets.tooltip(f, joined("; ", (count, part.kind.why)))
        imgui.end_child()
        chosen = next((each for each in made.parts if each.name == shop.chosen), None)
        if chosen is not None:
            self._kinds(chosen.name, chosen.kind.words)
        self._brush()

    def _part_words(self, name: str, kind: str) -> str:
        """A part and its kind in one line: of a long name the middle is left out."""
        room = imgui.get_content_region_avail().x
        words, kept = say("{part}: {kind}", part=name, kind=kind), len(name)
        while kept > LEAST_NAME and imgui.calc_text_size(told(words)).x > room:
            kept -= 1
            short = f"{name[: kept // 2]}…{name[len(name) - (kept - kept // 2) :]}"
            words = say("{part}: {kind}", part=short, kind=kind)
        return words

    def _kinds(self, part: str, now: str) -> None:
        """Words that the chosen part is called by; several hold together."""
        f, shop = self.fonts, self.shop
        held = [word for word in now.split("+") if word in WORDS]
        with font(f, "text", 12.5):
            for number, word in enumerate(WORDS):
                marked = widgets.marked(term(word), f"kind {word}")
                if key_button(f, marked, lit=word in held, hint=KIND_HINTS[word], beside=number > 0):
                    rest = [w for w in held if w not in (word, "solid")]
                    both = rest if word in held else [word] if word in ("solid", "decor") else [*rest, word]
                    shop.kind(part, "+".join(both) or "solid")

    def _brush(self) -> None:
        f, shop = self.fonts, self.shop
        for does, label, hint in (
            (Does.BRUSH, say("Brush"), say("Drag over faces: they become a part of their own")),
            (Does.UNBRUSH, sense("a brush", "Off"), say("Drag over brushed faces to let go of them")),
        ):
            if key_button(f, label, lit=shop.does is does, hint=hint, beside=does is not Does.BRUSH):
                shop.does = Does.CHOOSE if shop.does is does else does
        size = RADII.index(shop.radius)
        if key_button(f, f'{shop.radius:g}"##radius', hint=say("How far the brush reaches"), beside=True):
            shop.radius = RADII[(size + 1) % len(RADII)]
        count = int(shop.brushed.sum())
        if key_button(
            f,
            say("As a part"),
            able=count > 0,
            lit=count > 0,
            beside=True,
            hint=counted("{n:,} face is brushed", "{n:,} faces are brushed", count),
        ):
            shop.part_of_brushed("brushed")
            shop.does = Does.CHOOSE

    def _keep(self) -> None:
        f, shop = self.fonts, self.shop
        imgui.dummy(V(1, f.px(2)))
        imgui.align_text_to_frame_padding()
        colour(say("Name"), theme.FADED)
        imgui.same_line(f.px(60))
        imgui.set_next_item_width(-1)
        _, shop.name = imgui.input_text("##piece name", shop.name)
        f.stops.here()
        imgui.align_text_to_frame_padding()
        colour(say("Licence"), theme.FADED)
        imgui.same_line(f.px(60))
        imgui.set_next_item_width(-1)
        _, self._licence = imgui.input_text_with_hint(
            "##licence", told(say("who made it, what is allowed")), self._licence
        )
        f.stops.here()
        if imgui.is_item_deactivated_after_edit():
            shop.wish(licence=self._licence.strip()[:2000])
        there = (library_dir() / f"{shop.name}.glb").is_file()
        able = bool(shop.name.strip()) and not shop.busy
        if key_button(
            f,
            say("Replace it") if there else say("Keep it"),
            able=able,
            lit=able,
            hint=say("In your library, for all maps"),
        ):
            shop.keep(over=there)


def _plain(trouble: str, path: Path | None, folder: Path) -> str:
    """What the command would say, without the file, or of one that was laid aside its folder, which are in sight, and
    the signs of options, which are not here."""
    if path is None:
        return trouble.replace(f"{folder}{os.sep}", "", 1)
    said = trouble.replace(str(path), "", 1).lstrip(" :\u00a0\u202f")
    said = re.sub(r"^--[a-z-]+\W*: *|--(?=[a-z])", "", said)
    return said[:1].upper() + said[1:]


def _kind_words(kind: str) -> str:
    """A kind as it is written in files, which may be several words in one."""
    return joined("+", [term(word) for word in kind.split("+")])
