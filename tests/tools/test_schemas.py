"""The published schemas are those of the types that read the files: they take what is taken, and refuse what is not."""

from __future__ import annotations

import copy
import gzip
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.board.files.folders import assets_dir, maps_dir
from sim.board.files.mapfile import MapFile
from sim.board.files.packages import Manifest
from sim.board.model.terrain import Meaning
from sim.builder.fragments import Fragment
from sim.campaign.campaign_file import CampaignFile
from sim.carnevale.film import Film
from sim.carnevale.gangs import Gang
from sim.carnevale.rosters import Roster
from sim.carnevale.script import Script
from sim.carnevale.setup import Setup
from sim.cli.los import PairEntry
from sim.cli.main import run
from sim.engine.header import Header
from sim.lessons.catalogue import lessons_dir
from sim.lessons.lesson_file import Lesson
from tools import schemas

CHECKOUT = Path(__file__).parents[2]
KINDS: dict[str, Any] = {
    "map": MapFile,
    "gang": Gang,
    "roster": Roster,
    "campaign": CampaignFile,
    "script": Script,
    "lesson": Lesson,
    "header": Header,
    "film": Film,
    "package": Manifest,
    "fragment": Fragment,
    "pairs": list[PairEntry],
    "part": Meaning,
}
GOLDEN = sorted((CHECKOUT / "tests" / "golden").glob("*.jsonl.gz"))
TOMLS = [
    *(("map", path) for path in sorted(maps_dir().glob("*.toml"))),
    *(("gang", path) for path in sorted((assets_dir() / "gangs").glob("*.toml"))),
    *(("lesson", path) for path in sorted(lessons_dir().glob("*.toml"))),
    *(("map", path) for path in sorted(lessons_dir().glob("boards/*.toml"))),
    *(("roster", path) for path in sorted((assets_dir() / "characters").glob("*.toml"))),
]


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads((schemas.FOLDER / f"{name}.json").read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def reads(name: str, plain: Any) -> bool:
    """Does the program take this file, by its shape?"""
    try:
        made = msgspec.convert(plain, KINDS[name])
        if name == "header":
            msgspec.convert(made.setup, Setup)
            check = plain.get("check", "0" * 8)  # the program reads it as the end of the line: no sum is anything else
            return isinstance(check, str) and re.fullmatch("[0-9a-f]{8}", check) is not None
    except msgspec.ValidationError:
        return False
    return True


def scripts() -> Iterator[dict[str, Any]]:
    """The script of the documentation, and one with all that there is."""
    page = (schemas.FORMATS / "scripts.md").read_text(encoding="utf-8")
    yield json.loads(page.partition("```json\n")[2].partition("```")[0])
    yield {
        "board": "san-canciano",
        "characters": [
            {
                "id": "a",
                "seat": "north",
                "at": [1, 2.5, 0],
                "abilities": ["Acrobatic (1)"],
                "commands": [{"name": "On", "form": "pulse", "gains": {"wp": 1}}],
            }
        ],
        "do": [
            {"turn": "a"},
            {"act": "run", "path": [[1, 2, 0], [3, 4, 0]], "answers": [{"prompt": "will", "value": 1}]},
            {"act": "override", "changes": {}, "why": "x"},
            {"override": {"a": {"at": [1, 2, 3], "sees": {"b": True}}}, "why": "agreed"},
            {"end": "turn"},
        ],
    }


def campaign() -> dict[str, Any]:
    """One in which a bit of everything happened."""
    roster = tomllib.loads((assets_dir() / "characters" / "guild.toml").read_text("utf-8"))
    roster["characters"] = roster["characters"][:2]
    gang = {"format": 1, "name": "Us", "faction": "Guild", "members": [{"character": "Bravo"}]}
    seat = {
        "seat": "north", "name": "Us", "faction": "Guild", "vp": 3, "primary": 2, "kills": {"a": 1},
        "deeds": [{"agenda": "told", "title": "A deed", "vp": 1, "by": ["a"]}],
        "casualties": ["a"], "away": [], "standing": [],
    }  # fmt: skip
    fielded = {"north": {"members": ["a"]}, "south": {"members": ["b"], "equipment": ["lantern"]}}
    began = {"map": "corte-nova", "scenario": "acquisition", "ducats": 75, "seed": 3, "setup": "0", "journal": "g"}
    return {
        "format": 1, "name": "Carnival", "seed": 7, "ducats": 150, "gifted": roster,
        "players": [{"seat": each, "player": "human", "gang": gang, "roster": roster} for each in ("north", "south")],
        "log": [
            {"what": "game_begun", "fielded": fielded, **began},
            {
                "what": "game_recorded",
                "outcome": {"scenario": "acquisition", "rounds": 5, "winner": None, "seats": [seat]},
            },
            {"what": "die_fell", "seat": "north", "purpose": "injury", "who": "a", "face": 3},
            {"what": "xp_given", "seat": "north", "who": "a", "xp": 2, "deed": 0},
            {"what": "talent_learned", "seat": "north", "who": "a", "talent": "Parry (1)"},
            {"what": "member_hired", "seat": "north", "chosen": {"character": "Bravo"}},
            {"what": "stage_done", "seat": "north", "stage": "hiring"},
            {"what": "decision_undone", "seat": "north"},
            {"what": "campaign_ended"},
        ],
    }  # fmt: skip


def header(path: Path) -> dict[str, Any]:
    with gzip.open(path) as file:
        made: dict[str, Any] = json.loads(file.readline())
    return made


def test_the_published_schemas_are_those_of_the_types() -> None:
    made = dict(schemas.schemas())
    assert {path.stem for path in schemas.FOLDER.glob("*.json")} == set(made) == set(KINDS)
    stale = [name for name, text in made.items() if (schemas.FOLDER / f"{name}.json").read_text("utf-8") != text]
    assert stale == [], "run python tools/schemas.py --write"


@pytest.mark.parametrize("name", KINDS)
def test_every_key_of_a_schema_tells_what_it_means(name: str) -> None:
    schema = json.loads((schemas.FOLDER / f"{name}.json").read_bytes())
    silent = [
        f"{kind}.{key}"
        for kind, held in schema["$defs"].items()
        for key, field in held.get("properties", {}).items()
        if "description" not in field and not any("description" in each for each in field.get("anyOf", ()))
    ]
    assert silent == []


@pytest.mark.parametrize(("name", "path"), TOMLS, ids=[path.name for _, path in TOMLS])
def test_shipped_files_hold_to_their_schema_and_name_it(name: str, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    validator(name).validate(tomllib.loads(text))
    first = text.splitlines()[0]
    assert first.startswith("#:schema ")
    assert (path.parent / first.removeprefix("#:schema ")).resolve() == (schemas.FOLDER / f"{name}.json").resolve()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_golden_journals_begin_with_a_header_of_the_schema(path: Path) -> None:
    validator("header").validate(header(path))


def test_scripts_hold_to_their_schema() -> None:
    for script in scripts():
        validator("script").validate(script)
        assert reads("script", script)


# --- what the program refuses by shape, the schema refuses --------------------------------------------------------


def samples() -> dict[str, Any]:
    held = {name: tomllib.loads(path.read_text("utf-8")) for name, path in TOMLS}
    pairs = [{"from": [1, 2, 3], "to": [4, 5, 6], "to_body": "giant", "to_base": 50}]
    part = {"kind": "water", "landing": "soft", "climbable": False, "material": "stone"}
    package = {
        "format": 1,
        "program": "0.1.0",
        "map": "quay",
        "title": "Quay",
        "files": {"quay.toml": {"sha256": "0" * 64, "bytes": 300}},
        "pieces": [{"name": "my-well", "own": True, "licence": "CC0"}],
        "by": "Zanetta",
        "licence": "CC0",
    }
    fragment = {"format": 1, "pieces": [{"piece": "pozzo", "at": [0, 2], "turn": 90}]}
    pose = {"at": [1, 2, 3], "turn": 90, "kind": "marker", "marker": "smoke", "radius": 1.5, "height": 3}
    film = {
        "format": 1,
        "board": "quay",
        "seats": [{"id": "north", "gang": "Guild"}],
        "minis": [{"id": "a", "name": "A", "seat": "north", "size": 30, "body": "human"}],
        "moments": [
            {"number": 1, "kind": "moved", "who": "a", "path": [[1, 2, 3]], "dice": [3], "seen_by": ["north"]},
            {"number": 2, "kind": "killed", "poses": {"a": None, "b": pose}},
        ],
        "stills": [{"number": 0, "poses": {"a": pose}}],
    }
    return {
        **held,
        "campaign": campaign(),
        "film": film,
        "script": list(scripts())[1],
        "header": header(GOLDEN[0]),
        "package": package,
        "fragment": fragment,
        "pairs": pairs,
        "part": part,
    }


SAMPLES = samples()
WRONG = (None, "", "x", "x" * 3000, -1, 10**12, 1e300, True, [], {}, [[]], {"x": 1}, 0.5)


def places(plain: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield at
    if isinstance(plain, dict | list):
        for key in plain if isinstance(plain, dict) else range(len(plain)):
            yield from places(plain[key], (*at, key))


def changed(plain: Any, at: tuple[Any, ...], change: Callable[[Any, Any], None]) -> Any:
    made = copy.deepcopy(plain)
    here = made
    for step in at[:-1]:
        here = here[step]
    change(here, at[-1])
    return made


@given(st.data())
@pytest.mark.parametrize("name", KINDS)
def test_what_is_refused_by_shape_is_refused_by_the_schema_and_the_other_way_round(
    name: str, data: st.DataObject
) -> None:
    sample = SAMPLES[name]
    at = data.draw(st.sampled_from([each for each in places(sample) if each]))
    value = data.draw(st.sampled_from(WRONG))

    def put(here: Any, step: Any) -> None:
        here[step] = value

    def leave_out(here: Any, step: Any) -> None:
        del here[step]

    def misspell(here: Any, step: Any) -> None:
        if isinstance(here, dict):
            here[f"{step}s"] = here.pop(step)

    file = changed(sample, at, data.draw(st.sampled_from([put, leave_out, misspell])))
    taken = reads(name, file)
    if name == "script" and at[0] == "do":  # entries are looked at one by one, when they are played
        assert taken or not validator(name).is_valid(file)
        return
    assert validator(name).is_valid(file) == taken


# --- the command ------------------------------------------------------------------------------------------------


def test_the_command_lists_the_formats_and_prints_a_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == sorted(KINDS)
    assert run(["schema", "--json"]) == 0
    assert {each["format"] for each in json.loads(capsys.readouterr().out)} == set(KINDS)
    assert run(["schema", "gang"]) == 0
    assert capsys.readouterr().out == (schemas.FOLDER / "gang.json").read_text(encoding="utf-8")
