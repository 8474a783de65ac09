"""`import sim`: what it offers, that it is quick, and that what is given wrongly is said with what would mend it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from math import inf, nan
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import sim
import sim.board
import sim.carnevale
import sim.engine
from sim.board.files.folders import assets_dir
from sim.board.model.queries import SightOf
from sim.board.model.terrain import Obstacle
from sim.bots.base import BOTS

Asked = Callable[[sim.Tabletop], Any]
STREET = sim.box((0, 0, -1), (12, 12, 0))
WALL = sim.box((5, 2, 0), (7, 10, 3))


@pytest.fixture(scope="module")
def top() -> sim.Tabletop:
    """Two minis on a street with a wall between them."""
    board = sim.from_parts({"ground/street": STREET, "wall": WALL})
    return board.with_mini("a", (2, 6, 0)).with_mini("b", (9, 6, 0))


def test_importing_it_loads_nothing_heavy() -> None:
    heavy = ("numba", "numpy", "trimesh", "shapely", "PIL", "msgspec")
    code = f"import sys, sim; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert done.stdout.strip() == "[]"


def test_every_name_that_is_offered_is_there_and_explained() -> None:
    assert set(sim.__all__) <= set(dir(sim))
    for name in sim.__all__:
        assert getattr(sim, name) is not None
        assert name == "__version__" or getattr(sim, name).__doc__, name


def test_a_name_that_is_not_offered_is_refused_with_those_that_are() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'lode'; it has .*load"):
        _ = sim.lode  # type: ignore[attr-defined]


def test_the_verdicts_are_those_of_the_game(top: sim.Tabletop) -> None:
    assert top.sight("a", "b") == top.board.answer(SightOf("a", "b"), top.tableau)
    assert isinstance(top.cover("a", "b"), sim.Cover)
    assert isinstance(top.reach("a", 3), sim.Reach)
    assert isinstance(top.way("a", (4, 4, 0)), sim.Journey)


def test_sight_cover_and_distance_past_a_wall(top: sim.Tabletop) -> None:
    sight = top.sight("a", "b")
    assert not sight.visible
    assert sight.blocker == "wall"
    assert top.cover("a", "b").hidden == pytest.approx(1.0)
    assert top.distance("a", "b").distance == pytest.approx(7 - 30 / 25.4)
    beside = top.moved("b", (2, 11, 0))
    assert beside.sight("a", "b").visible
    assert beside.sight("a", (2.0, 11.0, 1.0)).visible
    assert beside.cover("a", "b").hidden == 0.0


@pytest.mark.rule("GEO-11")
def test_cover_is_as_a_game_rules_it() -> None:
    wall = {"street": sim.box((0, 0, -1), (24, 24, 0)), "wall": sim.box((9.99, 9, 0), (10.01, 15, 1.2))}
    r = 15 / 25.4
    close = sim.from_parts(wall).with_mini("a", (10 - r, 12, 0)).with_mini("b", (10 + r, 12, 0))
    assert close.distance("a", "b").base_contact
    assert close.cover("a", "b").hidden > 0.25
    assert not close.cover("a", "b").in_cover
    canal = sim.box((10, 0, -3), (24, 24, -0.75)), sim.Meaning(kind=sim.Kind.WATER)
    wet = sim.from_parts({"street": sim.box((0, 0, -3), (10, 24, 0)), "canal": canal})
    wet = wet.with_mini("a", (9, 12, 0)).with_mini("b", (18, 12))
    assert wet.cover("a", "b").hidden < 0.25
    assert wet.cover("a", "b").in_cover
    assert not wet.cover("b", "a").in_cover
    fence = {**wall, "wall": (sim.box((9.9, 9, 0), (10.1, 15, 0.2)), sim.Meaning(obstacle=Obstacle.SMALL))}
    over = sim.from_parts(fence).with_mini("a", (9.9 - r, 12, 0)).with_mini("b", (10.1 + r, 12, 0))
    assert over.distance("a", "b").obstacle == "wall"
    assert over.cover("a", "b").in_cover


def test_points_come_as_lists_and_arrays_too(top: sim.Tabletop) -> None:
    same = top.moved("b", [2, 11, 0])
    assert same.tableau == top.moved("b", (2, 11, 0)).tableau == top.moved("b", np.array([2.0, 11, 0])).tableau
    assert top.with_mini("c", [4, 10]).tableau == top.with_mini("c", (4, 10)).tableau
    assert top.path("a", [4, 6, 0], move=3, enemies=["b"]) == top.path("a", (4, 6, 0), move=3, enemies=("b",))
    assert top.path_along("a", np.array([[4.0, 6, 0], [4, 7, 0]]), 9).cost == pytest.approx(3.0)
    assert sim.from_parts({"street": sim.box((0, 0, -1), (9, 9, 0))}, size=[9, 9]).board.size == (9, 9)


def test_a_way_that_is_too_long_by_a_hair_says_by_how_much() -> None:
    step = {"street": sim.box((0, 0, -1), (24, 24, 0)), "step": sim.box((12, 6, 0), (18, 18, 1.01))}
    top = sim.from_parts(step).with_mini("a", (10, 12, 0))
    said = [top.path("a", (14, 12, 1.01), move).refusal for move in (4.0, 4.99, 5.004, 5.02)]
    assert said == [
        ("MOVE-01", 'this takes 5.0", and there are 4.0"'),
        ("MOVE-01", 'this takes 0.02" more than the 5.0" there are'),
        ("MOVE-01", 'this takes 0.01" more than the 5.0" there are'),
        None,
    ]


def test_ways_drops_jumps_and_pushes(top: sim.Tabletop) -> None:
    assert top.path("a", (4, 6, 0), move=3).cost == pytest.approx(2.0)
    assert top.path("a", (9, 4, 0), move=3, climb=False).refusal is not None
    assert top.path_along("a", [(2, 8, 0), (3, 8, 0)], move=5).cost == pytest.approx(3.0)
    assert top.drop("a", (6, 6, 9)).part == "wall"
    assert top.drop("a").rest == (2.0, 6.0, 0.0)
    assert top.jump("a", (2, 9, 0), 3).end[1] == pytest.approx(9.0)
    assert top.push("a", (9, 6, 0), 6).stopped_by == "wall"
    assert top.ground("b").part == "ground/street"


def test_templates(top: sim.Tabletop) -> None:
    assert top.blast("a").hit == ("a",)
    assert top.blast((9.0, 6.0, 0.0)).hit == ("b",)
    assert top.moved("b", (2, 9, 0)).teardrop("a", "b").hit == ("b",)


def test_a_mini_let_down_at_a_place_stands_on_what_is_highest_there(top: sim.Tabletop) -> None:
    assert top.with_mini("c", (6, 6)).tableau.figure("c").at == (6.0, 6.0, 3.0)
    assert top.moved("b", (9, 2)).tableau.figure("b").at == (9.0, 2.0, 0.0)


def test_markers_change_what_is_seen(top: sim.Tabletop) -> None:
    beside = top.moved("b", (2, 11, 0))
    assert not beside.with_marker("m", "smoke", (2, 8.5, 0)).sight("a", "b").visible
    assert beside.with_marker("m", "smoke", (2, 8.5, 0)).without("m").sight("a", "b").visible


def test_a_tabletop_does_not_change(top: sim.Tabletop) -> None:
    before = top.tableau
    top.with_mini("c", (3, 3, 0))
    top.moved("a", (3, 3, 0))
    top.without("b")
    assert top.tableau is before


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda t: t.with_mini("c", (nan, 1, 0)), r"mini 'c': at is \(nan, 1, 0\): give finite numbers"),
        (lambda t: t.with_mini("c", (nan, 1)), "mini 'c': at is .*: give finite numbers"),
        (lambda t: t.with_mini("c", (1, inf, 0)), "mini 'c': .* give finite numbers"),
        (lambda t: t.with_mini("c", (1, "2", 0)), "mini 'c': .* give three numbers"),
        (lambda t: t.with_mini("c", (99, 99)), r"mini 'c': there is no ground at \(99, 99\)"),
        (lambda t: t.with_mini("a", (3, 3, 0)), r"there is 'a' already: move it with moved\('a', "),
        (lambda t: t.with_mini("", (3, 3, 0)), "a mini's id is '': give a word"),
        (lambda t: t.with_mini("c", (3, 3, 0), base=0), "figure 'c': base_mm is 0"),
        (lambda t: t.with_mini("c", (3, 3, 0), base=nan), "figure 'c': base_mm is nan"),
        (lambda t: t.with_mini("c", (3, 3, 0), facing=inf), "figure 'c': facing is inf"),
        (
            lambda t: t.with_mini("c", (3, 3, 0), body="hobgoblin"),
            "no body 'hobgoblin': give a mesh file, or a name",
        ),
        (lambda t: t.sight("a", "c"), r"there is no mini 'c'; there are: 'a', 'b'. Put it there: with_mini\('c', "),
        (lambda t: t.cover("c", "b"), "there is no mini 'c'"),
        (lambda t: t.distance("a", "c"), "there is no mini 'c'"),
        (lambda t: t.moved("c", (1, 1, 0)), "there is no mini 'c'"),
        (lambda t: t.without("c"), "there is no mini 'c'"),
        (lambda t: t.sight("a", (1.0, nan, 0.0)), "the point to be seen .* give finite numbers"),
        (lambda t: t.sight("a", [1.0, 2.0]), "the point to be seen .* give three numbers"),
        (lambda t: t.drop("a", (1.0, 2.0)), "the place .* give three numbers"),
        (lambda t: t.jump("a", (1.0, 2.0, 0.0), nan), "length is nan: give a number of inches, 0 or more"),
        (lambda t: t.jump("a", (1.0, 2.0, 0.0), -1), "length is -1: give a number of inches, 0 or more"),
        (lambda t: t.reach("a", inf), "move is inf"),
        (lambda t: t.path("a", (1.0, 2.0, 0.0), move="5"), "move is '5'"),
        (lambda t: t.path("a", (1.0, 2.0, 0.0), move=5, jump=True), "jump: a move knows no such thing; it knows"),
        (lambda t: t.path("a", (1.0, 2.0, 0.0), move=5, enemies=[["b"]]), "enemies"),
        (lambda t: t.way("a", (4, 4, 0), 11), "a way: .* <= 10"),
        (lambda t: t.way("a", (4, 4, 0), actions=4), "a way: .* <= 3"),
        (lambda t: t.way("a", (4, 4, 0), jump=True), "jump: a way knows no such thing; it knows actions, dexterity"),
        (lambda t: t.way("a", (99, 99, 0)), "no base comes to rest at .99, 99, 0., nor below"),
        (lambda t: t.path_along("a", [(1, 2, 0), (3, nan, 0)], 5), "corner 2 .* give finite numbers"),
        (lambda t: t.with_marker("m", "smoke", (1, 1, 0), radius=0), "marker 'm': radius is 0"),
        (
            lambda t: t.with_mini("c", (3, 3, 0), base=1e300),
            "figure 'c': base_mm is 1e.300: give a number",
        ),
        (lambda t: t.with_mini("c", (3, 3, 0), body=3), "a body is 3: give a word"),
        (lambda t: t.reach("a", 3, climb="no"), "ReachOf: mover.climb is 'no': give true or false"),
        (lambda t: t.reach("a", 3, enemies="b"), r"enemies is 'b': give a list of ids, as in \['b'\]"),
        (lambda t: t.blast((3, 3, 0), 1e300), "across is 1e.300: give a number of inches"),
        (lambda t: t.path_along("a", None, 5), "corners is None: give a list of points"),
        (lambda t: t.ask("SightOf"), "'SightOf' is no question to a board"),
        (lambda t: t.with_marker("m", 3, (1, 1, 0)), "marker 'm': kind is 3: there are: smoke, ice, chasm"),
        (
            lambda t: t.with_marker("m", "smoke", (1, 1, 0), radius=1e9),
            "marker 'm': radius is .*: give a number of inches",
        ),
        (lambda t: t.with_vessel("gondla#a", (1, 1, 0)), "no piece 'gondla': is it 'gondola'"),
        (lambda t: t.with_vessel("pozzo#a", (1, 1, 0)), "the piece 'pozzo' of 'pozzo#a' is no vessel"),
        (lambda t: t.with_vessel(None, (1, 1, 0)), "a vessel's piece is None: give a word"),
        (lambda t: t.with_vessel("gondola", (1, 1, 0)), "no vessel 'gondola'"),
        (lambda t: t.plot(view="left"), "view 'left': there is no such view; there are: top, bird"),
        (lambda t: t.plot(size=3), "size 3: give 64 to 8192 pixels"),
        (lambda t: t.plot(around=(5, 5, 1, 1)), "around .*: give .west, south, east, north."),
        (lambda t: t.plot(size=64, to="no/such/folder/a.png"), "the picture cannot be written"),
    ],
)
def test_what_is_given_wrongly_is_said_with_what_would_mend_it(top: sim.Tabletop, asked: Asked, said: str) -> None:
    with pytest.raises(sim.BautaError, match=said):
        asked(top)


ONE = np.array([[[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]])
PIECE = assets_dir() / "pieces" / "pozzo.glb"
FACELESS = (np.eye(3), [[0, 1, 7]])


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: sim.load(3), "the board is 3: give a name or a path"),
        (lambda: sim.load("calle-lungo"), "no map 'calle-lungo': .* is it 'calle-lunga'"),
        (lambda: sim.load("calle-lunga", scale=nan), "scale is nan: give a number over 0"),
        (lambda: sim.load(PIECE, scale=nan), "scale is nan: give a number over 0"),
        (lambda: sim.load(PIECE, scale="2"), "scale is '2': give a number over 0"),
        (lambda: sim.load(PIECE, up="x"), "up is 'x': give 'y' or 'z'"),
        (lambda: sim.from_mesh("x"), "part 'mesh' is no mesh"),
        (lambda: sim.from_mesh(FACELESS), "part 'mesh' is no mesh .a face names a corner beyond the 3 there are"),
        (lambda: sim.from_mesh((np.eye(3), [[0, 1, -1]])), "a face names a corner beyond the 3 there are"),
        (lambda: sim.from_mesh((np.eye(3), [[0, 1, 1.5]])), "a face names a corner by no whole number"),
        (lambda: sim.from_mesh(ONE, meaning=3), "meaning is 3: give a sim.Meaning"),
        (
            lambda: sim.from_mesh(ONE, sim.Meaning(kind="watr")),
            "part 'mesh': its meaning: kind is 'watr': .*is it 'water'",
        ),
        (lambda: sim.from_mesh(ONE, sim.Meaning(landing=3)), "part 'mesh': its meaning: landing is 3: give one of"),
        (lambda: sim.from_mesh(ONE, name=3), "the mesh's name is 3: give a word"),
        (lambda: sim.from_mesh(ONE * nan), "part 'mesh': a corner of triangle 0 is not a finite number"),
        (lambda: sim.from_parts({"a": ONE}, size=(nan, 3)), "size is nan: give a number of inches"),
        (lambda: sim.from_parts({"a": ONE}, size=(-1, 3)), "size is -1: give a number of inches"),
        (lambda: sim.from_parts({"a": ONE}, size=3), "size is 3: give two numbers"),
        (lambda: sim.from_parts([ONE]), "parts is a list: give a dict of meshes by name"),
        (lambda: sim.from_parts({3: ONE}), "a part's name is 3: give a word"),
        (lambda: sim.box("abc", (1, 1, 1)), "box: low corner is 'abc': give a tuple of three numbers"),
        (lambda: sim.box((nan, 0, 0), (1, 1, 1)), "box: low corner is .*: give finite numbers"),
    ],
)
def test_what_is_no_board_is_said_with_what_would_mend_it(made: Callable[[], object], said: str) -> None:
    with pytest.raises(sim.BautaError, match=said):
        made()


class Mesh:
    """As trimesh has one."""

    vertices = np.array([(0, 0, 0), (8, 0, 0), (8, 8, 0), (0, 8, 0)], np.float64)
    faces = np.array([(0, 1, 2), (0, 2, 3)])


@pytest.mark.parametrize(
    "mesh",
    [Mesh.vertices[Mesh.faces], (Mesh.vertices, Mesh.faces), (Mesh.vertices.tolist(), Mesh.faces.tolist()), Mesh()],
    ids=["triangles", "vertices and faces", "lists", "an object"],
)
def test_a_mesh_is_taken_as_others_have_it(mesh: Any) -> None:
    made = sim.from_mesh(mesh)
    assert made.board.triangle_count == 2
    assert made.board.size == (8.0, 8.0)


@pytest.mark.parametrize(
    ("mesh", "said"),
    [
        (np.zeros((4, 3)), r"part 'mesh' is an array \(4, 3\): give triangles"),
        (np.zeros((0, 3, 3)), "part 'mesh' is an array .*: give triangles"),
        ("house", "part 'mesh' is no mesh but a name, 'house': a mesh file is opened by sim.load"),
        (np.full((2, 3, 3), nan), "not a finite number"),
        ((Mesh.vertices, [(0, 1, 9)]), "part 'mesh' is no mesh"),
    ],
)
def test_what_is_no_mesh_is_told_what_one_is(mesh: Any, said: str) -> None:
    with pytest.raises(sim.BautaError, match=said):
        sim.from_mesh(mesh)


def test_what_there_is_not_to_load_is_said() -> None:
    with pytest.raises(sim.BautaError, match="no-such-map"):
        sim.load("no-such-map")
    with pytest.raises(sim.BautaError, match="at least one part"):
        sim.from_parts({})
    with pytest.raises(sim.BautaError, match="there is no bot 'chess'"):
        sim.play_game(north="chess", seed=1)


def test_a_bot_of_ones_own_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BOTS, "_makers", dict(BOTS._makers))  # it is known in this test only

    class Asked(Exception):
        pass

    @sim.bot("front-door")
    class Mine:
        """Says what it was asked first."""

        def __init__(self, seed: int) -> None:
            self.seed = seed

        def choose(self, view: Any, choice: Any, measure: Any) -> Any:
            raise Asked(choice.seat)

    with pytest.raises(Asked, match="south"):
        sim.play_game(north="random", south="front-door", seed=5, journal=tmp_path / "game.jsonl")
    assert (tmp_path / "game.jsonl").is_file()


@pytest.mark.parametrize("package", [sim, sim.board, sim.carnevale, sim.engine])
def test_a_package_hands_on_what_it_says_it_does(package: ModuleType) -> None:
    """To readers, to type checkers and to programs the same names."""
    tree = ast.parse(Path(str(package.__file__)).read_text(encoding="utf-8"))
    guarded = next(node for node in tree.body if isinstance(node, ast.If))
    typed = [alias.name for node in guarded.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert set(typed) | ({"__version__"} & set(package.__all__)) == set(package.__all__)
    for name in package.__all__:
        assert getattr(package, name) is not None
    assert set(package.__all__) <= set(dir(package))


def test_a_package_says_what_it_has_where_a_name_is_wrong() -> None:
    with pytest.raises(AttributeError, match=r"has no attribute 'Borad'; it has .*Board"):
        sim.board.Borad  # noqa: B018
