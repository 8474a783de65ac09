"""Pictures of one's own boards on the start screen: each is drawn once, one after the other."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sim.app.hud import map_pictures
from sim.app.hud.map_pictures import MapPictures
from sim.app.hud.pictures import Pictures
from sim.board.files.folders import maps_dir


class Drawer:
    """In place of a process that draws: it goes on until it is told that it is done, or ended."""

    def __init__(self, source: str) -> None:
        self.source = Path(source).stem
        self.ended: int | None = None

    def poll(self) -> int | None:
        return self.ended

    def terminate(self) -> None:
        self.ended = -15

    def wait(self) -> int | None:
        return self.ended


@pytest.fixture
def drawers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Drawer]:
    begun: list[Drawer] = []

    def begin(_: str, words: list[str]) -> Drawer:
        begun.append(Drawer(words[2]))
        return begun[-1]

    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(map_pictures, "begun", begin)
    return begun


def own(folder: Path, name: str) -> str:
    path = folder / f"{name}.toml"
    path.write_text((maps_dir() / "calle-lunga.toml").read_text() + f"\n# {name}\n")
    return str(path)


def frames(pictures: MapPictures, listed: list[str], chosen: str = "") -> None:
    for _ in range(5):
        if chosen:
            pictures.board(chosen, chosen=True)
        for name in listed:
            pictures.board(name)


def test_boards_of_several_games_are_drawn_one_after_the_other(tmp_path: Path, drawers: list[Drawer]) -> None:
    pictures, ui = [own(tmp_path, name) for name in ("casa", "corte")], SimpleNamespace(pictures=Pictures(None))
    made = MapPictures(ui)
    frames(made, pictures)
    assert [each.source for each in drawers] == ["casa"]
    drawers[0].ended = 0
    frames(made, pictures)
    assert [(each.source, each.ended) for each in drawers] == [("casa", 0), ("corte", None)]


def test_the_board_that_is_chosen_is_drawn_at_once(tmp_path: Path, drawers: list[Drawer]) -> None:
    casa, corte = (own(tmp_path, name) for name in ("casa", "corte"))
    made: Any = MapPictures(SimpleNamespace(pictures=Pictures(None)))
    frames(made, [casa])
    frames(made, [casa], chosen=corte)
    assert [(each.source, each.ended) for each in drawers] == [("casa", -15), ("corte", None)]
    assert made.draws(corte)
    drawers[1].ended = 0
    frames(made, [casa], chosen=corte)
    assert [each.source for each in drawers] == ["casa", "corte", "casa"]
