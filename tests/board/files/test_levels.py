"""Streets at levels of their own, and steps: of the ground, and of canals into their water."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.board.board import Board
from sim.board.files.canals import ground_parts, street_places
from sim.board.files.mapfile import parse_map
from sim.board.model.errors import MapError
from sim.board.model.queries import Mover, ReachOf
from sim.board.model.tableau import Figure, Tableau

HEAD = 'format = 1\nname = "Levels"\nsize = [24, 24]\n'
RIO = '[[canals]]\nid = "rio"\nline = [[0, 12], [24, 12]]\nwidth = 6\n'
CAMPO = '[[streets]]\nid = "campo"\noutline = [[4, 16], [14, 16], [14, 23], [4, 23]]\n'


def tops(text: str) -> dict[str, float]:
    return {part.name: float(part.triangles[..., 2].max()) for part in ground_parts(parse_map(HEAD + text))}


def area(text: str, part: str) -> float:
    """Of what of a part looks up, square inches."""
    triangles = next(p.triangles for p in ground_parts(parse_map(HEAD + text)) if p.name == part)
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])[:, 2]
    return float(across[across > 1e-9].sum() / 2)


def test_a_raised_street_stands_on_the_ground_with_steps_along_it_that_are_a_quarter_inch_high() -> None:
    text = CAMPO + "level = 1.0\nsteps = 0.5\n"
    assert tops(text)["ground/level-campo"] == 1.0
    assert tops(text)["ground/steps-campo"] == 0.75
    assert area(text, "ground/level-campo") == pytest.approx(7 * 4)  # three steps on each of its four sides
    assert area(text, "ground/steps-campo") == pytest.approx(70 - 28)


def test_a_sunken_street_is_cut_into_the_ground_which_is_not_raised_there() -> None:
    text = CAMPO + "level = -0.5\nsteps = 1.0\n"
    assert tops(text)["ground/level-campo"] == -0.5
    assert tops(text)["ground/steps-campo"] == -0.25
    assert area(text, "ground/street-1") == pytest.approx(24 * 24 - 70)


def test_canals_cut_into_streets_and_a_later_street_holds() -> None:
    made = parse_map(
        HEAD + RIO + CAMPO + '[[streets]]\nid = "over"\nline = [[0, 15], [24, 15]]\nwidth = 4\nlevel = 2\n'
    )
    areas = {street.id: place.area for street, place in street_places(made)}
    assert areas == pytest.approx({"campo": 10 * 6, "over": 24 * 2})


def test_a_canal_with_steps_has_less_water_and_a_way_out_of_it() -> None:
    text = RIO + "steps = 0.5\n"
    assert area(text, "rio/water") == pytest.approx(24 * 4)  # two steps at either bank
    assert area(text, "ground/steps-rio") == pytest.approx(24 * 2)
    assert tops(text)["ground/steps-rio"] == -0.25
    (steps,) = [p for p in ground_parts(parse_map(HEAD + text)) if p.name == "ground/steps-rio"]
    assert steps.meaning.access


@pytest.mark.rule("MOVE-01")
def test_steps_are_walked_up_and_a_wall_of_over_an_inch_is_not() -> None:
    reach = {}
    for steps in (0.5, 0.0):
        board = Board.of_map(HEAD + CAMPO + f"level = 1.5\nsteps = {steps}\n", Path("levels.toml"))
        found = board.answer(ReachOf(Mover("a", 8.0)), Tableau((Figure("a", (9.0, 12.0, 0.0)),)))
        reach[steps] = max(level.z[1] for level in found.levels if not level.needs_roll)
    assert reach == {0.5: 1.5, 0.0: 0.0}


def test_what_is_no_street_is_refused_with_its_line() -> None:
    with pytest.raises(MapError, match=r"line 4: streets\[0\].*outline.*line"):
        parse_map(HEAD + '[[streets]]\nid = "campo"\n')
    with pytest.raises(MapError, match="is 'rio', as is canals"):
        parse_map(HEAD + RIO + CAMPO.replace("campo", "rio"))
    with pytest.raises(MapError, match="off the board"):
        Board.of_map(
            HEAD + CAMPO.replace("[4, 16], [14, 16], [14, 23], [4, 23]", "[40, 1], [50, 1], [50, 9]"), Path("x")
        )


def test_a_canal_has_steps_at_places_of_its_bank_alone() -> None:
    text = RIO + "steps = 0.5\nsteps_at = [[8, 8.2], [20, 16]]\nsteps_wide = 4\n"
    parts = {part.name: part for part in ground_parts(parse_map(HEAD + text))}
    corners = parts["ground/steps-rio"].triangles.reshape(-1, 3)
    south, north = corners[corners[:, 1] < 12], corners[corners[:, 1] > 12]
    assert (south[:, 0].min(), south[:, 0].max()) == pytest.approx((8 - 2 - 1, 8 + 2 + 1), abs=0.05)  # two steps
    assert (north[:, 0].min(), north[:, 0].max()) == pytest.approx((20 - 3, 20 + 3), abs=0.05)
    assert south[:, 1].max() == pytest.approx(10)
    assert area(text, "rio/water") > 24 * 6 - 2 * 6
    assert parts["ground/steps-rio"].meaning.access
