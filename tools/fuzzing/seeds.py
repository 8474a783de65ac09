"""What is mutated: small sound files of every format, and sound command lines."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

__all__ = [
    "CALLS",
    "FRAGMENT",
    "GANGS",
    "MAP",
    "MINIS",
    "PIECES",
    "ROSTERS",
    "SCRIPTS",
    "journals",
    "make_journals",
    "meshes",
    "package",
]

MAP = """format = 1
name = "Quay"
size = [16, 16]
about = "A street and a canal."

[[canals]]
id = "rio"
outline = [[9, 0], [13, 0], [13, 16], [9, 16]]
surface = -0.75
bed = -2.0

[[streets]]
id = "campo"
outline = [[0, 0], [6, 0], [6, 6], [0, 6]]
level = 1.0
steps = 0.4

[[pieces]]
piece = "cassa"
id = "crate"
at = [4, 11]
z = 0.0
turn = 30.0
colour = "#b4573f"

[[pieces]]
piece = "ladder-4"
at = [2, 3]

[[pieces]]
piece = "gondola"
id = "gondola"
at = [11, 12]
z = -0.75
turn = 90
"""
FRAGMENT = """format = 1

[[canals]]
id = "rio"
line = [[0, 0], [0, 9]]
width = 3.5

[[pieces]]
piece = "cassa"
id = "crate"
at = [1, 2]
turn = 30.0

[[pieces]]
piece = { kind = "wall", length = 3.5, height = 2.5 }
at = [0, 0]
"""
PIECES = ("cassa", "sandolo", "quay-ladder", "barricata-leggera")  # small ones
BODIES = ("rat", "hound")
GANGS = {path.stem: path.read_bytes() for path in sorted((ROOT / "assets" / "gangs").glob("*-75.toml"))}
ROSTERS = {path.stem: path.read_bytes() for path in sorted((ROOT / "assets" / "characters").glob("*.toml"))}

_MAGE = {
    "id": "a", "seat": "north", "at": [3, 5, 0], "name": "A", "size": 30, "ap": 3, "lp": 12, "wp": 3, "cp": 2,
    "move": 5,
    "dexterity": 5, "attack": 5, "protection": 3, "mind": 5, "keywords": ["Leader", "Discipline (Fateweaving)"],
    "abilities": ["Mage (1)", "Acrobatic (1)", "Parry (1)"], "spells": ["Curse of the Rent"],
    "weapons": [
        {"name": "Sword", "range": 0, "evasion": 0, "damage": 1, "penetration": 0, "abilities": []},
        {"name": "Bow", "range": 12.0, "abilities": ["Reload (1)"]},
    ],
    "commands": [
        {"name": "Stand Fast", "form": "pulse", "on": "friend", "reach": 8.0, "cost": 1, "grants": ["Brave"]}
    ],
}  # fmt: skip
_FOE = {"id": "b", "seat": "south", "at": [4.1, 5, 0], "protection": 2, "body": "human"}
_FAR = {"id": "c", "seat": "south", "at": [7, 12, 0], "wp": 2, "size": 40}
_FIGHT: dict[str, Any] = {
    "board": "map.toml", "seats": ["north", "south"], "first": "north", "options": {"minis_block": True},
    "characters": [_MAGE, _FOE, _FAR],
}  # fmt: skip
SCRIPTS: dict[str, dict[str, Any]] = {
    "combat": {**_FIGHT, "dice": [10, 7, 3, 2, 1, 3, 2], "do": [
        {"turn": "a"}, {"act": "combat", "target": "b", "weapon": "Sword", "answers": [{"prompt": "will", "value": 0}]},
        {"end": "turn"}]},
    "override": {**_FIGHT, "dice": [], "do": [
        {"turn": "a"}, {"override": {"b": {"at": [6, 9, 0], "lp": 4, "stunned": True}, "a": {"wp": 0,
        "sees": {"b": True}}},
                        "why": "agreed"}, {"end": "turn"}, {"turn": "b"}, {"end": "turn"}]},
    "run": {**_FIGHT, "characters": [{**_MAGE, "at": [5, 8, 0]}, {**_FOE, "at": [2, 14, 0]}], "dice": [], "do": [
        {"turn": "a"}, {"act": "run", "to": [7, 8, 0]}, {"act": "run", "path": [[7, 7, 0], [7, 5, 0]]},
        {"act": "guard"}]},
    "jump": {**_FIGHT, "characters": [{**_MAGE, "at": [5, 8, 0]}, {**_FOE, "at": [2, 14, 0]}],
             "dice": [10, 9, 8, 7, 6], "do": [{"turn": "a"}, {"act": "jump", "to": [7, 8, 0]}]},
    "cast": {**_FIGHT, "dice": [10, 9, 8, 7, 6], "do": [
        {"turn": "a"}, {"act": "cast", "spell": "Curse of the Rent", "target": "b"}]},
}  # fmt: skip
MINIS: list[tuple[str, dict[str, Any]]] = [
    ("with_mini", {"id": "a", "at": [5, 8, 0], "base": 30.0, "body": "human", "facing": 90.0}),
    ("with_mini", {"id": "b", "at": [5, 13.5, 0], "base": 40}),
    ("with_marker", {"id": "smoke", "kind": "smoke", "at": [6, 11, 0], "radius": 1.5, "height": 3.0}),
]
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("sight", {"a": "a", "b": "b", "minis_block": True}), ("sight", {"a": "a", "b": [6, 6, 1]}),
    ("cover", {"attacker": "a", "target": "b"}), ("distance", {"a": "a", "b": "b"}),
    ("ground", {"id": "a", "at": [5, 5, 0]}),
    ("drop", {"id": "a", "at": [4, 11, 8]}), ("jump", {"id": "a", "to": [8, 8, 0], "length": 4.0, "run_on": 0.0}),
    ("reach", {"id": "a", "move": 4.0}), ("path", {"id": "a", "to": [7, 8, 0], "move": 5.0}),
    ("path_along", {"id": "a", "corners": [[6, 8, 0], [7, 6, 0]], "move": 6.0}),
    ("push", {"id": "a", "to": [8, 8, 0], "length": 2.0}), ("blast", {"target": [5, 9, 0], "across": 3.0}),
    ("teardrop", {"attacker": "a", "target": "b", "start": 0.0}), ("moved", {"id": "a", "to": [3, 8, 0]}),
    ("without", {"id": "b"}), ("with_vessel", {"piece": "gondola", "at": [11, 5, -0.75], "turn": 0.0}),
]  # fmt: skip
TRIANGLES = (
    ((0, 0, 0), (12, 0, 0), (12, 12, 0)), ((0, 0, 0), (12, 12, 0), (0, 12, 0)), ((4, 4, 0), (8, 4, 0), (8, 4, 5)),
    ((4, 4, 0), (8, 4, 5), (4, 4, 5)), ((4, 6, 0), (8, 6, 5), (8, 6, 0)), ((4, 6, 0), (4, 6, 5), (8, 6, 5)),
    ((4, 4, 5), (8, 4, 5), (8, 6, 5)), ((4, 4, 5), (8, 6, 5), (4, 6, 5)), ((4, 4, 0), (4, 4, 5), (4, 6, 5)),
    ((4, 4, 0), (4, 6, 5), (4, 6, 0)), ((8, 4, 0), (8, 6, 5), (8, 4, 5)), ((8, 4, 0), (8, 6, 0), (8, 6, 5)),
)  # fmt: skip


@cache
def meshes() -> dict[str, bytes]:
    """Small meshes by their file names: pieces of ours, and a house on paving in the formats of others."""
    found = {f"{name}.glb": (ROOT / "assets" / "pieces" / f"{name}.glb").read_bytes() for name in PIECES}
    found |= {f"{name}.glb": (ROOT / "assets" / "bodies" / f"{name}.glb").read_bytes() for name in BODIES}
    corners = [" ".join(map(str, corner)) for triangle in TRIANGLES for corner in triangle]
    faces = [(3 * n, 3 * n + 1, 3 * n + 2) for n in range(len(TRIANGLES))]
    obj = [*(f"v {each}" for each in corners), *(f"f {a + 1} {b + 1} {c + 1}" for a, b, c in faces)]
    ply = ["ply", "format ascii 1.0", f"element vertex {len(corners)}", *(f"property float {axis}" for axis in "xyz")]
    ply += [f"element face {len(faces)}", "property list uchar int vertex_indices", "end_header", *corners]
    ply += [f"3 {a} {b} {c}" for a, b, c in faces]
    text = ["solid house"]
    for n in range(len(TRIANGLES)):
        text += ["facet normal 0 0 1", "outer loop", *(f"vertex {c}" for c in corners[3 * n : 3 * n + 3])]
        text += ["endloop", "endfacet"]
    for name, lines in (("house.obj", obj), ("house.ply", ply), ("text.stl", [*text, "endsolid house"])):
        found[name] = "\n".join([*lines, ""]).encode()
    return found | {"house.stl": binary_stl([list(map(list, triangle)) for triangle in TRIANGLES])}


def package(folder: Path) -> bytes:
    """The map with a piece of its own, in one file."""
    from sim.builder.packages.packing import packed

    path = folder / "board.bauta"
    if not path.exists():
        (folder / "packed").mkdir(parents=True, exist_ok=True)
        more = FRAGMENT.partition("\n\n")[2].replace('"rio"', '"rio-2"').replace('id = "crate"\n', "")
        text = MAP.replace('piece = "cassa"', 'piece = "own"') + more.replace("at = [0, 0]", "at = [4, 14]")
        (folder / "packed" / "map.toml").write_text(text, "utf-8")
        (folder / "packed" / "own.glb").write_bytes((ROOT / "assets" / "pieces" / "cassa.glb").read_bytes())
        path.write_bytes(packed(folder / "packed" / "map.toml", b"\x89PNG\r\n\x1a\n", []))
    return path.read_bytes()


def binary_stl(triangles: list[list[list[float]]]) -> bytes:
    import numpy as np

    kind = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
    rows = np.zeros(len(triangles), kind)
    with np.errstate(over="ignore"):
        rows["corners"] = np.array(triangles, np.float64).reshape(-1, 3, 3)
    return b"house".ljust(80) + len(triangles).to_bytes(4, "little") + rows.tobytes()


def journals(folder: Path) -> dict[str, bytes]:
    """Journals of real games, made in a process of their own the first time: see `make_journals`."""
    if not (folder / "done").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, __file__, str(folder)], cwd=ROOT, check=True)
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.jsonl"))}


def make_journals(folder: Path) -> None:
    """A free fight with a seed, one with sealed dice, and a scenario with hidden agendas; the first answers of each."""
    import msgspec

    from sim.board.board import Board
    from sim.bots import duel
    from sim.bots.base import BOTS
    from sim.carnevale.replay import kit
    from sim.carnevale.script import Script, setup_of
    from sim.engine.dice import SealedDice
    from sim.engine.duel import play

    (folder / "map.toml").write_text(MAP, encoding="utf-8")
    plain = {**SCRIPTS["combat"], "board": "map.toml", "dice": (), "do": ()}
    fight = msgspec.structs.replace(setup_of(msgspec.convert(plain, Script)), size=(16.0, 16.0), seed=5)
    board = Board.load(folder / "map.toml")
    games = [("free", board, fight, None, 90)]
    games.append(("sealed", board, msgspec.structs.replace(fight, seed=None), SealedDice("5a" * 32), 40))
    campiello = Board.load("campiello-dei-remi")
    setup = duel.setup_of(campiello, "campiello-dei-remi", "acquisition", ("north", "south"), (), 3)
    games.append(("acquisition", campiello, setup, None, 120))
    for name, ground, made, dice, most in games:
        path = folder / f"{name}.jsonl"
        path.unlink(missing_ok=True)
        session = kit(ground).start(msgspec.to_builtins(made), path, dice=dice)
        bots = BOTS.seated({"north": "random", "south": "random"}, 5)
        play(session, bots, lambda session=session, most=most: session.count >= most)
        assert session.journal is not None
        if isinstance(dice, SealedDice):
            session.journal.open_seal(dice.secret)
        session.journal.close()
    (folder / "done").touch()


def as_json(value: Any) -> bytes:
    """JSON as programs write it that know of no numbers but their own: NaN, 1e400 and all."""
    return json.dumps(value).encode()


if __name__ == "__main__":
    import os

    os.chdir(sys.argv[1])
    make_journals(Path())
