"""The lines on which scenarios have objectives laid, as whoever builds a board is shown them."""

from __future__ import annotations

import pytest

from sim.carnevale import scenarios
from sim.carnevale.objective_lines import objective_lines


@pytest.mark.rule("SCEN-03")
@pytest.mark.parametrize(
    ("size", "lines"),
    [
        ((24.0, 24.0), {((0.0, 12.0), (24.0, 12.0)): ("Acquisition",)}),
        ((30.0, 30.0), {}),
    ],
)
def test_the_centre_line_is_that_of_the_scenarios_of_a_boards_size(
    size: tuple[float, float], lines: dict[object, tuple[str, ...]]
) -> None:
    assert objective_lines(size) == lines


@pytest.mark.parametrize("id", scenarios.known())
def test_every_scenario_tells_its_lines_on_a_board_of_its_size(id: str) -> None:
    page = scenarios.find(id)
    assert page is not None
    titles = {title for found in objective_lines(page.size).values() for title in found}
    assert (page.title in titles) is (id == "acquisition")
