"""What the program keeps for itself and gives back: films, choices, drafts, gangs under construction, caches."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from sim.carnevale.rosters import Roster
from tools.fuzzing import seeds
from tools.fuzzing.case import FOLDER, Case
from tools.fuzzing.values import Mutated, mutate_bytes, mutate_text, mutate_tree, nasty_text

__all__ = ["a_data_folder", "a_desk", "a_doctor", "a_film", "sound_kept"]

FILMED = (
    ("film", "{file}"),
    ("film", "{file}", "--json"),
    ("film", "{file}#7"),
    ("film", "{file}", "--at", "3", "--seat", "north"),
    ("film", "{file}", "--write", f"{FOLDER}/out.film.json.gz", "--secrets"),
)
LAST = {
    "map": "calle-lunga", "scenario": "street-fight", "players": {"north": "human", "south": "greedy"},
    "gangs": ["guild-75", "rashaar-75"], "seed": 5, "typed_dice": False, "sealed_dice": False,
}  # fmt: skip
SOUND = {"volume": 0.6, "ambience": 0.25, "muted": False, "captions": True}
NOTE = {"players": {"north": "human", "south": "random"}, "round": 2, "score": {"north": 3, "south": -1}, "over": False}
CACHED = ("arrays/x.npz", "kernels/sim.geometry-0/x.nbi", "textures/x.npz", ".half.part", "light/a/b.npz", "x" * 200)
EDITS: dict[str, tuple[str, ...]] = {
    "add": ("name",), "remove": ("place",), "move": ("place", "place"), "call": ("place", "text"),
    "arm": ("place", "choice", "weapon"), "learn": ("place", "spell"), "buy": ("item",), "rename": ("text",),
    "limit": ("number",), "take_roster": ("faction",), "undo": (), "redo": (), "pick": ("step",), "choose": ("step",),
}  # fmt: skip
"""What a person may do in the gang builder, and what each is given."""


@cache
def films(folder: Path) -> dict[str, bytes]:
    """The films of the journals that are mutated."""
    from sim.carnevale.film_making import film_of
    from sim.carnevale.replay import replay

    made = {}
    for name in seeds.journals(folder):
        state = replay(folder / name).session.state
        made[name] = msgspec.json.encode(film_of(state, state.log), enc_hook=str)
    return made


def _mutated(data: bytes, chance: Random) -> Mutated:
    """A JSON file with something wrong in its values, its text or its bytes."""
    kind = chance.random()
    if kind < 0.7:
        made = mutate_tree(json.loads(data), chance, chance.choice([1, 1, 1, 2, 4]))
        try:
            return Mutated(json.dumps(made.value).encode(), made.about, made.poisoned)
        except (RecursionError, ValueError):
            pass
    return mutate_text(data, chance) if kind < 0.9 else mutate_bytes(data, chance)


def a_film(chance: Random, folder: Path) -> Case:
    """A film that is looked at, or a film and a moment of a journal that is none."""
    name, data = chance.choice(sorted(films(folder).items()))
    if chance.random() < 0.3:
        text = seeds.journals(folder)[name]
        made = (mutate_text if chance.random() < 0.5 else mutate_bytes)(text, chance)
        file = f"{FOLDER}/game.jsonl"
        words = tuple(word.replace("{file}", file) for word in chance.choice(FILMED))
        return Case(words, {"game.jsonl": made.value}, "", f"{name}: {made.about}")
    made = _mutated(data, chance)
    if chance.random() < 0.3:
        whole = gzip.compress(made.value, 1, mtime=0)
        again = mutate_bytes(whole, chance) if chance.random() < 0.5 else Mutated(whole, "packed")
        made = Mutated(again.value, f"{made.about}; {again.about}")
    must: Any = "refuse" if made.poisoned else ""
    return Case(("@film", f"{FOLDER}/a.film.json"), {"a.film.json": made.value}, must, f"{name}: {made.about}")


def _data_files(folder: Path) -> dict[str, bytes]:
    """A player's own folder, as it should be."""
    gang = seeds.GANGS["guild-75"]
    return {
        "data/sound.json": json.dumps(SOUND).encode(),
        "data/last-game.json": json.dumps(LAST).encode(),
        "data/gangs/own.toml": gang,
        "data/maps/own.toml": seeds.MAP.encode(),
        "data/games/game.jsonl": seeds.journals(folder)["acquisition.jsonl"],
        "data/games/game.players.json": json.dumps(NOTE).encode(),
        "draft.toml": seeds.MAP.encode(),
        "version.toml": seeds.MAP.encode(),
    }


def a_data_folder(chance: Random, folder: Path) -> Case:
    """All that the program keeps for a player, one file of it damaged."""
    files = _data_files(folder)
    name = chance.choice(sorted(files))
    made = (_mutated if name.endswith(".json") else mutate_text)(files[name], chance)
    if chance.random() < 0.2:
        made = mutate_bytes(files[name], chance)
    files[name] = made.value
    return Case(("@kept", FOLDER), files, "", f"{name}: {made.about}")


@cache
def _rosters() -> list[Roster]:
    from sim.carnevale.gangs import shipped_rosters

    return shipped_rosters()


def a_desk(chance: Random, _: Path) -> Case:
    """A gang's file on the desk of the builder, and edits of it."""
    from sim.carnevale import equipment
    from sim.carnevale.magic import spells

    name = chance.choice(sorted(seeds.GANGS))
    text = seeds.GANGS[name]
    if chance.random() < 0.5:
        text = mutate_text(text, chance).value
    rosters = _rosters()
    sheets = [sheet for roster in rosters for sheet in roster.characters]
    arms = sorted({weapon.name for sheet in sheets for choice in (sheet.weapons, *sheet.choices) for weapon in choice})
    given: dict[str, Callable[[], Any]] = {
        "name": lambda: chance.choice(sheets).name,
        "place": lambda: chance.randrange(6),
        "text": lambda: nasty_text(chance),
        "choice": lambda: chance.randrange(2),
        "spell": lambda: chance.choice(sorted(spells.names())),
        "number": lambda: chance.choice([-5, 0, 75, 150, 10**6]),
        "step": lambda: chance.choice([-1, 1, 99]),
        "faction": lambda: chance.choice(rosters).faction,
        "item": lambda: chance.choice(sorted(equipment.known())),
        "weapon": lambda: chance.choice(arms),
    }
    steps = []
    for _step in range(chance.randint(1, 15)):
        edit = chance.choice(sorted(EDITS))
        steps.append([edit, *(given[each]() for each in EDITS[edit])])
    files = {"gang.toml": text, "edits.json": json.dumps(steps).encode()}
    return Case(("@desk", FOLDER), files, "", f"{name}, {len(steps)} edits")


def a_doctor(chance: Random, _: Path) -> Case:
    """`bauta doctor` with folders in which anything lies."""
    files = {f"cache/{chance.choice(CACHED)}": chance.randbytes(chance.choice([0, 1, 5000])) for _ in range(3)}
    if chance.random() < 0.3:
        files |= {"data/games/x.jsonl": b"\xff"}
    if chance.random() < 0.3:
        files = {"cache": b"a file where the folder should be"}
    files["words"] = chance.choice((b"", b"--json", b"--clean", b"--clean --json"))
    return Case(("@doctor", FOLDER), files, "", ", ".join(sorted(files)))


def sound_kept(folder: Path) -> list[Case]:
    """What is mutated here, as it stands."""
    found = [
        Case(("@film", f"{FOLDER}/a.film.json"), {"a.film.json": data}, about=f"sound film of {name}")
        for name, data in films(folder).items()
    ]
    found.append(Case(("@kept", FOLDER), _data_files(folder), about="a sound data folder"))
    for name, data in seeds.GANGS.items():
        files = {"gang.toml": data, "edits.json": b"[]"}
        found.append(Case(("@desk", FOLDER), files, about=f"sound {name} on the desk"))
    return found
