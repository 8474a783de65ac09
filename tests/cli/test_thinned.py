"""Of a piece that is measured on a simpler mesh than it was made of, whoever measures is told so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from sim.app.hud.evidence_card import thinned_words
from sim.board.board import Board
from sim.board.files.glb import asset_of
from sim.board.files.thinned import measured_instead
from sim.board.map_checks import solids
from sim.board.map_checks.solids import costs
from sim.board.model.verdicts import Cover, Share, Sight
from sim.builder.export.prints import stl_bytes
from sim.builder.importing.library import kept
from sim.builder.importing.pieces import ImportWishes, imported
from sim.carnevale.events import Attacked
from sim.cli import main

MAP = 'format = 1\nname = "Campo"\nsize = [24, 24]\n[[pieces]]\nid = "church"\npiece = "{piece}"\nat = [12, 12]\n'
PAST = ["--from", "12,6,0", "--to", "12,18,0"]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    return tmp_path


def church(folder: Path, measured: int | None) -> Path:
    """A map with a rough church on it, thinned or not."""
    made = trimesh.creation.box(extents=(4.0, 3.0, 3.0))
    for _ in range(4):
        made = made.subdivide()
    moved = np.random.default_rng(7).uniform(-0.012, 0.012, made.vertices.shape)
    mesh = folder / "church.stl"
    mesh.write_bytes(stl_bytes(np.asarray((made.vertices + moved)[made.faces], np.float32)))
    kept("church", imported(mesh, ImportWishes(scale="in", measured=measured)).content)
    path = folder / "campo.toml"
    path.write_text(MAP.format(piece="church"), encoding="utf-8")
    return path


def behind(part: str) -> Cover:
    return Cover(0.4, 0.01, True, (0.0, 0.0, 0.0), (Share(part, 0.4),))


def attacked(**found: Any) -> Attacked:
    return Attacked(
        who="a", target="b", weapon="Pistol", distance=12.0, contact=False, in_cover=True, outcome="fail", aces=0,
        damage=0, **found,
    )  # fmt: skip


def test_a_sight_past_it_says_by_how_much_it_is_off(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = church(data, 1000)
    assert main.run(["los", str(path), *PAST, "--json"]) == 0
    out, err = capsys.readouterr()
    (thinned,) = json.loads(out)["thinned"]
    assert (thinned["piece"], thinned["ids"], thinned["triangles"]) == ("church", ["church"], 3072)
    assert 0.0 < thinned["off"] < 0.2
    assert "church is measured on a simpler mesh than it was made of, off by 0." in err


def test_the_check_of_a_map_says_it_and_finds_nothing_wrong_in_it(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = church(data, 1000)
    main.run(["map", "check", str(path), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert [each["piece"] for each in told["thinned"]] == ["church"]
    assert not any("simpler" in issue["what"] for issue in told["issues"])


def test_of_a_mesh_that_is_measured_itself_nothing_is_said(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["los", str(church(data, None)), *PAST, "--json"]) == 0
    out, err = capsys.readouterr()
    assert "thinned" not in json.loads(out)
    assert not err


def test_evidence_says_it_of_what_is_in_the_way(data: Path) -> None:
    board = Board.load(church(data, 1000))
    blocked = attacked(sight=Sight(False, blocker="church/scan"))
    hidden = attacked(cover=behind("church/scan"))
    assert len(thinned_words(board, blocked)) == len(thinned_words(board, hidden)) == 1
    assert thinned_words(board, attacked(sight=Sight(True), cover=behind("well/rim"))) == []


@pytest.mark.parametrize(("measured", "mend"), [(None, "--name church --measured 20000 --replace"), (1000, "in anew")])
def test_what_has_too_many_triangles_can_be_measured_on_fewer(
    measured: int | None, mend: str, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solids, "DEAR", 100)
    ((where, _, told),) = costs(Board.load(church(data, measured)))
    assert where == "church"
    assert "bauta piece import" in told
    assert mend in told


def test_what_comes_with_the_program_is_not_taken_in_anew(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solids, "DEAR", 100)
    path = data / "campo.toml"
    path.write_text(MAP.format(piece="casa-rosa"), encoding="utf-8")
    ((_, _, told),) = costs(Board.load(path))
    assert told == "use fewer of it, or a coarser one"


@pytest.mark.parametrize("content", [b"", b"glTF", b"glTF\2\0\0\0\0\0\0\0\xff\xff\xff\xffJSON{", b'{"asset": 3}'])
def test_what_is_no_glb_says_nothing_of_itself(content: bytes, data: Path) -> None:
    path = data / "broken.glb"
    path.write_bytes(content)
    assert asset_of(path) == {}
    assert measured_instead(path) is None
