"""The map format: a TOML file that places pieces on a board cut by canals.

    format = 1
    name = "San Canciano"
    size = [36, 36]

    [[canals]]
    id = "rio-di-san-canciano"
    outline = [[0, 14], [36, 15], [36, 19], [0, 18]]

    [[pieces]]
    piece = "palazzo"        # assets/pieces/palazzo.glb, or palazzo.glb beside the map
    id = "ca-rossa"          # default: the piece's name, numbered where it stands more than once
    at = [8, 24]             # where the piece's origin lies
    turn = 90                # degrees, counter-clockwise
    colour = "#b4573f"       # of its stucco

Units are inches; x east, y north, z up; z = 0 is street level.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec

from sim.board.files.folders import data_dir, maps_dir
from sim.board.model.errors import MapError

__all__ = ["Canal", "MapFile", "PiecePlacement", "find_map", "parse_map", "read_map"]

FORMAT = 1
SURFACE = -0.75  # of the water: quay walls of up to 1" are free to enter and leave (MOVE-08)
BED = -2.0

Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]*$")]
Colour = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-fA-F]{6}$")]
Length = Annotated[float, msgspec.Meta(gt=0, le=120)]


class Canal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Water cut into the ground, with slick walls all round: within an outline, or along a line with a width."""

    id: Name
    outline: tuple[tuple[float, float], ...] = ()
    line: tuple[tuple[float, float], ...] = ()
    width: Annotated[float, msgspec.Meta(ge=0, le=120)] = 0.0
    surface: Annotated[float, msgspec.Meta(lt=0)] = SURFACE
    bed: Annotated[float, msgspec.Meta(lt=0)] = BED

    def __post_init__(self) -> None:
        """Raises ValueError where it is neither an outline nor a line, or both."""
        if self.line and self.outline:
            raise ValueError("give an `outline`, or a `line` and its `width`, not both")
        if self.line and (len(self.line) < 2 or self.width <= 0):
            raise ValueError("a `line` needs at least 2 points, and a `width` over 0")
        if not self.line and (len(self.outline) < 3 or self.width):
            raise ValueError("needs an `outline` of at least 3 corners, or a `line` and its `width`")


class PiecePlacement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece, and where it stands."""

    piece: Name
    at: tuple[float, float]
    id: Name = ""
    z: float = 0.0
    turn: float = 0.0
    colour: Colour | None = None


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map as it stands in its file, every piece with its own id."""

    format: int
    name: Annotated[str, msgspec.Meta(min_length=1)]
    size: tuple[Length, Length]
    canals: tuple[Canal, ...] = ()
    pieces: tuple[PiecePlacement, ...] = ()
    about: str = ""


def find_map(name_or_path: str | Path) -> Path:
    """The file of a map: a path, or the name of a map that comes with the program or is one's own.

    Raises:
        MapError: there is no such file or name; the message lists the names.
    """
    path = Path(name_or_path)
    if path.is_file():
        return path
    shipped = maps_dir() / f"{name_or_path}.toml"
    if path.suffix == "" and shipped.is_file():
        return shipped
    own = data_dir() / "maps" / f"{name_or_path}.toml"
    if path.suffix == "" and own.is_file():
        return own
    known = ", ".join(sorted(p.stem for p in (*maps_dir().glob("*.toml"), *own.parent.glob("*.toml"))))
    raise MapError(f"no map '{name_or_path}': give the path of a file, or one of: {known}")


def read_map(path: Path) -> MapFile:
    """Read and check a map file.

    Raises:
        MapError: names the file, the line or key, and what is expected there.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MapError(f"{path}: cannot be read: {error}") from error
    return parse_map(text, str(path))


def parse_map(text: str, source: str = "map") -> MapFile:
    """As `read_map`, from the text itself; `source` names it in errors."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MapError(f"{source}: not valid TOML: {error}") from error
    if raw.get("format") != FORMAT:
        found = f"format = {raw['format']!r}" if "format" in raw else "no format"
        raise MapError(f"{source}: {found}: this program reads maps with format = {FORMAT}")
    try:
        made = msgspec.convert(raw, MapFile)
    except msgspec.ValidationError as error:
        raise MapError(f"{source}: {_where(str(error), raw)}") from error
    return msgspec.structs.replace(made, pieces=_numbered(made.pieces, source))


def _where(message: str, raw: dict[str, Any]) -> str:
    """A schema message with the place said as in the file: `pieces[3] (crates) key at: ...`."""
    what, _, place = message.partition(" - at `$")
    place = place.rstrip("`").lstrip(".")
    if not place:
        return what
    head, _, key = place.partition("].")
    if head.startswith("pieces[") and (number := head[7:].rstrip("]")).isdigit():
        entry = raw["pieces"][int(number)]
        name = entry.get("id") or entry.get("piece") if isinstance(entry, dict) else None
        return f"pieces[{number}]{f' ({name})' if name else ''}{f' key {key}' if key else ''}: {what}"
    return f"{place}: {what}"


def _numbered(pieces: tuple[PiecePlacement, ...], source: str) -> tuple[PiecePlacement, ...]:
    """Every piece gets an id of its own."""
    taken = {p.id for p in pieces if p.id}
    given = [p.id for p in pieces if p.id]
    for id in given:
        if given.count(id) > 1:
            raise MapError(f"{source}: two pieces have the id '{id}': give one of them another")
    made = []
    for placed in pieces:
        id = placed.id
        if not id:
            number = 1
            id = placed.piece
            while id in taken:
                number += 1
                id = f"{placed.piece}-{number}"
            taken.add(id)
        made.append(msgspec.structs.replace(placed, id=id))
    return tuple(made)
