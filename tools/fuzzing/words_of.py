"""Games in the terminal, played by words that make sense, nearly make sense, or none."""

from __future__ import annotations

from random import Random

from tools.fuzzing.case import FOLDER, Case

__all__ = ["a_game"]

GAMES = (
    "--map calle-lunga --scenario street-fight --seat north=human --seat south=random",
    "--map corte-nova --scenario acquisition --seat north=random --seat south=human",
    "--map san-canciano --scenario gang-war --seat north=human --seat south=human",
)
LINES = 30
SILENT = 0.12  # of the lines are Enter alone
NUMBERS = 0.4
JUNK = 0.1
VERBS = [
    "go",
    "climb",
    "swim",
    "run",
    "walk",
    "charge",
    "jump",
    "attack",
    "row",
    "end",
    "look",
    "where",
    "who",
    "measure",
    "map",
    "card",
    "agendas",
    "score",
    "log",
    "rules",
    "again",
    "help",
    "yields",
    "agree",
    "favour",
    "save",
    "undo",
    "try",
    "dive",
    "hide",
    "guard",
    "reload",
    "cast",
    "order",
    "grapple",
    "pass",
    "deploy",
    "set",
]
NOUNS = [
    "well",
    "casa",
    "canal",
    "bridge",
    "roof",
    "street",
    "water",
    "door",
    "enemies",
    "friends",
    "around",
    "me",
    "musketeer",
    "musket",
    "knife",
    "gatto",
    "rat",
    "dottore",
    "capo",
    "barnaba",
    "signora",
    "grim",
    "fish",
    "hound",
]
WINDS = ["north", "south", "east", "west", "north-east", "south-west"]
SMALL = [
    "to",
    "the",
    "of",
    "on",
    "at",
    "from",
    "with",
    "into",
    "towards",
    "beside",
    "near",
    "up",
    "down",
    "controlled",
    "turned",
    "because",
    "lp",
    "wp",
    "ap",
    "sees",
]
LETTERS = "abz0 9.,;:'\"!?-_/\\%{}[]()<>|~\u00e9\u4e2d\U0001f3ad\u200f\x00\x07\x1b\t\udc80"


def a_game(chance: Random, _: object) -> Case:
    """The options of a game, and lines of words."""
    lines = [f"{chance.choice(GAMES)} --seed {chance.randrange(9999)}"]
    lines += ["place the rest"] * chance.choice((0, 3))  # more is asked once all are on the board
    lines += [_line(chance) for _ in range(chance.randint(3, LINES))]
    said = "\n".join(lines).encode(errors="surrogateescape")
    return Case(("@say", f"{FOLDER}/words.txt"), {"words.txt": said}, about=f"{len(lines) - 1} lines")


def _line(chance: Random) -> str:
    kind = chance.random()
    if kind < SILENT:
        return ""
    if kind < SILENT + NUMBERS:
        return str(chance.randint(1, 9)) + chance.choice(("", "", "", "!"))
    if kind < SILENT + NUMBERS + JUNK:
        return "".join(chance.choice(LETTERS) for _ in range(chance.choice((1, 5, 40, 3000))))
    words = [chance.choice(VERBS)] + [_word(chance) for _ in range(chance.randint(0, 5))]
    return " ".join(words) + chance.choice(("", "", "!"))


def _word(chance: Random) -> str:
    kind = chance.random()
    if kind < 0.3:
        return chance.choice(SMALL)
    if kind < 0.55:
        return chance.choice(NOUNS)
    if kind < 0.7:
        return chance.choice(WINDS)
    if kind < 0.95:
        return chance.choice(
            ("0", "1", "2", "3.5", "12, 3.5", "12, 3.5, 4", "-1", "1e9", "99999999999999999999", "nan")
        )
    return "".join(chance.choice(LETTERS) for _ in range(6))
