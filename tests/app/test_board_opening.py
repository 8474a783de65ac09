"""Games and films are made away from the thread that draws, which tells meanwhile what is waited for."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sim.app.hud import kernel_line
from sim.app.hud.loading_screen import Loading, compiling
from sim.app.render.label_pictures import letters
from sim.app.table.picking import Picker
from sim.app.window import board_opening
from sim.app.window.board_opening import BoardOpening
from sim.app.window.kernel_wait import KernelWait
from sim.app.window.open_boards import OpenBoards
from sim.board.board import Board
from sim.board.model.tableau import Figure, Tableau
from sim.board.preparation import Progress
from sim.errors import BautaError
from tests.app.table_games import free_fight, member
from tests.carnevale.tables import house, street


class Waiting:
    """A window that does something each time it has told what it waits for."""

    def __init__(self, threaded: bool, then: Callable[[], None] = lambda: None) -> None:
        self.threaded, self.then = threaded, then
        self.told, self.shares = list[str](), list[float | None]()
        self.running = True

    def load(self, loading: Loading) -> None:
        self.told.append(loading.title)
        self.shares.append(loading.share)

    def pause(self, _: float) -> None:
        self.then()


def opening(window: Waiting) -> BoardOpening:
    host: Any = window
    return BoardOpening(host, host)


def test_what_takes_long_is_told_of_while_it_is_done_elsewhere() -> None:
    seen = threading.Event()
    window = Waiting(True, seen.set)
    thread = opening(window).aside(lambda: seen.wait(60) and threading.get_ident(), Loading("Campo"))
    assert thread not in (False, threading.get_ident())
    assert window.told == ["Campo"]


def test_without_threads_it_is_done_at_once() -> None:
    window = Waiting(False)
    assert opening(window).aside(threading.get_ident, Loading("Campo")) == threading.get_ident()
    assert not window.told


def test_what_the_first_frame_asks_is_made_ready_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where something is pointed at on the board, and the letters of its labels: half a second on a large one."""
    made = dict[str, int]()
    real = Board.derived

    def derived(board: Board, key: str, make: Callable[[], Any]) -> Any:
        if board.known(key) is None:
            made[key] = threading.get_ident()
        return real(board, key, make)

    monkeypatch.setattr(Board, "derived", derived)
    monkeypatch.setattr(board_opening, "board_looks", lambda *_, **__: None)
    letters.cache_clear()
    window: Any = Waiting(True)
    window.screen = None
    board = street(house((4, 4), (9, 9), 4.0))
    opening(window).looks(board, None)
    assert made["picking"] != threading.get_ident()
    assert letters.cache_info().currsize == 1
    assert Picker(board).point((6.0, 6.0, 30.0), (0.0, 0.0, -1.0), Tableau()) == pytest.approx((6.0, 6.0, 4.0))


def test_what_goes_wrong_there_is_told_here() -> None:
    def wrong() -> None:
        raise BautaError("no such game")

    with pytest.raises(BautaError, match="no such game"):
        opening(Waiting(True)).aside(wrong, Loading("Campo"))


@pytest.mark.parametrize(("standing", "bot", "waits"), [(0, False, 0), (1, False, 2), (0, True, 2)])
def test_minis_are_awaited_where_they_stand_or_a_bot_sets_them_up_at_once(standing: int, bot: bool, waits: int) -> None:
    window = Waiting(True)
    tableau = Tableau((Figure("a", (2.0, 2.0, 0.0)),)[:standing])
    shown = SimpleNamespace(tableau=lambda: tableau)
    model: Any = SimpleNamespace(shown=shown, bot_turn=bot, board=SimpleNamespace(name="Campo"))
    view: Any = type("View", (), {"minis_made": property(lambda _: len(window.shares) / 2)})()
    opening(window).until_minis(view, model)
    assert window.shares == [0.0, 0.5][:waits]


def test_a_board_is_first_drawn_group_by_group(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind what is told while it is set up: in each frame the driver has something new to make, never all of it."""
    seen: list[list[bool]] = []
    real, before = window.load, window.boards.kept.drawn

    def load(loading: Loading) -> None:
        view = window.boards.kept.drawn
        if view is not None and view is not before:  # that of the board before stands until there is another
            seen.append([not group.is_hidden() for group in view.renderer.groups.values()])
        real(loading)

    monkeypatch.setattr(window, "load", load)
    board = street(house((1.5, 2.5), (4.25, 5.75), 3.3))  # that no other test has drawn
    window.play(free_fight(board, tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    assert seen[:4] == [[number < count for number in range(3)] for count in range(4)]
    shown = [sum(groups) for groups in seen]
    strips = shown.index(1, 4)
    assert strips > 4, "with all of them the large map of shadows is drawn, strip by strip"
    assert set(shown[strips:]) == {1, 3}, "then what the driver compiles for each of the three alone"
    assert shown[-1] == 3


def test_a_board_is_made_in_pieces_between_which_the_window_is_drawn(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The largest map of shadows, the others, what else is drawn into, and the board: each is a frame of its own."""
    made: list[int] = []
    real = window.load

    def load(loading: Loading) -> None:
        made.append(window.base.graphics_engine.get_num_windows())
        real(loading)

    monkeypatch.setattr(window, "load", load)
    board = street(house((1.5, 2.5), (4.25, 5.75), 3.4))  # that no other test has drawn
    window.play(free_fight(board, tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    whole = made[-1]
    assert made.count(whole) >= 4 + len(window.scene.view.renderer.groups)
    assert len({count for count in made[1:] if count < whole}) >= 2


def test_all_boards_of_a_window_share_the_textures_of_surfaces(window: Any, tmp_path: Path) -> None:
    def arrays(high: float) -> list[Any]:
        board = street(house((1.5, 2.5), (4.25, 5.75), high))
        folder = tmp_path / str(high)
        folder.mkdir()
        window.play(free_fight(board, folder, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
        root = window.scene.view.renderer.root
        return [root.get_shader_input(name).get_texture() for name in ("colours", "normals")]

    assert arrays(3.5) == arrays(3.6)


def test_the_window_says_how_far_a_board_is_that_is_made_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty bar stood in it for half a minute, the first time."""
    seen, told = threading.Event(), list[tuple[float, str, bool]]()

    def made(screen: object, board: object, hour: object, progress: Any, *, light_later: bool) -> str:
        progress(0.4, "houses are built")
        return "looks" if seen.wait(60) and light_later else ""

    class Window(Waiting):
        def load(self, loading: Loading) -> None:
            told.append((loading.share, loading.words, bool(loading.note)))
            if loading.share:
                seen.set()

    monkeypatch.setattr(board_opening, "board_looks", made)
    monkeypatch.setattr(board_opening, "PROGRESS_EVERY", 0.0)
    monkeypatch.setattr(Picker, "prepare", lambda _: None)
    board: Any = SimpleNamespace(name="Campo")
    window: Any = Window(True)
    window.screen = None
    looks: Any = opening(window).looks(board, None)
    assert looks == "looks"
    assert told[-1] == (0.4, "Houses are built", True)


def test_while_a_board_is_made_it_says_what_is_compiled_beside_it(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """That makes it slow, and was told on the start screen only."""
    told: list[float] = []
    monkeypatch.setattr(kernel_line, "draw_at_foot", lambda *given: told.append(given[-1].share))
    monkeypatch.setattr(KernelWait, "progress", Progress(("ground",), 0.25))
    window.load(compiling(Progress(("ground",), 0.5)))
    assert not told  # it tells so itself
    window.load(Loading("Campo", words="The board is built"))
    assert told == [0.25]
    window.loading = None


def test_a_board_is_read_away_from_the_thread_that_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large map took longer than a frame may."""
    threads = list[int]()
    made = Board.load

    def load(source: str) -> Board:
        threads.append(threading.get_ident())
        return made(source)

    monkeypatch.setattr(Board, "load", load)
    window: Any = Waiting(True)
    boards = BoardOpening(window, OpenBoards(None))
    board = boards.read("campiello-dei-remi")
    assert boards.read("campiello-dei-remi") is board
    assert len(threads) == 1
    assert threads[0] != threading.get_ident()
    assert window.told[0] == "The board is read"


def test_the_boards_of_the_last_games_stay_and_earlier_ones_leave_the_memory() -> None:
    """Each takes a hundred megabytes."""
    view: Any = SimpleNamespace()
    read: list[str] = []

    def made(source: str) -> Any:
        read.append(source)
        return SimpleNamespace(source=None, key=source)

    boards = OpenBoards(None)
    boards.board("drawn", made)
    boards.shown("drawn", view)
    for source in ("a", "b", "c"):
        boards.board(source, made)
    boards.board("b", made)
    boards.keep("d", made("d"))
    read.clear()
    for source in ("d", "c", "b", "a"):
        boards.board(source, made)
    assert read == ["a"]
    assert boards.drawn is view


class Ring:
    """Holds itself, so that only the collector finds that nobody else does."""

    def __init__(self) -> None:
        self.held = self


def test_pythons_collector_looks_through_a_board_when_it_is_left_and_never_through_the_window(
    window: Any, tmp_path: Path
) -> None:
    """When it did, the next board was a quarter of a second late."""
    ring = Ring()
    left = weakref.ref(ring)
    window.play(free_fight(street(), tmp_path / "one", [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    assert not any(each is window.screen for each in gc.get_objects()), "what it looks through"
    del ring
    window.play(free_fight(street(), tmp_path / "two", [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    assert left() is None


def test_what_takes_long_without_a_number_is_seen_to_go_on(window: Any) -> None:
    """The screen stood still for half a minute, as if the program had stopped."""
    loading, beats = Loading("Campo", words="The board is set up"), [0]
    for _ in range(3):
        window.load(loading)
        beats.append(loading.beats)
    assert beats == sorted(set(beats))
    window.loading = None
