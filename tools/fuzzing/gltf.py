"""Mutations of glTF files: of their document, of their numbers, and of how the two hang together."""

from __future__ import annotations

import copy
import json
import struct
from random import Random
from typing import Any

from tools.fuzzing.values import Mutated, mutate_bytes, mutate_tree, nasty

__all__ = ["mutate_glb", "pack", "unpack"]

FLOATS = (
    b"\0\0\xc0\x7f",
    b"\0\0\x80\x7f",
    b"\0\0\x80\xff",
    b"\xff\xff\x7f\x7f",
    b"\x01\0\0\0",
    b"\0\0\0\x80",
    b"\xff\xff\xff\xff",
)
OWN = ("cycle", "deep", "crowd", "matrix", "scale", "extras", "uri", "index", "stride", "count", "fan", "names")
EXTRAS = (
    {"kind": "water"}, {"kind": "nothing"}, {"kind": 3}, {"landing": "soft"}, {"decor": True},
    {"decor": "yes"}, {"access": 1},
    {"vessel": "gondola"}, {"obstacle": "large"}, {"material": None}, {"unknown": 1}, {"climbable": [False]},
    [], "water", 5,
    {"unstable": True, "ruin": True}, {"barricade": "light"}, {"kind": "water", "vessel": "boat"},
)  # fmt: skip
URIS = (
    "../../etc/passwd", "/etc/passwd", "/dev/zero", "", ".", "a\0b", "data:",
    "data:application/octet-stream;base64,!!!",
    "data:application/octet-stream;base64,AAAA", "http://127.0.0.1/x", "\ud83d\ude00.bin", "x" * 5000, 5, None,
)  # fmt: skip


def unpack(data: bytes) -> tuple[dict[str, Any], bytes]:
    """The document and the numbers of a .glb file."""
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + length]), data[20 + length + 8 :]


def pack(document: Any, binary: bytes) -> bytes:
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    whole = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(whole)) + whole


def mutate_glb(data: bytes, chance: Random) -> Mutated:
    document, binary = unpack(data)
    kind = chance.choice(["tree"] * 6 + ["numbers"] * 3 + ["bytes", "own", "own", "own", "own"])
    if kind == "tree":
        made = mutate_tree(document, chance, chance.choice([1, 1, 2]))
        try:
            return Mutated(pack(made.value, binary), made.about)
        except (RecursionError, ValueError):
            return Mutated(data[: len(data) // 2], "cut")
    if kind == "numbers":
        numbers = bytearray(binary)
        for _ in range(chance.choice([1, 1, 5, 50])):
            where = 4 * chance.randrange(len(numbers) // 4)
            numbers[where : where + 4] = chance.choice(FLOATS) if chance.random() < 0.7 else chance.randbytes(4)
        return Mutated(pack(document, bytes(numbers)), "numbers")
    if kind == "bytes":
        made = mutate_bytes(binary, chance)
        return Mutated(pack(document, made.value), f"numbers: {made.about}")
    return _own(document, binary, chance)


def _own(document: dict[str, Any], binary: bytes, chance: Random) -> Mutated:
    """What only glTF can have wrong."""
    nodes = document["nodes"]
    node = chance.choice(nodes)
    kind = chance.choice(OWN)
    match kind:
        case "cycle":
            node["children"] = [
                nodes.index(node),
                *(chance.randrange(len(nodes)) for _ in range(chance.choice([0, 2]))),
            ]
        case "deep":
            for _ in range(chance.choice([10, 1500])):
                nodes.append({"children": [len(nodes) - 1], "scale": [1, 1, 1]})
            document["scenes"] = [{"nodes": [len(nodes) - 1]}]
        case "crowd":
            first = len(nodes)
            for n in range(chance.choice([10, 1000])):
                nodes.append({**copy.deepcopy(node), "name": f"part-{n}"})
            document["scenes"] = [{"nodes": list(range(first, len(nodes)))}]
        case "fan":  # each holds the one before twice: 2 to the power of 40 parts
            for _ in range(chance.choice([4, 40])):
                nodes.append({"children": [len(nodes) - 1] * 2})
            document["scenes"] = [{"nodes": [len(nodes) - 1]}]
        case "matrix":
            node.pop("scale", None)
            node["matrix"] = [nasty(chance, 1.0) if chance.random() < 0.3 else float(n % 5 == 0) for n in range(16)]
        case "scale":
            sizes = [0, -1, 1e-300, 1e300, 1e-6, 1e6, 1e-40]
            node["scale"] = [chance.choice(sizes), 1, chance.choice([1, *sizes])]
        case "extras":
            node["extras"] = chance.choice(EXTRAS)
        case "names":
            for each in nodes:
                each["name"] = chance.choice(["", "a/b", "../x", "x" * 10_000, "ground/street-1", "a\nb", "\x1b[31m"])
        case "uri":
            document["buffers"][0]["uri"] = chance.choice(URIS)
        case "index":
            accessors = document["accessors"]
            primitive = document["meshes"][0]["primitives"][0]
            primitive["indices"] = chance.choice([-1, len(accessors), 10**9, 0, primitive["attributes"]["POSITION"]])
        case "stride":
            chance.choice(document["bufferViews"])["byteStride"] = chance.choice([0, 1, 3, -4, 4, 10**9, 10**30, 1.5])
        case _:
            one = chance.choice(document["accessors"])
            one["count"] = chance.choice([0, 1, -1, 2, 4, one["count"] * 2, 10**9, 10**15, 10**30, 1.5])
            if chance.random() < 0.5:
                one.pop("bufferView", None)
    return Mutated(pack(document, binary), kind)
