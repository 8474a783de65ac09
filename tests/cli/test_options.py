"""Points and lengths as they are typed."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from sim.cli.options import LENGTH, POINT, SIZE, print_json, read_text
from sim.errors import BautaError


def test_a_point_is_three_numbers() -> None:
    assert POINT.convert("6, 10.5,-4", None, None) == (6.0, 10.5, -4.0)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("6,10", "has 2 of the 3 numbers"),
        ("6,10,4,2", "has 4 of the 3 numbers"),
        ("6,ten,4", "'ten' is not a number"),
        ("6,nan,4", "'nan' is not a number"),
        ("inf,1,4", "'inf' is not a number"),
        ("", "'' is not a number"),
    ],
)
def test_a_wrong_point_is_refused(typed: str, says: str) -> None:
    with pytest.raises(click.BadParameter, match=says.replace("'", ".")):
        POINT.convert(typed, None, None)


def test_a_length_may_be_nothing_but_a_size_may_not() -> None:
    assert LENGTH.convert("0", None, None) == 0
    with pytest.raises(click.BadParameter, match="more than 0"):
        SIZE.convert("0", None, None)
    with pytest.raises(click.BadParameter, match="at least 0"):
        LENGTH.convert("-1", None, None)
    with pytest.raises(click.BadParameter, match="not a number"):
        LENGTH.convert("nan", None, None)


def test_json_has_no_nan() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        print_json({"distance": float("nan")})


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BautaError, match=r"cannot read .*nothing\.json: No such file"):
        read_text(tmp_path / "nothing.json")
