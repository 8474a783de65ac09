"""The files of a board, kept and laid out elsewhere, are the same board."""

from __future__ import annotations

import base64
import json
import shutil
from pathlib import Path

import pytest

from sim.board.board import Board
from sim.board.files.bundle import as_loaded, bundle_key, files_of
from sim.board.files.folders import assets_dir
from sim.board.files.laid_out import laid_out
from sim.board.model.errors import BoardError

CORNERS = base64.b64decode("AAAAAAAAAAAAAAAAAACAQAAAAAAAAAAAAAAAAAAAAAAAAIBA")  # three points of three floats


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.parametrize("name", ["san-canciano", "campiello-dei-remi", "calle-lunga"])
def test_the_files_of_a_map_are_the_map_wherever_they_lie(name: str) -> None:
    board, files = Board.load(name), files_of(name, ("gondola",))
    assert bundle_key(files) == board.key
    assert Board.load(laid_out(files)).key == board.key


def test_a_mesh_goes_alone(tmp_path: Path) -> None:
    mesh = tmp_path / "house.glb"
    shutil.copy(assets_dir() / "pieces" / "pozzo.glb", mesh)
    files = files_of(mesh)
    assert list(files) == ["house.glb"]
    board = Board.load(mesh)
    assert bundle_key(files) == board.key == Board.load(laid_out(files)).key


def test_a_gltf_brings_its_numbers(tmp_path: Path) -> None:
    document = {
        "asset": {"version": "2.0"},
        "buffers": [{"uri": "numbers.bin", "byteLength": 36}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0, "name": "roof"}],
        "scenes": [{"nodes": [0]}],
        "scene": 0,
    }
    (tmp_path / "roof.gltf").write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "numbers.bin").write_bytes(CORNERS)
    files = files_of(tmp_path / "roof.gltf")
    assert list(files) == ["roof.gltf", "numbers.bin"]
    assert Board.load(laid_out(files)).triangle_count == Board.load(tmp_path / "roof.gltf").triangle_count == 1


def test_a_board_knows_whether_its_files_were_changed(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text('format = 1\nname = "Small"\nsize = [9, 9]\n', encoding="utf-8")
    board = Board.load(path)
    assert as_loaded(path, board.key)
    path.write_text('format = 1\nname = "Small"\nsize = [9, 10]\n', encoding="utf-8")
    assert not as_loaded(path, board.key)
    path.unlink()
    assert not as_loaded(path, board.key)


def test_what_was_changed_where_it_was_laid_out_is_laid_out_anew() -> None:
    files = files_of("campiello-dei-remi")
    path = laid_out(files)
    path.write_text("nonsense", encoding="utf-8")
    assert laid_out(files) == path
    assert path.read_bytes() == files[path.name]
    assert not list(path.parent.glob("*.part"))


def test_where_the_cache_cannot_be_written_a_folder_of_this_run_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "file" / "cache"))
    path = laid_out(files_of("campiello-dei-remi"))
    assert path.is_file()
    assert tmp_path not in path.parents


def test_a_board_that_is_not_there_is_told() -> None:
    with pytest.raises(BoardError, match="no map 'nowhere'"):
        files_of("nowhere")
