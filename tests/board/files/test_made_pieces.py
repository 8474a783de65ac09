"""Made pieces as files: kept by their parameters, made anew where they are damaged, carried by saved games."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sim.board.architecture import making
from sim.board.architecture.identity import BUILDER, builder_of, drawn_by, is_whole, made_name, sealed
from sim.board.architecture.making import built
from sim.board.architecture.plans import (
    BridgePlan,
    CampanilePlan,
    ChurchPlan,
    HousePlan,
    PalazzoPlan,
    PiecePlan,
    QuayPlan,
    Roof,
    ScaffoldingPlan,
    StairsPlan,
    Stuff,
    WallPlan,
)
from sim.board.board import Board
from sim.board.files.bundle import bundle_key, files_of, known_files
from sim.board.files.laid_out import laid_out
from sim.board.files.made_pieces import made_path
from sim.board.files.pieces import measured_piece, parts_of_piece, read_piece
from sim.board.model.errors import MapError, MeshError

WALL = WallPlan(length=5, ivy=0.0)
MAP = 'format = 1\nname = "Wall"\nsize = [12, 12]\n[[pieces]]\npiece = {{ kind = "wall", length = {} }}\nat = [6, 6]\n'


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("BAUTA_CACHE", str(folder))
    return folder


def written(folder: Path, length: float = 5) -> Path:
    path = folder / "wall.toml"
    path.write_text(MAP.format(length), encoding="utf-8")
    return path


def test_a_piece_is_built_once_and_kept_by_its_parameters(cache: Path) -> None:
    path = made_path(WALL)
    first = path.stat().st_mtime_ns, path.read_bytes()
    assert path.parent == cache
    assert path.name == f"{made_name(WALL)}-{BUILDER}-{drawn_by()}.glb"
    assert is_whole(path.read_bytes())
    assert made_path(WallPlan(length=5, ivy=0.0)) == path
    assert path.read_bytes() == first[1]
    assert made_path(WallPlan(length=6)) != path


def test_a_piece_that_was_drawn_by_another_text_of_the_program_is_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stairs kept the copings of the program that first drew them: what is measured had stayed, and so had its name."""
    with monkeypatch.context() as before:
        before.setattr("sim.board.files.made_pieces.drawn_by", lambda: "another")
        old = made_path(WALL)
        old.write_bytes(sealed(old.read_bytes()[:-4] + b"\1\2\3\4"))
        assert made_path(WALL) == old
    assert made_path(WALL) != old
    assert made_path(WALL).read_bytes() != old.read_bytes()


def test_a_damaged_piece_is_made_anew_with_one_line(caplog: pytest.LogCaptureFixture) -> None:
    path = made_path(WALL)
    whole = path.read_bytes()
    path.write_bytes(whole[:-40] + bytes(40))
    with caplog.at_level(logging.WARNING, "sim.cache"):
        assert made_path(WALL).read_bytes() == whole
    (line,) = caplog.messages
    assert line == f"{path} is damaged and is made anew"


def test_where_nothing_can_be_kept_a_piece_is_made_for_this_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("no folder")
    monkeypatch.setenv("BAUTA_CACHE", str(blocked))
    assert [part.name for part in read_piece(made_path(WALL))] == ["wall"]


def test_a_board_is_known_by_parameters_and_not_by_rounding(tmp_path: Path) -> None:
    source = written(tmp_path)
    board, files = Board.load(source), files_of(source)
    name = f"{made_name(WallPlan(length=5))}.glb"
    assert list(files) == ["wall.toml", name]
    assert bundle_key(files) == board.key
    rounded = {**files, name: files[name][:-4] + b"\1\2\3\4"}
    assert known_files(rounded) == known_files(files)
    assert bundle_key(rounded) == board.key
    assert Board.load(laid_out(files)).key == board.key
    assert Board.load(written(tmp_path, 6)).key != board.key


def test_a_saved_board_carries_what_another_builder_made(tmp_path: Path) -> None:
    """The file beside the map holds a longer wall, as if a later builder had changed what a plan comes out as."""
    source = written(tmp_path)
    files = files_of(source)
    name = f"{made_name(WallPlan(length=5))}.glb"
    older = (
        made_path(WallPlan(length=9))
        .read_bytes()
        .replace(f"architecture {BUILDER} ".encode(), f"architecture {BUILDER + 1} ".encode())
    )
    assert builder_of(older) == BUILDER + 1
    old = {**files, name: older}
    board = Board.load(laid_out(old))
    assert float(np.ptp(board.parts[-1].triangles[..., 0])) == pytest.approx(9.1)
    assert bundle_key(old) == board.key != Board.load(source).key
    (tmp_path / name).write_bytes(files[name])  # but what this version would make is made here
    assert Board.load(source).key == bundle_key(files)


def test_a_save_leaves_out_what_is_only_seen(tmp_path: Path) -> None:
    plan = HousePlan(balconies=1)
    source = tmp_path / "house.toml"
    source.write_text(MAP.format(5).replace('kind = "wall", length = 5', 'kind = "house", balconies = 1'), "utf-8")
    whole, kept = made_path(plan), files_of(source)[f"{made_name(plan)}.glb"]
    assert len(kept) < whole.stat().st_size / 2
    (tmp_path / "kept.glb").write_bytes(kept)
    for one, other in zip(read_piece(whole), read_piece(tmp_path / "kept.glb"), strict=True):
        assert (one.name, one.meaning) == (other.name, other.meaning)
        assert np.array_equal(one.triangles, other.triangles)


def test_a_sum_tells_a_changed_file() -> None:
    content = made_path(WALL).read_bytes()
    assert sealed(content) == content
    assert not is_whole(content[:-1] + b"x")
    assert not is_whole(b"no piece at all")


def test_a_plan_that_cannot_be_built_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(MeshError, match="a house cannot be built from these parameters"):
        made_path(HousePlan(outline=((0, 0), (4, 0), (4, 0.001), (0, 0.001))))


@pytest.mark.parametrize(
    ("outline", "said"),
    [
        ("[[0, 0], [4, 0], [0, 4], [4, 4]]", "crosses itself"),
        ("[[0, 0], [4, 0]]", "too few corners"),
        ("[[0, 0], [6, 0], [6, 1], [0, 1]]", 'nowhere 1.6" wide'),
        ("[[0, 0], [4, 0], [4, 3.95], [8, 3.95], [8, 8], [3.95, 8], [3.95, 4], [0, 4]]", "two of its parts"),
        ("[[0, 0], [6, 0], [6, 0.4], [3, 5]]", 'a wall of 0.40" begins at 6,0'),
        ("[[0, 0], [10, 0], [10, 4]]", "its corner at 0,0 has 22 degrees"),
        ("[[-20, -20], [20, -20], [20, 20], [-20, 20]]", '160" long in all'),
    ],
)
def test_an_outline_that_nobody_could_build_on_is_refused_with_its_place(
    tmp_path: Path, outline: str, said: str
) -> None:
    source = tmp_path / "wrong.toml"
    source.write_text(
        MAP.format(5).replace('kind = "wall", length = 5', f'kind = "house", outline = {outline}'), "utf-8"
    )
    with pytest.raises(MapError, match=rf"pieces\[0\].*piece\.outline.*({said})"):
        Board.load(source)


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ('{ kind = "house", floors = 9 }', r"pieces\[0\].*piece\.floors.*5"),
        ('{ kind = "house", ruin = nan }', r"pieces\[0\].*piece\.ruin"),
        ('{ kind = "house", flors = 2 }', r"pieces\[0\].*flors"),
        ('{ kind = "huose" }', r"pieces\[0\].*(huose|kind)"),
        ('{ kind = "house", roof = "onion" }', r"pieces\[0\].*piece\.roof.*onion"),
        ("{ floors = 2 }", r"pieces\[0\].*kind"),
    ],
)
def test_a_wrong_parameter_is_refused_with_its_place(tmp_path: Path, plan: str, said: str) -> None:
    source = tmp_path / "wrong.toml"
    source.write_text(MAP.format(5).replace('{ kind = "wall", length = 5 }', plan), "utf-8")
    with pytest.raises(MapError, match=said):
        Board.load(source)


def test_a_map_without_made_pieces_loads_nothing_that_builds_them() -> None:
    code = (
        "import sys\nfrom sim.board import Board\nBoard.load('campiello-dei-remi')\n"
        "print([m for m in ('manifold3d', 'mapbox_earcut', 'sim.board.architecture.making') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize(
    "plan",
    [
        WALL,
        HousePlan(floors=4, roof=Roof.TERRACE, balconies=2, chimneys=3, seed=4),
        HousePlan(floors=3, roof=Roof.FLAT, arcade=True, awnings=2, chimneys=2, seed=5),
        HousePlan(ruin=0.4, floors=3, seed=6),
        PalazzoPlan(floors=3, loggia=4, balconies=1, merlons=True, roof=Roof.FLAT, seed=7),
        ChurchPlan(),
        CampanilePlan(),
        BridgePlan(stuff=Stuff.WOOD),
        ScaffoldingPlan(),
        StairsPlan(water=True),
        QuayPlan(bollards=2),
    ],
)
def test_a_piece_that_is_only_measured_is_built_as_one_that_is_drawn(plan: PiecePlan) -> None:
    for one, other in zip(measured_piece(plan), parts_of_piece(plan), strict=True):
        assert (one.name, one.meaning) == (other.name, other.meaning)
        assert np.array_equal(one.triangles, other.triangles)
    assert built(plan, drawn=False).seen_triangles >= built(plan).seen_triangles


def test_a_piece_whose_detail_may_be_too_much_is_drawn_to_know(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = HousePlan(width=12, depth=12, floors=4, roof=Roof.TERRACE, balconies=4, chimneys=3, seed=8)
    between = (built(plan).seen_triangles + built(plan, drawn=False).seen_triangles) // 2
    monkeypatch.setattr(making, "MOST", between)  # reckoned too much, and is not
    whole = parts_of_piece(plan)
    assert [p.triangles.tobytes() for p in measured_piece(plan)] == [p.triangles.tobytes() for p in whole]


def test_what_cannot_be_built_is_refused_by_those_who_only_measure() -> None:
    slit = HousePlan(outline=((0, 0), (5, 0), (5, 0.001), (0, 0.001)))
    with pytest.raises(MeshError, match="cannot be built"):
        measured_piece(slit)
