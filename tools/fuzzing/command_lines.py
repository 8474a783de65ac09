"""Command lines: every command with every option, with values that fit and values that do not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import click

from sim.cli.main import bauta
from tools.fuzzing.case import FOLDER
from tools.fuzzing.values import nasty_text

__all__ = ["command_line", "commands"]

LEFT_OUT = {
    "--journals", "--picture", "--out", "--maps", "--games", "--resume", "--photo", "--map", "--size",
    "--glb", "--stl", "--plan", "--to", "--level", "--scale-by",
}  # fmt: skip
"""Options that write files where they are told to, or take long."""
NO_GAME = {("play",), ("duel",)}  # they are given maps that no game can be played on
SIZES = ("0x0", "²x³", "1x", "x", "-5x5", "9" * 5000, "1e3x1e3", "16x8193", "", "nanxnan")
POINTS = (
    "2,2,0", "6,6,0", "0,0,0", "5,5,9", "-1,-1,0", "1e4,0,0", "99999,0,0", "100001,0,0", "1e9,1e9,1e9",
    "1e308,0,0", "-1e308,0,0",
    "nan,0,0", "inf,0,0", "1,2", "1,2,3,4", "1,,2", ",,", "", "a,b,c", "1e400,0,0", "-0,-0,-0", "5e-324,0,0",
    "1_0,2,3", "²,0,0",
    "٣,0,0", " 1, 2 ,3 ", "11,8,-0.75", "11,8,-5", "16,16,0", "15.999,8,0",
)  # fmt: skip
NUMBERS = (
    "0", "1", "2", "3", "5", "10", "30", "40", "0.5", "-1", "-0", "nan", "inf", "-inf", "1e400", "1e9",
    "1e308", "1e-9", "5e-324", "",
    "x", "1,5", "1_0", "²", "٣", "99", "1000", "100000", "2147483648", "9223372036854775808", "9" * 400,
    "9" * 5000, "0x10", "1e3",
)  # fmt: skip
BOARDS = (
    f"{FOLDER}/map.toml", f"{FOLDER}/map.toml", f"{FOLDER}/map.toml", "calle-lunga", "nothing", "", ".",
    FOLDER, "/dev/null",
    "/dev/zero", f"{FOLDER}/none.stl", f"{FOLDER}/none.toml", "../../etc/passwd", "/etc/passwd", "x" * 5000,
    "x" * 300 + ".stl",
    "a\nb", "\x1b[31m", "é", "😀", "\udcff", "cassa.glb", "--", "-", "CON", "~/x", "a\0b", "a\0b.stl",
    "san-canciano.toml",
)  # fmt: skip


@cache
def commands() -> dict[tuple[str, ...], click.Command]:
    """All commands that are given something, and tell the desktop nothing, by their words."""
    return {words: command for words, command in _below((), bauta) if words not in (("doctor",), ("open",))}


def _below(words: tuple[str, ...], command: click.Command) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from _below((*words, name), found)
    else:
        yield words, command


def command_line(chance: Random) -> tuple[list[str], str]:
    """The words of a command line, and what was done to it."""
    name, command = chance.choice(list(commands().items()))
    words = list(name)
    arguments = [each for each in command.params if isinstance(each, click.Argument)]
    options = [each for each in command.params if isinstance(each, click.Option) and not LEFT_OUT & set(each.opts)]
    for argument in arguments:
        times = chance.choice([0, 2]) if chance.random() < 0.1 else 1
        words += [_value(argument, chance) for _ in range(times)]
    likely = 0.9 if chance.random() < 0.7 else 0.3
    for option in options:
        if chance.random() < (likely if option.required or option.name in ("from_", "to", "ace", "dice") else 0.25):
            words.append(chance.choice([*option.opts, *option.secondary_opts]))
            if not option.is_flag:
                words.append(_value(option, chance))
    if name in NO_GAME:
        words += ["--map", chance.choice([each for each in BOARDS if each != "calle-lunga"])]
    if any("--size" in option.opts for option in command.params):
        words += ["--size", chance.choice(SIZES)]
    if chance.random() < 0.15:
        words.insert(chance.randrange(len(words) + 1), nasty_text(chance))
    elif chance.random() < 0.1:
        words.pop(chance.randrange(len(words)))
    return [word.replace("\0", "") for word in words], " ".join(name)  # no shell hands over a NUL


def _value(param: click.Parameter, chance: Random) -> str:
    """A value for an argument or an option, that may fit it."""
    kind, name = param.type, param.name or ""
    if chance.random() < 0.06:
        return nasty_text(chance)
    if isinstance(kind, click.Choice):
        return chance.choice([*map(str, kind.choices), "", "x"]) if chance.random() < 0.3 else str(kind.choices[0])
    if kind.name.startswith("X,Y"):  # also those that take a name in its place
        return chance.choice(POINTS[:4]) if chance.random() < 0.6 else chance.choice(POINTS)
    if isinstance(kind, (click.types.IntParamType, click.types.FloatParamType)) or kind.name == "NUMBER":
        return str(chance.randint(1, 9)) if chance.random() < 0.6 else chance.choice(NUMBERS)
    if name in ("board", "map_", "file", "gang", "gangs", "pairs"):
        known = {"gang": "guild-75", "gangs": "guild-75"}.get(name, BOARDS[0])
        return known if chance.random() < 0.5 else chance.choice(BOARDS)
    if "body" in name:
        return chance.choice(["human", "rat", "giant", *BOARDS])
    return chance.choice([*BOARDS, *NUMBERS, "north", "Acrobatic", "MOVE-01", "fear"])
