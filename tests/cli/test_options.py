"""Points and lengths as they are typed."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from sim.cli.options import BASE, LENGTH, PIXELS, POINT, SIZE, print_json, read_text
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


def test_a_length_may_be_nothing_but_a_base_may_not() -> None:
    assert LENGTH.convert("0", None, None) == 0
    assert BASE.convert("30", None, None) == 30


@pytest.mark.parametrize(
    ("typed", "says"),
    [("nan", "'nan' is not a number"), ("-1", "-1 must be"), ("1e400", "'1e400' is not a number")],
)
def test_a_wrong_length_is_refused(typed: str, says: str) -> None:
    for kind in (LENGTH, BASE, SIZE):
        with pytest.raises(click.BadParameter, match=says):
            kind.convert(typed, None, None)


def test_pixels_are_two_numbers() -> None:
    assert PIXELS.convert("1280x800", None, None) == (1280, 800)
    for wrong in ("1280", "1280x", "x800", "²x²", "9x9", "99999x99999", "1280x800x1"):
        with pytest.raises(click.BadParameter, match="write WIDTHxHEIGHT"):
            PIXELS.convert(wrong, None, None)


def test_json_has_no_nan() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        print_json({"distance": float("nan")})


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BautaError, match=r"cannot read .*nothing\.json: No such file"):
        read_text(tmp_path / "nothing.json")
