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
from typing import Any, TypeVar

import click

from sim.board.model.ranges import FARTHEST, LARGEST_BASE, SMALLEST_BASE
from sim.cli.errors import UserError
from sim.whole_files import open_file
from sim.words import in_english, reason, say
from sim.words.tongues import told

__all__ = [
    "BASE",
    "BOARD_SIZE",
    "DEGREES",
    "FILE",
    "FOLDER",
    "LENGTH",
    "PICTURE",
    "PIXELS",
    "PLACE",
    "POINT",
    "SEED",
    "SIZE",
    "SPOT",
    "STAND",
    "WORDS",
    "LengthType",
    "WholeType",
    "WordsType",
    "ability_option",
    "base_option",
    "board_argument",
    "example",
    "facing_option",
    "json_option",
    "moment_of",
    "print_json",
    "progress",
    "read_text",
    "tell",
    "typed",
]

MOST_READ = 100_000_000  # bytes of a text file
F = TypeVar("F", bound=Callable[..., Any])


class PlaceType(click.ParamType[tuple[float, ...]]):
    """`X,Y,Z` in inches, or `X,Y`: the ground there."""

    name = "X,Y[,Z]"
    least = 2

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        numbers = []
        for part in str(value).split(","):
            number = _number(part)
            if not math.isfinite(number):
                self.fail(
                    say(
                        "'{value}' is no point: '{part}' is not a number; write X,Y,Z, as in 6,10.5,4",
                        value=value,
                        part=part.strip(),
                    )
                )
            if abs(number) > FARTHEST:
                off = {"value": value, "part": part.strip(), "most": FARTHEST}
                self.fail(say("'{value}' is off any table: {part} is more than {most:,.0f} inches", **off))
            numbers.append(number)
        if self.least == 2 and len(numbers) not in (2, 3):
            self.fail(say("'{value}' is no place: write X,Y, or X,Y,Z, as in 6,10.5", value=value))
        if not self.least <= len(numbers) <= 3:
            self.fail(
                say(
                    "'{value}' has {n} of the 3 numbers of a point; write X,Y,Z, as in 6,10.5,4",
                    value=value,
                    n=len(numbers),
                )
            )
        return tuple(numbers)


class PointType(PlaceType):
    """`X,Y,Z` in inches."""

    name = "X,Y,Z"
    least = 3


class SpotType(PlaceType):
    """`X,Y,Z` in inches, or a mini of a table by its name, which is looked up there."""

    name = "X,Y,Z|MINI"
    least = 3

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        text = str(value).strip()
        if isinstance(value, tuple) or "," in text or not text or not math.isnan(_number(text)) or text == "nan":
            return super().convert(value, param, ctx)
        return text


class StandType(SpotType):
    """`X,Y,Z` in inches, `X,Y`: where a base stands that is let down there from above; or a mini of a table."""

    name = "X,Y[,Z]|MINI"
    least = 2


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
            self.fail(say("'{value}' is not a number", value=value))
        if self.above and number <= self.least:
            self.fail(say("{value} must be more than {least:g}", value=value, least=self.least))
        if number < self.least:
            self.fail(say("{value} must be at least {least:g}", value=value, least=self.least))
        if number > self.most:
            self.fail(say("{value} must be at most {most:g}", value=value, most=self.most))
        return number


class UnitType(LengthType):
    """The name of a unit, or inches in a unit of the file."""

    name = "UNIT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        from sim.builder.importing.scale_guess import UNITS

        text = str(value)
        if text in UNITS:
            return UNITS[text][0]
        if not math.isfinite(_number(text)):
            self.fail(say("'{value}': give {names}, or a number of inches", value=value, names=", ".join(UNITS)))
        return super().convert(value, param, ctx)


class PictureType(click.ParamType[Path]):
    """A picture file that can be written, as far as that is known before it is drawn."""

    name = "FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        from PIL import Image

        path = Path(value)
        if path.suffix.lower() not in Image.registered_extensions():
            self.fail(say("'{value}' is no name of a picture: let it end in .png or .jpg", value=str(value)))
        if "\0" in str(value) or isdir(path):
            self.fail(say("'{value}' is no name that a file can have here: give another", value=str(value)))
        if not (isdir(path.parent) and os.access(path.parent, os.W_OK)):
            self.fail(
                say(
                    "'{value}': no file can be written in {folder}: give another folder",
                    value=str(value),
                    folder=path.parent,
                )
            )
        return path


class PixelsType(click.ParamType[tuple[int, int]]):
    """`WxH`: the pixels of a picture or window."""

    name = "WxH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        found = re.fullmatch(r"([0-9]{1,6})[xX]([0-9]{1,6})", str(value))
        pixels = (int(found[1]), int(found[2])) if found else (0, 0)
        if not all(LEAST_PIXELS <= each <= MOST_PIXELS for each in pixels):
            self.fail(
                say(
                    "'{value}': write WIDTHxHEIGHT in pixels, {least} to {most} each, as in 1280x800",
                    value=value, least=LEAST_PIXELS, most=MOST_PIXELS,
                )
            )  # fmt: skip
        return pixels


class WordsType(click.ParamType[str]):
    """Words that go into a file: not what a terminal gives for bytes that are no letters."""

    name = "TEXT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            value.encode()
        except UnicodeEncodeError:
            self.fail(say("'{value}' has bytes that are no letters of UTF-8", value=value))
        return str(value)


class FileType(click.ParamType[Path]):
    """A file, and no folder."""

    name = "FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if isdir(value):
            self.fail(say("'{value}' is a folder: give a file", value=str(value)))
        return Path(value)


class FolderType(click.ParamType[Path]):
    """A folder, and no file; it need not be there yet."""

    name = "FOLDER"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if isfile(value):
            self.fail(say("'{value}' is a file: give a folder", value=str(value)))
        return Path(value)


class WholeType(click.IntRange):
    """A whole number from one to another one."""

    name = "NUMBER"

    def __init__(self, least: int, most: int) -> None:
        super().__init__(least, most)
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(value)
        except ValueError:
            self.fail(say("'{value}' is not a whole number", value=value))
        if not self.least <= number <= self.most:
            self.fail(say("{value} is not from {least} to {most}", value=number, least=self.least, most=self.most))
        return number


class BoardSizeType(click.ParamType[tuple[float, float]]):
    """`WxH`: the sides of a board in inches."""

    name = "WxH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        wide, _, deep = str(value).lower().partition("x")
        sides = (_number(wide), _number(deep))
        if not all(map(math.isfinite, sides)):
            self.fail(say("'{value}': write WIDTHxDEPTH in inches, as in 24x48", value=value))
        return sides


LEAST_PIXELS, MOST_PIXELS = 16, 8192
PICTURE = PictureType()
PIXELS = PixelsType()
BOARD_SIZE = BoardSizeType()
FILE = FileType()
FOLDER = FolderType()
WORDS = WordsType()
SEED = WholeType(0, 1 << 62)  # further ones of a duel stay in the range of a setup
PLACE = PlaceType()
POINT = PointType()
SPOT = SpotType()
STAND = StandType()
LENGTH = LengthType(most=FARTHEST)
DEGREES = LengthType(least=-360.0, most=360.0)
BASE = LengthType(SMALLEST_BASE, most=LARGEST_BASE)
SIZE = LengthType(above=True)
SCALE = UnitType(above=True)


def example(*lines: str) -> str:
    """The epilog of a command: lines that can be typed as they stand."""
    return "\b\nExample:\n" + "\n".join("  " + line for line in lines)


def board_argument(command: F) -> F:
    """`BOARD`, `--scale` and `--up`, as the arguments `board`, `scale` and `up`; open with `load_board` of `boards`."""
    for option in (
        click.option("--up", type=click.Choice(["y", "z"]), help="Which axis of a mesh file points up (else by kind)."),
        click.option("--scale", type=SCALE, default=1.0, show_default=True, help="Unit of the file, or inches in one."),
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


def ability_option() -> Callable[[F], F]:
    """Abilities by which a mini moves and jumps."""
    return click.option(
        "--ability", "abilities", type=WORDS, multiple=True, metavar="NAME",
        help="By which it moves, as Ethereal; a mini of a table has its own.  [repeatable]",
    )  # fmt: skip


def facing_option(name: str, to: str, of: str) -> Callable[[F], F]:
    """Which way a mini faces, in degrees; east where nothing is said."""
    return click.option(
        name, to, type=DEGREES, default=0.0, show_default=True,
        help=f"Which way {of} faces, counter-clockwise from east.",
    )  # fmt: skip


def moment_of(address: str | Path) -> tuple[Path, int | None]:
    """A file, and the number of the event that `FILE#412` names in it; None: all. A file of that name comes first."""
    text = str(address)
    found = re.fullmatch(r"(.+)#([0-9]{1,9})", text)
    if found is None or isfile(text):
        return Path(text), None
    return Path(found[1]), int(found[2])


def typed(point: tuple[float, float, float]) -> str:
    """A point as it is typed, in every language."""
    return "{:g},{:g},{:g}".format(*point)


def tell(words: str, *, err: bool = False, indent: int = 0) -> None:
    """Print a line in the language that is spoken."""
    click.echo(" " * indent + told(words), err=err)


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
        raise UserError(say("cannot read {path}: {error}", path=path, error=error.strerror or error)) from error
    except UnicodeDecodeError as error:
        from sim.schemas import wrong_line

        where = {"path": path, "line": wrong_line(error)}
        raise UserError(say("cannot read {path}: it is not a text file in UTF-8 (line {line})", **where)) from error
    except ValueError as error:  # also a name that no file can have
        raise UserError(say("cannot read {path}: {error}", path=path, error=reason(error))) from error
    if len(text) > MOST_READ:
        raise UserError(
            say(
                "cannot read {path}: it is larger than {most} MB: is it the right file?",
                path=path,
                most=MOST_READ // 1_000_000,
            )
        )
    return text


def progress(length: int, label: str) -> Any:
    """A bar on stderr, where that is a terminal: `with progress(n, "...") as bar: bar.update(1)`."""
    return click.progressbar(length=length, label=label, file=sys.stderr, hidden=not sys.stderr.isatty())
