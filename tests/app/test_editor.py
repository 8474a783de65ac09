"""A board is built in the window: by an injected mouse and keys without a display, and in a real one under Xvfb."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.app.hud.build_panel import BuildRequest
from sim.board.files.mapfile import read_map


@pytest.fixture(scope="module")
def window() -> Iterator[Any]:
    from sim.app.window.table_window import TableWindow

    made = TableWindow((1280, 800), offscreen=True, threaded=False)
    yield made
    made.close()
    made._close_game()
    made.screen.close()


@pytest.fixture
def room(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    window.show_start()
    window.open_editor(BuildRequest(name="Campo", size=(24.0, 24.0)))
    steps(window)
    return window.room


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
    assert [p.piece for p in window.room.hand.brush] == [piece]


def pieces(room: Any) -> dict[str, tuple[tuple[float, float], float, float]]:
    return {p.id: (p.at, p.z, p.turn) for p in room.model.map.pieces}


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
    until(window, lambda: room.findings.fresh and room.findings.count("error") > 0, 4000)
    found = next(issue for issue in room.findings.issues if "stand in one another" in issue.what)
    from sim.app.editor.findings import place_of

    place, ids = place_of(found, room.model)
    assert set(ids) == {"casa-rosa", "casa-rosa-2"}
    assert place is not None
    assert place[:2] == pytest.approx((9, 9), abs=0.5)


def test_playing_on_a_board_comes_back_to_building_it(window: Any, room: Any) -> None:
    take(window, "casse")
    click(window, (6, 6))
    key(window, "escape")
    key(window, "f5")
    steps(window)
    assert window.room is None
    assert window.start is not None
    assert window.start.maps[window.start.map] == str(room.model.source)
    assert read_map(room.model.source).pieces
    window.start.building.asked = BuildRequest()
    steps(window)
    assert set(pieces(window.room)) == {"casse"}
    key(window, "control", "z")
    assert pieces(window.room) == {}, "with its history"
