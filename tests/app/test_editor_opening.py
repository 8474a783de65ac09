"""The editor opens without holding up its window: what takes long is made elsewhere, the rest a piece after another."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.app.editor.making_ready import make_ready
from sim.app.editor.model import EditorModel
from sim.app.editor.piece_shapes import PieceShapes
from sim.app.hud.build_panel import BuildRequest
from sim.app.render import map_view
from sim.app.window.editor_door import EditorDoor
from sim.board.files.mapfile import PiecePlacement
from sim.board.model.errors import BoardError
from sim.builder.document import MapDocument, new_map_text
from sim.builder.drafts import Drafts
from sim.builder.edits import PlacePieces
from tests.app.table_games import free_fight, member
from tests.app.test_editor import until
from tests.carnevale.tables import plain_street

CRATES = ("cassa", "casse", "botte", "botti")


@pytest.fixture
def square(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A map with some crates on it."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    source = tmp_path / "square.toml"
    document = MapDocument(new_map_text("Square", (24.0, 24.0)), source)
    document.apply(PlacePieces(tuple(PiecePlacement(name, (4.0 + 3 * n, 6.0)) for n, name in enumerate(CRATES))))
    source.write_text(document.text, "utf-8")
    return source


def test_the_models_of_pieces_are_made_away_from_the_thread_that_draws(
    window: Any, square: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: dict[object, int] = {}
    real = PieceShapes.build

    def build(self: PieceShapes, piece: Any) -> Any:
        made.setdefault(piece, threading.get_ident())
        return real(self, piece)

    monkeypatch.setattr(PieceShapes, "build", build)
    monkeypatch.setattr(window, "threaded", True)
    window.show_start()
    window.open_editor(BuildRequest(map=str(square)))
    assert set(made) == set(CRATES)
    assert threading.get_ident() not in made.values()
    assert set(window.room.scene.view._nodes) == set(CRATES)


def test_pieces_are_put_up_one_after_another_and_drawn_behind_what_is_told(
    window: Any, square: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.app.editor.scene.PIECE", -1.0)  # each has a frame of its own, however fast it was
    seen: list[tuple[int, list[bool]]] = []
    stages: list[Any] = []
    real, begun = window.load, map_view.MapView.show_ground

    def load(loading: Any) -> None:
        if stages:
            groups = stages[0].renderer.groups.values()
            seen.append((len(stages[0]._nodes), [group.is_hidden() for group in groups]))
        real(loading)

    def show_ground(self: Any, *args: Any) -> None:
        stages[:] = [self]
        begun(self, *args)

    monkeypatch.setattr(map_view.MapView, "show_ground", show_ground)
    monkeypatch.setattr(window, "load", load)
    window.show_start()
    window.open_editor(BuildRequest(map=str(square)))
    assert [count for count, _ in seen[:5]] == [0, 1, 2, 3, 4]
    hidden = [sum(groups) for _, groups in seen[5:]]
    assert hidden[:4] == [3, 2, 1, 0]
    strips = hidden.index(2, 4)
    assert strips > 4, "with all of them the large map of shadows is drawn, strip by strip"
    assert set(hidden[strips:]) == {2, 0}, "then what the driver compiles for each of the three alone"
    assert hidden[-1] == 0


def test_a_board_that_was_played_on_does_not_show_beside_the_panels(window: Any, square: Path, tmp_path: Path) -> None:
    table = free_fight(plain_street(), tmp_path, [member("a", (3, 12, 0))], [member("b", (7, 16, 0))])
    window.play(table)
    assert window.boards.kept.drawn is not None
    window.show_start()
    window.open_editor(BuildRequest(map=str(square)))
    assert window.boards.kept.drawn is None


def test_a_piece_whose_light_was_never_worked_out_is_shown_without_and_is_lit_later(
    window: Any, square: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "cache"))
    window.show_start()
    document = MapDocument(square.read_text("utf-8"), square)
    told: list[float] = []

    def ready(light_later: bool) -> Any:
        drafts = Drafts(square)
        try:
            return make_ready(
                EditorModel(document, drafts), window.screen, lambda share, _: told.append(share),
                light_later=light_later,
            )  # fmt: skip
        finally:
            drafts.close()

    first = ready(light_later=True)
    assert set(first.unlit) == set(first.models) == set(CRATES)
    assert told == [0.0, 0.25, 0.5, 0.75]
    assert not ready(light_later=False).unlit
    again = ready(light_later=True)
    assert not again.unlit, "their light is kept"
    assert all(model is not None for model in again.models.values())


def test_a_made_house_is_called_a_house_while_it_is_made_ready(window: Any, square: Path) -> None:
    house = '[[pieces]]\npiece = { kind = "house", floors = 2 }\nid = "ca"\nat = [12, 12]\n'
    document = MapDocument(square.read_text("utf-8").partition("[[pieces]]")[0] + house, square)
    told, drafts = list[str](), Drafts(square)
    window.show_start()
    try:
        make_ready(EditorModel(document, drafts), window.screen, lambda _, words: told.append(words), light_later=True)
    finally:
        drafts.close()
    assert told == ["made ready: House"]


def test_who_closes_the_window_meanwhile_does_not_wait(window: Any, square: Path) -> None:
    class Impatient:
        """A host whose window is closed while something is made for it."""

        def __init__(self) -> None:
            self.screen, self.threaded, self.running = window.screen, False, True
            self.boards = self

        def load(self, _: Any) -> None: ...

        def pause(self, _: float) -> None: ...

        def aside(self, work: Callable[[], Any], _: Any) -> Any:
            self.running = False
            return work()

    host: Any = Impatient()
    door = EditorDoor()
    document, drafts = door.asked_for(BuildRequest(map=str(square)))
    door.open(host, document, drafts)
    assert door.room is None
    Drafts(square).close()  # it is not locked any more


def test_who_leaves_does_not_wait_for_light_that_is_being_worked_out(
    window: Any, square: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(window, "threaded", True)
    begun, left = threading.Event(), threading.Event()
    waited: list[bool] = []

    def model(*_: Any, **__: Any) -> Any:
        begun.set()
        waited.append(left.wait(60))
        raise BoardError("nobody wants it any more")

    monkeypatch.setattr(PieceShapes, "model", model)
    window.show_start()
    window.open_editor(BuildRequest(map=str(square)))
    until(window, begun.is_set)
    window.show_start()
    assert not waited
    left.set()


def test_the_window_rests_while_light_is_worked_out_and_shows_it_when_it_is_there(
    window: Any, square: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(window, "threaded", True)
    go_on = threading.Event()
    real, lit = PieceShapes.model, set[str]()

    def model(self: PieceShapes, piece: Any, *given: Any, **named: Any) -> Any:
        assert go_on.wait(60)
        made = real(self, piece, *given, **named)
        lit.add(piece)
        return made

    monkeypatch.setattr(PieceShapes, "model", model)
    window.show_start()
    window.open_editor(BuildRequest(map=str(square)))
    scene = window.room.scene
    first = dict(scene.view.models)
    until(window, lambda: scene._light.busy and not scene.in_motion)
    assert scene.view.models == first
    go_on.set()
    until(window, lambda: not scene.in_motion and not scene._light.busy, most=100_000)
    assert lit == set(CRATES)
    assert not [piece for piece in CRATES if scene.view.models[piece] is first[piece]]
