"""The XML of such files, unzipped, without its namespaces."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree as ET

from sim.carnevale.rosters import WrongData
from sim.schemas import read_bytes
from sim.words import say

__all__ = ["ENDINGS", "ZIPPED", "Kind", "kind_of", "read_xml"]

ENDINGS = (".gst", ".cat", ".ros")
ZIPPED = tuple(f"{ending}z" for ending in ENDINGS)
MOST = 64_000_000  # bytes of a file that was unzipped: all catalogues of this game have 2 million
Kind = Literal["gameSystem", "catalogue", "roster"]


def kind_of(root: ET.Element) -> Kind | None:
    """What a file is of, by its outermost element."""
    for kind in ("gameSystem", "catalogue", "roster"):
        if root.tag == kind:
            return kind
    return None


def read_xml(path: Path) -> ET.Element:
    """A file's outermost element. Raises WrongData where it is none of such a program."""
    content = read_bytes(path, WrongData)
    if path.suffix.lower() in ZIPPED or content[:2] == b"PK":
        content = _unzipped(content, path)
    try:
        root = ET.fromstring(content)
    except ET.ParseError as error:
        line, column = error.position
        raise WrongData(
            say("{path}, line {line}, column {column}: is not valid XML", path=path, line=line, column=column)
        ) from None
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    if kind_of(root) is None:
        raise WrongData(
            say("{path}: its outermost element is '{tag}', not that of a game system, a catalogue or a roster",
                path=path, tag=root.tag)
        )  # fmt: skip
    return root


def _unzipped(content: bytes, path: Path) -> bytes:
    """The one file in it."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            inside = [info for info in packed.infolist() if info.filename.lower().endswith(ENDINGS)]
            if len(inside) != 1 or inside[0].file_size > MOST:
                raise WrongData(say("{path}: has no single catalogue, game system or roster in it", path=path))
            with packed.open(inside[0]) as file:
                return file.read(MOST)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, ValueError, EOFError) as error:
        raise WrongData(say("{path}: cannot be unzipped: {error}", path=path, error=str(error))) from None
