"""What the editor has in hand, without a window: what is chosen, drafts that were left, and jobs that nobody wants."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

from sim.app.editor import remaking
from sim.app.editor.model import EditorModel
from sim.app.editor.remaking import Remaker
from sim.app.editor.workshop import Workshop
from sim.app.render.materials import MATERIALS
from sim.app.table.worker import Worker
from sim.board.files.pieces import library_dir
from sim.builder.document import MapDocument, new_map_text
from sim.builder.drafts import Drafts
from sim.builder.edits import Remove, Rename
from sim.builder.errors import BuilderError
from sim.builder.generator.making import made_map
from sim.builder.generator.remaking import remade

BOX = """v 0 0 0
v 2 0 0
v 2 2 0
v 0 2 0
v 0 0 2
v 2 0 2
v 2 2 2
v 0 2 2
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
"""
POLES = "".join(f'\n[[pieces]]\npiece = "palo"\nat = [{x}, 4]\n' for x in (4, 8, 12))


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EditorModel]:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    source = tmp_path / "m.toml"
    source.write_text(new_map_text("Mine", (24.0, 24.0)) + POLES)
    made = EditorModel(MapDocument(source.read_text(), source), Drafts(source))
    yield made
    made.drafts.close()


@pytest.fixture
def shop(model: EditorModel) -> Workshop:
    return Workshop(model, Worker(threaded=False), np.ones((len(MATERIALS), 3)))


@pytest.fixture
def tower(tmp_path: Path) -> Path:
    path = tmp_path / "tower.obj"
    path.write_text(BOX)
    return path


def test_what_was_removed_is_not_chosen_any_more_and_nothing_else_is(model: EditorModel) -> None:
    model.selected = ("palo",)
    model.commit(Remove(model.selected))
    assert model.selected == ()
    assert [p.at for p in model.map.pieces] == [(8, 4), (12, 4)]


def test_what_was_renamed_leaves_the_others_their_names(model: EditorModel) -> None:
    model.selected = ("palo-2",)
    model.commit(Rename("palo", "mooring"))
    assert model.fresh == ("mooring",)
    assert [p.at for p in model.chosen_pieces()] == [(8, 4)]


def test_a_draft_that_cannot_be_read_is_kept_with_the_versions_when_it_is_taken_up(model: EditorModel) -> None:
    model.drafts.keep(model.document.text + "\n[weather]\nrain = true\n")  # of a later version of the program
    model.drafts.flush()
    left = model.drafts.left()
    assert left is not None
    model.take_draft(left)
    model.drafts.flush()
    assert model.alert
    assert "kept with the earlier versions" in model.notice
    assert model.drafts.draft.read_text() == left.text
    assert not model.document.changed
    model.commit(Remove(("palo",)))
    model.drafts.flush()
    assert [version.text for version in model.drafts.versions()] == [left.text]


def test_a_draft_that_can_be_read_is_taken_up(model: EditorModel) -> None:
    model.drafts.keep(model.document.text.replace("Mine", "Ours"))
    model.drafts.flush()
    left = model.drafts.left()
    assert left is not None
    model.take_draft(left)
    assert model.map.name == "Ours"
    assert model.drafts.versions() == []


def test_a_file_that_is_laid_aside_before_it_was_read_does_not_come(shop: Workshop, tower: Path) -> None:
    shop.open(tower)
    shop.close_file()
    shop.poll()
    assert (shop.path, shop.made, shop.drawn, shop.busy) == (None, None, None, False)
    shop.open(tower)
    shop.poll()
    assert shop.made is not None


def test_a_file_that_cannot_be_read_does_not_become_the_one_before_it(shop: Workshop, tower: Path) -> None:
    broken = tower.with_name("broken.obj")
    broken.write_text("nothing here\n")
    shop.open(tower)
    shop.open(broken)
    shop.poll()
    shop.poll()
    assert "broken.obj" in shop.trouble
    assert (shop.path, shop.made, shop.drawn) == (None, None, None), "another one is chosen"
    shop.keep()
    assert not shop.busy


def test_what_is_kept_of_a_file_that_was_laid_aside_does_not_take_the_next_ones_place(
    shop: Workshop, tower: Path
) -> None:
    shop.open(tower)
    shop.poll()
    shop.keep()
    shop.open(tower)
    shop.poll()
    assert (shop.took, shop.path) == ("", tower)
    (library_dir() / "tower.glb").write_bytes(b"another tower")
    shop.poll()
    shop.keep()
    shop.close_file()
    shop.poll()
    assert "tower" in shop.model.notice
    assert (shop.model.alert, shop.trouble) == (True, "")


def test_nobody_waits_for_the_generator_when_the_editor_is_left(
    model: EditorModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, told = Event(), list[bool]()
    left = Event()

    def made_map(*_: Any, wanted: Any, **__: Any) -> str:
        begun.set()
        left.wait()
        told.append(wanted(0, 0))
        raise BuilderError("given up")

    monkeypatch.setattr(remaking, "made_map", made_map)
    remaker = Remaker(model, Worker())
    remaker.whole()
    begun.wait()
    with ThreadPoolExecutor(1) as pool:
        closing = pool.submit(remaker.close)
        try:
            closing.result(timeout=30)
        finally:
            left.set()
    while not remaker.worker.ready:
        pass
    assert told == [False]


@pytest.mark.parametrize("symmetric", [False, True])
def test_the_whole_board_is_made_symmetric_if_that_is_wished(
    model: EditorModel, monkeypatch: pytest.MonkeyPatch, symmetric: bool
) -> None:
    asked = list[bool]()

    def made_map(size: Any, seed: int, style: Any, symmetric: bool, **_: Any) -> str:
        asked.append(symmetric)
        return new_map_text("Made", size)

    monkeypatch.setattr(remaking, "made_map", made_map)
    remaker = Remaker(model, Worker(threaded=False))
    remaker.symmetric = symmetric
    remaker.whole()
    remaker.poll()
    assert asked == [symmetric]
    assert (model.map.name, model.map.pieces) == ("Made", ())


def test_a_generator_that_is_not_wanted_gives_up(model: EditorModel) -> None:
    with pytest.raises(BuilderError, match="not wanted"):
        made_map((24.0, 24.0), 1, "canals", wanted=lambda _drafted, _measured: False)
    ring = ((0.0, 0.0), (24.0, 0.0), (24.0, 24.0), (0.0, 24.0))
    with pytest.raises(BuilderError, match="not wanted"):
        remade(model.map, ring, "canals", 1, model.source, lambda _drafted, _measured: False)


def test_a_generator_that_is_stopped_leaves_the_board_and_may_begin_again(
    model: EditorModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, stopped, answers = Event(), Event(), list[bool]()

    def made_map(size: Any, seed: int, *_: Any, wanted: Any, **__: Any) -> str:
        if seed == 1:
            answers.append(wanted(6, 2))
            begun.set()
            stopped.wait()
            answers.append(wanted(7, 2))
        return new_map_text(f"Made {seed}", size)

    monkeypatch.setattr(remaking, "made_map", made_map)
    remaker = Remaker(model, Worker())
    before = model.document.text
    remaker.whole()
    begun.wait()
    assert (remaker.busy, remaker.tried) == (True, (6, 2))
    remaker.stop()
    assert not remaker.busy
    assert "as it was" in model.notice
    remaker.seed = 2
    remaker.whole()
    stopped.set()
    while not remaker.worker.ready:
        pass
    assert (answers, model.document.text) == ([True, False], before)
    remaker.poll()
    assert model.map.name == "Made 2"
    remaker.close()
