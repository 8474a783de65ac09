"""The shapes of a board that was opened before are read, and are those that were made."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Event
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

from sim.app.render import board_looks as looks_of_boards
from sim.app.render import board_surfaces, figures
from sim.app.render.board_cells import BoardCells
from sim.app.render.board_looks import BoardLooks, board_looks, is_hurried
from sim.app.render.cell_shapes import Shape
from sim.app.render.figures import FigureLook, figure_surface
from sim.app.render.fine_picture import PRIMES
from sim.app.render.first_frames import draw_by_groups
from sim.app.render.later import Later
from sim.app.render.pacing import HARDLY, Pace
from sim.app.render.screen import Screen
from sim.board.board import Board
from sim.board.model.terrain import Meaning
from tests.app.pictures import own_cache, screen
from tests.app.render_boards import box, house_on_a_quay

__all__ = ["own_cache", "screen"]


class Stage:
    """As much of a renderer as cells need."""

    def __init__(self) -> None:
        from panda3d.core import NodePath

        self.groups = {name: NodePath(name) for name in ("stucco", "other", "detail")}

    def touch(self) -> None:
        """Nothing is drawn."""


@pytest.fixture(scope="module")
def hurried(screen: Screen, own_cache: None) -> Screen:
    """Like a window that the processor draws."""
    if not screen.shaders:
        pytest.skip("only the tiny renderer is here: no shaders")
    made = msgspec.structs.replace(screen, software=True, base=screen)
    assert is_hurried(made)
    return made


def opened(screen: Screen, board: Board) -> tuple[BoardLooks, Stage]:
    """A board with all its shapes drawn, kept if it was not yet."""
    looks, stage = board_looks(screen, board), Stage()
    cells = BoardCells(stage, looks, None, hurried=True, pool=None)
    while cells.waiting:
        cells.go_on()
    return looks, stage


def drawn(stage: Stage) -> list[tuple[str, bytes, bytes]]:
    """All that hangs in the groups: names, vertices and triangles."""
    made = []
    for group in stage.groups.values():
        for place in group.find_all_matches("**/+GeomNode"):
            for geom in place.node().get_geoms():
                data: Any = geom.get_vertex_data().get_array(0).get_handle().get_data()
                index: Any = geom.get_primitive(0).get_vertices().get_handle().get_data()
                made.append((str(place), bytes(data), bytes(index)))
    return made


def same(one: Shape, other: Shape) -> bool:
    return bool(np.array_equal(one.rows, other.rows) and np.array_equal(one.index, other.index))


def test_a_board_that_was_opened_before_is_read_and_looks_the_same(hurried: Screen) -> None:
    made, first = opened(hurried, house_on_a_quay())
    read, second = opened(hurried, house_on_a_quay())
    assert all(cell.made is not None for cell in made.cells)
    assert read.cells
    assert all(cell.made is None for cell in read.cells), "nothing was made again"
    assert len(drawn(first)) > 3
    assert drawn(first) == drawn(second)
    assert made.proxy is not None
    assert read.proxy is not None
    assert same(made.proxy, read.proxy)
    assert (read.triangles, read.lit) == (made.triangles, True)
    assert read.tall == pytest.approx(made.tall)
    assert read.light().cube((2.0, 2.0, 1.0)) == pytest.approx(made.light().cube((2.0, 2.0, 1.0)), abs=1e-3)


def test_another_board_is_made_anew(hurried: Screen) -> None:
    opened(hurried, house_on_a_quay())
    other = Board.from_parts(
        [("ground/street", Meaning(material="paving"), box((0, 0, -2), (12, 8, 0)))], size=(12, 12)
    )
    looks, _ = opened(hurried, other)
    assert all(cell.made is not None for cell in looks.cells)


def test_a_picture_without_a_window_keeps_nothing(screen: Screen, own_cache: None) -> None:
    assert board_looks(screen, house_on_a_quay()).key == ""


def never(*_: object) -> None:
    raise AssertionError("it was made again")


def test_nothing_of_a_kept_board_is_put_together_to_find_it(hurried: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(hurried, house_on_a_quay())
    monkeypatch.setattr(board_surfaces, "board_patches", never)
    read, _ = opened(hurried, house_on_a_quay())
    assert read.cells


def test_boards_of_the_same_shape_are_told_apart_by_what_their_parts_are_called(hurried: Screen) -> None:
    """A part is painted by its name, where no map says more."""
    quay = (Meaning(), box((0, 0, -2), (12, 8, 0)))
    boards = [Board.from_parts([(name, *quay)], size=(12, 12)) for name in ("quay/stone", "hut/wood")]
    keys = {board_looks(hurried, board).key for board in boards}
    assert len(keys) == 2


def test_the_shade_of_a_mini_is_kept(own_cache: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "_SHADES", {})
    _, made = figure_surface("human", 30.0, FigureLook())
    assert 0 <= made.open.min() < made.open.max() <= 1
    monkeypatch.setattr(figures, "_SHADES", {})
    monkeypatch.setattr(figures, "_openness", never)
    _, read = figure_surface("human", 30.0, FigureLook())
    assert np.array_equal(made.open, read.open)


def test_how_far_a_board_is_made_is_told_until_it_is_kept(hurried: Screen, own_cache: None) -> None:
    """Its pieces one by one: an empty bar stood for half a minute where kernels were compiled beside it."""
    board = Board.load("campiello-dei-remi")
    told: list[tuple[float, str]] = []
    board_looks(hurried, board, progress=lambda share, words: told.append((share, words)), light_later=True)
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert board.map is not None
    assert len({share for share, words in told if words == "houses and bridges are built"}) > len(board.map.pieces) / 2


def test_how_far_textures_are_is_told_too(hurried: Screen, own_cache: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a fresh machine the bar stood at nothing for seconds."""
    monkeypatch.setattr(looks_of_boards, "texture_arrays", lambda _, told: told(0.5))
    told: list[tuple[float, str]] = []
    board_looks(hurried, house_on_a_quay(), progress=lambda *one: told.append(one))
    mixed = [share for share, words in told if words == "stone, tiles and stucco are mixed"]
    assert mixed == [0.0, looks_of_boards.BUILT / 2]


def test_a_board_is_drawn_in_lots_between_which_the_window_goes_on(hurried: Screen) -> None:
    """All of its shapes at once took a frame 0.15 s of a busy machine's processor."""
    looks, stage = board_looks(hurried, Board.load("campiello-dei-remi"), light_later=True), Stage()
    drawn = list[int]()

    def pause() -> None:
        drawn.append(sum(len(group.find_all_matches("**/+GeomNode")) for group in stage.groups.values()))

    BoardCells(stage, looks, None, hurried=True, pool=None, pause=pause)
    pause()
    steps = [after - before for before, after in pairwise([0, *drawn])]
    assert len(steps) >= 4
    assert max(steps) < 0.5 * drawn[-1]


def test_where_its_light_is_worked_out_it_is_told_in_between(hurried: Screen, own_cache: None) -> None:
    told: list[tuple[float, str]] = []
    board = Board.from_parts([("house", Meaning(), box((2, 2, 0), (5.5, 6, 3)))], size=(12, 12))
    board_looks(hurried, board, progress=lambda *one: told.append(one))
    assert any(words == "the light is worked out" for _, words in told)
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_what_light_falls_on_is_put_together_when_a_mini_wants_it(
    hurried: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a second of the processor, before a board could be seen that had no minis yet."""
    made, _ = opened(hurried, house_on_a_quay())
    real = looks_of_boards.LightScene
    monkeypatch.setattr(looks_of_boards, "LightScene", never)
    read, _ = opened(hurried, house_on_a_quay())
    monkeypatch.setattr(looks_of_boards, "LightScene", real)
    assert len(read.light().albedo) == len(made.light().albedo)
    assert read.light() is read.light()


def test_what_is_made_later_is_made_once_and_told_when_it_is_there() -> None:
    made, may = list[int](), Event()

    def make() -> int:
        may.wait()
        made.append(1)
        return 7

    later = Later(make)
    assert not later.awaited
    with ThreadPoolExecutor(1) as pool:
        later.begin(pool)
        later.begin(pool)
        assert later.awaited
        may.set()
        assert later() == 7
    assert (made, later.awaited) == ([1], False)


def test_the_boxes_of_cells_are_those_of_what_they_draw(hurried: Screen) -> None:
    _, stage = opened(hurried, house_on_a_quay())
    cells = [cell for group in stage.groups.values() for cell in group.get_children()]
    assert cells
    for cell in cells:
        low, high = cell.find("near").get_tight_bounds()
        assert np.allclose(cell.get_python_tag("box"), [tuple(low), tuple(high)], atol=1e-4)


def test_what_nobody_sees_yet_is_drawn_at_hardly_any_size() -> None:
    """A board is drawn group by group behind the page that says how far it is."""
    pace, seen, renderer = unseen()
    draw_by_groups(renderer, lambda: seen.append(pace.share))
    assert set(seen) == {HARDLY}
    assert pace.share == 0.75
    assert not any(group.is_hidden() for group in renderer.groups.values())


def test_what_the_driver_compiles_is_compiled_a_group_a_frame_before_a_board_is_seen() -> None:
    """For still views and for houses that are open, too: else the first that opens would hold a frame up."""
    _, _, renderer = unseen()
    opening: list[Any] = []
    renderer.open = lambda cutaway: opening.append(cutaway)
    seen = []

    def show() -> None:
        shown = [name for name, group in renderer.groups.items() if not group.is_hidden()]
        seen.append((bool(opening) and opening[-1] is not None, renderer.fine.primes > 0, shown))
        renderer.fine.primes = max(0, renderer.fine.primes - 1)

    draw_by_groups(renderer, show)
    for opened in (False, True):
        for name in renderer.groups:
            assert (opened, False, [name]) in seen
            assert (opened, True, [name]) in seen
    assert all(len(shown) == 1 for is_open, primed, shown in seen if is_open or primed)
    assert opening[-1] is None


def unseen() -> tuple[Pace, list[float], Any]:
    """The pace of a renderer that has drawn nothing yet, a list for the shares that it draws at, and the renderer."""
    pace = Pace(software=True, seconds=0.05)
    shadows, fine = SimpleNamespace(pieces_left=2), SimpleNamespace(primes=PRIMES)
    nothing: Any = lambda *_, **__: None  # noqa: E731
    renderer: Any = SimpleNamespace(
        groups=Stage().groups, pace=pace, sun=shadows, fine=fine, touch=nothing, open=nothing
    )
    return pace, [], renderer
