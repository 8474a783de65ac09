"""Count what may be answered: `python tools/perft.py FILE... [--depth N] [--divide] [--write]`.

As chess programs count moves: from a position, how many sequences of legal answers there are, so many answers long.
A position is a script (see `bauta script`) with named places, the only ones that are tried where a place is asked for,
and faces that the dice show over and over: die number n of the game shows entry n. `--divide` tells the number below
each first answer; `--write` puts the numbers that were counted into the files, which is right only where the rules or
the position changed on purpose.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import singledispatch
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sim.board.board import Board
from sim.carnevale.acting import Attacks
from sim.carnevale.actions import CastOff, Jump, Row, Run
from sim.carnevale.actions.counter import Counters
from sim.carnevale.actions.grapple import ThrowPoints
from sim.carnevale.actions.jump import Chained, Inches
from sim.carnevale.actions.row import Berths, VesselPose
from sim.carnevale.characters import Point
from sim.carnevale.disciplines.wild import Borrowed, Exit
from sim.carnevale.game import Carnevale
from sim.carnevale.legality import Acts
from sim.carnevale.magic.area_effects import SpellPlaces
from sim.carnevale.magic.casting import Cast
from sim.carnevale.magic.spells import Pick, known
from sim.carnevale.moving import Further
from sim.carnevale.referee import Referee
from sim.carnevale.rerolls import DiceToReroll
from sim.carnevale.script import Script, setup_of
from sim.carnevale.script import ScriptCharacter as Role
from sim.carnevale.state import State
from sim.carnevale.unstable_ground import Footing, Stride
from sim.carnevale.ways import Way
from sim.engine.requests import Choice, Roll
from sim.engine.session import Session

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "perft"


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was found: sequences by their length, from 1 on; of the longest, by the kind of their last answer and by
    their first answer."""

    counts: tuple[int, ...] = ()
    kinds: dict[str, int] = {}
    divide: dict[str, int] = {}


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of `tests/perft`."""

    about: str
    board: str  # a map beside the file, or by name
    depth: int
    faces: tuple[int, ...]
    places: dict[str, Point]
    characters: tuple[Role, ...]
    do: tuple[str, ...] = ()  # options that are answered before anything is counted
    found: Counted = Counted()


class Pattern:
    """Dice that show a row of faces over and over: die n of a game is entry n of it."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = faces

    def throw(self, roll: Roll, thrown: int) -> tuple[int, ...]:
        """The faces of a roll."""
        return tuple(self.faces[(thrown + i) % len(self.faces)] for i in range(roll.dice))


def read(path: Path) -> Position:
    """A position from its file. Raises msgspec.ValidationError or tomllib.TOMLDecodeError where it is wrong."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Position)


def begin(position: Position, folder: Path = FOLDER) -> Session[State]:
    """The position, at the choice from which on it is counted."""
    beside = folder / position.board
    board = Board.load(beside if beside.exists() else position.board)
    seats = tuple(dict.fromkeys(role.seat for role in position.characters))
    script = Script(position.board, position.characters, seats)
    plain = msgspec.to_builtins(msgspec.structs.replace(setup_of(script), size=board.size))
    game = Carnevale()
    session: Session[State] = Session(game, game.begin(plain), Pattern(position.faces), Referee(board))
    for answer in position.do:
        session.answer(answer)
    return session


# --- what may be answered -----------------------------------------------------------------------------------


def answers(session: Session[State], places: dict[str, Point]) -> list[Any]:
    """Every legal answer to the pending choice: its options, what its region offers, and these places."""
    choice = session.request
    if not isinstance(choice, Choice):
        return []
    found: dict[str, Any] = {said(option): option for option in choice.options}
    if choice.region is not None:
        for answer in _tried(choice.region, session, tuple(places.values())):
            if session.refusal(answer) is None:
                found.setdefault(said(answer), answer)
    return list(found.values())


def said(answer: Any) -> str:
    """An answer in a line."""
    return msgspec.json.encode(answer).decode().strip('"')


def kind(choice: Choice, answer: Any) -> str:
    """What is asked, and which action answers it."""
    action = getattr(answer, "name", None)
    return f"{choice.prompt} {action()}" if callable(action) else choice.prompt


@singledispatch
def _tried(region: Any, session: Session[State], places: tuple[Point, ...]) -> Iterator[Any]:
    """Answers of a region that may be legal; none of those that speak of what no position has."""
    return iter(())


@_tried.register
def _(region: Acts, session: Session[State], places: tuple[Point, ...]) -> Iterator[Any]:
    state = session.state
    yield from region.offers(state, session.measure)
    for at in places:
        yield from (Run(to=at), Run(to=at, fly=True), Jump(at), Jump(at, controlled=True), Row(to=at), CastOff(at))
        yield from (Cast(spell.name, to=at) for spell in known(state[region.who]))


@_tried.register(Counters)
@_tried.register(Borrowed)
def _(region: Counters | Borrowed, session: Session[State], places: tuple[Point, ...]) -> Iterator[Any]:
    yield from region.offers(session.state, session.measure)


@_tried.register
def _(region: Attacks, session: Session[State], places: tuple[Point, ...]) -> Iterator[Any]:
    yield from region.offers


@_tried.register
def _(region: DiceToReroll, session: Session[State], places: tuple[Point, ...]) -> Iterator[Any]:
    for number in range(region.most + 1):
        yield from combinations(region.among, number)


@_tried.register
def _(region: Pick, session: Session[State], places: tuple[Point, ...]) -> Iterator[Any]:
    for number in range(region.most + 1):
        yield from combinations(region.among, number)


@_tried.register(ThrowPoints)
@_tried.register(SpellPlaces)
@_tried.register(Exit)
def _(region: Any, session: Session[State], places: tuple[Point, ...]) -> Iterator[Any]:
    yield from places


@_tried.register
def _(region: Chained, session: Session[State], places: tuple[Point, ...]) -> Iterator[Any]:
    for at in places:
        yield from (Jump(at), Jump(at, controlled=True))


@_tried.register
def _(region: Further, session: Session[State], places: tuple[Point, ...]) -> Iterator[Any]:
    yield from (Way(to=at) for at in places)


@_tried.register
def _(region: Footing, session: Session[State], places: tuple[Point, ...]) -> Iterator[Any]:
    yield from map(Stride, places)


@_tried.register
def _(region: Berths, session: Session[State], places: tuple[Point, ...]) -> Iterator[Any]:
    yield from map(VesselPose, places)


@_tried.register
def _(region: Inches, session: Session[State], places: tuple[Point, ...]) -> Iterator[Any]:
    yield region.most


# --- counting -----------------------------------------------------------------------------------------------


def perft(session: Session[State], depth: int, places: dict[str, Point]) -> Counter[str]:
    """Sequences of exactly `depth` legal answers, by the kind of the last."""
    choice = session.request
    if not isinstance(choice, Choice):
        return Counter()
    found = answers(session, places)
    if depth == 1:
        return Counter(kind(choice, answer) for answer in found)
    total = Counter[str]()
    for answer in found:
        total += perft(_after(session, answer), depth - 1, places)
    return total


def _after(session: Session[State], answer: Any) -> Session[State]:
    clone = session.clone()
    clone.answer(answer)
    return clone


def count(position: Position, depth: int, folder: Path = FOLDER) -> Counted:
    """All counts of a position to a depth."""
    session = begin(position, folder)
    counts = [perft(session, shorter, position.places).total() for shorter in range(1, depth)]
    kinds, divide = Counter[str](), {}
    choice = session.request
    for answer in answers(session, position.places):
        if depth == 1:
            assert isinstance(choice, Choice)
            below = Counter([kind(choice, answer)])
        else:
            below = perft(_after(session, answer), depth - 1, position.places)
        divide[said(answer)] = below.total()
        kinds += below
    return Counted((*counts, kinds.total()), dict(sorted(kinds.items())), divide)


def write(path: Path, found: Counted) -> None:
    """Put what was counted at the end of a file."""
    text = path.read_text(encoding="utf-8").partition("\n[found]\n")[0].rstrip("\n")
    lines = [text, "", "[found]", f"counts = {list(found.counts)}"]
    for name, table in (("kinds", found.kinds), ("divide", found.divide)):
        lines += ["", f"[found.{name}]", *(f"{_quoted(key)} = {number}" for key, number in table.items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _quoted(key: str) -> str:
    return f"'{key}'"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="positions; those of tests/perft where none is named")
    parser.add_argument("--depth", type=int, help="how many answers; as the file says where it is left out")
    parser.add_argument("--divide", action="store_true", help="tell the number below each first answer")
    parser.add_argument("--write", action="store_true", help="put the numbers into the files")
    given = parser.parse_args()
    good = True
    for path in given.files or sorted(FOLDER.glob("*.toml")):
        position = read(path)
        began = time.perf_counter()
        found = count(position, given.depth or position.depth, path.parent)
        same = "" if given.depth or found == position.found else " (OTHERWISE than in the file)"
        print(
            f"{path.stem}: {', '.join(map(str, found.counts))}; {time.perf_counter() - began:.1f} s{same}", flush=True
        )
        for name, number in (found.divide if given.divide else {}).items():
            print(f"  {name}: {number}")
        for name, number in (found.kinds if given.divide else {}).items():
            print(f"  of these {name}: {number}")
        if given.write and not given.depth:
            write(path, found)
        elif same:
            good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
