"""A real table in the window: its minis by mouse and keys, who sees whom, and its file, which keeps all of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.app.hud.measure_page import MeasurePage, RealTableRequest
from sim.app.real_table.desk import TableAim, TableDesk, TableTool
from sim.app.real_table.keys import command_of
from sim.app.real_table.marks import told_of_tool
from sim.app.real_table.measures import TableMeasures
from sim.app.table.board_camera import BoardCamera
from sim.app.table.worker import Worker
from sim.board.board import Board
from sim.board.files.table_file import read_table
from sim.board.sight.seen_pairs import seen_pair
from tests.app.test_table_window import click, key, steps, until
from tests.app.window_sizes import Look, look
from tests.cli.test_measuring import stl
from tests.shapes import box

__all__ = ["look"]

# 24" x 12" about the origin: a wall across the southern half, and a roof 3" high in the east.
ROOM = [box((-12, -6, -0.5), (12, 6, 0)), box((-0.1, -6, 0), (0.1, 0, 5)), box((6, 0, 2.8), (11, 5, 3))]
MINIS = """
[[minis]]
id = "a"
at = [-6, 3, 0]
side = "guild"

[[minis]]
id = "b"
at = [4, 3, 0]  # beside the roof
side = "strigoi"
base = 40

[[minis]]
id = "c"
at = [3, -4, 0]
"""
CANAL = (
    'format = 1\nname = "Rio"\nsize = [24, 12]\n[[canals]]\nid = "rio"\noutline = [[0, 3], [24, 3], [24, 8], [0, 8]]\n'
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    stl(tmp_path / "room.stl", *ROOM)
    file = tmp_path / "evening.toml"
    file.write_text(f'format = 1\nboard = "room.stl"\n{MINIS}', "utf-8")
    return file


@pytest.fixture
def desk(path: Path) -> TableDesk:
    return TableDesk(Board.load(path.parent / "room.stl"), path)


def measured(desk: TableDesk) -> TableMeasures:
    measures = TableMeasures(desk, Worker(threaded=False))
    for _ in range(50):
        measures.poll()
    assert measures.complete
    return measures


def at_of(path: Path, id: str) -> tuple[float, ...]:
    return next(mini.at for mini in read_table(path).minis if mini.id == id)


# -- the desk --------------------------------------------------------------------------------------------------


def test_a_mini_that_is_put_down_rests_on_what_is_pointed_at_and_is_in_the_file(desk: TableDesk, path: Path) -> None:
    desk.base, desk.body, desk.side = 40.0, "ghoul", "strigoi"
    desk.put((8.0, 2.0, 3.0))
    assert desk.chosen == "ghoul"
    (mini,) = [mini for mini in read_table(path).minis if mini.id == "ghoul"]
    assert mini.at == pytest.approx((8.0, 2.0, 3.0), abs=0.01)
    assert (mini.base, mini.body, mini.side) == (40.0, "ghoul", "strigoi")
    assert "# beside the roof" in path.read_text("utf-8")
    desk.put((8.0, 2.0, 3.0))
    assert desk.chosen == "ghoul 2"
    assert desk.figures["ghoul"].radius * 2 <= abs(desk.figures["ghoul 2"].at[0] - 8.0) + 5.0


def test_bases_do_not_stand_in_one_another_nor_in_walls(desk: TableDesk) -> None:
    desk.choose("a")
    desk.carry((4.1, 3.0, 0.0))
    a, b = desk.figures["a"], desk.figures["b"]
    assert ((a.at[0] - b.at[0]) ** 2 + (a.at[1] - b.at[1]) ** 2) ** 0.5 >= a.radius + b.radius - 0.01
    desk.carry((0.0, -3.0, 0.0))
    assert abs(desk.figures["a"].at[0]) >= desk.figures["a"].radius + 0.09


def test_what_is_typed_stands_just_there(desk: TableDesk, path: Path) -> None:
    desk.choose("c")
    desk.change(at=(3.25, -4.0, 1.5))
    assert (desk.notice[:28], desk.alert) == ("No base stands just there: l", True)
    desk.change(facing=90.0, base=50.0)
    desk.change(id="witch")
    (mini,) = [mini for mini in read_table(path).minis if mini.id == "witch"]
    assert (mini.at, mini.facing, mini.base, desk.chosen) == ((3.25, -4, 1.5), 90.0, 50.0, "witch")


def test_what_is_typed_off_the_board_of_a_map_is_told_with_its_size(tmp_path: Path) -> None:
    """It stood in the scenery beyond the edge, and beams led to it."""
    (tmp_path / "rio.toml").write_text(CANAL, "utf-8")
    file = tmp_path / "evening.toml"
    file.write_text('format = 1\nboard = "rio.toml"\n[[minis]]\nid = "a"\nat = [4, 1, 0]\n', "utf-8")
    desk = TableDesk(Board.load(tmp_path / "rio.toml"), file)
    desk.choose("a")
    desk.change(at=(30.0, 1.0, 0.0))
    assert (desk.notice, desk.alert) == ('That lies off the board, which is 24" x 12"', True)
    desk.change(at=(4.0, 1.0, 0.0))
    assert (desk.notice, desk.alert) == ("", False)


def test_what_was_done_is_taken_back_and_done_again(desk: TableDesk, path: Path) -> None:
    before = path.read_text("utf-8")
    desk.choose("b")
    desk.remove()
    assert [mini.id for mini in read_table(path).minis] == ["a", "c"]
    assert desk.chosen == "c"
    desk.undo()
    assert path.read_text("utf-8") == before
    desk.undo(again=True)
    assert [mini.id for mini in read_table(path).minis] == ["a", "c"]
    desk.undo()
    desk.undo()
    assert desk.notice == "Nothing is left to take back"


@pytest.mark.parametrize(
    ("given", "said"),
    [({"id": "b"}, "two are called 'b'"), ({"body": "nobody"}, "no body 'nobody'"), ({"base": 0.0}, "base")],
)
def test_what_cannot_be_is_refused_in_words_and_changes_nothing(
    desk: TableDesk, path: Path, given: dict[str, Any], said: str
) -> None:
    before = path.read_text("utf-8")
    desk.choose("a")
    desk.change(**given)
    assert said in desk.notice
    assert desk.alert
    assert path.read_text("utf-8") == before
    assert list(desk.figures) == ["a", "b", "c"]


def test_a_file_that_was_changed_elsewhere_is_read_again(desk: TableDesk, path: Path) -> None:
    path.write_text(path.read_text("utf-8").replace("[-6, 3, 0]", "[-7, 3, 0]"), "utf-8")
    desk.look()
    assert desk.figures["a"].at == (-7, 3, 0)


def test_what_another_window_did_is_not_taken_back_with_ones_own(desk: TableDesk, path: Path) -> None:
    other = TableDesk(desk.board, path)
    desk.choose("a")
    desk.change(at=(-7.0, 3.0, 0.0))
    other.look()
    other.choose("b")
    other.change(at=(4.0, 4.0, 0.0))
    desk.undo()
    assert desk.notice == "Nothing is left to take back"
    assert (at_of(path, "a"), at_of(path, "b")) == ((-7, 3, 0), (4, 4, 0))
    other.undo()
    assert (at_of(path, "a"), at_of(path, "b")) == ((-7, 3, 0), (4, 3, 0))


# -- what is measured ------------------------------------------------------------------------------------------


@pytest.mark.rule("GEO-07")
def test_the_matrix_is_what_the_board_says_with_all_others_in_the_way(desk: TableDesk) -> None:
    desk.base, desk.body = 50.0, "giant"
    desk.put((-1.0, 3.0, 0.0))
    measures = measured(desk)
    ids = ["a", "b", "c", "giant"]
    for one in ids:
        for other in ids:
            if one != other:
                assert measures.fresh(one, other) == seen_pair(desk.board, desk.tableau, one, other)
    hidden = measures.fresh("a", "b")
    assert hidden is not None
    assert {share.part for share in hidden.ruled.cover.by} >= {"giant"}
    desk.remove()
    measures.poll()
    assert measures.fresh("a", "b") is None  # until it is measured anew
    open_ = measured(desk).fresh("a", "b")
    assert open_ is not None
    assert open_.ruled.cover.hidden == 0.0


def test_a_mini_in_hand_is_measured_where_the_hand_has_it(desk: TableDesk, path: Path) -> None:
    before = path.read_text("utf-8")
    desk.choose("c")
    assert [pair.sight.visible for pair in measured(desk).row] == [False, True]
    desk.held = desk.figures["c"]
    measures = TableMeasures(desk, Worker(threaded=False))
    measures.carried = (-3.0, -4.0, 0.0)
    until_row = [measures.poll() for _ in range(6)]
    assert any(until_row)
    assert desk.held.at[:2] == pytest.approx((-3.0, -4.0), abs=0.01)
    assert [pair.sight.visible for pair in measures.row] == [True, False]
    assert path.read_text("utf-8") == before
    desk.let_go()
    assert at_of(path, "c")[:2] == pytest.approx((-3.0, -4.0), abs=0.01)


@pytest.mark.parametrize(
    ("tool", "over", "said"),
    [
        (TableTool.MARKER, TableAim("b", (4, 3, 0)), "hit: b"),
        (TableTool.TEARDROP, TableAim("", (-2, 3, 0)), "nobody is hit"),
        (TableTool.JUMP, TableAim("", (-3, 3, 0)), "a lands at "),
        (TableTool.PUSH, TableAim("", (0, 3, 0)), 'a is pushed 2.00", to -4.00, 3.00, 0.00'),
        (TableTool.PUSH, TableAim("b", (4, 3, 0)), 'a is pushed 2.00", to -8.00, 3.00, 0.00'),
        (TableTool.TAPE, TableAim("", (3, -4, 0)), "a does not see 3.00, -4.00, 0.00: "),
        (TableTool.TAPE, TableAim("", (-6, 0, 0)), 'a sees -6.00, 0.00, 0.00: 2.41" from its base, +0.00" in height'),
        (TableTool.TAPE, TableAim("", (-6, 3, 3)), 'a sees -6.00, 3.00, 3.00: 3.00" from its base, +3.00" in height'),
        # as whoever jumps up: 1" over its edge is ignored
        (TableTool.TAPE, TableAim("", (6.3, 3, 3)), 'a sees 6.30, 3.00, 3.00: 12.09" from its base, +3.00" in height'),
    ],
)
def test_tools_tell_what_they_come_to(desk: TableDesk, tool: TableTool, over: TableAim, said: str) -> None:
    desk.choose("a")
    desk.take(tool)
    measures = TableMeasures(desk, Worker(threaded=False))
    measures.aim = over
    for _ in range(50):
        measures.poll()
    assert measures.under is not None
    assert told_of_tool(*measures.under, desk.figures, "a").startswith(said)


def clicked(desk: TableDesk, over: TableAim) -> TableMeasures:
    """All measures, with the tool in hand clicked on something."""
    desk.pinned = over
    measures = TableMeasures(desk, Worker(threaded=False))
    measures.aim = over
    for _ in range(60):
        measures.poll()
    assert measures.under is not None
    return measures


@pytest.mark.rule("ACT-07")
def test_whoever_is_pushed_off_a_roof_is_told_how_far_it_falls(desk: TableDesk) -> None:
    desk.choose("b")
    desk.change(at=(6.9, 2.5, 3.0))
    desk.take(TableTool.PUSH)
    under = clicked(desk, TableAim("", (0, 2.5, 3))).under
    assert under is not None
    assert told_of_tool(*under, desk.figures, "b").startswith(
        'b is pushed 2.00", falls 3.00" and comes to rest at 4.90,'
    )


def test_a_way_is_told_turn_by_turn_once_it_is_clicked(desk: TableDesk) -> None:
    desk.choose("a")
    desk.take(TableTool.WAY)
    measures = TableMeasures(desk, Worker(threaded=False))
    measures.aim = TableAim("", (3, 3, 0))
    for _ in range(20):
        measures.poll()
    assert measures.under is None
    under = clicked(desk, TableAim("", (1, 3, 0))).under
    assert under is not None
    words = told_of_tool(*under, desk.figures, "a")
    assert words.startswith('a: 1 turn, 2 actions, 7.0"')
    assert words.count("turn 1: ") == 2


def test_a_way_to_where_nobody_can_stand_is_told_and_all_else_is_still_measured(desk: TableDesk) -> None:
    desk.choose("a")
    desk.take(TableTool.WAY)
    measures = clicked(desk, TableAim("", (30, 30, 0)))
    assert measures.under is not None
    assert isinstance(measures.under[2], str)
    assert measures.complete


@pytest.mark.rule("GEO-14")
def test_a_teardrop_begins_farther_off_if_that_is_wanted(desk: TableDesk) -> None:
    desk.choose("a")
    desk.take(TableTool.TEARDROP)
    near = clicked(desk, TableAim("", (4, 3, 0))).under
    for _ in range(7):
        desk.lengthen(1.0)
    assert desk.inches == 7.0
    far = clicked(desk, TableAim("", (4, 3, 0))).under
    assert near is not None
    assert far is not None
    assert (near[2].hit, far[2].hit) == ((), ("b",))  # type: ignore[union-attr]


def test_smoke_is_laid_by_a_click_hides_and_is_lifted_by_another(desk: TableDesk, path: Path) -> None:
    board = desk.board
    assert seen_pair(board, desk.tableau, "a", "b").sight.visible
    desk.take(TableTool.SMOKE)
    desk.lengthen(1.0)
    desk.smoke((-1.0, 3.0, 0.0))
    (marker,) = read_table(path).markers
    assert (marker.id, marker.kind, marker.radius) == ("smoke", "smoke", 2.0)
    assert not seen_pair(board, desk.tableau, "a", "b").sight.visible
    desk.undo()
    assert read_table(path).markers == ()
    desk.undo(again=True)
    desk.smoke((-0.5, 3.5, 0.0))
    assert read_table(path).markers == ()


def test_a_mini_is_put_and_carried_onto_a_boat_of_the_file(desk: TableDesk, path: Path) -> None:
    path.write_text(f'{path.read_text("utf-8")}\n[[boats]]\nid = "ours"\nat = [-8, -4, 0]\n', "utf-8")
    desk.look()
    desk.put((-8, -4, 0.3))
    assert desk.top.ground(desk.chosen).vessel == "gondola#ours"
    desk.choose("c")
    desk.remove()
    desk.choose("a")
    desk.carry((-7, -4, 0.3))
    assert desk.top.ground("a").vessel == "gondola#ours"


def test_a_boat_is_moved_and_turned_with_whoever_stands_on_it(desk: TableDesk, path: Path) -> None:
    path.write_text(f'{path.read_text("utf-8")}\n[[boats]]\nid = "ours"\nat = [-8, -4, 0]\n', "utf-8")
    desk.look()
    desk.choose("a")
    desk.carry((-7, -4, 0.3))
    x, y, z = desk.figures["a"].at
    desk.choose_boat("gondola#ours")
    desk.move_boat(2.0, 1.0)
    assert desk.top.tableau.vessels[0].at == (-6, -3, 0)
    assert at_of(path, "a") == pytest.approx((x + 2, y + 1, z), abs=0.002)
    desk.move_boat(turn=90.0)
    assert desk.top.tableau.vessels[0].turn == 90.0
    assert at_of(path, "a") == pytest.approx((-6 - (y + 4), -3 + (x + 8), z), abs=0.002)
    assert desk.figures["a"].facing == 90.0
    assert at_of(path, "b") == (4, 3, 0)
    desk.undo()
    desk.undo()
    assert at_of(path, "a") == pytest.approx((x, y, z), abs=0.002)
    desk.choose_boat("gondola#ours")
    desk.remove()
    assert read_table(path).boats == ()


def test_a_boat_that_is_put_where_none_could_float_is_told_so(tmp_path: Path) -> None:
    """It lay on a quay or across another boat, and nothing said so."""
    file = tmp_path / "evening.toml"
    boats = "".join(f'[[boats]]\nid = "{id}"\nat = [{x}, 5, -0.75]\n' for id, x in (("ours", 5), ("other", 18)))
    file.write_text(f'format = 1\nboard = "{tmp_path}/canal.toml"\n{boats}', "utf-8")
    (tmp_path / "canal.toml").write_text(CANAL, "utf-8")
    desk = TableDesk(Board.load(tmp_path / "canal.toml"), file)
    desk.choose_boat("gondola#ours")
    for east, north, said in (
        (1.0, 0.0, ""),
        (5.0, 0.0, "Ours lies there, but could not: the place is taken by other"),
        (-5.0, 0.5, ""),
        (0.0, 4.0, "Ours lies there, but could not: there is no water"),
    ):
        desk.move_boat(east, north)
        assert (desk.notice, desk.alert) == (said, bool(said))
    assert read_table(file).boats[0].at[1] == 9.5, "it lies where the hand put it all the same"


# -- in the window ---------------------------------------------------------------------------------------------


@pytest.fixture
def room(window: Any, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    window.show_start()
    window.rooms.enter(window, RealTableRequest(table=path))
    steps(window)
    until(window, lambda: window.rooms.real.room.measures.complete)
    yield window.rooms.real.room
    window.rooms.real.close()
    window.show_start()


def seen_at(room: Any, at: tuple[float, float, float]) -> tuple[float, float]:
    place = room.view.to_screen(at)
    assert place is not None
    return place


def waist(room: Any, id: str) -> tuple[float, float]:
    x, y, z = room.desk.figures[id].at
    return seen_at(room, (x, y, z + 0.6))


def test_a_mini_is_dragged_onto_a_roof_by_the_mouse(window: Any, room: Any, path: Path) -> None:
    window.hand.move(*waist(room, "c"))
    steps(window)
    window.hand.press("mouse1")
    steps(window)
    assert room.desk.chosen == "c"
    for at in ((5.0, -1.0, 0.0), (8.0, 2.0, 3.0)):
        window.hand.move(*seen_at(room, at))
        steps(window, 4)
    assert room.desk.held is not None
    window.hand.release("mouse1")
    steps(window, 2)
    assert at_of(path, "c") == pytest.approx((8.0, 2.0, 3.0), abs=0.15)
    key(window, "page_down")
    assert at_of(path, "c")[2] == pytest.approx(0.0, abs=0.01)


def test_a_boat_is_dragged_by_the_mouse_and_turned_by_keys(window: Any, room: Any, path: Path) -> None:
    path.write_text(f'{path.read_text("utf-8")}\n[[boats]]\nid = "ours"\nat = [-8, -4, 0]\n', "utf-8")
    room.desk.look()
    window.hand.move(*seen_at(room, (-8.0, -4.0, 0.2)))
    steps(window)
    window.hand.press("mouse1")
    steps(window)
    assert room.desk.boat == "gondola#ours"
    for at in ((-7.0, -4.0, 0.2), (-6.0, -4.0, 0.2)):
        window.hand.move(*seen_at(room, at))
        steps(window, 2)
    assert read_table(path).boats[0].at == (-8, -4, 0)  # until the hand lets go
    window.hand.release("mouse1")
    steps(window, 2)
    assert read_table(path).boats[0].at == pytest.approx((-6, -4, 0), abs=0.1)
    key(window, "q")
    assert read_table(path).boats[0].turn == 15.0
    click(window, seen_at(room, (-9, 4, 0)))
    assert room.desk.boat == ""


@pytest.mark.parametrize("mode", ["orbit", "top"])
def test_whoever_is_chosen_is_seen_between_the_panels(window: Any, room: Any, mode: str) -> None:
    """Minis stood under the list of them and under the matrix of who sees whom, also the one that was chosen there."""

    def free(who: str) -> bool:
        x, y = seen_at(room, room.desk.figures[who].at)
        return 252 < x < 1280 - room.matrix.width(1280) - 8 and 46 < y < 800

    steps(window, 60)
    assert all(free(who) for who in room.desk.figures), "at first everybody is"
    if mode == "top":
        room.deeds.obey("top")
    for who in ("a", "b", "c"):
        for aside in (-30.0, 30.0):
            room.camera.orbit.look_at((aside, 0.0, 0.5))
            room.commands.append(f"choose {room.desk.following(who)}")
            steps(window, 2)
            room.commands.append(f"choose {who}")
            steps(window, 60)
            assert free(who), (who, aside, seen_at(room, room.desk.figures[who].at))


def test_a_chosen_boat_is_ringed(window: Any, room: Any, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text(f'{path.read_text("utf-8")}\n[[boats]]\nid = "ours"\nat = [-8, -4, 0]\n', "utf-8")
    room.desk.look()
    lines: list[Any] = []
    monkeypatch.setattr(room.marks.beams, "line", lambda points, *_, **__: lines.append(points))
    monkeypatch.setattr(room.marks.beams, "clear", lines.clear)
    for piece, rings in (("gondola#ours", 1), ("", 0)):
        room.desk.boat = piece
        room._news = True
        steps(window, 2)
        hulls = [points for points in lines if points[0] == points[-1]]
        assert len(hulls) == rings
        assert all(-12 < x < -4 and -6 < y < -2 for points in hulls for x, y, _ in points)


def test_what_is_pointed_at_is_told_whole(window: Any, room: Any) -> None:
    """The pair of the chosen mini and the one under the mouse, as `bauta table show` tells it."""
    room.desk.choose("a")
    until(window, lambda: room.measures.complete)
    window.hand.move(*waist(room, "c"))
    steps(window)
    assert str(room.told[0]).startswith("a to c: not visible, blocked by ")
    window.hand.press("shift")
    window.hand.press("shift-mouse1")
    steps(window)
    window.hand.release("mouse1")
    window.hand.release("shift")
    window.hand.move(*seen_at(room, (-9, -3, 0)))
    steps(window)
    assert (room.pair.looks, room.pair.at) == ("a", "c")  # it is kept in view


def test_keys_alone_put_move_turn_and_dress_a_mini(window: Any, room: Any, path: Path) -> None:
    key(window, "n")
    key(window, "enter")
    key(window, "escape")
    assert room.desk.chosen == "human"
    x, y, _ = at_of(path, "human")
    key(window, "arrow_right")
    key(window, "q")
    key(window, "b")
    key(window, ";")
    (mini,) = [mini for mini in read_table(path).minis if mini.id == "human"]
    assert mini.at[:2] == pytest.approx((x + 0.1, y), abs=0.01)
    assert (mini.facing, mini.body, mini.base) == (15.0, "huntsman", 40.0)
    key(window, "delete")
    assert [mini.id for mini in read_table(path).minis] == ["a", "b", "c"]
    key(window, "tab")
    key(window, "o")
    assert room.desk.chosen != room.desk.other != ""


def test_a_click_with_a_tool_keeps_what_it_tells(window: Any, room: Any) -> None:
    key(window, "x")
    click(window, waist(room, "b"))
    until(window, lambda: room.measures.complete)
    window.hand.move(*seen_at(room, (-9, -3, 0)))
    steps(window)
    assert str(room.told[1]) == "hit: b"
    for _ in range(3):
        key(window, "escape")
    assert window.start is not None


def test_the_page_for_a_phone_is_written_beside_the_table_and_told(window: Any, room: Any, path: Path) -> None:
    key(window, "f4")
    page = path.with_suffix(".html")
    until(window, page.is_file)
    until(window, lambda: str(page) in room.desk.notice)
    assert "a to b" in page.read_text("utf-8") or "data:image" in page.read_text("utf-8")


def test_smoke_is_laid_where_the_mouse_is(window: Any, room: Any, path: Path) -> None:
    key(window, "f")
    click(window, seen_at(room, (-9, -3, 0)))
    (marker,) = read_table(path).markers
    assert marker.at == pytest.approx((-9.0, -3.0, 0.0), abs=0.3)


def test_a_mesh_about_the_origin_is_looked_at_in_its_middle(window: Any, room: Any) -> None:
    assert isinstance(room.camera, BoardCamera)
    assert room.camera.orbit.size == pytest.approx((24.0, 12.0))
    assert room.camera.orbit.centre[:2] == pytest.approx((0.0, 0.0))


def test_no_word_is_cut_however_large(room: Any, look: Look, window: Any) -> None:
    look("a real table")
    key(window, "n")
    key(window, "j")
    look("a real table with a tool")


def test_every_key_of_the_page_does_something() -> None:
    assert command_of("z", {"control"}) == "undo"
    assert command_of("arrow_up", {"shift"}) == "nudge 0 1"
    assert command_of("d", set()) == ""  # moves the view


# -- the way in ------------------------------------------------------------------------------------------------


def test_a_mesh_of_ones_own_becomes_a_table_that_is_kept(
    window: Any, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    window.show_start()
    key(window, "m")
    page = window.start.measuring
    assert isinstance(page, MeasurePage)
    page._take(tmp_path / "room.stl")
    assert page.unit == "in"  # 24" long
    steps(window)
    page.asked = RealTableRequest(board=str(page.mesh))
    try:
        until(window, lambda: window.rooms.real.room is not None)
        assert window.rooms.real.room.desk.path == tmp_path / "data" / "tables" / "room.toml"
        window.rooms.real.room.desk.put((2.0, 2.0, 0.0))
    finally:
        window.rooms.real.close()
        window.show_start()
    key(window, "m")
    assert [each.stem for each in window.start.measuring._tables] == ["room"]
    key(window, "escape")
    assert window.start.measuring is None


def test_what_is_measured_is_chosen_by_keys(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only Back had a key."""
    tables = tmp_path / "data" / "tables"
    tables.mkdir(parents=True)
    (tables / "evening.toml").write_text("", encoding="utf-8")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("sim.app.hud.measure_page.own_tables", lambda: [tables / "evening.toml"])
    page = MeasurePage(window.fonts, ("san-canciano", "calle-lunga"), str)
    for pressed, asked in (
        ("enter", RealTableRequest(board="san-canciano")),
        ("arrow_down", None),
        ("arrow_down", None),
        ("enter", RealTableRequest(board="calle-lunga")),
        ("2", None),
        ("1", RealTableRequest(table=tables / "evening.toml")),
    ):
        page.asked = None
        page.press(pressed)
        assert page.asked == asked, pressed
    stl(tmp_path / "table.stl", box((0, 0, 0), (24, 24, 1)))
    page._take(tmp_path / "table.stl")
    page.press("enter")
    assert page.asked is not None
    assert page.asked.board == str(tmp_path / "table.stl")
    window.show_start()
    key(window, "m")
    heard: list[str] = []
    monkeypatch.setattr(window.start.measuring, "press", heard.append)
    key(window, "enter")
    key(window, "escape")
    assert (heard, window.start.measuring) == (["enter", "escape"], None)


@pytest.mark.parametrize(("size", "unit"), [(24.0, "in"), (610.0, "mm"), (61.0, "cm"), (0.61, "table-m")])
def test_the_unit_is_guessed_from_how_long_tables_are(tmp_path: Path, size: float, unit: str, window: Any) -> None:
    stl(tmp_path / "table.stl", box((0, 0, 0), (size, size, size / 50)))
    page = MeasurePage(window.fonts, ("san-canciano",), str)
    page._take(tmp_path / "table.stl")
    assert page.unit == unit


def test_what_is_no_mesh_is_told_on_the_page(tmp_path: Path, window: Any) -> None:
    (tmp_path / "broken.stl").write_bytes(b"solid")
    page = MeasurePage(window.fonts, ("san-canciano",), str)
    page._take(tmp_path / "broken.stl")
    assert "broken.stl" in page.trouble
    assert page.mesh is None


def test_the_page_and_its_way_in_are_read_whole(window: Any, look: Look, path: Path) -> None:
    window.show_start()
    key(window, "m")
    look("which table is measured")
    window.start.measuring._take(path.parent / "room.stl")
    look("in which unit it is made")
