"""Whatever in `assets` was made elsewhere is credited, with its author and licence."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

ASSETS = Path(__file__).parents[2] / "assets"
CREDITS = (ASSETS / "CREDITS.md").read_text(encoding="utf-8")
MADE_HERE = {
    "bots": ".json",
    "pieces": ".glb",
    "bodies": ".glb",
    "pictures": ".jpg",
    "characters": ".toml",
    "gangs": ".toml",
    "lessons": ".toml",
    "schemas": ".json",
    "prepared": ".npz",
}
FONTS = sorted(path for path in ASSETS.rglob("*") if path.suffix in (".ttf", ".otf", ".woff", ".woff2"))


def names(font: Path) -> dict[int, str]:
    """What a font says of itself, by the number of its name: 0 is its copyright, 1 its family, 9 its designer."""
    data = font.read_bytes()
    (tables,) = struct.unpack(">H", data[4:6])
    records = (struct.unpack(">4sLLL", data[12 + 16 * i : 28 + 16 * i]) for i in range(tables))
    at = next(offset for tag, _, offset, _ in records if tag == b"name")
    _, count, strings = struct.unpack(">HHH", data[at : at + 6])
    found: dict[int, str] = {}
    for i in range(count):
        platform, _, _, number, length, offset = struct.unpack(">6H", data[at + 6 + 12 * i : at + 18 + 12 * i])
        raw = data[at + strings + offset : at + strings + offset + length]
        found.setdefault(number, raw.decode("utf-16-be" if platform in (0, 3) else "latin-1"))
    return found


def line_of(font: Path) -> str:
    listed = f"`{font.relative_to(ASSETS).as_posix()}`"
    found = [line for line in CREDITS.splitlines() if listed in line]
    assert len(found) == 1, f"{listed} is not credited once"
    return found[0]


def test_there_are_fonts() -> None:
    assert len(FONTS) == 3


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.name)
def test_every_font_is_credited_with_its_family_authors_and_licence(font: Path) -> None:
    said, line = names(font), line_of(font)
    assert said[1] in line
    for author in ("Barry Schwartz", "Thatcher Ulrich", "Karoly Barta", "Michael Everson"):
        assert (author in line) is (author in said[0]), author
    assert "public domain" in said[0].casefold()
    assert "public domain" in line


def test_everything_else_is_of_a_kind_that_was_made_here_or_is_credited() -> None:
    strangers = []
    for path in ASSETS.rglob("*"):
        if path.is_dir() or path.name == "CREDITS.md" or path in FONTS:
            continue
        folder = path.relative_to(ASSETS).parts[0]
        if MADE_HERE.get(folder) != path.suffix and path.name != "rules.toml":
            strangers.append(path.relative_to(ASSETS).as_posix())
    assert [each for each in strangers if f"`{each}`" not in CREDITS] == []
