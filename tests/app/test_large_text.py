"""At 200% what is read is whole: names, rolls, agendas and the numbers of a preview, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

import msgspec
import pytest
from imgui_bundle import imgui

from sim.app.hud import coach_panel, from_there_panel, preview_panel, top_bar, view_list, widgets
from sim.app.hud.fitted_letters import FittedLetters
from sim.app.hud.layout import Layout
from sim.app.hud.panels import MOST_DRAWN, GamePanels
from sim.app.table import preview_updates
from sim.app.table.lessons import begin_lesson
from sim.app.table.model import TableModel
from sim.app.table.playback import DiceTray
from sim.board.board import Board
from sim.carnevale import scenarios
from sim.carnevale.actions import Combat
from sim.carnevale.actions.counter import WhoCounters
from sim.carnevale.agendas.plan import DropAgenda
from sim.carnevale.characters import Weapon
from sim.carnevale.legality import WhichAction
from sim.carnevale.referee import Referee
from sim.carnevale.rerolls import RerollDice
from sim.engine.dice import SeededDice, TypedDice
from sim.engine.session import Session
from sim.lessons.catalogue import board_source, find_lesson
from sim.lessons.lesson_file import read_lesson
from sim.words.tongues import load, speak, told
from tests.app.own_gangs import take
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import click, steps, until
from tests.carnevale.questions import examples, in_golden_games
from tests.carnevale.tables import street
from tests.golden.games import GAME, no_board

LONG = "Duellist of the Ridotto"


@pytest.fixture
def large(window: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Text at 200%, all panels unfolded; and what is cut."""
    cut: list[str] = []
    real, settings = widgets.fitted, window.settings

    def watched(text: str, width: float) -> str:
        shown = real(text, width)
        if shown != told(text):
            cut.append(told(text))
        return shown

    monkeypatch.setattr(widgets, "fitted", watched)
    before = settings.choices
    settings.choices = msgspec.structs.replace(before, text=2.0, folded=())
    yield cut
    settings.choices = before
    speak(load("en"))
    steps(window, 2)


def test_buttons_that_give_way_in_the_bar_stand_in_its_lists(
    window: Any, tmp_path: Path, large: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand without keys finds each of them in what the buttons that stay open."""
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))]))
    until(window, lambda: window.table.menu is not None)
    kept: list[str] = []
    real = top_bar.TopBar._draw_buttons

    def drawn(self: Any, buttons: list[Any], *rest: Any, **how: Any) -> None:
        kept[:] = [button.command for button in buttons]
        real(self, buttons, *rest, **how)

    monkeypatch.setattr(top_bar.TopBar, "_draw_buttons", drawn)
    steps(window, 2)
    gone = set(top_bar.SPARE) - set(kept)
    assert {"tape", "top"} <= gone
    assert {"view list", "pause"} <= set(kept)
    in_lists = {row.command for row in view_list.ROWS} | {"help"}  # the last in the menu, as Keys
    assert gone <= in_lists


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_help_stays_in_the_bar_as_its_key(
    window: Any, tmp_path: Path, large: list[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """It gave way to the names of gangs, and whoever looked for the keys found no word of them on the screen."""
    page = scenarios.find("acquisition")
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))]))
    middle = top_bar.TopBar._middle

    def of_five(bar: Any, state: Any) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(top_bar.scenarios, "find", lambda _: page)
            return middle(bar, state)

    monkeypatch.setattr(top_bar.TopBar, "_middle", of_five)
    drawn: list[int] = []
    real = top_bar.TopBar._draw_buttons

    def noted(bar: Any, buttons: Any, *rest: Any) -> None:
        drawn.append(sum(button.command == "help" for button in buttons))
        real(bar, buttons, *rest)

    monkeypatch.setattr(top_bar.TopBar, "_draw_buttons", noted)
    speak(load(language))
    steps(window, 3)
    assert drawn[-1] == 1


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_no_name_is_cut(window: Any, tmp_path: Path, large: list[str], language: str) -> None:
    bow = [member("a", (12, 12, 0), name=LONG, wp=2)]
    window.play(free_fight(street(), tmp_path, bow, [member("b", (18, 16, 0), name="Private Musketeer")]))
    table = window.table
    until(window, lambda: table.menu is not None)
    speak(load(language))
    table.selected = "a"
    table.tray = DiceTray("a", "combat", [10, 9, 8, 7, 6], 7, "success", 3)
    steps(window, 4)
    large.clear()
    steps(window, 2)
    assert not large


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_faces_of_real_dice_are_whole_and_so_are_the_buttons_under_them(
    window: Any, tmp_path: Path, large: list[str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lowest: list[float] = []
    real = imgui.button

    def button(label: str, *size: Any) -> bool:
        pressed = real(label, *size)
        lowest.append(imgui.get_item_rect_max().y)
        return bool(pressed)

    north = [member("a", (12, 12, 0), name=LONG, weapons=(Weapon("Bow", range=12),))]
    window.play(free_fight(street(), tmp_path, north, [member("b", (15, 12, 0), name=LONG)], dice=TypedDice()))
    table = window.table
    for answer in ("a", Combat("b", "Bow")):
        until(window, lambda: table.menu is not None)
        table.give(answer)
        steps(window, 2)
    until(window, lambda: table.roll is not None)
    speak(load(language))
    steps(window, 4)
    large.clear()
    monkeypatch.setattr(imgui, "button", button)
    steps(window, 2)
    assert not {str(face) for face in range(1, 11)} & {*large}
    assert max(lowest) <= window.size()[1]


@pytest.mark.parametrize("dialog", ["pause", "view"])
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_nothing_of_a_dialog_is_scrolled_to(
    window: Any, tmp_path: Path, large: list[str], dialog: str, language: str
) -> None:
    """It is as large as the window has room for."""
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    speak(load(language))
    window.run_command(dialog)
    steps(window, 4)
    assert imgui.internal.find_window_by_name(dialog).scroll_max.y == 0
    window.run_command("back")


@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_a_dialog_that_asks_for_consent_is_as_tall_as_what_it_says(
    window: Any, tmp_path: Path, large: list[str], language: str, text: float
) -> None:
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    window.settings.choices = msgspec.structs.replace(window.settings.choices, text=text)
    speak(load(language))
    window.dialog = "consent"
    steps(window, 4)
    drawn = imgui.internal.find_window_by_name("consent")
    window.run_command("back")
    gap = drawn.size.y - 2 * drawn.window_padding.y - drawn.content_size.y
    assert abs(gap) < 8 * text


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_answers_that_are_a_list_are_all_in_sight(window: Any, tmp_path: Path, large: list[str], language: str) -> None:
    """Where nothing of the board is pointed at: what happens by default stands last."""
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    take(window.table, Session.load(examples()[DropAgenda].saved, GAME, SeededDice(1), no_board))
    window.table.model.alone = window.table.model.session.request.seat
    speak(load(language))
    until(window, lambda: window.table.menu is not None)
    steps(window, 4)
    assert isinstance(window.table.choice, DropAgenda)
    assert imgui.internal.find_window_by_name("actions").scroll_max.y == 0


def test_points_of_a_card_lie_within_it(window: Any, tmp_path: Path, large: list[str]) -> None:
    ends: list[float] = []
    real = widgets.pips

    def pips(*what: Any) -> None:
        right = imgui.get_cursor_screen_pos().x + imgui.get_content_region_avail().x
        real(*what)
        ends.append(imgui.get_item_rect_max().x - right)

    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0), wp=9)], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    window.table.selected = "a"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(widgets, "pips", pips)
        steps(window, 6)
    assert ends
    assert max(ends[-3:]) <= 0


@cache
def mage_acts() -> bytes:
    """A game at the question with the most buttons: what a mage of three spells does."""
    mages = (each for each in in_golden_games() if isinstance(each.question, WhichAction))
    return next(each.session.save() for each in mages if len(each.state[each.question.who].profile.spells) >= 3)


def ask(window: Any, folder: Path, kind: type, language: str) -> None:
    """The table goes over to a game that asks such a question."""
    window.play(free_fight(street(), folder, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    saved = mage_acts() if kind is WhichAction else examples()[kind].saved
    session: Session[Any] = Session.load(saved, GAME, SeededDice(1), Referee(window.table.model.board))
    session.forget_yields(besides="")
    take(window.table, session)
    speak(load(language))


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("kind", [RerollDice, WhoCounters, WhichAction])
def test_no_answer_is_scrolled_to(
    window: Any, tmp_path: Path, large: list[str], kind: type, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor when one is not to be asked again: where a panel may not grow, its letters are smaller."""
    monkeypatch.setattr(TableModel, "is_spared", lambda *_: True)
    ask(window, tmp_path, kind, language)
    until(window, lambda: window.table.menu is not None)
    steps(window, 12)
    assert isinstance(window.table.choice, kind)
    panels = [imgui.internal.find_window_by_name(name) for name in ("question", "actions")]
    drawn = [panel for panel in panels if panel is not None and panel.active]
    assert drawn
    assert [panel.scroll_max.y for panel in drawn] == [0.0] * len(drawn)


@pytest.mark.parametrize(("kind", "panel"), [(WhoCounters, "question"), (WhichAction, "actions")])
def test_letters_that_fit_are_found_in_the_frame_that_asks(
    window: Any, tmp_path: Path, large: list[str], kind: type, panel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Larger ones were seen for a frame or two."""
    monkeypatch.setattr(TableModel, "is_spared", lambda *_: True)
    ask(window, tmp_path, kind, "fr")
    drawn = []
    while len(drawn) < 6:
        window.step()
        if window.table.menu is not None:
            drawn.append(getattr(window.hud, panel).letters.share)
    assert drawn == [drawn[-1]] * 6
    assert drawn[-1] < 1.0


@pytest.mark.parametrize(("fewer_below", "share"), [(0.9, 0.86), (0.8, 0.72)])
def test_letters_are_as_large_as_fewer_rows_of_them_allow(fewer_below: float, share: float) -> None:
    """Smaller letters make fewer rows of buttons: they were then as small as so many rows of large ones wanted."""
    letters, wanted, room = FittedLetters(), 0.0, 400.0
    for _ in range(MOST_DRAWN):
        given, wanted = min(wanted, room), 100 * letters.share * (4 if letters.share < fewer_below else 6)
        letters.drawn(wanted, given)
        if letters.is_found and given >= wanted:
            break
    assert letters.share == pytest.approx(share)
    assert letters.is_found


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_all_answers_to_a_puzzle_are_in_sight(
    window: Any, tmp_path: Path, large: list[str], language: str, wrong: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of five the last was scrolled to, and after a `wrong` answer the second row: where there is little room they
    stand beside each other, and stay while words are scrolled to."""
    shown: dict[str, bool] = {}
    real = coach_panel.key_button

    def key_button(fonts: Any, label: str, key: str = "", **how: Any) -> bool:
        pressed = real(fonts, label, key, **how)
        shown[key] = imgui.get_item_rect_max().y <= imgui.get_window_pos().y + imgui.get_window_size().y
        return pressed

    path = find_lesson("who-sees-you")
    lesson = read_lesson(path)
    window.play(begin_lesson(path, lesson, Board.load(board_source(path, lesson)), tmp_path / "lesson.jsonl"))
    until(window, lambda: window.table.quiz is not None)
    if wrong:
        window.table.choose_option(0)
        window.run_command("coach pick")
        until(window, lambda: window.table.rests and window.table.coach.hint)
    speak(load(language))
    steps(window, 12)
    monkeypatch.setattr(coach_panel, "key_button", key_button)
    monkeypatch.setattr(window._waking, "is_lively", lambda *_: True)
    window.step()
    assert [shown.get(str(number)) for number in range(1, 6)] == [True] * 5


def test_dice_lie_beside_each_other(
    window: Any, tmp_path: Path, large: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    dice: list[tuple[float, float]] = []

    def die(_: Any, x: float, *where: float, **__: Any) -> None:
        dice.append((x, where[1]))

    monkeypatch.setattr(widgets, "die", die)
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    window.table.tray = DiceTray("a", "combat", [10, 9, 8, 7, 6], 7, "success", 3)
    until(window, lambda: window.table.menu is not None)
    dice.clear()
    steps(window, 1)
    assert len(dice) == 5
    assert all(right - left > 2.2 * radius for (left, radius), (right, _) in pairwise(dice))


def test_a_preview_lies_between_the_panels(
    window: Any, tmp_path: Path, large: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In smaller letters, where it has no room."""
    drawn: list[Any] = []
    real = preview_panel.draw_preview
    monkeypatch.setattr(preview_panel, "draw_preview", lambda *a: drawn.append(real(*a)) or drawn[-1])
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    aim_a_run(window)
    free, rect = window.hud.layout(*window.size()).free, drawn[-1]
    assert rect.w <= free.w + 1
    assert rect.x >= free.x - 1
    assert rect.right <= free.right + 1


def test_a_preview_does_not_hide_what_is_pointed_at(
    window: Any, tmp_path: Path, large: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is as wide as the board between the panels: where it would be too tall, too, it says less."""
    drawn: list[Any] = []
    real = preview_panel.draw_preview
    monkeypatch.setattr(preview_panel, "draw_preview", lambda *a: drawn.append(real(*a)) or drawn[-1])
    seen = preview_of_a_run(window, tmp_path, monkeypatch)
    table, screen = window.table, window.scene.view.to_screen
    for place in ((13, 15, 0), (15, 12, 0), (12, 9, 0), (9, 13, 0)):
        window.hand.move(*screen(place))
        until(window, lambda place=place: table.preview is not None and dist(table.preview.path.ends.at, place) < 0.5)
        until(window, lambda: table.from_there is not None)
        steps(window, 3)
        assert not drawn[-1].holds(*screen(place)), place
        assert seen[-1][0] > 0.7


def aim_a_run(window: Any) -> None:
    """Of the mini at 12, 12, until it is told what to stand there costs."""
    table = window.table
    until(window, lambda: table.menu is not None)
    until(window, lambda: not window.scene.camera.gliding)
    click(window, window.scene.view.to_screen((12, 12, 0.7)))
    until(window, lambda: table.menu is not None and table.choice.prompt == "act")
    until(window, lambda: not window.scene.camera.gliding)
    window.hand.move(*window.scene.view.to_screen((14, 14, 0)))
    until(window, lambda: table.preview is not None and table.from_there is not None)
    steps(window, 3)


def preview_of_a_run(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, int]]:
    """How large the letters of a preview are, of those of the window, and how many of five archers it tells of."""
    seen: list[tuple[float, int]] = []
    real = from_there_panel.draw

    def draw(fonts: Any, found: Any, state: Any, width: float, rows: int) -> None:
        seen.append((fonts.scale / window.fonts.scale, rows))
        real(fonts, found, state, width, rows)

    monkeypatch.setattr(from_there_panel, "draw", draw)
    bow = (Weapon("Bow", range=12),)
    archers = [member(f"e{n}", (17 + n % 2 * 2, 9 + 2 * n, 0), name=LONG, weapons=bow) for n in range(5)]
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], archers))
    aim_a_run(window)
    return seen


def test_a_pinned_preview_tells_of_fewer_enemies_before_its_letters_are_hard_to_read(
    window: Any, tmp_path: Path, large: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = preview_of_a_run(window, tmp_path, monkeypatch)
    monkeypatch.setattr(preview_updates, "needs_confirmation", lambda _: True)
    click(window, window.scene.view.to_screen((14, 14, 0)))
    assert window.table.pinned
    until(window, lambda: window.table.from_there is not None)
    steps(window, 3)
    share, rows = seen[-1]
    assert share > 0.8
    assert rows >= 2


def test_where_it_has_next_to_no_room_a_preview_says_only_what_it_costs_to_stand_there(
    window: Any, tmp_path: Path, large: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = GamePanels.layout

    def low(self: Any, width: float, height: float) -> Any:
        where = real(self, width, height)
        return msgspec.structs.replace(where, free=msgspec.structs.replace(where.free, h=240.0))

    monkeypatch.setattr(GamePanels, "layout", low)
    monkeypatch.setattr(Layout, "over_buttons", property(lambda where: where.free))  # nor over what is asked
    seen = preview_of_a_run(window, tmp_path, monkeypatch)
    share, rows = seen[-1]
    assert share > 0.7
    assert rows == 0


def test_a_word_that_no_line_holds_is_written_smaller(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[float] = []
    real = widgets.colour
    monkeypatch.setattr(widgets, "colour", lambda *a: sizes.append(imgui.get_font_size()) or real(*a))
    window.show_start()
    drawn = type(window.start).draw

    def draw(self: Any, *size: Any) -> None:
        drawn(self, *size)
        sizes.clear()
        widgets.headline(window.fonts, "Capodecina", 20, 1000)
        widgets.headline(window.fonts, "Capodecina", 20, 60)

    monkeypatch.setattr(type(window.start), "draw", draw)
    steps(window, 1)
    wide, narrow = sizes
    assert narrow < wide * widgets.HEADLINE[-1]


def test_columns_of_a_preview_are_whole_in_every_size(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters have whole pixels: what they come to is measured, not reckoned."""
    drawn: list[str] = []
    window.show_start()
    real = type(window.start).draw

    def draw(self: Any, *size: Any) -> None:
        real(self, *size)
        drawn.clear()
        with widgets.font(window.fonts, "text", 12.5):
            wide, board = imgui.calc_text_size("tour suivant").x, imgui.get_window_draw_list()
            for share in range(76, 101):
                before = len(drawn)
                widgets.draw_fitted(board, widgets.V(0, 0), "tour suivant", wide * share / 100, 0)
                assert len(drawn) == before

    monkeypatch.setattr(type(window.start), "draw", draw)
    cut = widgets.fitted
    monkeypatch.setattr(widgets, "fitted", lambda text, width: _noted(drawn, text, cut(text, width)))
    steps(window, 1)
    assert not drawn


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (1.0, ["Knight of the Closed Palace"]),
        (0.9, ["Knight of the Closed Palace"]),
        (0.45, ["Knight of the", "Closed Palace"]),
        (0.2, ["Knight o…"]),
    ],
)
def test_a_line_is_made_smaller_then_stands_on_two_lines_then_is_cut(
    window: Any, monkeypatch: pytest.MonkeyPatch, share: float, shown: list[str]
) -> None:
    """`share`: of its width, the room that it has. Whatever becomes of it, it stays in that room and its own line."""
    words = "Knight of the Closed Palace"
    lines: list[tuple[str, float, float, float]] = []  # with its top, its size, its width
    window.show_start()
    real, write = type(window.start).draw, imgui.ImDrawList.add_text

    def add_text(self: Any, at: Any, paint: int, line: str) -> None:
        lines.append((line, at.y, imgui.get_font_size(), imgui.calc_text_size(line).x))
        write(self, at, paint, line)

    def draw(self: Any, *size: Any) -> None:
        real(self, *size)
        with widgets.font(window.fonts, "text", 16), monkeypatch.context() as patch:
            patch.setattr(imgui.ImDrawList, "add_text", add_text)
            lines.clear()
            room.append(imgui.calc_text_size(words).x * share)
            widgets.draw_fitted(imgui.get_foreground_draw_list(), widgets.V(0, 100), words, room[-1], 0)

    room: list[float] = []
    monkeypatch.setattr(type(window.start), "draw", draw)
    steps(window, 1)
    assert [line for line, *_ in lines] == shown
    assert all(wide <= room[-1] + 1 for *_, wide in lines)
    letters = 16 * window.fonts.scale
    assert lines[0][1] >= 100 - letters * 0.2
    assert lines[-1][1] + lines[-1][2] <= 100 + letters * 1.2
    assert all(below[1] >= above[1] + above[2] * 0.9 for above, below in pairwise(lines))


def test_what_a_round_begins_with_stays_between_the_panels(
    window: Any, tmp_path: Path, large: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    frames: list[tuple[float, float]] = []
    real = preview_panel.draw_banner

    def watched(table: Any, fonts: Any, where: Any) -> None:
        def noted(draw: Any, corner: Any, other: Any, *rest: Any) -> None:
            frames.append((corner.x - where.free.x, where.free.right - other.x))

        with monkeypatch.context() as patch:
            patch.setattr(imgui.ImDrawList, "add_rect", noted)
            real(table, fonts, where)

    monkeypatch.setattr(preview_panel, "draw_banner", watched)
    window.hand.move(2, 2)
    for words in ("", "The Seven of Rialto 3 points, " * 8):
        window.table.banner = ("Round 2 of the longest night of the Serenissima", words, 60.0)
        frames.clear()
        until(window, lambda: bool(frames))
        assert all(aside >= 0 for aside in frames[-1]), (words, frames, window.fonts.scale)


def _noted(drawn: list[str], text: str, shown: str) -> str:
    if shown != told(text):
        drawn.append(shown)
    return shown
