"""A board whose pieces are all made from parameters: played on like any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.board import Board, DropOf, Figure, JumpAlong, Mover, ReachOf, SightOf, Tableau
from sim.board.architecture.plans import KINDS
from sim.board.map_checks.checks import check_map
from sim.board.model.terrain import Kind

QUARTER = Path(__file__).parent / "every-kind.toml"


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(QUARTER)


def test_every_kind_stands_on_it_and_it_is_sound(board: Board) -> None:
    assert board.map is not None
    assert {placed.called for placed in board.map.pieces} == set(KINDS)
    assert [issue for issue in check_map(QUARTER) if issue.severity == "error"] == []


@pytest.mark.parametrize(
    ("at", "part"),
    [
        ((19, 28, 12), "casa-torta/roof"),  # hips over a drawn plan
        ((10.6, 8, 14), "casa-stretta/roof"),  # a gable
        ((24, 8.5, 12), "casa-piana/house"),  # flat, beside its stair head
        ((5, 9.5, 12), "casa-dei-archi/altana"),  # a terrace of wood
        ((7, 25, 14), "ca-grande/roof"),
        ((30, 30, 12), "san-barnaba/church"),
        ((13.6, 17.9, 9), "ponte-novo/bridge"),
        ((18.5, 7, 9), "ponte-de-legno/deck"),
        ((23, 19.8, 9), "fondamenta/quay"),
        ((28.75, 11.3, 9), "scala/steps"),
        ((8.4, 31.2, 9), "ponteggio/deck-3"),
    ],
)
def test_a_base_comes_to_rest_on_every_roof(board: Board, at: tuple[float, float, float], part: str) -> None:
    found = board.answer(DropOf("a", at), Tableau((Figure("a", at),)))
    assert found.rest is not None
    assert found.part == part


def test_its_walls_block_sight(board: Board) -> None:
    def sees(a: tuple[float, float, float], b: tuple[float, float, float]) -> bool:
        return board.answer(SightOf("a", "b"), Tableau((Figure("a", a), Figure("b", b)))).visible

    assert sees((9, 22.5, 0), (2, 22.5, 0))
    assert not sees((9, 22.5, 0), (9, 30.5, 0))  # through the palazzo
    assert not sees((31.5, 2.4, 0), (31.5, 4.4, 0))  # through a wall
    assert sees((29, 2.2, 0), (29, 5.4, 0))  # through a gate


def test_one_walks_under_an_arcade_into_a_ruin_and_up_the_stairs(board: Board) -> None:
    under = (5.0, 8.0, 1.0)
    fallen = board.answer(DropOf("a", under), Tableau((Figure("a", under),)))
    assert fallen.part is not None
    assert fallen.part.startswith("ground/")
    foot = Tableau((Figure("a", (32.9, 11.3, 0)),))
    reach = board.answer(ReachOf(Mover("a", 6.0)), foot)
    assert max(level.z[1] for level in reach.levels if not level.needs_roll) > 2.3  # on the landing of the stairs
    heights = {part.name: part.triangles[..., 2].max() for part in board.parts}
    assert heights["casa-bruciata/floor-1"] == pytest.approx(1.9, abs=0.01)
    rubble = next(part for part in board.parts if part.name == "casa-bruciata/rubble")
    assert rubble.meaning.kind is Kind.DIFFICULT
    assert rubble.meaning.ruin


def test_one_jumps_from_roof_to_roof(board: Board) -> None:
    above = (9.6, 9.5, 9.0)
    start = board.answer(DropOf("a", above), Tableau((Figure("a", above),))).rest
    assert start is not None
    jump = board.answer(JumpAlong("a", (6.9, 9.5, 7.0), 4.0), Tableau((Figure("a", start),)))
    assert jump.rest[2] > 5.0  # not in the street
