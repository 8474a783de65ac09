"""`bauta piece`: in, looked at, changed, out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.board.files.mapfile import read_map
from sim.builder.export.prints import stl_bytes
from sim.cli.main import run
from tests.builder.test_importing import scanned_box
from tests.shapes import box


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for name, side in (("Crate A", 25), ("crate_b", 30)):
        (tmp_path / f"{name}.stl").write_bytes(stl_bytes(box((0, 0, 0), (side, side, side)).astype("f4")))
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(words) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_a_folder_of_prints_becomes_pieces(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(str(path) for path in folders.glob("*.stl"))
    out = printed(capsys, "piece", "import", *files, "--scale", "mm", "--licence", "CC0")
    assert 'crate-a: 1.0" x 1.0", 1.0" high; a unit is a millimetre of the table, as you say; z is up' in out
    assert [line.partition(":")[0] for line in printed(capsys, "piece", "list").splitlines()] == ["crate-a", "crate-b"]
    shown = json.loads(printed(capsys, "piece", "show", "crate-a", "--json"))
    assert (shown["licence"], shown["parts"][0]["kind"]) == ("CC0", "obstacle")
    printed(capsys, "piece", "kind", "crate-a", "crate-a=obstacle+soft")
    assert "soft+obstacle" in printed(capsys, "piece", "show", "crate-a", "--picture", "x.png")
    assert (folders / "x.png").read_bytes().startswith(b"\x89PNG")


def test_what_was_guessed_is_said_with_what_else_it_may_be(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "piece", "import", "Crate A.stl")
    assert next(line.split()[1:3] for line in out.splitlines() if "--scale" in line) == ["--scale", "mm"]
    assert out.count("--scale") == 6
    told = json.loads(printed(capsys, "piece", "import", "crate_b.stl", "--json"))
    assert told[0]["scales"][0]["unit"] == "mm"


def test_a_piece_goes_out_as_a_print_and_for_blender_and_comes_back(
    folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed(capsys, "piece", "import", "Crate A.stl", "--scale", "mm", "--kind", "crate-a=barricade")
    assert "25 x 25 x 25 mm, 16 ml" in printed(capsys, "piece", "export", "crate-a", "--stl", "out.stl")
    printed(capsys, "piece", "export", "crate-a", "--glb", "back.glb")
    out = printed(capsys, "piece", "import", "back.glb")
    assert "as it is" in out
    assert "barricade (its extras say so)" in out


def test_a_name_that_is_taken_is_refused_before_any_mesh_is_read(
    folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed(capsys, "piece", "import", "Crate A.stl")
    (folders / "crate_b.stl").write_bytes(b"no mesh at all")
    assert run(("piece", "import", "crate_b.stl", "Crate A.stl")) == 2
    assert "'crate-a' is in your library already" in capsys.readouterr().err
    assert run(("piece", "import", "crate_b.stl", "--name", "crate-a")) == 2
    assert "'crate-a' is in your library already" in capsys.readouterr().err
    assert run(("piece", "import", "crate_b.stl", "--name", "crate-a", "--replace")) == 2
    assert "in your library already" not in capsys.readouterr().err


def test_what_is_rough_is_told_and_measured_thinned(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folders / "scan.stl").write_bytes(stl_bytes(scanned_box(5, 0.012).astype("f4")))
    out = printed(capsys, "piece", "import", "scan.stl", "--scale", "in")
    assert "a rough surface: " in out
    assert "--measured 20000 measures a thinned surface" in out
    out = printed(capsys, "piece", "import", "scan.stl", "--scale", "in", "--measured", "1000", "--replace")
    assert "in place of 12,288, off by 0." in out
    assert "a rough surface" not in out
    assert "in place of 12,288, off by 0." in printed(capsys, "piece", "show", "scan")
    shown = json.loads(printed(capsys, "piece", "show", "scan", "--json"))
    assert shown["instead"]["triangles"] == 12288


def test_a_piece_is_put_down_on_a_map_where_it_is_told(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = folders / "own.toml"
    own.write_text('format = 1\nname = "Own"\nsize = [24, 24] # two feet\n')
    out = printed(capsys, "piece", "import", "crate_b.stl", "--onto", "own.toml", "--at", "6,9.5", "--turn", "30")
    assert out.rstrip().endswith("own.toml: crate-b stands at 6,9.5")
    made = read_map(own)
    assert [(p.piece, p.at, p.turn) for p in made.pieces] == [("crate-b", (6, 9.5), 30)]
    assert "# two feet" in own.read_text(), "what was written by hand stays"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--at", "3,3"), "give --onto MAP too"),
        (("--onto", "own.toml"), "give one FILE, and --at X,Y"),
        (("--onto", "san-canciano", "--at", "3,3"), "make one of your own of it first"),
        (("--onto", "own.toml", "--at", "x"), "as in 6,10"),
    ],
)
def test_where_nothing_can_be_put_down_no_piece_is_made(
    folders: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    (folders / "own.toml").write_text('format = 1\nname = "Own"\nsize = [24, 24]\n')
    assert run(["piece", "import", "crate_b.stl", *words]) == 2
    assert told in capsys.readouterr().err
    assert not (folders / "data" / "pieces").exists()


def test_what_lies_on_its_side_is_told_how_to_stand_up(folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folders / "slab.stl").write_bytes(stl_bytes(box((0, 0, 0), (80, 20, 60)).astype("f4")))
    assert 'if it lies on its side: --up y makes it 3.1" x 2.4", 0.8" high' in printed(
        capsys, "piece", "import", "slab.stl", "--scale", "mm"
    )
    again = printed(capsys, "piece", "import", "slab.stl", "--scale", "mm", "--up", "y", "--replace")
    assert 'slab: 3.1" x 2.4", 0.8" high' in again
    assert "on its side" not in again
