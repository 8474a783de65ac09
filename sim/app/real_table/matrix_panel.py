"""Who sees whom on a real table: a row for each that looks, a column for each that is looked at."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.real_table.desk import TableDesk
from sim.app.real_table.marks import tone_of
from sim.app.real_table.measures import TableMeasures
from sim.board.sight.seen_pairs import SeenPair
from sim.percent import hidden_share
from sim.words import say
from sim.words.tongues import told

__all__ = ["MatrixPanel", "cell_words"]

WIDEST = 0.42  # of the window
LETTERS = 13
ABOUT = say("Rows look, columns are looked at: what is hidden, * in cover, - not seen; inches, = touching.")


def cell_words(pair: SeenPair) -> tuple[str, str]:
    """A pair as few signs: what is hidden, * in cover, - where nothing is seen; and inches, or = in contact."""
    sight, cover = pair.sight, pair.ruled.cover
    seen = "-" if not sight.gap_bound else "-?"
    if sight.visible:
        seen = told(hidden_share(cover.hidden)) + ("*" if cover.in_cover else "")
    far = "=" if pair.distance.base_contact else told(say('{distance:.1f}"', distance=pair.distance.distance))
    return seen, far


class MatrixPanel:
    """`pointed`: the pair under the mouse. `shown`: is it drawn?"""

    def __init__(self, desk: TableDesk, measures: TableMeasures, fonts: Fonts) -> None:
        self.desk, self.measures, self.fonts = desk, measures, fonts
        self.pointed: tuple[str, str] | None = None
        self.shown = True

    def width(self, window: float) -> float:
        """Of the panel: as wide as its columns, and no wider than leaves room for the table."""
        if not self.shown or len(self.desk.figures) < 2:
            return 0.0
        return min(max(self._whole(), self.fonts.px(230)), window * WIDEST)

    def _whole(self) -> float:
        """As wide as it is with all its columns."""
        f, ids = self.fonts, list(self.desk.figures)
        with font(f, "text", LETTERS):
            first = max(imgui.calc_text_size(id).x for id in ids)
            least = self._least()
            cells = sum(max(imgui.calc_text_size(id).x, least) + f.px(18) for id in ids)
        return float(first + cells + f.px(52))

    def _least(self) -> float:
        """How wide a cell is at least: as the longest share that is told."""
        shares = (told(hidden_share(share)) + "*" for share in (0.0001, 0.9999))
        return max(self.fonts.px(50), *(float(imgui.calc_text_size(words).x) + self.fonts.px(4) for words in shares))

    def draw(self, rect: Rect, commands: list[str]) -> None:
        """A click on a cell chooses its pair."""
        f, self.pointed, ids = self.fonts, None, list(self.desk.figures)
        style = imgui.get_style()
        with font(f, "text", LETTERS):
            line = imgui.get_text_line_height()
            row = 2 * line + f.px(8)
            each = max(row, row - f.px(4) + 2 * style.cell_padding.y)
            rows = line + 2 * style.cell_padding.y + each * len(ids) + f.px(4)
        slider = style.scrollbar_size if self._whole() > rect.w else 0.0
        with font(f, "title", 20):
            over = imgui.get_text_line_height_with_spacing()
        with font(f, "text", 12.5):
            over += imgui.calc_text_size(told(ABOUT), wrap_width=rect.w - 2 * style.window_padding.x).y
        tall = min(rect.h, over + style.item_spacing.y + rows + slider + 2 * style.window_padding.y + f.px(6))
        flat = int(imgui.WindowFlags_.no_scrollbar)
        with widgets.panel("who sees whom", Rect(rect.x, rect.y, rect.w, tall), flags=flat):
            widgets.title(f, say("Who sees whom"), 20)
            with font(f, "text", 12.5):
                widgets.wrapped(ABOUT, theme.FADED)
            flags = (
                int(imgui.TableFlags_.scroll_x) | int(imgui.TableFlags_.scroll_y) | int(imgui.TableFlags_.borders_inner)
            )
            flags |= int(imgui.TableFlags_.sizing_fixed_fit)
            with font(f, "text", LETTERS):
                if imgui.begin_table("pairs", len(ids) + 1, flags, V(0, imgui.get_content_region_avail().y)):
                    self._rows(ids, row, commands)
                    imgui.end_table()

    def _rows(self, ids: list[str], row: float, commands: list[str]) -> None:
        imgui.table_setup_scroll_freeze(1, 1)
        for _ in range(len(ids) + 1):
            imgui.table_setup_column("", 0)
        imgui.table_next_row()
        imgui.table_next_column()
        for id in ids:
            imgui.table_next_column()
            widgets.colour(id, theme.GOLD)
        for one in ids:
            imgui.table_next_row(0, row)
            imgui.table_next_column()
            widgets.colour(one, theme.GOLD_BRIGHT if one == self.desk.chosen else theme.GOLD)
            for other in ids:
                imgui.table_next_column()
                if one != other:
                    self._cell(one, other, row, commands)

    def _cell(self, one: str, other: str, row: float, commands: list[str]) -> None:
        f, at = self.fonts, imgui.get_cursor_screen_pos()
        size = V(max(self._least(), imgui.calc_text_size(other).x), row - f.px(4))
        if imgui.invisible_button(f"{one}\n{other}", size):
            commands.append(f"pair {one}\n{other}")
        draw = imgui.get_window_draw_list()
        if imgui.is_item_hovered():
            self.pointed = one, other
        if self.pointed == (one, other) or (one, other) == (self.desk.chosen, self.desk.other):
            draw.add_rect_filled(at, V(at.x + size.x, at.y + size.y), ink((*theme.GOLD[:3], 0.18)), 2.0)
        pair = self.measures.fresh(one, other)
        if pair is None:
            draw.add_text(at, ink(theme.FADED), "…")
            return
        for number, words in enumerate(cell_words(pair)):
            paint = (*tone_of(pair)[:3], 1.0) if number == 0 else theme.FADED
            draw.add_text(V(at.x + f.px(2), at.y + number * imgui.get_text_line_height()), ink(paint), words)
