"""What many commands share: points, boards, JSON, examples."""

from __future__ import annotations

import json
import math
import os
import re
import sys
from collections.abc import Callable
from os.path import isdir, isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sim.board.model.ranges import FARTHEST, LARGEST_BASE, SMALLEST_BASE
from sim.cli.errors import UserError
from sim.whole_files import open_file
from sim.words import in_english

if TYPE_CHECKING:
    from sim.board.board import Board

__all__ = [
    "BASE",
    "BOARD_SIZE",
    "DEGREES",
    "LENGTH",
    "PICTURE",
    "PIXELS",
    "POINT",
    "SEED",
    "SIZE",
    "WORDS",
    "LengthType",
    "base_option",
    "board_argument",
    "example",
    "json_option",
    "load_board",
    "moment_of",
    "print_json",
    "progress",
    "read_text",
]

MOST_READ = 100_000_000  # bytes of a text file
F = TypeVar("F", bound=Callable[..., Any])


class PointType(click.ParamType[tuple[float, float, float]]):
    """`X,Y,Z` in inches."""

    name = "X,Y,Z"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float, float]:
        if isinstance(value, tuple):
            return value
        numbers = []
        for part in str(value).split(","):
            number = _number(part)
            if not math.isfinite(number):
                self.fail(f"{value!r} is no point: {part.strip()!r} is not a number; write X,Y,Z, as in 6,10.5,4")
            if abs(number) > FARTHEST:
                self.fail(f"{value!r} is off any table: {part.strip()} is more than {FARTHEST:,.0f} inches")
            numbers.append(number)
        if len(numbers) != 3:
            self.fail(f"{value!r} has {len(numbers)} of the 3 numbers of a point; write X,Y,Z, as in 6,10.5,4")
        return (numbers[0], numbers[1], numbers[2])


def _number(text: str) -> float:
    """NaN for what is none as people write them."""
    try:
        return float(text) + 0.0 if "_" not in text else math.nan  # no -0
    except ValueError:
        return math.nan


class LengthType(click.ParamType[float]):
    """A finite number of inches (or millimetres) from `least`, or from above it, to `most`."""

    name = "NUMBER"

    def __init__(self, least: float = 0.0, above: bool = False, most: float = math.inf) -> None:
        self.least = least
        self.above = above
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = _number(str(value))
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a number")
        if number < self.least or (self.above and number == self.least):
            self.fail(f"{value} must be {'more than' if self.above else 'at least'} {self.least:g}")
        if number > self.most:
            self.fail(f"{value} must be at most {self.most:g}")
        return number


class PictureType(click.ParamType[Path]):
    """A picture file that can be written, as far as that is known before it is drawn."""

    name = "FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        from PIL import Image

        path = Path(value)
        if path.suffix.lower() not in Image.registered_extensions():
            self.fail(f"{str(value)!r} is no name of a picture: let it end in .png or .jpg")
        if "\0" in str(value) or isdir(path):
            self.fail(f"{str(value)!r} is no name that a file can have here: give another")
        if not (isdir(path.parent) and os.access(path.parent, os.W_OK)):
            self.fail(f"{str(value)!r}: no file can be written in {path.parent}: give another folder")
        return path


class PixelsType(click.ParamType[tuple[int, int]]):
    """`WxH`: the pixels of a picture or window."""

    name = "WxH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        found = re.fullmatch(r"([0-9]{1,6})[xX]([0-9]{1,6})", str(value))
        pixels = (int(found[1]), int(found[2])) if found else (0, 0)
        if not all(LEAST_PIXELS <= each <= MOST_PIXELS for each in pixels):
            between = f"{LEAST_PIXELS} to {MOST_PIXELS} each"
            self.fail(f"{value!r}: write WIDTHxHEIGHT in pixels, {between}, as in 1280x800")
        return pixels


class WordsType(click.ParamType[str]):
    """Words that go into a file: not what a terminal gives for bytes that are no letters."""

    name = "TEXT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            value.encode()
        except UnicodeEncodeError:
            self.fail(f"{value!r} has bytes that are no letters of UTF-8")
        return str(value)


class BoardSizeType(click.ParamType[tuple[float, float]]):
    """`WxH`: the sides of a board in inches."""

    name = "WxH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        wide, _, deep = str(value).lower().partition("x")
        sides = (_number(wide), _number(deep))
        if not all(map(math.isfinite, sides)):
            self.fail(f"{value!r}: write WIDTHxDEPTH in inches, as in 24x48")
        return sides


LEAST_PIXELS, MOST_PIXELS = 16, 8192
PICTURE = PictureType()
PIXELS = PixelsType()
BOARD_SIZE = BoardSizeType()
WORDS = WordsType()
SEED = click.IntRange(0, 1 << 62)  # further ones of a duel stay in the range of a setup
POINT = PointType()
LENGTH = LengthType(most=FARTHEST)
DEGREES = LengthType(least=-360.0, most=360.0)
BASE = LengthType(SMALLEST_BASE, most=LARGEST_BASE)
SIZE = LengthType(above=True)


def example(*lines: str) -> str:
    """The epilog of a command: lines that can be typed as they stand."""
    return "\b\nExample:\n" + "\n".join("  " + line for line in lines)


def board_argument(command: F) -> F:
    """`BOARD`, `--scale` and `--up`, as the arguments `board`, `scale` and `up`; open with `load_board`."""
    for option in (
        click.option("--up", type=click.Choice(["y", "z"]), help="Which axis of a mesh file points up (else by kind)."),
        click.option("--scale", type=SIZE, default=1.0, show_default=True, help="Inches in one unit of the file."),
        click.argument("board", metavar="BOARD"),
    ):
        command = option(command)
    return command


def json_option(command: F) -> F:
    """`--json`, as the argument `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


def base_option(name: str = "--base", to: str = "base", of: str = "the base") -> Callable[[F], F]:
    """A base's diameter in millimetres; 30 where nothing is said."""
    return click.option(
        name, to, type=BASE, default=30.0, show_default=True, metavar="MM", help=f"Diameter of {of} in mm."
    )


def load_board(board: str, scale: float = 1.0, up: str | None = None) -> Board:
    """The board that a command names: a map of `maps/`, a map file, or a mesh file.

    What was wrong with a mesh is said on stderr.
    """
    from sim.board.board import Board

    loaded = Board.load(board, scale=scale, up=up)
    for repair in loaded.mended:
        click.echo(f"{board}: {repair}", err=True)
    return loaded


def moment_of(address: str | Path) -> tuple[Path, int | None]:
    """A file, and the number of the event that `FILE#412` names in it; None: all. A file of that name comes first."""
    text = str(address)
    found = re.fullmatch(r"(.+)#([0-9]{1,9})", text)
    if found is None or isfile(text):
        return Path(text), None
    return Path(found[1]), int(found[2])


def print_json(document: Any) -> None:
    """Print one JSON document on stdout. Structs and tuples are taken; NaN and infinity are not."""
    import msgspec

    click.echo(json.dumps(msgspec.to_builtins(document, enc_hook=in_english), allow_nan=False))


def read_text(path: str | Path) -> str:
    """A text file that the caller named. Raises UserError where it cannot be read."""
    try:
        with open_file(Path(path)) as file:
            text = file.read(MOST_READ + 1).decode().replace("\r\n", "\n")
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error
    except ValueError as error:  # also a name that no file can have
        raise UserError(f"cannot read {path}: it is not a text file in UTF-8") from error
    if len(text) > MOST_READ:
        raise UserError(f"cannot read {path}: it is larger than {MOST_READ // 1_000_000} MB: is it the right file?")
    return text


def progress(length: int, label: str) -> Any:
    """A bar on stderr, where that is a terminal: `with progress(n, "...") as bar: bar.update(1)`."""
    return click.progressbar(length=length, label=label, file=sys.stderr, hidden=not sys.stderr.isatty())
