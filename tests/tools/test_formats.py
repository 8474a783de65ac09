"""The pages on files name every key that is read, with what may stand there and what holds without it, and no other."""

from __future__ import annotations

import inspect
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sim
from sim.app.render.materials import ALIASES, MATERIALS, find
from sim.board.files.mapfile import parse_map
from sim.board.files.pieces import piece_path
from sim.board.model import queries
from sim.board.model.terrain import NATURES, Meaning
from sim.carnevale import equipment, script
from sim.carnevale.gangs import muster, read_gang
from sim.carnevale.rosters import read_roster
from sim.cli.main import run
from sim.engine import journal
from sim.engine.journal import KINDS
from tests.tools.formats import FORMATS, PAGES, links
from tests.tools.keys import keys_of, rows, tables

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TABLES = [
    pytest.param(page, heading, kind, id=f"{page}: {heading}")
    for page in PAGES
    for heading, kind in PAGES[page].items()
]


def text(page: str) -> str:
    return (FORMATS / page).read_text(encoding="utf-8")


def section(page: str, heading: str) -> str:
    """What stands under a heading, up to the next of its level or a higher one."""
    found = re.search(rf"^(#+) {re.escape(heading)}\n(.*?)(?=^#{{1,2}} |\Z)", text(page), re.MULTILINE | re.DOTALL)
    assert found is not None, f"{page} has no '{heading}'"
    return found[2]


def examples(page: str, language: str) -> list[str]:
    return [block for name, block in BLOCK.findall(text(page)) if name == language]


def words(text: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", text))


@pytest.mark.parametrize(("page", "heading", "kind"), TABLES)
def test_every_key_is_told_as_it_is_read(page: str, heading: str, kind: Any) -> None:
    assert re.search(rf"^#+ {re.escape(heading)}$", text(page), re.MULTILINE), f"{page} has no '{heading}'"
    documented, read = tables(FORMATS / page).get(heading, []), keys_of(kind, links(page))
    assert [str(row) for row in read if row not in documented] == []
    assert [str(row) for row in documented if row not in read] == []


@pytest.mark.parametrize("page", PAGES)
def test_links_within_the_pages_lead_somewhere(page: str) -> None:
    for where, anchor in re.findall(r"\]\(([\w.-]*)#([\w-]+)\)", text(page)):
        headings = re.findall(r"^#+ (.+)$", text(where or page), re.MULTILINE)
        assert anchor in {heading.casefold().replace(" ", "-") for heading in headings}, f"{where}#{anchor}"


# --- what is no struct ------------------------------------------------------------------------------------------


def test_every_kind_of_terrain_is_told_as_it_is() -> None:
    documented = {row[0].strip("`"): row[1:] for row in rows(section("pieces.md", "Kinds of terrain"), 6)}
    assert set(documented) == {kind.value for kind in NATURES}
    for kind, nature in NATURES.items():
        stood_on, climbed, what, landing, material = documented[kind.value]
        assert [stood_on, climbed] == ["yes" if each else "no" for each in (nature.stood_on, nature.climbed)]
        assert what
        assert landing == f"`{nature.landing.value}`"
        assert material == (f"`{nature.material}`" if nature.material else "what fits")


def test_every_material_is_named_and_no_other() -> None:
    named = words(section("pieces.md", "Materials").partition("The words are")[2])
    assert named == {*MATERIALS, *ALIASES}
    assert all(find(word) is MATERIALS["plain"] for word in ("chocolate", "plain"))


def test_every_item_of_equipment_is_named_with_its_price() -> None:
    named = [(id.strip("`"), int(price)) for id, price in rows(section("gangs.md", "Equipment"), 2)]
    assert sorted(named) == sorted((id, item.price) for id in equipment.known() if (item := equipment.find(id)))


def test_every_question_to_the_board_is_named_with_the_type_of_its_verdict() -> None:
    named = {(asked.strip("`"), answer.strip("`")) for asked, answer in rows(section("journals.md", "Verdicts"), 2)}
    kinds = [kind for kind in vars(queries).values() if hasattr(kind, "verdict") and issubclass(kind, msgspec.Struct)]
    assert named == {(kind.__name__, str(kind.verdict.__struct_config__.tag)) for kind in kinds}


def test_every_kind_of_answer_is_named() -> None:
    named = [key.strip("`") for key, _ in rows(section("journals.md", "Answers"), 2)]
    lines = re.findall(r'case \{"(\w+)"', inspect.getsource(journal))
    assert set(named) == {*KINDS, *lines} - {"n", "file"}


def test_every_environment_variable_is_named_and_no_other() -> None:
    package = Path(sim.__file__).parent
    sources = "\n".join(path.read_text("utf-8") for path in package.rglob("*.py"))
    read = set(re.findall(r"\bBAUTA_[A-Z_]+\b", sources))
    assert {name for name in words(text("settings.md")) if name.startswith("BAUTA_")} == read


# --- examples ---------------------------------------------------------------------------------------------------


def test_the_map_is_one() -> None:
    (example,) = examples("maps.md", "toml")
    assert [piece.id for piece in parse_map(example).pieces] == ["ca-rossa", "gondola"]


def test_the_made_pieces_are_built() -> None:
    (example,) = examples("made.md", "toml")
    made = parse_map('format = 1\nname = "Made"\nsize = [36, 36]\n' + example)
    assert [piece.id for piece in made.pieces] == ["house", "casa-bruciata", "bridge"]
    assert all(piece_path(piece.piece).is_file() for piece in made.pieces)


def test_the_gang_is_legal_and_the_roster_is_read(tmp_path: Path) -> None:
    gang, roster = examples("gangs.md", "toml")
    (tmp_path / "gang.toml").write_text(gang, encoding="utf-8")
    read, faction = read_gang(str(tmp_path / "gang.toml"))
    assert len(muster(read, faction, "north", read.ducats).members) == 3
    (tmp_path / "roster.toml").write_text(roster, encoding="utf-8")
    assert [sheet.name for sheet in read_roster(tmp_path / "roster.toml").characters] == ["Lamplighter"]
    assert tomllib.loads(roster)["format"] == 1


def test_the_pairs_are_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = examples("pairs.md", "json")
    (tmp_path / "pairs.json").write_text(example, encoding="utf-8")
    assert run(["los", "san-canciano", "--pairs", str(tmp_path / "pairs.json"), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 2


def test_the_extras_are_understood() -> None:
    (example,) = examples("pieces.md", "json")
    assert len([msgspec.convert(node["extras"], Meaning) for node in json.loads(example)["nodes"]]) == 4


def test_the_script_plays_to_its_end(tmp_path: Path) -> None:
    (example,) = examples("scripts.md", "json")
    (tmp_path / "fight.json").write_text(example, encoding="utf-8")
    session = script.play(tmp_path / "fight.json")
    assert session.state["b"].lp < 8


def lines() -> Iterator[str]:
    (example,) = examples("journals.md", "text")
    yield from example.splitlines()


def test_the_lines_of_the_journal_have_the_keys_that_are_told() -> None:
    documented = words(section("journals.md", "Answers")) | words(section("journals.md", "Files in a journal"))
    documented |= {"n", "check", "game", "setup", "format"}
    for line in lines():
        assert set(re.findall(r'[{,]"(\w+)":', re.sub(r":\{.*\}(?=[,}])", ":0", line))) <= documented, line
