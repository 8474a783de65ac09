"""What does not fit a type is told with its place, its line and what would mend it."""

from __future__ import annotations

import json
import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given as draws
from hypothesis import strategies as st
from msgspec import Meta

from sim.board.files.folders import assets_dir
from sim.cli.errors import UserError
from sim.cli.options import read_text
from sim.engine.journal import header_of, read
from sim.engine.requests import CorruptJournal
from sim.errors import BautaError
from sim.schemas import PATTERNS, fitting, line_of, place_of, read_bytes, read_json, read_toml


class Tint(StrEnum):
    RED = "red"
    GREEN = "green"


class Item(msgspec.Struct, forbid_unknown_fields=True):
    name: str = ""
    weight: Annotated[float, Meta(gt=0, le=9, examples=[2])] | None = None
    count: Annotated[int, Meta(ge=1)] = 1
    tint: Tint = Tint.RED
    lit: bool = False


class Bag(msgspec.Struct, forbid_unknown_fields=True):
    items: tuple[Item, ...] = ()
    by_name: dict[str, Item] = {}
    owner: Item | None = None


WRONG = {
    "[[items]]\nname = 3": "bag, line 2: items[0].name is 3: give text",
    '[[items]]\nname = "lamp"\nweight = nan': 'bag, line 3: items[0] "lamp": weight is nan: give a number over 0',
    '[[items]]\nname = "lamp"\nweight = "9"': "weight is '9': give a number over 0 and at most 9, as 2",
    '[[items]]\nname = "lamp"\ncount = 0': 'items[0] "lamp": count is 0: give a whole number at least 1',
    '[[items]]\nname = "lamp"\ntint = "gren"': "tint is 'gren': give one of red, green (is it 'green'?)",
    '[[items]]\nname = "lamp"\ntint = "mauve"': "tint is 'mauve': give one of red, green",
    '[[items]]\nname = "lamp"\nlit = 1': "lit is 1: give true or false",
    "[owner]\nnam = 'x'": "bag, line 2: owner.nam is unknown here: is it 'name'?",
    '[[items]]\nname = "lamp"\nby_name = 3': "by_name is unknown here: write it above the first [[items]], with",
    "[owner]\nitems = 3": "line 2: owner.items is unknown here: write it above the first [owner], with what is said",
    "by_name = {}\n[[items]]\nby_name = 3": "by_name is unknown here: is it 'name'?",
    "owner = 3": "bag, line 1: owner is 3: give a table with keys",
    "by_name = 3": "bag, line 1: by_name is 3: give a table",
    "\n\n# first\nitems = [\n {name = 'a'},\n {name = 'b', lit = 3}]": 'bag, line 4: items[1] "b": lit is 3',
}


@pytest.mark.parametrize(("text", "said"), WRONG.items(), ids=range(len(WRONG)))
def test_a_toml_text_is_told_where_it_does_not_fit(text: str, said: str) -> None:
    with pytest.raises(BautaError) as caught:
        read_toml(text, Bag, "bag", BautaError)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[", "bag, line 1: not valid JSON: Input data was truncated"),
        ("nul", "bag, line 1: not valid JSON: "),
        ('{\n"items": [],\n"owner": }\n', "bag, line 3: not valid JSON: invalid character"),
        ('{\n"items": [\n\n\n', "bag, line 2: not valid JSON: Input data was truncated"),
        ("[" * 100_000, "bag: not valid JSON: "),
        ('{"owner": {"lit": 3}}', "bag: owner.lit is 3: give true or false"),
        ('{"owner": {"weight": 1e400}}', "bag, line 1: "),
        ('{"items": [{"owner": 3}]}', "bag: items[0].owner is unknown here: there are: "),
    ],
    ids=range(8),
)
def test_so_is_json(text: str, said: str) -> None:
    with pytest.raises(BautaError) as caught:
        read_json(text, Bag, "bag", BautaError)
    assert str(caught.value).startswith(said)


def test_what_fits_is_read() -> None:
    assert read_toml('[[items]]\nname = "lamp"', Bag, "bag", BautaError) == Bag((Item("lamp"),))
    assert fitting({"owner": {"tint": "green"}}, Bag, "bag", BautaError).owner == Item(tint=Tint.GREEN)


def test_a_place_is_called_by_the_names_of_its_entries() -> None:
    raw = {"members": [{"name": "Rosa", "weapons": [{"id": "sword"}]}]}
    assert place_of(raw, ["members", 0, "weapons", 0, "range"]) == 'members[0] "Rosa": weapons[0] "sword": range'
    assert place_of(raw, ["members", 0]) == 'members[0] "Rosa"'
    assert place_of(raw, []) == ""


def test_the_line_of_a_key_or_of_its_table_is_found() -> None:
    text = "a = 1\n\n[b]\n# of b\nc = [\n  1,\n  2,\n]\n[[d]]\ne = 1\n[[d]]\ne = 2\n"
    places = [["a"], ["b"], ["b", "c"], ["b", "c", 1], ["d", 0], ["d", 0, "e"], ["d", 1], ["d", 1, "e"]]
    assert [line_of(text, place) for place in places] == [1, 3, 5, 5, 9, 10, 11, 12]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(BautaError, match=r"pipe.json: cannot be read: it is a pipe or a device: write"):
        read_bytes(tmp_path / "pipe.json", BautaError)
    with pytest.raises(UserError, match="it is a pipe or a device"):
        read_text(tmp_path / "pipe.json")
    with pytest.raises(CorruptJournal, match="it is a pipe or a device"):
        header_of(tmp_path / "pipe.json")
    with pytest.raises(CorruptJournal, match="it is a pipe or a device"):
        read(tmp_path / "pipe.json")


def test_every_pattern_of_a_schema_is_told_in_words() -> None:
    def patterns(schema: Any) -> set[str]:
        inside = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
        own = {schema["pattern"]} if isinstance(schema, dict) and isinstance(schema.get("pattern"), str) else set()
        return own.union(*map(patterns, inside))

    found = set().union(*(patterns(json.loads(each.read_text())) for each in (assets_dir() / "schemas").glob("*.json")))
    assert len(found) > 2
    assert found - PATTERNS.keys() == set()


PIECE = '[[pieces]]\npiece = "pozzo"\nid = "a"\nat = [3, 4]\n'
SLIPS = {
    PIECE + "turn = 3\nturn = 4\n": 'line 6: pieces[0] "a": turn is there twice in one table',
    PIECE + "mirror = True\n": 'line 5: pieces[0] "a": mirror is True: write true, in small letters',
    PIECE + "group = market\n": 'line 5: pieces[0] "a": group is market: a text stands in quotes, as "market"',
    PIECE + "turn =\nz = 1\n": 'line 5: pieces[0] "a": turn has no value: give it one',
    PIECE + "colour = “#aabbcc”\n": 'colour has curly quotes: write straight ones, as "#aabbcc"',
    PIECE + 'colour = "#aabbcc\nturn = 3\n': 'line 5: pieces[0] "a": colour begins with a quote that is not closed',
    PIECE + "colour = '#aabbcc": 'line 5: pieces[0] "a": colour begins with a quote that is not closed',
    PIECE + 'colour = "#aabbcc': 'line 5: pieces[0] "a": colour begins with a quote that is not closed',
    PIECE + "[[pieces]]\nat = [1 2]\n": "line 6: pieces[1].at has no comma before 2",
    PIECE + "[[pieces]]\nat = [1, 2\nturn = 3\n": "line 6: pieces[1].at is not closed: put a ] at its end",
    PIECE + "[[pieces]\nat = [1, 2]\n": "line 5: the line is not closed: put a ]] at its end",
    PIECE + "[bag\nat = [1, 2]\n": "line 5: the line is not closed: put a ] at its end",
    "size = [1,\n 2 # so\n # and\n 3]\n": "line 4: size has no comma before 3",
    "line = [[1, 2], [3, 4]\n\n[[pieces]]\n": "line 1: line is not closed: put a ] at its end",
    '[[pieces]]\npiece = { kind = "house" floors = 2 }': "line 2: pieces[0].piece.kind has no comma before floors",
    '[[pieces]]\npiece = { kind = "house"\nat = [1, 2]': "line 2: pieces[0].piece is not closed: put a } at its end",
    "[[pieces]]\npiece = { floors = 2, floors = 3 }": "line 2: pieces[0].piece.floors is there twice in one table",
    '[[pieces]]\npiece = { kind = "house", brick = True }': "pieces[0].piece.brick is True: write true",
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(("text", "said"), SLIPS.items(), ids=range(len(SLIPS)))
def test_a_slip_in_toml_is_told_with_its_line_its_place_and_its_mend(text: str, said: str, newline: str) -> None:
    with pytest.raises(BautaError) as caught:
        read_toml(text.replace("\n", newline), Bag, "map.toml", BautaError)
    assert str(caught.value).startswith("map.toml, line ")
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "text", ["size = 12 12", "turn 90", "a = 'C:\\x' 3", "a = [", "{}", "a = .5", "“a” = 3", "\x00"]
)
def test_what_else_is_no_toml_is_told_in_one_line(text: str) -> None:
    with pytest.raises(BautaError, match=r"^map\.toml(, line \d+)?: [^\n]+$"):
        read_toml(text, Bag, "map.toml", BautaError)


@draws(st.text(alphabet="a=[]{},\"'#\n\r\t 1.True“”", max_size=40))
def test_any_text_is_read_or_refused_in_a_line(text: str) -> None:
    refused = ["in a line"]
    try:
        read_toml(text, Bag, "map.toml", BautaError)
    except BautaError as error:
        refused = str(error).splitlines()
    assert len(refused) == 1


class Round(msgspec.Struct, tag_field="kind", tag="round"):
    across: float = 1.0


class Square(msgspec.Struct, tag_field="kind", tag="square"):
    side: float = 1.0


class Stand(msgspec.Struct):
    top: Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]*$")] | Round | Square


@pytest.mark.parametrize("given", ["table-top.glb", "Table-Top", "table_top", "Table Top"])
def test_tables_of_several_kinds_are_offered_once_and_a_title_as_the_name_that_it_would_be(given: str) -> None:
    with pytest.raises(BautaError) as caught:
        read_toml(f"top = '{given}'", Stand, "map.toml", BautaError)
    assert str(caught.value).endswith("or a table whose kind is one of round, square (is it 'table-top'?)")
