"""Mutations of plain values (what JSON and TOML hold), of text and of bytes. All chance comes from the one given."""

from __future__ import annotations

import copy
import math
import re
from random import Random
from typing import Any, NamedTuple

__all__ = ["Mutated", "mutate_bytes", "mutate_text", "mutate_tree", "nasty", "nasty_text"]

NUMBERS: tuple[Any, ...] = (
    math.nan, math.inf, -math.inf, -0.0, 0, 0.0, 1, -1, 2, 3, 7, 10, 11, 99, 100, 255, 256, 1000, -1000, 0.5, 1.5, -0.5,
    1e-9, 5e-324, 1e-30, 1e5, 100_001.0, 1e6, 1e9, 1e16, 1e30, 1e300, 1.7976931348623157e308, -1e308, 119.999, 120.0001,
    0.1 + 0.2, 2**31 - 1, 2**31, -(2**31), 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 2**64, 10**30, 10**400,
    True, False,
)  # fmt: skip
STRINGS: tuple[str, ...] = (
    "", " ", "  \t ", ".", "..", "/", "../../etc/passwd", "../../../../../../etc/passwd", "/etc/passwd", "/dev/zero",
    "/dev/null", "/proc/self/mem", "a/b", "a\\b", "C:\\x", "a\0b", "\0", "a\nb", "\r\n", "\x1b[31mred", "é", "e\u0301",
    "\u202egnp", "𝒳" * 3, "😀", "%s%n%d", "{0}", "{dir}", "${HOME}", "~", "-", "--", "--help", "-1", "null", "None",
    "true", "nan", "NaN", "inf", "-inf", "Infinity", "1e400", "0x10", "1_000", "²", "٣", "¹²", "()", "(", ")", "((x))",
    "Acrobatic", "Acrobatic (2)", "Acrobatic (-1)", "Acrobatic (99999999999999999999)", "Acrobatic (²)", "Acrobat (1)",
    "Mage", "Mage (1)", "Mage (nan)", "Reload (0)", "Discipline (Wild Magic)", "Discipline (Nothing)", "Leader", "Hero",
    "Faction ()", "human", "nobody", "north", "south", "palazzo", "#ffffff", "#fff", "#gggggg", "x" * 1000,
    "x" * 100_000,
    "word " * 400, "a-" * 300,
)  # fmt: skip
FOUR = (b"\xff\xff\xff\xff", b"\0\0\0\0", b"\xff\xff\xff\x7f", b"\0\0\0\x80", b"\0\0\xc0\x7f", b"\0\0\x80\x7f")
TOKENS = re.compile(rb"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
TEXTUAL = ("double", "lose", "move", "bom", "crlf", "nul", "utf8", "utf16", "many", "deep", "quote", "bytes")
NUMERALS = (
    b"nan", b"inf", b"-inf", b"+inf", b"NaN", b"Infinity", b"-Infinity", b"1e400", b"-1e400", b"1e999999999",
    b"-0", b"-0.0",
    b"1e-400", b"00", b"01", b"0x7f", b"1_0", b".5", b"5.", b"+1", b"--1", b"1e", b"9" * 400, b"9" * 5000,
    b"0." + b"1" * 500,
    b"null", b"true", b'"1"', b"[]", b"{}", b"1979-05-27", b"07:32:00",
)  # fmt: skip


class Mutated(NamedTuple):
    """A mutated value, how it was made, and whether it holds what is no finite number."""

    value: Any
    about: str
    poisoned: bool = False


LARGEST = 1e300


def nasty_text(chance: Random) -> str:
    return chance.choice(STRINGS)


def nasty(chance: Random, old: Any = None) -> Any:
    """A value to put in the place of `old`: mostly of its kind, and wrong."""
    kind = chance.random()
    if isinstance(old, bool) or old is None or kind < 0.15:
        others = [None, True, False, 0, "", [], {}, [[]], [None], {"": {}}, nasty_text(chance), _number(chance)]
        return chance.choice(others)
    if isinstance(old, (int, float)):
        if kind < 0.6:
            return _number(chance)
        near = [old + 1, old - 1, -old, old * 2, old * 1000, old // 3, str(old), [old]]
        if abs(old) < LARGEST:  # an earlier change may have made a whole number that no float can be
            near += [old / 3, float(old), old + 1e-9]
        return chance.choice(near)
    if isinstance(old, str):
        if kind < 0.6 or not old:
            return nasty_text(chance)
        at = chance.randrange(len(old))
        letter = chance.choice("aZ09-_ '\"\\/.é\0\n(")
        near_words = [old[:at] + letter + old[at + 1 :], old + letter, old[:at], old[at:], old.upper(), old * 50]
        return chance.choice([*near_words, f"{old} {old}", f"{old} (3)"])
    return chance.choice([None, 0, "", "x", [], {}, [old], {"x": old}, True, _number(chance)])


def _number(chance: Random) -> Any:
    return chance.choice(NUMBERS)


def _finite(value: Any) -> bool:
    """Are all numbers in it finite?"""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        return all(map(_finite, value.values()))
    return all(map(_finite, value)) if isinstance(value, list) else True


def places(tree: Any) -> list[tuple[Any, ...]]:
    """The ways to all values in a tree, its own (the empty one) left out."""
    found: list[tuple[Any, ...]] = []
    waiting: list[tuple[tuple[Any, ...], Any]] = [((), tree)]
    while waiting:
        way, value = waiting.pop()
        inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, each in inside:
            found.append((*way, key))
            waiting.append(((*way, key), each))
    return found


def at(tree: Any, way: tuple[Any, ...]) -> Any:
    for key in way:
        tree = tree[key]
    return tree


def words_of(way: tuple[Any, ...]) -> str:
    """A way in words, the same for all entries of a list."""
    return ".".join("[]" if isinstance(key, int) else str(key)[:30] for key in way)


def mutate_tree(tree: Any, chance: Random, times: int = 1) -> Mutated:
    """A copy of a tree with `times` things wrong."""
    tree, told = copy.deepcopy(tree), []
    for _ in range(times):
        ways = places(tree)
        if not ways:
            break
        way = chance.choice(ways)
        if chance.random() < 0.5 and isinstance(at(tree, way), (dict, list)):  # leaves twice as often
            way = chance.choice(ways)
        told.append(_mutate_at(tree, way, ways, chance))
    return Mutated(tree, "; ".join(told), not _finite(tree))


def _mutate_at(tree: Any, way: tuple[Any, ...], ways: list[tuple[Any, ...]], chance: Random) -> str:
    """One thing wrong at a place; returns it in words."""
    above, key = at(tree, way[:-1]), way[-1]
    old = above[key]
    match chance.choices(("nasty", "drop", "add", "double", "swap", "nest", "rename"), (60, 8, 8, 8, 8, 4, 4))[0]:
        case "drop":
            del above[key]
            return f"{words_of(way)} left out"
        case "add" if isinstance(above, dict):
            name = chance.choice(["", "x", "__class__", "id", "at", "name", "a b", "é", str(key) + "s", "x" * 5000])
            above[name] = nasty(chance, old)
            return f"{words_of(way[:-1])} has also {name[:20]!r}"
        case "double" if isinstance(above, list):
            times = chance.choice([1, 1, 2, 30, 500])
            above[key:key] = [copy.deepcopy(old) for _ in range(times)]
            return f"{words_of(way)} {times} times more"
        case "swap":
            other = chance.choice(ways)
            try:
                above[key] = copy.deepcopy(at(tree, other))
            except (KeyError, IndexError, TypeError):
                return "nothing"
            return f"{words_of(way)} is as {words_of(other)}"
        case "nest":
            deep: Any = old
            for _ in range(chance.choice([1, 2, 50, 200])):
                deep = [deep] if chance.random() < 0.5 else {"x": deep}
            above[key] = deep
            return f"{words_of(way)} deep inside"
        case "rename" if isinstance(above, dict):
            above[nasty_text(chance)] = above.pop(key)
            return f"{words_of(way)} renamed"
        case _:
            above[key] = nasty(chance, old)
            return f"{words_of(way)} = {str(above[key])[:40]!r}"


def mutate_text(text: bytes, chance: Random) -> Mutated:
    """Text with something wrong in its lines or letters."""
    lines = text.split(b"\n")
    line = chance.randrange(len(lines))
    kind = chance.choice(("numeral",) * 6 + TEXTUAL)
    match kind:
        case "numeral" if found := list(TOKENS.finditer(text)):
            token, numeral = chance.choice(found), chance.choice(NUMERALS)
            before = text[text.rfind(b"\n", 0, token.start()) + 1 : token.start()]
            bare = before.count(b'"') % 2 == 0 and b"#" not in before  # neither in a string nor in a comment
            poisoned = bare and numeral.strip(b"+-") in (b"nan", b"inf")
            words = f"{numeral[:20].decode()} after {before.decode(errors='replace')[-40:]!r}"
            return Mutated(text[: token.start()] + numeral + text[token.end() :], words, poisoned)
        case "double":
            lines[line:line] = lines[line : line + chance.choice([1, 1, 5])] * chance.choice([1, 1, 3, 200])
        case "lose":
            del lines[line : line + chance.choice([1, 1, 4])]
        case "move":
            lines.insert(chance.randrange(len(lines)), lines.pop(line))
        case "bom":
            return Mutated(b"\xef\xbb\xbf" + text, "a byte order mark")
        case "crlf":
            return Mutated(text.replace(b"\n", chance.choice([b"\r\n", b"\r", b"\n\n", b"\x0b"])), "other line ends")
        case "utf16":
            return Mutated(text.decode(errors="replace").encode(chance.choice(["utf-16", "utf-32-be"])), "UTF-16")
        case "many":
            return Mutated(text * chance.choice([2, 50]), "the whole of it many times")
        case "nul" | "utf8" | "deep" | "quote":
            quote = chance.choice([b'"', b"'", b'"""', b"\\", b"#", b"]]"])
            put = {"nul": b"\0", "utf8": b"\xff\xfe\xc3", "quote": quote}
            deep = chance.choice([b"[", b'{"a":', b"{a=", b"("]) * chance.choice([100, 1000, 100_000])
            where = chance.randrange(len(text) + 1)
            if kind == "deep" and (found := list(TOKENS.finditer(text))):
                where = chance.choice(found).start()
            return Mutated(text[:where] + put.get(kind, deep) + text[where:], kind)
        case _:
            return mutate_bytes(text, chance)
    return Mutated(b"\n".join(lines), f"lines: {kind}")


def mutate_bytes(data: bytes, chance: Random) -> Mutated:
    """Bytes cut, flipped, put in, or moved."""
    if not data:
        return Mutated(b"\0", "a byte in an empty file")
    where, size = chance.randrange(len(data)), chance.choice([1, 1, 2, 4, 16, 300])
    match chance.choice(["cut", "head", "flip", "flip", "flips", "word", "insert", "lose", "copy", "empty"]):
        case "cut":
            return Mutated(data[:where], "cut")
        case "head":
            return Mutated(data[where:], "without its head")
        case "flip":
            flipped = bytes([data[where] ^ 1 << chance.randrange(8)])
            return Mutated(data[:where] + flipped + data[where + 1 :], "a bit flipped")
        case "flips":
            made = bytearray(data)
            for _ in range(chance.choice([2, 10, 100])):
                made[chance.randrange(len(made))] = chance.randrange(256)
            return Mutated(bytes(made), "bytes flipped")
        case "word":
            start = where - where % 4
            return Mutated(data[:start] + chance.choice(FOUR) + data[start + 4 :], "another word of four bytes")
        case "insert":
            return Mutated(data[:where] + chance.randbytes(size) + data[where:], "bytes put in")
        case "lose":
            return Mutated(data[:where] + data[where + size :], "bytes lost")
        case "copy":
            doubled = data[where : where + size] * chance.choice([2, 50])
            return Mutated(data[:where] + doubled + data[where + size :], "bytes doubled")
        case _:
            return Mutated(chance.choice([b"", b"\0" * 4096, data[:1], b"\n"]), "empty")
