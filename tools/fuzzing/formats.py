"""A case of each format: a sound file, something wrong in it, and a command of Bauta that is given it."""

from __future__ import annotations

import gzip
import hashlib
import json
import struct
import tomllib
import warnings
import zipfile
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any

import tomli_w

from sim.engine.header import with_check
from tools.fuzzing import brought, campaigns, command_lines, kept, real_tables, seeds, words_of
from tools.fuzzing.case import FOLDER, Case
from tools.fuzzing.gltf import mutate_glb
from tools.fuzzing.values import Mutated, mutate_bytes, mutate_text, mutate_tree, nasty

__all__ = ["FORMATS", "make_case", "sound_cases"]

MEASURES = (
    ("los", "{board}", "--from", "2,2,0", "--to", "6,6,0", "--json"),
    ("los", "{board}", "--from", "1,1,0", "--to", "7,11,1", "--json"),
    ("measure", "{board}", "--from", "2,2,0", "--to", "6,6,0", "--json"),
    ("drop", "{board}", "--at", "5,5,9", "--json"),
    ("jump", "{board}", "--from", "5,5,0", "--to", "8,5,0", "--distance", "3", "--json"),
    ("reach", "{board}", "--at", "5,5,0", "--move", "5", "--json"),
    ("map", "info", "{board}", "--json"),
)
MAPS = (*MEASURES, ("map", "check", "{board}"), ("map", "check", "{board}", "--json"), ("map", "info", "{board}"))
REPLAYS = (
    ("replay", "{file}", "--verify"),
    ("replay", "{file}", "--verify", "--json"),
    ("replay", "{file}"),
    ("replay", "{file}", "--json", "--seat", "north"),
    ("replay", "{file}", "--evidence", "--secrets"),
    ("replay", "{file}", "--to", "7", "--json"),
    ("@resume", "{file}"),
    ("@saves", FOLDER),
)


def _words(words: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(word.replace("{board}", f"{FOLDER}/{name}").replace("{file}", f"{FOLDER}/{name}") for word in words)


def _toml(text: bytes, chance: Random) -> Mutated:
    """A TOML file with something wrong in its values, its text or its bytes."""
    kind = chance.random()
    if kind < 0.65:
        made = mutate_tree(tomllib.loads(text.decode()), chance, chance.choice([1, 1, 1, 2, 4]))
        try:
            return Mutated(tomli_w.dumps(made.value).encode(), made.about, made.poisoned)
        except (TypeError, AttributeError, ValueError, RecursionError, UnicodeEncodeError):
            pass  # what TOML cannot say
    return mutate_text(text, chance) if kind < 0.93 else mutate_bytes(text, chance)


def _json(value: Any, chance: Random) -> Mutated:
    """A JSON document with something wrong in it."""
    kind = chance.random()
    if kind < 0.7:
        made = mutate_tree(value, chance, chance.choice([1, 1, 1, 2, 4]))
        try:
            return Mutated(json.dumps(made.value).encode(), made.about, made.poisoned)
        except (RecursionError, ValueError):
            pass
    text = json.dumps(value, indent=1).encode()
    return mutate_text(text, chance) if kind < 0.93 else mutate_bytes(text, chance)


def _must(made: Mutated) -> Any:
    return "refuse" if made.poisoned else ""


def a_map(chance: Random, _: Path) -> Case:
    made = _toml(seeds.MAP.encode(), chance)
    return Case(_words(chance.choice(MAPS), "map.toml"), {"map.toml": made.value}, _must(made), made.about)


def a_gang(chance: Random, _: Path) -> Case:
    name = chance.choice(sorted(seeds.GANGS))
    made = _toml(seeds.GANGS[name], chance)
    words = chance.choice(
        (("gang", "check", "{file}"), ("gang", "show", "{file}"), ("gang", "show", "{file}", "--json"))
    )
    return Case(_words(words, "gang.toml"), {"gang.toml": made.value}, _must(made), made.about)


def a_roster(chance: Random, _: Path) -> Case:
    """A gang of characters that are its player's own."""
    name = chance.choice(sorted(seeds.GANGS))
    gang = tomllib.loads(seeds.GANGS[name].decode()) | {"roster": "roster.toml"}
    made = _toml(seeds.ROSTERS[name.removesuffix("-75")], chance)
    words = chance.choice((("gang", "check", "{file}"), ("gang", "show", "{file}", "--json"), ("@begin", "{file}")))
    files = {"gang.toml": tomli_w.dumps(gang).encode(), "roster.toml": made.value}
    return Case(_words(words, "gang.toml"), files, _must(made), made.about)


def a_script(chance: Random, _: Path) -> Case:
    name = chance.choice(sorted(seeds.SCRIPTS))
    made = _json(seeds.SCRIPTS[name], chance)
    files = {"fight.json": made.value, "map.toml": seeds.MAP.encode()}
    return Case(_words(("script", "{file}"), "fight.json"), files, _must(made), f"{name}: {made.about}")


def pairs(chance: Random, _: Path) -> Case:
    plain = [
        {"from": [2, 2, 0], "to": [6, 6, 0], "from_body": "human", "to_body": "rat", "from_base": 30, "to_base": 30.0},
        {"from": [1, 1, 0], "to": [7, 12, 1]},
    ]
    made = _json(plain, chance)
    files = {"pairs.json": made.value, "map.toml": seeds.MAP.encode()}
    words = ("los", f"{FOLDER}/map.toml", "--pairs", f"{FOLDER}/pairs.json", "--json")
    return Case(words, files, _must(made), made.about)


def library(chance: Random, _: Path) -> Case:
    """Calls of the library, with something wrong in what they are given; their names and keys stay."""
    asked = [chance.choice(seeds.CALLS) for _ in range(3)]
    calls = [[name, dict(arguments)] for name, arguments in (*seeds.MINIS, *asked)]
    which = chance.randrange(len(calls))
    arguments = calls[which][1]
    key = chance.choice(sorted(arguments))
    made = mutate_tree({key: arguments[key]}, chance)
    if set(made.value) != {key}:
        made = Mutated({key: nasty(chance, arguments[key])}, key)
    calls[which][1] = arguments | made.value
    poisoned = made.poisoned or not all(map(isfinite, _numbers(made.value)))
    files = {"calls.json": json.dumps(calls).encode(), "map.toml": seeds.MAP.encode()}
    words = ("@library", f"{FOLDER}/calls.json")
    return Case(words, files, "refuse" if poisoned else "", f"{calls[which][0]} {made.about}")


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, float):
        yield value
    elif isinstance(value, (list, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _numbers(each)


# --- journals -----------------------------------------------------------------------------------------------------


def a_journal(chance: Random, folder: Path) -> Case:
    name, data = chance.choice(sorted(seeds.journals(folder).items()))
    kind = chance.random()
    must: Any = ""
    if kind < 0.6:
        made, must = _edited(data, chance)
    else:
        made = chance.choice((_lines_moved, mutate_text, mutate_bytes))(data, chance)
    lies = "game.jsonl"
    if chance.random() < 0.2:
        packed = gzip.compress(made.value, 1, mtime=0)
        again = mutate_bytes(packed, chance) if chance.random() < 0.5 else Mutated(packed, "packed")
        made, lies = Mutated(again.value, f"{made.about}; {again.about}"), "game.jsonl.gz"
    words = chance.choices(REPLAYS, (8, 2, 2, 2, 2, 2, 4, 1))[0]
    if "--verify" not in words or lies.endswith(".gz"):
        must = ""
    return Case(_words(words, lies), {lies: made.value}, must, f"{name}: {made.about}")


def _edited(data: bytes, chance: Random) -> tuple[Mutated, Any]:
    """A value of a line is another, and all check sums fit it: only the rules, the seed and the board can tell."""
    records = [json.loads(line) for line in data.splitlines()]
    answers = [n for n, record in enumerate(records) if "n" in record]
    line = chance.choice(answers) if chance.random() < 0.85 else chance.randrange(len(records))
    must: Any = ""
    record = records[line]
    record.pop("check", None)
    made = mutate_tree(record, chance)
    if line in answers and set(made.value) == set(record) and made.value["n"] == record["n"]:
        kind = next(key for key in record if key != "n")
        if kind in ("roll", "ruling") and not _alike(made.value[kind], record[kind]):
            must = "tell"
    records[line] = made.value
    return Mutated(chained(records), f"{'header' if line == 0 else 'line'} {made.about}"), must


def _alike(one: Any, other: Any) -> bool:
    """Would a verification call two rulings the same?"""
    from sim.engine.replay import alike

    return alike(other, one)


def chained(records: list[Any]) -> bytes:
    """Lines with check sums as a journal has them."""
    lines, check = [], ""
    for record in records:
        if isinstance(record, dict):
            record.pop("check", None)
        plain = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode(errors="replace")
        if not plain.endswith(b"}"):
            lines.append(plain)
            continue
        line, check = with_check(plain, check)
        lines.append(line)
    return b"\n".join([*lines, b""])


def _lines_moved(data: bytes, chance: Random) -> Mutated:
    """Lines put in, lost, doubled or moved, with check sums that fit."""
    records = [json.loads(line) for line in data.splitlines()]
    where = chance.randrange(1, len(records))
    match chance.choice(["undo", "undo", "lose", "double", "move", "reveal", "cut", "twist"]):
        case "undo":
            answers = sum("n" in record for record in records[:where])
            keep = chance.choice([0, answers, answers - 1, answers + 1, -1, 10**30, "1", None, 1.0])
            records.insert(where, {"undo": keep})
        case "lose":
            del records[where]
        case "double":
            records.insert(where, dict(records[where]))
        case "move":
            records.insert(where, records.pop())
        case "reveal":
            records.insert(where, {"reveal": chance.choice(["", "00", "zz", "00" * 32, "0" * 63, 5])})
        case "cut":
            del records[where:]
        case _:
            records[where] = nasty(chance, records[where])
    if chance.random() < 0.5:  # numbered anew
        answers = 0
        for record in records[1:]:
            if isinstance(record, dict) and "n" in record:
                answers += 1
                record["n"] = answers
            elif isinstance(record, dict) and isinstance(record.get("undo"), int):
                answers = record["undo"]
    return Mutated(chained(records), "lines moved")


# --- meshes -------------------------------------------------------------------------------------------------------


def a_mesh(chance: Random, _: Path) -> Case:
    """As a board of its own, as a piece of a map, or as a figure."""
    name, data = chance.choice(sorted(seeds.meshes().items()))
    suffix = name.rpartition(".")[2]
    if suffix == "glb" and chance.random() < 0.85:
        made = mutate_glb(data, chance)
    elif name == "house.stl" and chance.random() < 0.6:
        made = _stl(chance)
    elif suffix in ("obj", "ply") or name == "text.stl":
        made = (mutate_text if chance.random() < 0.8 else mutate_bytes)(data, chance)
    else:
        made = mutate_bytes(data, chance)
    use = chance.random()
    if suffix == "glb" and use < 0.3:
        text = seeds.MAP.replace('piece = "cassa"', 'piece = "own"').encode()
        files = {"map.toml": text, "own.glb": made.value}
        return Case(_words(chance.choice(MAPS), "map.toml"), files, "", f"piece {name}: {made.about}")
    if use < 0.5:
        files = {"map.toml": seeds.MAP.encode(), f"body.{suffix}": made.value}
        words = ("los", f"{FOLDER}/map.toml", "--from", "2,2,0", "--to", "6,6,0", "--json")
        words = (*words, chance.choice(["--from-body", "--to-body"]), f"{FOLDER}/body.{suffix}")
        return Case(words, files, "", f"body {name}: {made.about}")
    if use < 0.7:
        return _taken_in(made, name, suffix, chance)
    words = _words(chance.choice(MEASURES), f"mesh.{suffix}")
    if chance.random() < 0.2:
        words = (*words, "--scale", chance.choice(["0.04", "25.4", "1e-6", "1e6"]))
    if chance.random() < 0.1:
        words = (*words, "--up", chance.choice("yz"))
    return Case(words, {f"mesh.{suffix}": made.value}, "", f"mesh {name}: {made.about}")


def _taken_in(made: Mutated, name: str, suffix: str, chance: Random) -> Case:
    """A mesh becomes a piece, or the map of a scan."""
    file = f"{FOLDER}/mesh.{suffix}"
    words: tuple[str, ...] = ("piece", "import", file, "--replace")
    match chance.choice(["plain", "scale", "split", "scan"]):
        case "scale":
            words = (*words, chance.choice(["--scale", "--size"]), chance.choice(["mm", "in", "0.04", "3", "1e6", "x"]))
        case "split":
            words = (*words, "--split", chance.choice(["none", "names", "pieces"]), "--drawn", "100", "--cut", "2")
        case "scan":
            points = [chance.choice(["0,0,0", "1,0,0", "0,1,0", "12,0,0", "nan,0,0", "5,5,0.1"]) for _ in range(5)]
            words = ("piece", "import", file, "--level", *points[:3], "--scale-by", *points[3:], "12", "--water-below",
                     "-0.5", "--name", f"scan-{chance.randrange(10**9)}")  # fmt: skip
        case _:
            pass
    return Case(words, {f"mesh.{suffix}": made.value}, "", f"import {name}: {made.about}")


def _stl(chance: Random) -> Mutated:
    """A binary STL file with something wrong in its triangles."""
    triangles = [[list(map(float, corner)) for corner in triangle] for triangle in seeds.TRIANGLES]
    kind = chance.choice(["number", "flat", "many", "jitter", "far", "crossed", "none"])
    which = chance.randrange(len(triangles))
    match kind:
        case "flat":
            triangles[which][2] = list(triangles[which][chance.randrange(2)])
        case "many":
            triangles = triangles * chance.choice([2, 100, 3000])
        case "jitter":
            size = chance.choice([1e-7, 1e-3, 0.1, 3.0])
            triangles = [[[v + chance.uniform(-size, size) for v in corner] for corner in t] for t in triangles]
        case "far":
            far = chance.choice([-100.0, 1e4, 9.9e4, 1e5, 1e6, 3e38])
            triangles = [[[v + far for v in corner] for corner in t] for t in triangles]
        case "crossed":
            triangles.append([[4.0, 4.0, -3.0], [8.0, 6.0, 9.0], [5.0, 9.0, 2.5]])
        case "none":
            triangles = []
        case _:
            value = nasty(chance, 1.0)
            wrong = value if isinstance(value, (int, float)) else 0.0
            triangles[which][chance.randrange(3)][chance.randrange(3)] = wrong
    try:
        return Mutated(seeds.binary_stl(triangles), f"triangles: {kind}")
    except OverflowError:
        return Mutated(struct.pack("<80sI", b"", 2**31), "a count beyond the file")


# --- packages -----------------------------------------------------------------------------------------------------


def a_package(chance: Random, folder: Path) -> Case:
    """A board in a zip file: its files, their names, its manifest or its bytes are wrong."""
    data = seeds.package(folder)
    kind = chance.random()
    made = mutate_bytes(data, chance) if kind < 0.2 else _rezipped(data, chance)
    words = chance.choice((*MAPS, ("map", "unpack", "{file}", "--to", f"{FOLDER}/out"), ("map", "pack", "{file}",
                                   "--out", f"{FOLDER}/again.bauta")))  # fmt: skip
    return Case(_words(words, "board.bauta"), {"board.bauta": made.value}, _must(made), made.about)


NAMES = (
    "../map.toml", "../../../etc/passwd", "/tmp/map.toml", "C:\\map.toml", "pieces/../map.toml", "pieces/nul.glb",
    "con.toml", "pieces/a/b.glb", "run.py", "MAP.TOML", "", "pieces/", "manifest.json", "map.toml", "x" * 300 + ".toml",
    "pieces/own.glb\n", "é.toml", ".toml", "pieces/.glb", "check.json",
)  # fmt: skip


def _rezipped(data: bytes, chance: Random) -> Mutated:
    """Another file in it, a map, piece or manifest with something wrong in it, or an entry of another kind."""
    with zipfile.ZipFile(BytesIO(data)) as held:
        files = [(info.filename, held.read(info)) for info in held.infolist()]
    poisoned, mode, about = False, 0o100644, ""
    which = chance.randrange(len(files))
    name, content = files[which]
    match chance.choice(["manifest", "map", "piece", "name", "more", "bomb", "link", "lose"]):
        case "manifest":
            made = _json(json.loads(files[0][1]), chance)
            files[0], about = (files[0][0], made.value), f"manifest {made.about}"
        case "map":
            made = _toml(dict(files)["map.toml"], chance)
            which = [n for n, _ in files].index("map.toml")
            files[which], about, poisoned = ("map.toml", made.value), f"map {made.about}", made.poisoned
        case "piece":
            which = next(n for n, (each, _) in enumerate(files) if each.endswith(".glb"))
            made = mutate_glb(files[which][1], chance)
            files[which], about = (files[which][0], made.value), f"piece {made.about}"
        case "name":
            files[which], about = (chance.choice(NAMES), content), "another name"
        case "more":
            files.insert(which, (chance.choice(NAMES), content))
            about = "one more"
        case "bomb":
            files[which], about = (name, bytes(chance.choice([10**6, 3 * 10**7]))), f"{name} is a bomb"
        case "link":
            mode, about = chance.choice([0o120777, 0o040755, 0o020666, 0o010644]), "no plain file"
        case _:
            del files[which]
            about = f"without {name}"
    if chance.random() < 0.7:
        files = _marked(files)
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a name that is there twice
        for name, content in files:
            info = zipfile.ZipInfo(name.replace("\0", ""))
            info.external_attr = mode << 16
            packed.writestr(info, content, zipfile.ZIP_DEFLATED)
    return Mutated(out.getvalue(), about, poisoned)


def _marked(files: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """With a manifest that fits what the others are now, where it can be read."""
    try:
        manifest = json.loads(dict(files)["manifest.json"])
        marks = {n: {"sha256": hashlib.sha256(c).hexdigest(), "bytes": len(c)} for n, c in files}
        marks.pop("manifest.json")
        manifest["files"] = marks
        return [(n, json.dumps(manifest).encode() if n == "manifest.json" else c) for n, c in files]
    except (ValueError, TypeError, KeyError, RecursionError):
        return files


def a_fragment(chance: Random, _: Path) -> Case:
    """A part of a board as text, pasted onto a map."""
    made = _toml(seeds.FRAGMENT.encode(), chance)
    words = ("map", "paste", f"{FOLDER}/map.toml", f"{FOLDER}/part.toml", "--at", "3,3")
    return Case(words, {"map.toml": seeds.MAP.encode(), "part.toml": made.value}, _must(made), made.about)


def a_campaign(chance: Random, _: Path) -> Case:
    """A campaign at one of its stages; half of the time what is wrong is in its log, which is the least of the file."""
    stage, data = chance.choice(sorted(campaigns.campaigns().items()))
    document = json.loads(data)
    made = campaigns.log_mutated(document, chance) if chance.random() < 0.5 else _json(document, chance)
    return campaigns.campaign_case(stage, made, chance)


def a_table(chance: Random, _: Path) -> Case:
    """A real table: a board and who stands on it."""
    return real_tables.table_case(_toml(real_tables.TABLE.encode(), chance), chance)


def a_command(chance: Random, _: Path) -> Case:
    words, about = command_lines.command_line(chance)
    return Case(tuple(words), {"map.toml": seeds.MAP.encode()}, "", about)


FORMATS: Mapping[str, Callable[[Random, Path], Case]] = {
    "maps": a_map,
    "gangs": a_gang,
    "characters": a_roster,
    "scripts": a_script,
    "journals": a_journal,
    "meshes": a_mesh,
    "packages": a_package,
    "fragments": a_fragment,
    "pairs": pairs,
    "library": library,
    "words": words_of.a_game,
    "commands": a_command,
    "films": kept.a_film,
    "kept": kept.a_data_folder,
    "desk": kept.a_desk,
    "doctor": kept.a_doctor,
    "brought": brought.brought,
    "campaigns": a_campaign,
    "tables": a_table,
}


def make_case(format: str, seed: int, number: int, folder: Path) -> Case:
    """Case `number` of a format: always the same for a seed. `folder`: where journals to begin with are kept."""
    return FORMATS[format](Random(f"{seed} {format} {number}"), folder)


def sound_cases(folder: Path, few: bool = False) -> list[Case]:
    """All that is mutated, as it stands: none of it may be refused. `few`: what loads all that measures."""
    text = seeds.MAP.encode()
    found = [Case(_words(words, "map.toml"), {"map.toml": text}, about="sound") for words in MAPS]
    for name, script in seeds.SCRIPTS.items():
        files = {"fight.json": json.dumps(script).encode(), "map.toml": text}
        found.append(Case(_words(("script", "{file}"), "fight.json"), files, about=f"sound {name}"))
    calls = json.dumps([*seeds.MINIS, *seeds.CALLS]).encode()
    found.append(
        Case(("@library", f"{FOLDER}/calls.json"), {"calls.json": calls, "map.toml": text}, about="sound calls")
    )
    for name, data in seeds.journals(folder).items():
        found += [Case(_words(words, "game.jsonl"), {"game.jsonl": data}, about=f"sound {name}") for words in REPLAYS]
        if few:
            return found
    data = seeds.package(folder)
    found += [Case(_words(words, "board.bauta"), {"board.bauta": data}, about="sound package") for words in MAPS[-3:]]
    for name, data in seeds.meshes().items():
        found += [Case(_words(words, name), {name: data}, about=f"sound {name}") for words in MEASURES]
    for name, data in seeds.GANGS.items():
        found.append(Case(_words(("gang", "show", "{file}"), "gang.toml"), {"gang.toml": data}, about=f"sound {name}"))
    found += [*kept.sound_kept(folder), *brought.sound_brought()]
    return found + campaigns.sound_campaigns() + real_tables.sound_tables()
