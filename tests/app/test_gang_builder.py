"""The gang builder in a window without a display, driven by mouse and keys."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from imgui_bundle import imgui

from sim.app.gang_builder import cards, portraits
from sim.app.gang_builder.dialogs import GangAsked
from sim.app.gang_builder.layout import KEYS, gang_command, gang_layout
from sim.app.hud.gang_panel import GangRequest
from sim.app.render.figures import SEAT_COLOURS, FigureLook, figure_surface
from sim.carnevale.gangs import read_gang
from sim.words import term
from sim.words.tongues import load, speak, spoken, told
from tests.app.test_table_window import until
from tests.app.window_sizes import FIRST, Way, show


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    monkeypatch.setattr("sim.app.gang_builder.gallery.make_portraits", lambda _: None)
    return tmp_path


def steps(window: Any, count: int = 2) -> None:
    for _ in range(count):
        window.step()


def key(window: Any, name: str, *held: str) -> None:
    for each in (*held, name):
        window.hand.press(each)
        steps(window, 1)
    for each in (name, *held):
        window.hand.release(each)
        steps(window, 1)


def click(window: Any, place: tuple[float, float], times: int = 1) -> None:
    window.hand.move(*place)
    steps(window)
    for _ in range(times):
        window.hand.press("mouse1")
        steps(window, 1)
        window.hand.release("mouse1")
        steps(window, 1)
    steps(window)


def drag(window: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    window.hand.move(*start)
    steps(window)
    window.hand.press("mouse1")
    for share in (0.1, 0.5, 1.0):
        steps(window)
        window.hand.move(*(a + (b - a) * share for a, b in zip(start, end, strict=True)))
    steps(window)
    window.hand.release("mouse1")
    steps(window)


def names(window: Any) -> list[str]:
    return [chosen.character for chosen in window.rooms.gangs.room.desk.gang.members]


def test_a_gang_is_dragged_together_saved_and_played_with(window: Any) -> None:
    window.show_start()
    key(window, "g")
    until(window, lambda: window.rooms.gangs.room is not None)
    room = window.rooms.gangs.room
    assert room.dialog == "gangs"
    key(window, "escape")
    room.desk.take_roster("Guild")
    steps(window)
    where = gang_layout(1280, 800, 1.0)
    first, second = (where.shelf.x + 120, where.shelf.y + 110), (where.shelf.x + 120, where.shelf.y + 200)
    end = (where.gang.x + 200, where.gang.bottom - 40)
    drag(window, first, end)
    click(window, second, times=2)
    key(window, "enter")
    one, two = (offer.name for offer in room.desk.shelf()[:2])
    assert names(window) == [one, two, two]
    key(window, "delete")
    assert names(window) == [one, two]
    key(window, "z", "control")
    assert names(window) == [one, two, two]
    row = (where.gang.x + 200, where.gang.y + 120)
    drag(window, row, first)  # out of the list, onto the roster
    assert names(window) == [two, two]
    key(window, "f5")
    assert window.start is not None
    assert [chosen.character for chosen in read_gang(window.start.drafted.gangs[0])[0].members] == [two, two]


def test_a_gang_of_the_quick_set_up_is_edited_and_comes_back_to_its_seat(window: Any) -> None:
    window.plan = None
    window.show_start()
    window.start.mustering.asked = GangRequest("guild-75", ducats=75, seat=1)
    steps(window)
    room = window.rooms.gangs.room
    assert not room.desk.check.faults
    room.desk.rename("Five and One")
    key(window, "s", "control")
    key(window, "escape")
    key(window, "escape")
    assert [Path(gang).stem for gang in window.start.drafted.gangs] == ["guild", "five-and-one"]


def test_a_gang_is_copied_as_text_and_made_of_text(window: Any) -> None:
    window.show_start()
    window.start.mustering.asked = GangRequest("guild-75", ducats=75, seat=1)
    steps(window)
    room = window.rooms.gangs.room
    whole = room.desk.gang
    key(window, "c", "control")
    assert room.clipboard.text().startswith(f"Carnevale gang: {whole.name}\n")
    key(window, "n", "control")
    assert names(window) == []
    key(window, "v", "control")
    assert room.desk.gang == whole
    key(window, "z", "control")
    assert names(window) == []
    key(window, "y", "control")
    room.clipboard.put(room.clipboard.text().replace("- Facchino", "- Fachino"))
    key(window, "v", "control")
    assert room.dialog == "unsaved"  # what was pasted first
    room._answer("lose")
    assert len(names(window)) == len(whole.members) - 1
    assert "'Fachino'" in room.desk.said
    room.clipboard.put("Facchino")
    key(window, "v", "control")
    assert "Carnevale gang:" in room.desk.said
    assert len(names(window)) == len(whole.members) - 1
    window.rooms.gangs.close()


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_what_is_searched_by_is_read_whole(window: Any, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the ranks there is little room at 200%; the key gives way."""
    found: list[tuple[str, float, float]] = []
    real = imgui.input_text_with_hint

    def noted(label: str, hint: str, *rest: Any) -> Any:
        wide = imgui.calc_item_width() - 2 * imgui.get_style().frame_padding.x
        found.append((hint, imgui.calc_text_size(hint).x, wide))
        return real(label, hint, *rest)

    monkeypatch.setattr(imgui, "input_text_with_hint", noted)
    window.show_start()
    show(window, Way((1280, 800), 2.0, language))
    key(window, "g")
    key(window, "escape")
    found.clear()
    steps(window, 2)
    window.rooms.gangs.close()
    show(window, FIRST)
    assert found
    assert not [hint for hint, needs, has in found if needs > has + 1]


def test_the_button_that_leaves_does_so_whoever_is_chosen(window: Any) -> None:
    """It only put away who was chosen, as the key beside it does."""
    window.show_start()
    window.rooms.gangs.enter(window, GangRequest("guild-75"))
    room = window.rooms.gangs.room
    room.desk.selected = 1
    room.command("menu")
    assert (room.desk.selected, room.wants) == (None, "")
    room.desk.selected = 1
    room.bar.commands.append("leave")
    steps(window, 1)
    assert window.rooms.gangs.room is None


def test_what_is_not_saved_is_asked_about(window: Any) -> None:
    window.show_start()
    window.rooms.gangs.enter(window, GangRequest("guild-75"))
    room = window.rooms.gangs.room
    room.desk.remove(0)
    room.desk.selected = None
    key(window, "escape")
    assert (room.dialog, room.wants) == ("unsaved", "")
    key(window, "escape")
    key(window, "p", "control")
    key(window, "enter")
    assert room.desk.said.endswith("gang.html")
    window.show_start()
    assert window.rooms.gangs.room is None


def tells_a_word() -> bool:
    """Is there a tooltip?"""
    tip = imgui.internal.find_window_by_name("##Tooltip_00")
    return tip is not None and tip.active


def test_what_lies_behind_a_dialog_takes_no_click_and_no_card_of_it_lies_over_that(window: Any) -> None:
    window.show_start()
    window.rooms.gangs.enter(window, GangRequest("guild-75"))
    room, where = window.rooms.gangs.room, gang_layout(1280, 800, 1.0)
    room.desk.remove(0)
    room.dialog, before = "unsaved", names(window)
    steps(window)
    click(window, (where.shelf.x + 120, where.shelf.y + 110), times=2)
    assert names(window) == before
    assert not tells_a_word()
    window.hand.move(where.bar.x + 120, where.bar.y + 64)  # a button of the bar
    steps(window, 3)
    assert not tells_a_word()
    room.dialog = ""
    steps(window, 3)
    assert tells_a_word()
    click(window, (where.shelf.x + 120, where.shelf.y + 200), times=2)
    assert len(names(window)) > len(before)


@pytest.mark.parametrize("size", [(960, 640, 1.0), (1280, 800, 1.0), (1920, 1080, 1.234)])
def test_panes_never_overlap_and_stay_in_the_window(size: tuple[float, float, float]) -> None:
    panes = gang_layout(*size).panes
    assert not [pair for pair in combinations(panes, 2) if pair[0].meets(pair[1])]
    assert all(pane.x >= 0 and pane.right <= size[0] and pane.y >= 0 and pane.bottom <= size[1] for pane in panes)
    assert min(pane.w for pane in panes) > 230


def test_every_key_that_is_shown_does_what_is_written() -> None:
    for _, rows in KEYS:
        for shown, command, _ in rows:
            if command:
                *held, name = shown.lower().split(" ")
                name = {"up": "arrow_up", "down": "arrow_down", "esc": "escape"}.get(name, name)
                assert gang_command(name, {"control"} if held else set()) == command, shown


@pytest.mark.parametrize("save", ["s", "f5"])
def test_names_that_are_being_typed_are_saved(window: Any, at_home: Path, save: str) -> None:
    """`Saved`, it said, and the field showed the name; the file held the old one."""
    window.show_start()
    window.rooms.gangs.enter(window, GangRequest("guild-75"))
    steps(window)
    where, room = gang_layout(1280, 800, 1.0), window.rooms.gangs.room
    room.desk.selected, room.desk.picked = 0, room.desk.gang.members[0].character
    steps(window)
    click(window, (where.side.x + 120, where.side.y + 48))
    for letter in "Zorzi":
        window.hand.letter(letter)
        steps(window, 1)
    room.command("save")
    own = next(iter((at_home / "gangs").glob("*.toml")))
    assert read_gang(str(own))[0].members[0].name == "Zorzi"
    click(window, (where.bar.x + 300, where.bar.y + 22))
    for letter in "Fifth":
        window.hand.letter(letter)
        steps(window, 1)
    key(window, save, *(["control"] if save == "s" else []))
    assert [read_gang(str(path))[0].name for path in (at_home / "gangs").glob("*.toml")] == ["Fifth"]


def test_the_rules_are_looked_up_over_the_builder_in_the_language_that_is_told(window: Any) -> None:
    """F3 did nothing where names of abilities are read; and Couvert stood behind words that hold `couvert`."""
    before = spoken()
    window.show_start()
    window.rooms.gangs.enter(window, GangRequest("guild-75"))
    room = window.rooms.gangs.room
    try:
        speak(load("fr"))
        key(window, "f3")
        assert room.dialog == "rules"
        room.rules.look_up("couvert")
        steps(window)
        assert room.rules.opened is not None
        assert (room.rules.opened.name, told(term(room.rules.opened.name))) == ("Cover", "Couvert")
        key(window, "escape")
        assert (room.dialog, room.wants) == ("", "")
    finally:
        speak(before)


def test_whoever_keeps_a_gang_after_all_is_back_at_the_list(window: Any, at_home: Path) -> None:
    window.show_start()
    window.rooms.gangs.enter(window, GangRequest("guild-75"))
    room = window.rooms.gangs.room
    assert room.save()
    key(window, "o", "control")
    for kept in ("escape", "enter"):  # a key that is pressed by habit deletes nothing
        room._asked(GangAsked("delete", room.files[0]))
        steps(window)
        assert room.dialog == "delete"
        key(window, kept)
        assert room.dialog == "gangs"
        assert list((at_home / "gangs").glob("*.toml"))


def test_enter_writes_over_no_gang_that_another_program_changed(window: Any, at_home: Path) -> None:
    window.show_start()
    window.rooms.gangs.enter(window, GangRequest("guild-75"))
    room = window.rooms.gangs.room
    assert room.save()
    file = next((at_home / "gangs").glob("*.toml"))
    theirs = file.read_text("utf-8") + "# another hand"
    file.write_text(theirs, "utf-8")
    room.desk.remove(0)
    key(window, "s", "control")
    assert room.dialog == "outside"
    key(window, "enter")
    assert room.dialog == ""
    assert file.read_text("utf-8") == theirs


def test_the_base_of_a_portrait_has_the_colour_of_no_seat() -> None:
    drawn = figure_surface("capo", 30.0, FigureLook(edge=portraits.EDGE))[0].tint[:, :3]
    seated = figure_surface("capo", 30.0, FigureLook())[0].tint[:, :3]
    first = np.asarray(SEAT_COLOURS[0])
    assert np.isclose(seated, first, atol=0.01).all(1).any()
    assert not np.isclose(drawn, first, atol=0.01).all(1).any()


def test_no_card_lies_over_the_roster_while_keys_choose_in_it(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mouse that was left on a row had its card hide those that arrows go through."""
    window.show_start()
    window.rooms.gangs.enter(window, GangRequest("guild-75"))
    drawn: list[str] = []
    monkeypatch.setattr(cards, "draw_card", lambda _fonts, profile, _width: drawn.append(profile.name))
    where = gang_layout(1280, 800, 1.0)
    window.hand.move(where.shelf.x + 120, where.shelf.y + 200)
    steps(window, 3)
    assert drawn, "it is pointed at"
    key(window, "arrow_down")
    key(window, "arrow_down")
    drawn.clear()
    steps(window, 3)
    assert not drawn
