"""Files of real tables, and the commands that measure on them or write them anew."""

from __future__ import annotations

from random import Random

from tools.fuzzing import seeds
from tools.fuzzing.case import FOLDER, Case
from tools.fuzzing.values import Mutated

__all__ = ["TABLE", "TABLE_COMMANDS", "sound_tables", "table_case"]

TABLE = """format = 1
board = "map.toml"

[[minis]]
id = "capo"
at = [2, 2, 1]
side = "guild"

[[minis]]
id = "ghoul"
at = [7.5, 7.5]
base = 40
body = "ghoul"
facing = 90
side = "strigoi"

[[minis]]
id = "rat"
at = [4, 11, 3]
body = "rat"

[[markers]]
id = "fog"
kind = "smoke"
at = [5, 8, 0]
radius = 1.5
height = 3

[[boats]]
id = "ours"
at = [11, 4, -0.75]
piece = "gondola"
turn = 80
"""
TABLE_COMMANDS = (
    ("table", "show", "{table}"),
    ("table", "show", "{table}", "--json"),
    ("table", "show", "{table}", "--from", "capo", "--to", "ghoul", "--json"),
    ("table", "template", "{table}", "ghoul", "--json"),
    ("table", "template", "{table}", "ghoul", "--from", "capo", "--start", "2"),
    ("table", "put", "{table}", "capo", "--at", "3,9", "--facing", "45"),
    ("table", "put", "{table}", "newcomer", "--at", "8,8,0", "--base", "25"),
    ("table", "boat", "{table}", "ours", "--at", "11,9,-0.75"),
    ("table", "remove", "{table}", "rat"),
    ("los", "{table}", "--from", "capo", "--to", "ghoul", "--json"),
    ("measure", "{table}", "--from", "capo", "--to", "6,6,0", "--json"),
    ("jump", "{table}", "--from", "capo", "--to", "7,5,0", "--distance", "4", "--json"),
    ("reach", "{table}", "--at", "capo", "--move", "5", "--json"),
)


def table_case(made: Mutated, chance: Random) -> Case:
    """A table with something wrong in it beside the map that it names, given to one of the commands of tables."""
    words = chance.choices(TABLE_COMMANDS, (8, 8, 4, 4, 4, 4, 4, 4, 4, 4, 2, 1, 1))[0]
    return Case(_words(words), _beside_map(made.value), "refuse" if made.poisoned else "", made.about)


def sound_tables() -> list[Case]:
    """What is mutated here, as it stands."""
    return [Case(_words(words), _beside_map(TABLE.encode()), about="sound table") for words in TABLE_COMMANDS]


def _words(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.replace("{table}", f"{FOLDER}/table.toml") for word in words)


def _beside_map(table: bytes) -> dict[str, bytes]:
    return {"table.toml": table, "map.toml": seeds.MAP.encode()}
