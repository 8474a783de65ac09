"""A mesh becomes a piece in the window: chosen, scaled by two points, parted, given kinds, brushed, kept, put down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.app.editor import workshop_panel
from sim.app.editor.tools import EditorTool
from sim.app.editor.workshop import Does
from sim.app.hud.build_panel import BuildRequest
from sim.board.files.pieces import library_dir, read_piece
from sim.board.model.terrain import Kind, Landing
from sim.builder.importing.pieces import imported
from tests.app.layout_watch import watched
from tests.app.screens import display
from tests.app.test_editor import laid_out, press
from tests.builder.test_importing import scanned_box
from tests.shapes import box

__all__ = ["display"]


@pytest.fixture
def room(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    window.show_start()
    window.open_editor(BuildRequest(name="Campo", size=(24.0, 24.0)))
    steps(window)
    return window.room


@pytest.fixture
def print_(tmp_path: Path) -> Path:
    """A print in mm: a house 100 x 80, 90 high, and a heap of straw on the street beside it."""
    house, straw = _box((0, 0, 0), (100, 80, 90), 10), _box((120, 0, 0), (150, 30, 12), 3)
    path = tmp_path / "My House.stl"
    _write_stl(path, np.concatenate([house, straw]))
    return path


def _box(low: tuple[float, ...], high: tuple[float, ...], fine: int) -> np.ndarray:
    """A box whose sides are cut into squares."""
    made = []
    span = np.subtract(high, low)
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for end in (0.0, 1.0):
            for i in range(fine):
                for j in range(fine):
                    corners = np.zeros((4, 3))
                    corners[:, axis] = end
                    for number, (a, b) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
                        corners[number, u], corners[number, v] = (i + a) / fine, (j + b) / fine
                    ring = corners * span + low
                    ring = ring if end else ring[::-1]
                    made += [ring[[0, 1, 2]], ring[[0, 2, 3]]]
    return np.array(made)


def _write_stl(path: Path, triangles: np.ndarray) -> None:
    rows = np.zeros(len(triangles), np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")]))
    rows["corners"] = triangles
    path.write_bytes(b"\0" * 80 + np.uint32(len(triangles)).tobytes() + rows.tobytes())


def steps(window: Any, count: int = 3) -> None:
    for _ in range(count):
        window.step()


def settled(window: Any) -> None:
    for _ in range(400):
        window.step()
        if not window.room.workshop.busy:
            return
    raise AssertionError("it is still at work")


def click(window: Any, at: tuple[float, float, float], *, drag: tuple[float, float, float] | None = None) -> None:
    scene = window.room.scene
    window.hand.move(*scene.pixel(at))
    steps(window, 2)
    window.hand.press("mouse1")
    steps(window, 1)
    if drag is not None:
        window.hand.move(*scene.pixel(drag))
        steps(window, 2)
    window.hand.release("mouse1")
    steps(window, 2)


def spot_on(room: Any, point: tuple[float, float, float]) -> tuple[float, float, float]:
    """Where a point of the file stands on the board."""
    shop = room.workshop
    x, y, z = (np.array(point) - shop.made.feet) * shop.made.inches + shop.spot
    return (float(x), float(y), float(z))


def test_a_print_becomes_a_piece_of_the_library(window: Any, room: Any, print_: Path) -> None:
    shop = room.workshop
    room.command("import")
    assert room.hand.tool is EditorTool.IMPORT
    shop.open(print_)
    settled(window)
    assert shop.name == "my-house"
    assert [part.name for part in shop.made.parts] == ["my-house-1", "my-house-2"]
    assert shop.made.inches == pytest.approx(1 / 25.4)  # millimetres, by the guess
    room.scene.orbit.steep = 40.0
    steps(window)

    click(window, spot_on(room, (140, 0, 6)))  # the straw
    assert shop.chosen == "my-house-2"
    shop.kind(shop.chosen, "soft")
    settled(window)

    shop.does = Does.MEASURE
    click(window, spot_on(room, (0.5, 0, 45)))
    click(window, spot_on(room, (99.5, 0, 45)))
    assert len(shop.points) == 2
    shop.scale_by(5.0)  # the front is to be so wide
    settled(window)
    wide = float(np.ptp(shop.made.parts[0].triangles[..., 0]))
    assert wide == pytest.approx(5.0 * 100 / 99, rel=0.03)

    shop.does, shop.radius = Does.BRUSH, 0.6
    click(window, spot_on(room, (30, 40, 90)), drag=spot_on(room, (60, 40, 90)))
    assert 4 < shop.brushed.sum() < 120
    count = int(shop.brushed.sum())
    shop.part_of_brushed("skylight")
    settled(window)
    sizes = {part.name: len(part.triangles) for part in shop.made.parts}
    assert sizes["skylight"] == count
    assert shop.chosen == "skylight"
    shop.kind("skylight", "impassable")
    settled(window)

    before = room.model.document.text
    shop.keep()
    settled(window)
    steps(window)
    assert room.hand.tool is EditorTool.PLACE
    assert [placed.piece for placed in room.hand.brush.pieces] == ["my-house"]
    assert room.model.document.text == before
    parts = {part.name: part for part in read_piece(library_dir() / "my-house.glb")}
    assert parts["skylight"].meaning.kind is Kind.IMPASSABLE
    assert parts["my-house-2"].meaning.landing is Landing.SOFT
    assert sum(len(part.triangles) for part in parts.values()) == len(imported(print_).triangles)
    assert "my-house" in room.panels.palette.names


def test_what_is_no_mesh_is_said_and_another_can_be_chosen(
    window: Any, room: Any, tmp_path: Path, print_: Path
) -> None:
    shop = room.workshop
    room.command("import")
    wrong = tmp_path / "wrong.stl"
    wrong.write_bytes(b"solid nothing")
    shop.open(wrong)
    settled(window)
    assert shop.made is None
    assert shop.trouble
    shop.open(tmp_path / "nowhere.stl")
    assert "cannot be read" in shop.trouble
    shop.open(print_)
    settled(window)
    assert shop.trouble == ""
    assert shop.made is not None
    steps(window)


def test_after_a_broken_file_another_path_can_be_typed_at_once(window: Any, room: Any, tmp_path: Path) -> None:
    """Its failure stayed, also when the import was left and begun anew, and what was typed went to the board as keys:
    with an M in the path, all that was chosen was mirrored."""
    wrong = tmp_path / "wrong.stl"
    wrong.write_bytes(b"solid nothing")
    room.command("import")
    steps(window)
    room.workshop.open(wrong)
    settled(window)
    room.command("select")
    steps(window)
    room.command("import")
    steps(window)
    assert room.workshop.trouble
    assert window.ui.io.want_text_input


def test_a_mesh_of_no_size_that_pieces_have_is_asked_how_long_it_is(window: Any, room: Any, tmp_path: Path) -> None:
    """It was told to give an option of the command, which the window has not."""
    path = tmp_path / "Casa è città.stl"
    _write_stl(path, box((0, 0, 0), (13000, 9000, 9000)))
    shop = room.workshop
    room.command("import")
    shop.open(path)
    settled(window)
    assert (shop.made, shop.missized) == (None, True)
    steps(window)
    shop.wish(points=None, size=6.0)
    settled(window)
    assert (shop.missized, shop.trouble) == (False, "")
    assert float(np.ptp(shop.made.triangles[..., 0])) == pytest.approx(6.0)
    assert [part.name for part in shop.made.parts] == ["casa-e-citta"]
    steps(window)


def test_what_is_mended_in_a_mesh_and_every_unit_that_fits_are_shown(
    window: Any, room: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A centimetre was no choice where three others fitted, and nothing told of holes."""
    path = tmp_path / "open.stl"
    _write_stl(path, box((0, 0, 0), (10, 9.9, 13))[:-2])
    shop = room.workshop
    room.command("import")
    shop.open(path)
    settled(window)
    steps(window)
    with watched(monkeypatch) as watch:
        watch.begin()
        window.step()
    words = {each.words for each in watch.things}
    assert {"ft", "m", "in", "cm", "mm"} <= words
    assert any("with holes" in each for each in words)


def test_the_guess_can_be_changed_and_parts_cut(window: Any, room: Any, print_: Path) -> None:
    shop = room.workshop
    room.command("import")
    shop.open(print_)
    settled(window)
    shop.unscaled(scale="in")
    settled(window)
    assert shop.made.inches == 1.0 or "longest side" in shop.trouble
    shop.unscaled(scale="mm")
    settled(window)
    shop.wish(cuts=(2.0,))
    settled(window)
    assert [part.name for part in shop.made.parts][:2] == ["my-house-1-level-1", "my-house-1-level-2"]
    shop.wish(cuts=(), split="none")
    settled(window)
    assert len(shop.made.parts) == 1
    steps(window)


def test_a_scan_of_a_table_is_levelled_by_three_clicks_and_becomes_a_board(
    window: Any, room: Any, tmp_path: Path
) -> None:
    """A table of 20" by 16" in metres, tilted by 10 degrees, with a house and a ditch."""
    shop = room.workshop
    path, put = _scan(tmp_path)
    room.command("import")
    shop.open(path)
    settled(window)
    shop.wish(up="z")
    settled(window)
    assert shop.made.inches == pytest.approx(39.37, abs=0.01)  # by the guess: a metre of the table
    shop.does = Does.LEVEL
    room.scene.orbit.steep = 60.0
    steps(window, 30)
    for at in ((1, 1, 0), (10, 1, 0), (1, 13, 0)):
        click(window, spot_on(room, put(at)))
    assert len(shop.points) == 3
    steps(window)  # the triangle is drawn
    shop.level_by_points()
    settled(window)
    lowest = shop.made.triangles[shop.made.triangles[..., 2].max(axis=1) < 1.1]
    assert np.ptp(lowest[..., 2]) == pytest.approx(1.0, abs=0.1)  # the street, and the ditch an inch below

    shop.does = Does.MEASURE
    for at in ((1, 1, 0), (11, 1, 0)):
        click(window, spot_on(room, tuple(np.array(shop.made.turn) @ put(at))))
    shop.scale_by(10.0)
    settled(window)
    assert shop.trouble == ""
    shop.does = Does.CROP
    for at in ((19, 15, 0), (1, 2, 0)):
        click(window, spot_on(room, tuple(np.array(shop.made.turn) @ put(at))))
    steps(window)  # the rectangle is drawn
    shop.crop_to_points()
    steps(window)
    shop.lay_down(0.5)
    settled(window)
    assert shop.trouble == ""
    steps(window, 3)
    assert window.room is not room
    made = window.room.model.map
    assert made.size == pytest.approx((18, 13), abs=0.4)
    assert [placed.piece for placed in made.pieces] == ["table-scan"]
    (water,) = made.canals
    assert water.surface == -0.5
    assert water.bed is not None
    assert water.bed < -0.9


def _scan(folder: Path) -> tuple[Path, Any]:
    """The file, and where in it a point of the table lies."""
    side = np.arange(0.0, 20.01, 0.5), np.arange(0.0, 16.01, 0.5)
    x, y = np.meshgrid(*side, indexing="ij")
    points = np.stack([x, y, np.where((x > 13) & (x < 17), -1.0, 0.0)], axis=-1)
    a, b, c, d = points[:-1, :-1], points[1:, :-1], points[1:, 1:], points[:-1, 1:]
    ground = np.concatenate([np.stack(t, axis=-2).reshape(-1, 3, 3) for t in ((a, b, c), (a, c, d))])
    triangles = np.concatenate([ground, _box((3, 4, -0.2), (8, 9, 5), 4)])
    angle = np.radians(10)
    tilt = np.array([[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]])

    def put(point: tuple[float, ...]) -> Any:
        return tilt @ np.array(point, dtype=np.float64) * 0.0254

    _write_stl(folder / "table.stl", triangles @ tilt.T * 0.0254)
    return folder / "table.stl", put


def test_a_label_stands_on_the_line_of_what_it_labels(
    window: Any, room: Any, print_: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.command("import")
    room.workshop.open(print_)
    settled(window)
    boxes = laid_out(window, monkeypatch)
    label, button = boxes["Parts"], boxes["Auto"]
    assert (label.top + label.bottom) / 2 == pytest.approx((button.top + button.bottom) / 2, abs=2.5)


def test_a_rough_mesh_is_told_and_measured_thinned_by_a_button(
    window: Any, room: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write_stl(tmp_path / "scan.stl", scanned_box(5, 0.012) * 25.4)
    monkeypatch.setattr(workshop_panel, "FEWER", 1000)
    room.command("import")
    room.workshop.open(tmp_path / "scan.stl")
    steps(window)
    every = len(room.workshop.made.triangles)
    assert "A rough surface in 12,288 triangles: rulings take long over it" in laid_out(window, monkeypatch)
    press(window, monkeypatch, "Measure it thinned")
    assert len(room.workshop.made.triangles) < 1200 < every
    assert any(words.startswith("measured on ") for words in laid_out(window, monkeypatch))
    press(window, monkeypatch, "Measure it thinned")
    assert len(room.workshop.made.triangles) == every
