"""The JSON Schemas of `assets/schemas`: `python tools/schemas.py` says which are not those of the types that read the
files, `--write` makes them anew.

Shapes and ranges are those of the types; what a key means is told by the type, or else by the page of the format in
`tools/docs/formats`. A TOML file names its schema in a first line `#:schema PATH`, which editors heed.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sim.board.files.mapfile import MapFile
from sim.board.files.packages import Manifest
from sim.board.files.table_file import TableFile
from sim.board.model.terrain import Meaning
from sim.builder.fragments import Fragment
from sim.campaign.campaign_file import CampaignFile
from sim.carnevale import actions
from sim.carnevale.events import Change
from sim.carnevale.film import Film
from sim.carnevale.gangs import Gang
from sim.carnevale.rosters import Roster
from sim.carnevale.script import Script
from sim.carnevale.setup import Setup
from sim.cli.los import PairEntry
from sim.engine.header import Header
from sim.engine.script import ScriptedAnswer
from sim.engine.yields import Yield
from sim.lessons.lesson_file import Lesson
from tests.tools.formats import FORMATS, PAGES

FOLDER = Path(__file__).resolve().parents[1] / "assets" / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/{name}"
OF_A_TAG = "Says which kind it is."
Schema = dict[str, Any]


def main(arguments: list[str]) -> int:
    """Exit code 0 where all are as they should be, or were made anew."""
    wrong = 0
    for name, text in schemas():
        path, part = FOLDER / f"{name}.json", FOLDER / f".{name}.part"
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        wrong += 1
        print(f"{path.name}: {'made anew' if '--write' in arguments else 'not what the types say'}")
        if "--write" in arguments:
            FOLDER.mkdir(exist_ok=True)
            part.write_text(text, encoding="utf-8")
            part.replace(path)
    return 0 if "--write" in arguments else min(wrong, 1)


def schemas() -> Iterator[tuple[str, str]]:
    """Every format by its name, and its schema as text."""
    for name, made in (
        ("map", _schema("A map", MapFile)),
        ("gang", _schema("A gang", Gang)),
        ("roster", _schema("Characters of a faction", Roster)),
        ("campaign", _schema("A campaign", CampaignFile)),
        ("script", _script()),
        ("lesson", _schema("A lesson or a puzzle", Lesson)),
        ("header", _header()),
        ("film", _schema("The film of a game", Film)),
        ("package", _schema("The manifest of a package", Manifest)),
        ("fragment", _schema("A part of a board", Fragment)),
        ("table", _schema("A table", TableFile)),
        ("pairs", _schema("Pairs of minis", list[PairEntry])),
        ("part", _schema("The extras of a part of a piece", Meaning)),
    ):
        yield name, json.dumps(made, indent=2, ensure_ascii=False) + "\n"


def _schema(title: str, kind: Any) -> Schema:
    (root,), held = msgspec.json.schema_components([kind], ref_template=REF)
    return _told(title, root, held)


def _script() -> Schema:
    """Entries of a script are not one type but several: each has a key that says what it is."""
    kinds = [Script, ScriptedAnswer, Change, Yield, *actions.KINDS]
    roots, held = msgspec.json.schema_components(kinds, ref_template=REF)
    answers = {"type": "array", "items": roots[1], "description": "What is asked in its course, and the answers."}
    entries: list[Schema] = [
        _entry("This character has its turn.", {"turn": {"type": "string"}}),
        _entry("The turn in hand ends.", {"end": {"const": "turn"}}),
        _entry(
            "The Golden Rule, between two actions or turns.",
            {"override": {"type": "object", "additionalProperties": roots[2]}, "why": {"type": "string"}},
        ),
        _entry("What a seat yields, or takes back.", {"yield": roots[3]}),
    ]
    for root in roots[4:]:
        action = held.pop(root["$ref"].rpartition("/")[2])
        entries.append({**action, "properties": {**action["properties"], "answers": answers}})
    for entry in entries[:3]:
        entry["properties"]["answers"] = answers
    held["Script"]["properties"]["do"]["items"] = {"anyOf": entries}
    return _told("A script", roots[0], held)


def _entry(description: str, properties: Schema) -> Schema:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _header() -> Schema:
    """The setup, which the engine takes as it is, is Carnevale's here."""
    (root, setup), held = msgspec.json.schema_components([Header, Setup], ref_template=REF)
    held["Header"]["properties"]["setup"] = setup
    held["Header"]["properties"]["check"] = {
        "type": "string",
        "pattern": "^[0-9a-f]{8}$",
        "description": "The check sum.",
    }
    return _told("The first line of a journal", root, held)


def _told(title: str, root: Schema, held: Schema) -> Schema:
    """With the meaning of each key, and all on one page."""
    told = meanings()
    for name, kind in held.items():
        for key, field in kind.get("properties", {}).items():
            meaning = told.get((name, key)) or (OF_A_TAG if len(field.get("enum", ())) == 1 else "")
            if "description" not in field and meaning:
                kind["properties"][key] = {"description": meaning, **field}
    made: Schema = _tidy({"$schema": DIALECT, "title": title, **root, "$defs": dict(sorted(held.items()))})
    return made


def _tidy(made: Any) -> Any:
    """Descriptions in one line and choices by the alphabet: versions of msgspec differ in both."""
    if isinstance(made, list):
        return [_tidy(each) for each in made]
    if not isinstance(made, dict):
        return made
    tidy = {key: _tidy(each) for key, each in made.items()}
    if isinstance(tidy.get("description"), str):
        tidy["description"] = " ".join(tidy["description"].split())
    if isinstance(tidy.get("enum"), list):
        tidy["enum"] = sorted(tidy["enum"], key=lambda each: (isinstance(each, str), each))
    return tidy


def meanings() -> dict[tuple[str, str], str]:
    """What each key of each type means, by the pages of the formats."""
    found = {}
    for page, kinds in PAGES.items():
        heading = ""
        for line in (FORMATS / page).read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                heading = line.lstrip("#").strip()
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] if line.startswith("| `") else []
            if len(cells) == 4 and heading in kinds:
                plain = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", cells[3]).replace("`", "").replace("\\|", "|")
                found[kinds[heading].__name__, cells[0].strip("`")] = plain[:1].upper() + plain[1:] + "."
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
