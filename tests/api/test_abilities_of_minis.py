"""Minis of a table move and jump by the abilities that they are given, as a game has them do."""

from __future__ import annotations

from pathlib import Path

import pytest

import sim
from sim.api.tables import load_table
from sim.app.real_table.desk import TableAim, TableDesk, TableTool
from sim.app.real_table.measures import TableMeasures
from sim.app.table.worker import Worker
from sim.board.board import Board
from sim.board.model.verdicts import JumpSweep
from sim.cli.main import run
from sim.errors import BautaError
from tests.cli.test_measuring import stl
from tests.shapes import box

STREET, WALL = box((0, 0, -0.5), (20, 12, 0)), box((7, 0, 0), (8, 12, 4))
WHERE = (12.0, 6.0, 0.0)


def street(*abilities: str) -> sim.Tabletop:
    return sim.from_parts({"street": STREET, "wall": WALL}).with_mini("a", (5, 6, 0), abilities=abilities)


@pytest.fixture
def mesh(tmp_path: Path) -> str:
    return stl(tmp_path / "street.stl", STREET, WALL)


@pytest.mark.rule("ABIL-Ethereal", "JUMP-02")
def test_an_ethereal_jumps_through_a_wall_and_nobody_else_does() -> None:
    assert street().jump("a", WHERE, 7).stopped_by == "wall"
    passed = street("Ethereal").jump("a", WHERE, 7)
    assert (passed.stopped_by, passed.end) == (None, pytest.approx(WHERE, abs=0.01))


@pytest.mark.rule("ABIL-Ethereal")
def test_its_reach_and_its_way_go_through_the_wall() -> None:
    assert street("Ethereal").reach("a", 6).area > street().reach("a", 6, climb=False).area + 5
    way = street("Ethereal").way("a", WHERE, climbs=False)
    assert (way.arrives, way.actions) == (True, 2)
    assert not street().way("a", WHERE, climbs=False).arrives


@pytest.mark.rule("ABIL-Limited-Movement")
def test_a_move_is_as_short_as_its_abilities_have_it_in_water() -> None:
    canal = box((0, 0, -3), (20, 12, -1)), sim.Meaning(kind=sim.Kind.WATER)
    plain, limited = (
        sim.from_parts({"canal": canal}).with_mini("a", (9, 6), abilities=abilities)
        for abilities in ((), ("Limited Movement",))
    )
    assert limited.reach("a", 5).area < plain.reach("a", 5).area / 2


def test_abilities_stay_with_a_mini_that_is_moved_and_go_with_it() -> None:
    top = street("Ethereal").with_mini("b", (2, 2, 0))
    assert top.moved("a", (4, 6, 0)).abilities == {"a": ("Ethereal",)}
    assert top.without("a").abilities == {}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("Etherial",), "is it 'Ethereal'?"),
        (("Ethereal ((",), "is not an ability"),
        ("Ethereal", "give a list of names"),
    ],
)
def test_what_is_no_ability_is_refused_in_words(given: tuple[str, ...], said: str) -> None:
    with pytest.raises(BautaError, match=said.replace("?", r"\?")):
        street().with_mini("b", (2, 2, 0), abilities=given)


@pytest.mark.rule("ABIL-Ethereal", "JUMP-02")
def test_commands_ask_by_abilities_too(mesh: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jump = ["--to", "12,6,0", "--distance", "7"]
    assert run(["jump", mesh, "--from", "5,6,0", *jump, "--ability", "Ethereal"]) == 0
    assert "stopped" not in capsys.readouterr().out
    table = str(tmp_path / "evening.toml")
    assert run(["table", "new", table, mesh]) == 0
    assert run(["table", "put", table, "a", "--at", "5,6,0", "--ability", "Ethereal"]) == 0
    capsys.readouterr()
    assert run(["jump", table, "--from", "a", *jump]) == 0
    assert "stopped" not in capsys.readouterr().out
    assert run(["table", "put", table, "a", "--at", "5,6,0", "--ability", "-"]) == 0
    capsys.readouterr()
    assert run(["jump", table, "--from", "a", *jump]) == 0
    assert "stopped by" in capsys.readouterr().out


@pytest.mark.rule("ABIL-Ethereal", "JUMP-02")
def test_in_the_window_a_mini_jumps_by_what_is_typed_for_it(mesh: str, tmp_path: Path) -> None:
    path = tmp_path / "evening.toml"
    path.write_text(f'format = 1\nboard = "{Path(mesh).name}"\n[[minis]]\nid = "a"\nat = [5, 6, 0]\n', "utf-8")
    desk = TableDesk(Board.load(mesh), path)
    desk.take(TableTool.JUMP)
    desk.length = 7.0
    measures = TableMeasures(desk, Worker(threaded=False))
    measures.aim = TableAim("", WHERE)

    def ends() -> JumpSweep:
        for _ in range(50):
            measures.poll()
        assert measures.under is not None
        assert isinstance(measures.under[2], JumpSweep)
        return measures.under[2]

    assert ends().stopped_by is not None
    desk.change(abilities=["Ethereal"])
    assert ends().stopped_by is None
    assert load_table(path).abilities == {"a": ("Ethereal",)}
    desk.change(abilities=["Etherial"])
    assert desk.alert
    assert load_table(path).abilities == {"a": ("Ethereal",)}
