"""A board is built in the window: by an injected mouse and keys without a display, and in a real one under Xvfb."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from imgui_bundle import imgui

from sim.app.editor.handles import cornered, house_corners
from sim.app.editor.kind_hints import KIND_HINTS, STYLE_HINTS
from sim.app.editor.live import LiveMeasures
from sim.app.editor.panels import editor_layout
from sim.app.editor.scene import FAR
from sim.app.editor.tools import EditorTool
from sim.app.hud import widgets
from sim.app.hud.build_panel import BuildRequest
from sim.app.render.camera import OrbitCamera
from sim.board.architecture.plans import HousePlan
from sim.board.board import Board
from sim.board.files.map_marks import MapNote, MapObjective, MapZone
from sim.board.files.mapfile import MapFile, PiecePlacement, Street, parse_map, read_map
from sim.board.map_checks.checks import Issue, check_map
from sim.bots.duel import setup_of
from sim.builder.corners import corners_of
from sim.builder.edits import AddFlat, PlacePieces, SetBoard, Together
from sim.builder.generator.styles import Style
from sim.builder.importing.kinds import WORDS
from sim.builder.measuring.whole import whole_check
from sim.carnevale.rehearsal import unready
from tests.app.layout_watch import watched
from tests.app.screens import come_true, display, needs_display
from tests.app.test_panel_picture import seen

__all__ = ["display"]


FLOORS = (1171, 192)  # the middle of a slider of the panel
WATER = (slice(140, 180), slice(940, 1000))  # pixels far out on the lagoon, where the sun's maps end
STEPS = (1142, 164)  # a slider of a street


@pytest.fixture
def room(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    window.show_start()
    window.open_editor(BuildRequest(name="Campo", size=(24.0, 24.0)))
    steps(window)
    window.room.hand.clipboard = Kept()
    return window.room


class Kept:
    """A clipboard that no other program sees."""

    def __init__(self) -> None:
        self.kept = ""

    def put(self, text: str) -> None:
        self.kept = text

    def text(self) -> str:
        return self.kept


def steps(window: Any, count: int = 3) -> None:
    for _ in range(count):
        window.step()


def until(window: Any, true: Callable[[], bool], most: int = 600) -> None:
    for _ in range(most):
        if true():
            return
        window.step()
    raise AssertionError("it never came")


def point(window: Any, at: tuple[float, ...]) -> None:
    """Point at a place of the board."""
    x, y, *z = at
    window.hand.move(*window.room.scene.pixel((x, y, z[0] if z else 0.0)))
    steps(window, 2)


def click(window: Any, at: tuple[float, ...], button: str = "mouse1") -> None:
    point(window, at)
    window.hand.press(button)
    steps(window, 1)
    window.hand.release(button)
    steps(window, 2)


def drag(window: Any, start: tuple[float, ...], end: tuple[float, ...]) -> None:
    point(window, start)
    window.hand.press("mouse1")
    steps(window, 1)
    point(window, tuple((a + b) / 2 for a, b in zip(start, end, strict=True)))
    point(window, end)
    window.hand.release("mouse1")
    steps(window, 2)


def key(window: Any, *names: str) -> None:
    """A key, after the modifiers that are held with it."""
    for name in names:
        window.hand.press(name)
    steps(window, 1)
    for name in reversed(names):
        window.hand.release(name)
    steps(window, 1)


def laid_out(window: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Where everything lies that has words, in a frame that is drawn because the mouse moves."""
    with watched(monkeypatch) as watch:
        watch.begin()
        for x in range(700, 720):
            window.hand.move(x, 400)
            steps(window, 1)
            if watch.things:
                break
    return {each.words: each.box for each in watch.things}


def press(window: Any, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    """A button of a panel, by what stands on it."""
    box = laid_out(window, monkeypatch)[words]
    window.hand.move((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    steps(window)
    window.hand.press("mouse1")
    steps(window, 2)
    window.hand.release("mouse1")
    steps(window, 2)


def take(window: Any, piece: str) -> None:
    """A piece of the palette, found by its name."""
    palette = window.room.panels.palette
    palette.words = piece.replace("-", " ")
    steps(window)
    window.hand.move(60, 160)
    steps(window)
    window.hand.press("mouse1")
    steps(window, 2)
    window.hand.release("mouse1")
    steps(window, 2)
    assert [p.called for p in window.room.hand.brush.pieces] == [piece.removeprefix("made ")]


def pieces(room: Any) -> dict[str, tuple[tuple[float, float], float, float]]:
    return {p.id: (p.at, p.z, p.turn) for p in room.model.map.pieces}


def test_in_software_the_scene_is_drawn_beside_the_panels_and_points_where_it_did(window: Any, room: Any) -> None:
    if not window.screen.software:
        pytest.skip("a graphics card draws the whole window")
    drawn = room.scene.view.renderer
    left, right, bottom, top = drawn.within
    assert left > 0.15
    assert right < 0.85
    assert bottom > 0.0
    assert top < 0.9
    key(window, "tab")
    assert drawn.within == (0.0, 1.0, 0.0, 1.0)
    key(window, "tab")
    assert drawn.within == (left, right, bottom, top)


@pytest.mark.drawn
def test_the_lagoon_is_lit_alike_near_and_far_while_the_view_turns(window: Any, room: Any) -> None:
    if not window.screen.software:
        pytest.skip("a graphics card draws it with one program")
    room.scene.orbit.steep = 40.0
    steps(window)
    until(window, lambda: room.scene.view.settled)
    still = seen(window)[WATER]
    room.scene.orbit.turn += 0.01
    steps(window, 1)
    apart = np.abs((seen(window)[WATER] - still).mean((0, 1)))
    assert apart.max() < 3


@pytest.mark.parametrize("text", [1.0, 2.0])
def test_the_first_view_shows_all_roofs_between_the_panels(
    window: Any, room: Any, monkeypatch: pytest.MonkeyPatch, text: float
) -> None:
    room.model.commit(PlacePieces((PiecePlacement("campanile", (12.0, 22.0), id="campanile"),)))
    monkeypatch.setattr(type(window.settings), "text", text)
    steps(window, 3)
    room.command("home")
    steps(window)
    _, high = room.model.shapes.heights(room.model.piece("campanile"))
    seen = editor_layout(*window.size(), room.fonts.scale, room.panels.tool_rows).seen
    for corner in ((0.0, 0.0, 0.0), (24.0, 0.0, 0.0), (0.0, 24.0, 0.0), (24.0, 24.0, 0.0), (12.0, 22.0, high)):
        assert seen.holds(*room.scene.pixel(corner)), corner


def test_zones_objectives_and_notes_are_marked_shaped_and_said_for_whom(window: Any, room: Any) -> None:
    key(window, "z")
    for corner in ((0, 0), (8, 0), (8, 8), (0, 8)):
        click(window, corner)
    key(window, "enter")
    (zone,) = room.model.map.zones
    assert zone.outline == ((0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0))
    assert room.model.selected == (zone.id,)
    drag(window, (8, 8), (6, 9))  # a corner
    assert room.model.map.zones[0].outline[2] == (6.0, 9.0)
    click(window, (12, 12))  # nothing there: let go
    assert room.model.selected == ()
    click(window, (4, 0))  # its rim
    assert room.model.selected == (zone.id,)
    room.model.symmetry = "half turn"
    key(window, "shift", "z")
    click(window, (9.5, 12))
    assert [o.at for o in room.model.map.objectives] == [(9.5, 12.0), (14.5, 12.0)]
    room.model.symmetry = None
    key(window, "escape")
    drag(window, (9.5, 12), (7, 13))
    assert [o.at for o in room.model.map.objectives] == [(7.0, 13.0), (14.5, 12.0)]
    key(window, "f")
    click(window, (18, 5))
    (note,) = room.model.map.notes
    assert (note.at, room.model.selected) == ((18.0, 5.0), (note.id,))
    assert [zone.id for zone in read_map_text(room).zones] == ["zone"]
    steps(window)
    assert window.ui.io.want_text_input
    key(window, "escape")  # out of the note's words
    steps(window)
    assert not window.ui.io.want_text_input
    for _ in range(6):
        key(window, "control", "z")
    made = room.model.map
    assert (made.zones, made.objectives, made.notes) == ((), (), ())


@pytest.mark.rule("SCEN-03")
def test_the_centre_line_is_drawn_while_what_games_find_is_seen_to(window: Any, room: Any) -> None:
    """Scenarios speak of it, and nothing showed where it is."""

    def named() -> list[str]:
        steps(window, 2)
        return [label.text for label in room.scene.game_marks.layer.labels if "line" in label.text]

    assert named() == []
    key(window, "shift", "z")
    assert named() == ["Centre line (Acquisition)"]
    click(window, (9.5, 12))
    key(window, "escape")
    assert room.model.selected
    assert named() == ["Centre line (Acquisition)"], "while an objective is chosen"
    click(window, (18, 20))  # let go
    assert named() == []
    key(window, "z")
    assert named() == ["Centre line (Acquisition)"]
    key(window, "escape")


def read_map_text(room: Any) -> MapFile:
    return parse_map(room.model.document.text)


def test_pieces_are_put_down_dragged_turned_raised_copied_and_taken_back(window: Any, room: Any) -> None:
    room.model.snaps = False
    take(window, "casse")
    click(window, (6, 6))
    click(window, (10, 6))
    key(window, "escape")
    assert pieces(room) == {"casse": ((6, 6), 0, 0), "casse-2": ((10, 6), 0, 0)}
    drag(window, (6, 6, 0.5), (7, 9, 0.5))
    assert pieces(room)["casse"][0] == pytest.approx((7, 9), abs=0.3)
    assert room.model.selected == ("casse",)
    key(window, "q")
    key(window, "shift", "q")
    key(window, "page_up")
    assert pieces(room)["casse"][1:] == (0.25, 16)
    key(window, "control", "d")
    click(window, (16, 9))
    key(window, "escape")
    assert set(pieces(room)) == {"casse", "casse-2", "casse-3"}
    for _ in range(7):
        key(window, "control", "z")
    assert pieces(room) == {}
    for _ in range(2):
        key(window, "control", "y")
    assert set(pieces(room)) == {"casse", "casse-2"}


def test_a_canal_is_drawn_as_a_line_and_its_corners_are_dragged_added_and_taken_away(window: Any, room: Any) -> None:
    key(window, "l")
    click(window, (0.2, 12))
    click(window, (23.8, 12))
    key(window, "enter")
    (canal,) = room.model.map.canals
    assert canal.line == ((0, 12), (24, 12))
    drag(window, (12, 12), (12, 15))
    (canal,) = room.model.map.canals
    assert canal.line == ((0, 12), (12, 15), (24, 12))
    key(window, ".")
    assert room.model.map.canals[0].width == 5.5
    point(window, (12, 15))
    key(window, "delete")
    assert room.model.map.canals[0].line == ((0, 12), (24, 12))
    key(window, "o")
    for corner in ((2, 2), (6, 2), (6, 6), (2, 2)):
        click(window, corner)
    assert room.model.map.canals[1].outline == ((2, 2), (6, 2), (6, 6))


def plot_a_house(window: Any) -> None:
    key(window, "p")
    for corner in ((4, 4), (12, 4), (12, 10), (4, 10), (4, 4)):
        click(window, corner)


def test_corners_of_a_house_are_dragged_added_and_taken_away_each_as_one_step(window: Any, room: Any) -> None:
    plot_a_house(window)
    assert corners_of(room.model.chosen_pieces()[0]) == ((4, 4), (12, 4), (12, 10), (4, 10))
    drag(window, (12, 4), (13, 3))
    assert corners_of(room.model.chosen_pieces()[0])[1] == (13, 3)
    drag(window, (8, 10), (8, 12))  # the middle of an edge
    assert corners_of(room.model.chosen_pieces()[0]) == ((4, 4), (13, 3), (12, 10), (8, 12), (4, 10))
    point(window, (8, 12))
    key(window, "delete")
    assert corners_of(room.model.chosen_pieces()[0]) == ((4, 4), (13, 3), (12, 10), (4, 10))
    for _ in range(3):
        key(window, "control", "z")
    assert corners_of(room.model.chosen_pieces()[0]) == ((4, 4), (12, 4), (12, 10), (4, 10))


def test_houses_that_are_chosen_together_are_moved_and_none_is_shaped(window: Any, room: Any) -> None:
    plot_a_house(window)
    assert cornered(room.model)
    room.model.commit(PlacePieces((PiecePlacement("casse", (18.0, 18.0)),)))
    key(window, "control", "a")
    assert cornered(room.model) == []


def test_a_corner_that_no_house_can_have_stays_where_it_was_and_why_is_told(window: Any, room: Any) -> None:
    plot_a_house(window)
    drag(window, (12, 4), (3, 12))
    assert corners_of(room.model.chosen_pieces()[0]) == ((4, 4), (12, 4), (12, 10), (4, 10))
    assert room.model.alert
    assert room.model.notice.startswith("The plot: ")


def test_a_corner_of_a_house_snaps_to_that_of_another(window: Any, room: Any) -> None:
    plot_a_house(window)
    room.model.commit(PlacePieces((PiecePlacement("casse", (14.13, 5.27)),)))
    corner = house_corners(room.model, room.model.selected[0])[0]
    drag(window, (12, 4), (corner[0] + 0.1, corner[1] - 0.1))
    assert corners_of(room.model.chosen_pieces()[0])[1] == pytest.approx(corner, abs=0.002)


def test_corners_are_shaped_by_keys_alone(window: Any, room: Any) -> None:
    plot_a_house(window)
    point(window, (20, 20))
    for name in ("c", "c"):
        key(window, "shift", name)
    key(window, "arrow_right")
    assert corners_of(room.model.chosen_pieces()[0]) == ((4, 4), (12.5, 4), (12, 10), (4, 10))
    key(window, "shift", "n")
    assert corners_of(room.model.chosen_pieces()[0])[2] == (12.25, 7)
    key(window, "arrow_right")
    assert corners_of(room.model.chosen_pieces()[0])[2] == (12.75, 7)
    key(window, "delete")
    assert len(corners_of(room.model.chosen_pieces()[0])) == 4
    key(window, "arrow_up")  # no corner is held any more
    assert corners_of(room.model.chosen_pieces()[0]) == ((4, 4.5), (12.5, 4.5), (12, 10.5), (4, 10.5))


def test_a_corner_of_a_raised_street_follows_the_hand_on_its_own_level(window: Any, room: Any) -> None:
    street = Street("campo", ((6.0, 6.0), (14.0, 6.0), (14.0, 14.0), (6.0, 14.0)), level=3.0)
    room.model.commit(AddFlat(street))
    room.model.selected = ("campo",)
    steps(window)
    drag(window, (14, 6, 3.0), (16, 6, 3.0))
    assert room.model.map.streets[0].outline[1] == (16, 6)


def test_water_is_painted_with_a_brush_and_painted_away(window: Any, room: Any) -> None:
    key(window, "shift", "l")
    drag(window, (4, 12), (12, 12))
    (canal,) = room.model.map.canals
    xs = [x for x, _ in canal.outline]
    assert (min(xs), max(xs)) == pytest.approx((1.5, 14.5), abs=0.15)
    drag(window, (12, 12), (20, 12))
    assert len(room.model.map.canals) == 1
    for _ in range(4):
        key(window, ",")
    assert room.hand.width == 3.0
    window.hand.press("alt")
    drag(window, (10, 6), (10, 18))
    window.hand.release("alt")
    assert [canal.id for canal in room.model.map.canals] == ["rio", "rio-2"]
    key(window, "control", "z")
    assert len(room.model.map.canals) == 1


def test_a_box_chooses_and_symmetry_keeps_images_in_step(window: Any, room: Any) -> None:
    for _ in range(3):
        key(window, "y")
    assert room.model.symmetry == "half turn"
    take(window, "casse")
    click(window, (6, 6))
    key(window, "escape")
    assert pieces(room) == {"casse": ((6, 6), 0, 0), "casse-2": ((18, 18), 0, 180)}
    drag(window, (6, 6, 0.5), (8, 6, 0.5))
    assert pieces(room)["casse-2"][0] == pytest.approx((16, 18), abs=0.3)
    key(window, "escape")
    drag(window, (2, 2), (22, 22))
    assert set(room.model.selected) == {"casse", "casse-2"}
    key(window, "delete")
    assert pieces(room) == {}


def test_moving_a_piece_leaves_the_nodes_of_all_others_alone(window: Any, room: Any) -> None:
    take(window, "casse")
    click(window, (6, 6))
    click(window, (12, 6))
    key(window, "escape")
    steps(window)
    before = {id: node for id, (_, node) in room.scene.view._nodes.items()}
    drag(window, (6, 6, 0.5), (8, 9, 0.5))
    after = {id: node for id, (_, node) in room.scene.view._nodes.items()}
    assert {id: list(nodes.values()) for id, nodes in before.items()} == {
        id: list(nodes.values()) for id, nodes in after.items()
    }
    assert after["casse"]["other"].get_x() == pytest.approx(pieces(room)["casse"][0][0])


def test_a_key_that_went_down_with_control_does_not_move_the_view_once_control_is_let_go(
    window: Any, room: Any
) -> None:
    seen = room.scene.orbit.centre
    for held in ("control", "s"):
        window.hand.press(held)
    steps(window, 1)
    window.hand.release("control")
    steps(window, 5)
    assert room.scene.orbit.centre == seen
    window.hand.release("s")
    window.hand.press("s")
    steps(window, 2)
    window.hand.release("s")
    assert room.scene.orbit.centre != seen


def test_the_keys_that_the_menu_shows_are_heard_while_it_is_open(window: Any, room: Any) -> None:
    take(window, "casse")
    click(window, (6, 6))
    for _ in range(3):
        if room.dialog != "pause":
            key(window, "escape")
    assert (room.dialog, room.model.document.changed) == ("pause", True)
    key(window, "z")
    assert room.dialog == "pause", "a key that it does not show is none of its own"
    key(window, "control", "s")
    assert (room.dialog, room.model.document.changed) == ("", False)
    key(window, "escape")
    key(window, "f6")
    assert room.dialog == "trial"
    key(window, "escape")


def test_a_draft_that_was_never_saved_is_offered_and_taken_up(window: Any, room: Any) -> None:
    take(window, "casse")
    click(window, (6, 6))
    assert room.save()
    click(window, (12, 6))
    source, text = room.model.source, room.model.document.text
    room.model.drafts.flush()
    window.show_start()
    window.open_editor(BuildRequest(map=str(source)))
    steps(window)
    assert window.room.dialog == "recover"
    key(window, "enter")
    assert window.room.model.document.text == text
    key(window, "control", "s")
    assert source.read_text("utf-8") == text


def test_a_draft_that_is_taken_up_does_not_hide_what_another_program_wrote_meanwhile(window: Any, room: Any) -> None:
    take(window, "casse")
    click(window, (6, 6))
    assert room.save()
    click(window, (12, 6))
    source = room.model.source
    room.model.drafts.flush()
    window.show_start()
    theirs = source.read_text("utf-8") + "# by hand\n"
    source.write_text(theirs, "utf-8")
    window.open_editor(BuildRequest(map=str(source)))
    steps(window)
    key(window, "enter")
    key(window, "control", "s")
    assert window.room.dialog == "outside"
    assert source.read_text("utf-8") == theirs


def test_a_file_that_another_program_changed_is_asked_about(window: Any, room: Any) -> None:
    assert room.save()
    source = room.model.source
    theirs = source.read_text("utf-8") + "# by hand\n"
    take(window, "casse")
    click(window, (6, 6))
    source.write_text(theirs, "utf-8")
    key(window, "control", "s")
    assert room.dialog == "outside"
    key(window, "enter")
    assert room.model.document.text == theirs
    key(window, "control", "z")
    assert set(pieces(room)) == {"casse"}, "what was built is an undo away"


def test_what_the_check_says_stands_beside_the_board_and_leads_to_its_place(window: Any, room: Any) -> None:
    take(window, "casa-rosa")
    click(window, (8, 8))
    room.model.snaps = False
    click(window, (10, 10))
    key(window, "escape")
    until(window, lambda: room.live.fresh and room.live.count("error") > 0, 4000)
    found = next(issue for issue in room.live.issues if "stand in one another" in issue.what)
    from sim.app.editor.findings import place_of

    place, ids = place_of(found, room.model)
    assert set(ids) == {"casa-rosa", "casa-rosa-2"}
    assert place is not None
    assert place[:2] == pytest.approx((9, 9), abs=0.5)


def test_a_finding_about_a_part_does_not_choose_what_is_called_as_the_part_is(window: Any, room: Any) -> None:
    take(window, "casa-rosa")
    for at in ((8, 8), (18, 8)):
        click(window, at)
    key(window, "escape")
    from sim.app.editor.findings import place_of

    found = Issue("error", "casa-rosa-2/casa-rosa", "stands in something", "move it")
    place, ids = place_of(found, room.model)
    assert ids == ("casa-rosa-2",)
    assert place is not None
    assert place[0] == pytest.approx(18, abs=0.5)


def test_a_finding_is_mended_by_a_click_and_undo_takes_that_back(
    window: Any, room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(window, "cassa")
    for _ in range(8):
        key(window, "page_up")
    click(window, (8, 8))
    key(window, "escape")
    (before,) = room.model.map.pieces
    assert before.z == pytest.approx(2.0)
    until(window, lambda: room.live.fresh and room.live.mendable == ("cassa",), 4000)
    press(window, monkeypatch, "Mend 1 thing")
    until(window, lambda: room.model.map.pieces[0].z == 0.0)
    assert "lowered" in room.model.notice
    key(window, "control", "z")
    assert room.model.map.pieces == (before,)
    found = next(issue for issue in room.live.issues if issue.where == "cassa")
    monkeypatch.setattr(type(room.live), "issues", property(lambda _: [found]))  # it is the first, and in sight
    until(window, lambda: room.live.fresh and room.live.mendable == ("cassa",), 4000)
    press(window, monkeypatch, "Mend")
    until(window, lambda: room.model.map.pieces[0].z == 0.0)


def test_a_findings_title_of_two_lines_is_not_written_over_what_follows(
    window: Any, room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many lengths, so that some are the wider by a word for being bold."""
    live, shown = type(room.live), list[Issue]()
    monkeypatch.setattr(live, "issues", property(lambda _: shown))
    with watched(monkeypatch) as watch:
        for letters in range(12, 60, 2):
            where = f"gondola and {'ponte-di-legno ' * 4}"[:letters].rstrip()
            shown[:] = [Issue("warning", where, "they stand in one another", "move one of them")]
            watch.begin()
            steps(window, 1)
            title = next(each.box for each in watch.things if each.words == where)
            below = next(each.box for each in watch.things if each.words == shown[0].what)
            assert title.bottom <= below.top + 1, where


def test_parts_go_through_the_clipboard_as_text(window: Any, room: Any) -> None:
    """Copied, cut, pasted here and as a chat hands them on; one undo takes each back."""
    room.model.snaps = False
    take(window, "casse")
    click(window, (6, 6))
    click(window, (10, 6))
    key(window, "escape")
    key(window, "control", "a")
    key(window, "control", "c")
    assert "[[pieces]]" in room.hand.clipboard.kept
    key(window, "control", "x")
    assert pieces(room) == {}
    room.hand.clipboard.kept = "```toml\n" + room.hand.clipboard.kept + "```"
    key(window, "control", "v")
    click(window, (14, 14))
    key(window, "escape")
    assert sorted(at for at, _, _ in pieces(room).values()) == [(12, 14), (16, 14)]
    key(window, "control", "z")
    key(window, "control", "z")
    assert set(pieces(room)) == {"casse", "casse-2"}


def test_a_canal_that_is_pasted_comes_into_the_hand_and_is_put_down_where_the_mouse_is(window: Any, room: Any) -> None:
    room.hand.clipboard.kept = 'format = 1\n[[canals]]\nid = "rio"\nline = [[0, 0], [6, 0]]\nwidth = 5\n'
    point(window, (12, 8))
    key(window, "control", "v")
    assert [canal.line for canal in room.model.shown.canals] == [((9, 8), (15, 8))]
    key(window, "q")
    for _ in range(5):
        key(window, "q")
    click(window, (12, 12))
    assert [canal.line for canal in room.model.map.canals] == [((12, 9), (12, 15))]
    key(window, "control", "z")
    assert room.model.map.canals == ()


def marked_out(room: Any) -> None:
    """A crate with an objective, a note and a zone beside it."""
    flat = (
        MapObjective("relic", (8.0, 8.0)),
        MapNote("note", "A well", (6.0, 10.0)),
        MapZone("zone", ((4.0, 4.0), (8.0, 4.0), (8.0, 7.0), (4.0, 7.0))),
        MapZone("far", ((1.0, 16.0), (20.0, 16.0), (20.0, 20.0), (1.0, 20.0))),
    )
    room.model.commit(Together((*map(AddFlat, flat), PlacePieces((PiecePlacement("casse", (10.0, 10.0)),)))))


def test_a_box_takes_zones_objectives_and_notes_that_lie_in_it_and_a_hand_moves_all_of_them(
    window: Any, room: Any
) -> None:
    marked_out(room)
    drag(window, (3, 3), (13, 12))
    assert set(room.model.selected) == {"relic", "note", "zone", "casse"}  # not the zone that reaches out of it
    drag(window, (10, 10, 0.5), (12, 10, 0.5))
    made = room.model.map
    by = made.pieces[0].at[0] - 10
    assert by == pytest.approx(2, abs=0.3)
    assert made.objectives[0].at == pytest.approx((8 + by, 8))
    assert made.notes[0].at == pytest.approx((6 + by, 10))
    assert made.zones[0].outline[0] == pytest.approx((4 + by, 4))
    assert made.zones[1].outline[0] == (1, 16)
    key(window, "control", "z")
    assert room.model.map.notes[0].at == (6, 10)


def test_copies_in_hand_are_of_all_that_is_chosen_and_turn_as_one(window: Any, room: Any) -> None:
    marked_out(room)
    room.model.selected = ("relic", "casse")
    key(window, "control", "d")
    point(window, (16, 12))
    for _ in range(6):
        key(window, "q")
    click(window, (16, 12))
    key(window, "escape")
    made = room.model.map
    (_, crate), (_, relic) = made.pieces, made.objectives
    assert crate.turn == 90
    assert (crate.at[0] - relic.at[0], crate.at[1] - relic.at[1]) == pytest.approx((-2, 2), abs=0.01)
    key(window, "control", "z")
    assert (len(room.model.map.pieces), len(room.model.map.objectives)) == (1, 1)


def test_what_is_chosen_turns_about_its_middle_zones_and_objectives_too(window: Any, room: Any) -> None:
    marked_out(room)
    room.model.selected = ("zone",)
    for _ in range(6):
        key(window, "q")
    xs, ys = zip(*room.model.map.zones[0].outline, strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((4.5, 7.5, 3.5, 7.5), abs=0.01)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Nothing was copied"),
        ("see you at eight", "The clipboard: "),
        ('format = 1\n[[pieces]]\npiece = "nowhere"\nat = [0, 0]\n', "there is no piece 'nowhere' here"),
        ("format = 1\n", "has neither"),
    ],
)
def test_a_text_that_is_no_part_of_a_board_is_refused_in_a_line(window: Any, room: Any, text: str, why: str) -> None:
    before = room.model.document.text
    room.hand.clipboard.kept = text
    key(window, "control", "v")
    assert why in room.model.notice
    assert "\n" not in room.model.notice
    assert room.model.document.text == before


def test_a_marked_part_is_made_again_and_another_like_it(window: Any, room: Any) -> None:
    take(window, "casse")
    click(window, (4, 20))
    key(window, "escape")
    key(window, "i")
    for corner in ((1, 1), (23, 1), (23, 12), (1, 12)):
        click(window, corner)
    key(window, "enter")
    until(window, lambda: len(room.model.map.pieces) > 5)
    first = room.model.map.pieces
    assert first[0].id == "casse"
    assert all(p.at[1] < 12.5 for p in first[1:])
    key(window, "shift", "i")
    until(window, lambda: not room.remaker.busy and room.model.map.pieces != first)
    assert room.remaker.seed == 2
    key(window, "control", "z")
    assert set(pieces(room)) == {"casse"}


def test_a_slider_shapes_a_made_piece_and_is_one_edit(window: Any, room: Any) -> None:
    take(window, "made house")
    click(window, (8, 8))
    key(window, "escape")
    click(window, (8, 8, 1.0))
    assert room.model.selected == ("house",)
    steps(window, 2)
    window.hand.move(*FLOORS)  # its slider, on three
    steps(window, 2)
    window.hand.press("mouse1")
    steps(window, 2)
    window.hand.move(FLOORS[0] + 70, FLOORS[1])
    steps(window, 2)
    assert room.model.shown.pieces[0].piece.floors == 5
    assert room.model.map.pieces[0].piece.floors == 3, "as long as a hand holds it"
    window.hand.release("mouse1")
    until(window, lambda: room.model.map.pieces[0].piece.floors == 5)
    key(window, "control", "z")
    assert room.model.map.pieces[0].piece.floors == 3


def test_a_street_is_laid_higher_and_a_slider_gives_it_steps(window: Any, room: Any) -> None:
    key(window, "shift", "o")
    for corner in ((3, 14), (11, 14), (11, 21), (3, 21)):
        click(window, corner)
    key(window, "enter")
    (street,) = room.model.map.streets
    assert (street.id, street.level, street.steps) == ("campo", 1.0, 0.4)
    assert room.model.selected == ("campo",)
    key(window, "page_up")
    assert room.model.map.streets[0].level == 1.25
    window.hand.move(*STEPS)
    steps(window, 2)
    window.hand.press("mouse1")
    steps(window, 2)
    window.hand.move(STEPS[0] + 40, STEPS[1])
    steps(window, 2)
    deep = room.model.shown.streets[0].steps
    assert deep > 0.6
    assert room.model.map.streets[0].steps == 0.4, "as long as a hand holds it"
    window.hand.release("mouse1")
    steps(window, 2)
    assert room.model.map.streets[0].steps == deep
    key(window, "control", "z")
    assert room.model.map.streets[0].steps == 0.4

    key(window, "shift", "u")
    key(window, ",")
    for point in ((16, 4), (16, 20)):
        click(window, point)
    key(window, "enter")
    lane = room.model.map.streets[1]
    assert (lane.id, lane.outline, lane.width, lane.level) == ("calle", (), 4.5, 1.0)
    key(window, ".")
    assert room.model.map.streets[1].width == 5.0, "a line that is chosen is made wider"
    key(window, "control", "z")
    key(window, "control", "z")
    assert len(room.model.map.streets) == 1

    take(window, "casse")  # what is put down there stands on it
    click(window, (7, 17, 1.25))
    assert pieces(room)["casse"][1] == 1.25


def test_what_stands_on_a_street_is_raised_with_it_and_both_are_taken_back_in_one_step(window: Any, room: Any) -> None:
    take(window, "pozzo")
    click(window, (7, 17, 0))
    key(window, "escape")
    key(window, "shift", "o")
    for corner in ((3, 14), (11, 14), (11, 21), (3, 21)):
        click(window, corner)
    key(window, "enter")
    assert pieces(room)["pozzo"][1] == 1.0, "a street that is laid under it takes it up"
    key(window, "page_up")
    assert (pieces(room)["pozzo"][1], room.model.map.streets[0].level) == (1.25, 1.25)
    key(window, "control", "z")
    assert (pieces(room)["pozzo"][1], room.model.map.streets[0].level) == (1.0, 1.0)


def test_what_is_told_of_a_piece_in_hand_is_not_written_over_itself(window: Any, room: Any) -> None:
    """A house that was just put down is still in hand: the house it stands in, its angle, and gaps to what is near."""
    take(window, "made house")
    click(window, (6, 6))
    click(window, (13, 6))
    steps(window, 2)
    laid = [box for box in room.labels.laid if box.x > 0]
    assert [label.text for label in room.scene.marks.hand.labels if "stands in" in label.text]
    assert len(laid) > 2
    assert not [(a, b) for n, a in enumerate(laid) for b in laid[:n] if a.meets(b)]


def test_a_boat_that_cannot_be_rowed_lies_on_its_water_too(window: Any, room: Any) -> None:
    """Market boats are debris to the rules (TERR-10): they were put down on the street's level, over the water."""
    key(window, "l")
    click(window, (1.2, 12))
    click(window, (22.8, 12))
    key(window, "enter")
    take(window, "barca-del-mercato")
    click(window, (12, 12, -0.75))
    assert pieces(room)["barca-del-mercato"][1] == room.model.map.canals[0].surface


def test_a_canal_has_steps_at_the_places_of_its_bank_that_were_pointed_at(window: Any, room: Any) -> None:
    key(window, "l")
    for corner in ((0, 12), (24, 12)):
        click(window, corner)
    key(window, "enter")
    point(window, (8, 15))
    key(window, "shift", "k")
    (canal,) = room.model.map.canals
    assert canal.steps == 0.4
    ((x, y),) = canal.steps_at
    assert (x, y) == pytest.approx((8, 15), abs=0.3)
    key(window, "shift", "k")
    assert (room.model.map.canals[0].steps, room.model.map.canals[0].steps_at) == (0.0, ()), "taken away"
    key(window, "control", "z")
    assert len(room.model.map.canals[0].steps_at) == 1


def test_a_row_of_houses_is_stretched_between_two_clicks(window: Any, room: Any) -> None:
    key(window, "u")
    click(window, (4, 4))
    click(window, (16, 4))
    widths = [p.piece.width for p in room.model.map.pieces]
    assert sum(widths) == pytest.approx(12.0, abs=0.02)


def test_one_of_a_group_is_all_of_it_but_with_alt(window: Any, room: Any) -> None:
    take(window, "casse")
    click(window, (6, 6))
    click(window, (12, 6))
    key(window, "escape")
    drag(window, (2, 2), (22, 10))
    key(window, "control", "g")
    key(window, "escape")
    click(window, (6, 6, 0.5))
    assert set(room.model.selected) == {"casse", "casse-2"}
    key(window, "escape")
    window.hand.press("alt")
    click(window, (12, 6, 0.5))
    window.hand.release("alt")
    assert room.model.selected == ("casse-2",)


def test_a_mini_shows_its_reach_and_what_it_sees(window: Any, room: Any) -> None:
    key(window, "n")
    click(window, (6, 6))
    click(window, (18, 6))
    assert [mini.at[:2] for mini in room.model.minis] == [
        pytest.approx((6, 6), abs=0.1),
        pytest.approx((18, 6), abs=0.1),
    ]
    until(window, lambda: room.live.reached is not None and len(room.live.views) == 1, 6000)
    assert room.live.reached.area == pytest.approx(math.pi * 4**2, rel=0.03), "MOVE 4 on an open street"
    (id, sight, cover, apart) = room.live.views[0]
    assert (id, sight.visible, cover.hidden) == ("mini", True, 0.0)
    assert apart.distance == pytest.approx(12 - 30 / 25.4, abs=0.2)
    drag(window, (18, 6, 0.6), (18, 12, 0.6))
    assert room.model.minis[1].at[1] > 10
    key(window, "delete")
    assert [mini.id for mini in room.model.minis] == ["mini"]
    assert room.model.map.pieces == (), "no map keeps them"


def test_the_tape_tells_the_way_between_its_ends(window: Any, room: Any) -> None:
    """Of whom is measured by: with more MOVE it takes fewer turns. Nothing of it stays once the tape is put away."""
    key(window, "r")
    click(window, (2.0, 12.0))
    assert room.live.way is None
    click(window, (20.0, 12.0))
    until(window, lambda: room.live.way is not None, 8000)
    way = room.live.way.way
    assert (way.arrives, way.turns, way.actions) == (True, 3, 5)
    told = [label.text for label in room.measured.way.labels]
    assert told == ["turn 1", "turn 2", '3 turns, 5 actions, 18.0"']
    key(window, "]")
    assert room.live.way is None
    until(window, lambda: room.live.way is not None, 8000)
    assert (room.live.way.way.turns, room.live.way.way.actions) == (2, 4)
    key(window, "escape")
    assert room.live.way is None
    assert not room.measured.way.labels


def test_roofs_that_join_by_jumps_are_told_in_words_for_each_dexterity(window: Any, room: Any) -> None:
    room.model.snaps = False
    room.model.grid = 0.0
    take(window, "casa-rosa")
    click(window, (6, 8))
    click(window, (13.6, 8))
    key(window, "escape")
    key(window, "6")
    assert room.model.shows.leaps
    until(window, lambda: room.live.complete and bool(room.live.leaps), 8000)
    (leap,) = room.live.leaps
    from sim.app.editor.live import chance_of
    from sim.app.editor.measure_marks import words_of

    assert leap.there.least is not None
    assert chance_of(leap.there, 6) > chance_of(leap.there, 4)
    assert words_of(leap, 6) != words_of(leap, 4)


def test_playing_on_a_board_comes_back_to_building_it(window: Any, room: Any) -> None:
    take(window, "casse")
    click(window, (6, 6))
    key(window, "escape")
    key(window, "f5")
    steps(window)
    assert window.room is None
    assert window.start is not None
    assert window.start.form.map == str(room.model.source)
    assert list(window.start.form.players.values()) == ["human", "seasoned"]
    assert read_map(room.model.source).pieces
    window.start.building.asked = BuildRequest()
    steps(window)
    assert set(pieces(window.room)) == {"casse"}
    key(window, "control", "z")
    assert pieces(window.room) == {}, "with its history"


# --- in a real window -----------------------------------------------------------------------------------------

WIDE, TALL = 1280, 800


class Built:
    """`bauta map new` in a window, with a hand at its mouse and keys."""

    def __init__(self, display: str, folder: Path) -> None:
        self.env = {**os.environ, "DISPLAY": display, "BAUTA_DATA": str(folder)}
        self.drafts, self.file = folder / "drafts", folder / "maps" / "campo.toml"
        self.program = subprocess.Popen([sys.executable, "-m", "sim", "map", "new", "Campo"], env=self.env)
        self.window = come_true(self.found).split()[-1]
        self.orbit = OrbitCamera((24.0, 24.0))
        self.orbit.aspect = WIDE / TALL
        self.orbit.distance, self.orbit.turn, self.orbit.steep = 24.0 * FAR, -90.0, 55.0

    def found(self) -> str:
        assert self.program.poll() is None, "the program has ended"
        return self.do("search", "--onlyvisible", "--name", "Bauta")

    def do(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=self.env, capture_output=True, text=True)
        return done.stdout.strip()

    def key(self, name: str) -> None:
        self.do("windowfocus", self.window, "key", "--delay", "120", name)

    def click(self, x: float, y: float) -> None:
        self.do("mousemove", "--window", self.window, f"{x:.0f}", f"{y:.0f}", "sleep", "0.4", "click", "1")

    def on_board(self, x: float, y: float) -> None:
        a, b, _ = self.orbit.view.project((x, y, 0.0), WIDE / TALL)
        self.click((a + 1) / 2 * WIDE, (1 - b) / 2 * TALL)

    def text(self) -> str:
        """What is built, as its draft has it."""
        found = [*self.drafts.glob("*/draft.toml")]
        return found[0].read_text("utf-8") if found else ""


@pytest.mark.window
def test_a_newcomer_builds_a_board_with_zones_of_its_own_and_a_game_begins_in_them(window: Any, room: Any) -> None:
    """A canal, a bridge, houses on both sides by symmetry, zones, objectives: sound, saved, and played on."""
    key(window, "l")
    click(window, (1.2, 12))
    click(window, (22.8, 12))
    key(window, ".")
    key(window, ".")
    key(window, "enter")
    assert room.model.map.canals[0].line == ((0.0, 12.0), (24.0, 12.0)), "its ends are drawn to the edges"
    key(window, "k")
    click(window, (12, 8.5))
    click(window, (12, 15.5))
    room.model.symmetry = "half turn"
    for start, end in (((23, 5.5), (13.5, 5.5)), ((9, 5.5), (1.5, 5.5))):
        key(window, "u")
        click(window, start)
        click(window, end)
    assert len(room.model.map.pieces) >= 7
    key(window, "z")
    for corner in ((0, 0), (24, 0), (24, 5), (14, 7), (0, 7)):
        click(window, corner)
    key(window, "enter")
    key(window, "shift", "z")
    click(window, (5, 12, -0.75))
    key(window, "control", "s")
    steps(window)
    board = Board.load(room.model.source)
    assert [issue for issue in whole_check(board, unready) if issue.severity == "error"] == []
    layout = setup_of(board, str(room.model.source), "acquisition", ("north", "south"), (), 1).layout
    assert [zone.name for zone in layout.zones] == ["zone", "zone 2"]
    assert [at[:2] for at in layout.objectives] == [(5.0, 12.0), (19.0, 12.0)]


def test_from_straight_above_the_view_tips_where_it_is_and_a_finding_is_flown_to_from_there(
    window: Any, room: Any
) -> None:
    key(window, "t")
    room.scene.zoom(0.25, (18.0, 6.0, 0.0))
    steps(window)
    before = [room.scene.pixel((x, y, 0.0)) for x, y in ((17.0, 5.0), (19.0, 7.0))]
    room.scene.drag("mouse3", 0.0, 0.0, window.host.size() if hasattr(window, "host") else (1280, 800))
    steps(window)
    after = [room.scene.pixel((x, y, 0.0)) for x, y in ((17.0, 5.0), (19.0, 7.0))]
    assert room.scene.orbit.mode == "orbit"
    assert np.asarray(after) == pytest.approx(np.asarray(before), abs=12)
    key(window, "t")
    room.scene.go_to((4.0, 4.0, 0.0))
    steps(window)
    assert room.scene.orbit.mode == "top"


def test_a_house_on_a_drawn_plan_offers_no_width_and_depth(
    window: Any, room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.model.commit(PlacePieces((PiecePlacement(HousePlan(), (6.0, 6.0)),)))
    room.model.selected = room.model.fresh
    steps(window)
    assert {"Width", "Depth", "Floors"} <= set(laid_out(window, monkeypatch))
    key(window, "p")
    for corner in ((12, 12), (18, 12), (18, 20), (14, 20), (14, 16), (12, 16)):
        click(window, corner)
    key(window, "enter")
    steps(window)
    shown = set(laid_out(window, monkeypatch))
    assert "Floors" in shown
    assert shown.isdisjoint({"Width", "Depth"})


def test_the_words_of_a_note_are_typed_as_soon_as_it_lies_there(window: Any, room: Any) -> None:
    key(window, "f")
    click(window, (18, 5))
    steps(window, 3)
    for letter in "Well":
        imgui.get_io().add_input_character(ord(letter))
        steps(window, 1)
    click(window, (4, 12))
    assert [note.text for note in room.model.map.notes] == ["Well"]


def test_enter_takes_the_first_piece_that_was_found(window: Any, room: Any) -> None:
    """Whoever had looked for a piece by keys had the pointer to lead to its picture."""
    key(window, "control-f")
    steps(window, 2)
    for letter in "well":
        imgui.get_io().add_input_character(ord(letter))
        steps(window, 1)
    key(window, "enter")
    steps(window, 2)
    assert room.hand.tool is EditorTool.PLACE
    assert [each.piece for each in room.hand.brush.pieces] == ["pozzo"]


@needs_display
def test_a_legal_board_is_built_saved_and_checked_in_a_real_window(display: str, tmp_path: Path) -> None:
    """A canal, two houses on each side and two bridges, by the mouse and keys of a screen."""
    built = Built(display, tmp_path)

    def cut() -> bool:
        built.key("l")
        built.on_board(0.3, 12)
        built.on_board(23.7, 12)
        built.key("Return")
        return "line = [[0, 12], [24, 12]]" in built.text()

    def put(words: str, id: str, at: tuple[float, float], turns: int = 0) -> None:
        def tried() -> bool:
            built.click(110, 102)
            built.do("type", "--delay", "60", words)
            built.do("sleep", "0.6")
            built.click(72, 160)
            for _ in range(turns):
                built.key("q")
            built.on_board(*at)
            built.do("sleep", "1")
            built.key("Escape")
            return f'id = "{id}"' in built.text()

        come_true(tried)  # a busy machine may lose a click; the same piece is not put down twice

    try:
        come_true(cut)
        for _ in range(3):
            built.key("period")
        put("ocra", "casa-ocra", (20, 4.5))
        put("ocra", "casa-ocra-2", (4, 19.5), 12)
        put("magazzino", "magazzino", (5, 4.5))
        put("magazzino", "magazzino-2", (19, 19.5), 12)
        put("ponte di legno", "ponte-di-legno", (6, 12), 6)
        put("ponte di legno", "ponte-di-legno-2", (18, 12), 6)
        come_true(lambda: (built.key("ctrl+s"), built.file.is_file())[1])
    finally:
        built.program.kill()
        built.program.wait()
    assert len(read_map(built.file).pieces) == 6
    assert [issue for issue in check_map(built.file) if issue.severity == "error"] == []


def test_a_marked_part_is_made_again_and_another_number_takes_its_place(window: Any, room: Any) -> None:
    before = room.model.document.text
    key(window, "i")
    for corner in ((2, 2), (20, 2), (20, 16), (2, 16)):
        click(window, corner)
    key(window, "enter")
    until(window, lambda: not room.remaker.busy)
    first = room.model.document.text
    assert len(room.model.map.pieces) > 5
    key(window, "shift", "i")
    until(window, lambda: not room.remaker.busy)
    assert room.model.document.text not in (before, first)
    key(window, "control", "z")
    assert room.model.document.text == before


def words_shown(window: Any, monkeypatch: pytest.MonkeyPatch, at: tuple[float, float]) -> str:
    """All that stands anywhere while the mouse rests at a place, tooltips too."""
    said: list[str] = []
    with watched(monkeypatch) as watch:
        for aside in range(8):
            window.hand.move(at[0] + aside % 2, at[1])
            watch.begin()
            steps(window, 1)
            said += [each.words for each in watch.things]
    return " ".join(said)


def test_the_styles_of_the_generator_are_explained_where_one_points_at_them(
    window: Any, room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(STYLE_HINTS) == set(Style)
    key(window, "i")
    steps(window)
    for style in Style:
        box = laid_out(window, monkeypatch)[str(style).capitalize()]
        shown = words_shown(window, monkeypatch, ((box.left + box.right) / 2, (box.top + box.bottom) / 2))
        assert STYLE_HINTS[style] in shown
        assert [other for other in Style if STYLE_HINTS[other] in shown] == [style]


def test_every_kind_that_a_part_may_have_is_explained() -> None:
    assert set(KIND_HINTS) == set(WORDS)
    assert len(set(KIND_HINTS.values())) == len(WORDS)


def test_a_bar_without_room_tells_what_is_news_and_leaves_out_what_is_always_true(
    window: Any, room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.model.commit(PlacePieces((PiecePlacement("casse", (10.0, 10.0)),)))
    told = list[str]()
    fitted = widgets.draw_fitted
    monkeypatch.setattr(
        widgets, "draw_fitted", lambda draw, at, words, *rest: told.append(words) or fitted(draw, at, words, *rest)
    )
    for name, whole in (
        ("Campo", True),
        ("A very long name of a quarter of Venice, whose end is read by nobody", False),
    ):
        room.model.commit(SetBoard(name, (24.0, 24.0)))
        told.clear()
        point(window, (3 + whole, 3))
        steps(window)
        line = next(words for words in told if "kept as a draft" in words)
        assert ("1 piece" in line) is whole


def test_while_bots_try_the_board_the_bar_says_how_far_they_are(
    window: Any, room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their page is closed while building goes on."""
    told = list[str]()
    fitted = widgets.draw_fitted
    monkeypatch.setattr(
        widgets, "draw_fitted", lambda draw, at, words, *rest: told.append(words) or fitted(draw, at, words, *rest)
    )
    monkeypatch.setattr(type(room.trial), "busy", True)
    room.trial.done, room.trial.games = 1, 4
    steps(window)
    assert any("bots play: 1 of 4" in words for words in told)


def test_what_is_stopped_by_escape_leaves_the_board(window: Any, room: Any) -> None:
    before = room.model.document.text
    key(window, "i")
    window.room.remaker.worker.submit(lambda: None, lambda _: None)
    assert room.remaker.busy
    key(window, "escape")
    assert not room.remaker.busy
    assert room.hand.tool is EditorTool.REMAKE
    key(window, "escape")
    assert room.hand.tool is EditorTool.SELECT
    assert room.model.document.text == before


def test_where_measuring_takes_long_it_is_said_for_how_long(
    window: Any, room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LiveMeasures, "complete", False)
    monkeypatch.setattr(LiveMeasures, "fresh", False)
    for waited, said in ((2.0, "checking…"), (17.9, "checking for 17 s…")):
        monkeypatch.setattr(LiveMeasures, "waited", waited)
        assert any(said in words for words in laid_out(window, monkeypatch))


@pytest.mark.parametrize(("name", "done"), [("f6", "trial"), ("v", "versions"), ("escape", ""), ("s", "leave")])
def test_the_menu_does_what_its_keys_are_told_to(
    window: Any, room: Any, monkeypatch: pytest.MonkeyPatch, name: str, done: str
) -> None:
    """Its lines named keys that did nothing while it was open, and nobody left it without a mouse."""
    asked: list[str] = []
    room.command("pause")
    steps(window, 1)
    monkeypatch.setattr(room, "command", asked.append)
    window.hand.press(name)
    steps(window, 1)
    window.hand.release(name)
    steps(window, 1)
    assert room.dialog == ""
    assert asked == ([done] if done else [])
