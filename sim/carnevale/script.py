"""Scripted games: a board, characters, dice and what is done, in a JSON file (COMMANDS: Scripts)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from sim.board.board import Board
from sim.carnevale.characters import Command, Point, Profile, Trait, Weapon
from sim.carnevale.events import Change
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.options import Options
from sim.carnevale.replay import kit
from sim.carnevale.setup import GangSetup, Member, Setup
from sim.carnevale.state import State
from sim.carnevale.turn import WhoseTurn
from sim.engine.dice import ScriptedDice
from sim.engine.script import Questions, ScriptedMove, WrongScript, run_script
from sim.engine.session import Session

__all__ = ["BETWEEN", "Script", "ScriptCharacter", "body_for", "play", "read_script", "setup_of"]

BETWEEN: Questions = (WhichAction, WhoseTurn)  # what is asked between two actions


class ScriptCharacter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character of a script. What is left out has the defaults of a plain fighter."""

    id: str
    seat: str
    at: Point
    name: str = ""
    size: int = 30
    ap: int = 3
    lp: int = 12
    wp: int = 3
    cp: int = 0
    move: int = 5
    dexterity: int = 5
    attack: int = 5
    protection: int = 3
    mind: int = 4
    keywords: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[str, ...] = ()
    commands: tuple[Command, ...] = ()
    spells: tuple[str, ...] = ()
    body: str = ""  # as its base: a human, a brute on 40 mm, a giant on more

    def member(self) -> Member:
        facts = {field: getattr(self, field) for field in self.__struct_fields__ if field not in ("id", "seat", "at")}
        facts |= {"name": self.name or self.id, "body": self.body or body_for(self.size)}
        return Member(self.id, Profile(**facts), self.at)


def body_for(size_mm: int) -> str:
    """The plain body for a base."""
    return "human" if size_mm <= 30 else "brute" if size_mm <= 40 else "giant"


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A script file."""

    board: str
    characters: tuple[ScriptCharacter, ...]
    seats: tuple[str, ...] = ("north", "south")
    options: Options = Options()
    dice: tuple[int, ...] = ()
    first: str | None = None
    do: tuple[dict[str, Any], ...] = ()


def read_script(path: Path) -> Script:
    """Raises WrongScript."""
    try:
        script = msgspec.json.decode(path.read_bytes(), type=Script)
    except OSError as error:
        raise WrongScript(f"{path}: {error.strerror}") from None
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise WrongScript(f"{path}: {error}") from None
    for i, c in enumerate(script.characters):
        if c.seat not in script.seats:
            raise WrongScript(f"{path}: $.characters[{i}].seat: '{c.seat}' is none of the seats {list(script.seats)}")
        for text in (*c.abilities, *(t for w in c.weapons for t in w.abilities)):
            try:
                Trait.parse(text)
            except ValueError as error:
                raise WrongScript(f"{path}: $.characters[{i}]: {error}") from None
    if script.first is not None and script.first not in script.seats:
        raise WrongScript(f"{path}: $.first: '{script.first}' is none of the seats {list(script.seats)}")
    return script


def setup_of(script: Script) -> Setup:
    """The free fight that the script begins with."""
    gangs = tuple(
        GangSetup(seat, tuple(c.member() for c in script.characters if c.seat == seat)) for seat in script.seats
    )
    return Setup(board=script.board, gangs=gangs, options=script.options, first=script.first or script.seats[0])


def play(path: Path, load: Callable[[str], Board] | None = None) -> Session[State]:
    """Play a script to its end. Raises WrongScript or Refused with the place in the script."""
    script = read_script(path)
    beside = path.parent / script.board
    board = (load or Board.load)(str(beside) if beside.exists() else script.board)
    setup = msgspec.structs.replace(setup_of(script), size=board.size)
    session = kit(board).start(msgspec.to_builtins(setup), dice=ScriptedDice(script.dice), step=True)
    run_script(session, Entries(), script.do, str(path))
    return session


class Entries:
    """How the entries of a script of Carnevale are read: turns, actions, the end of a turn, and the Golden Rule."""

    between: Questions = BETWEEN

    def move(self, entry: dict[str, Any]) -> ScriptedMove:
        """What an entry does. Raises WrongScript."""
        match entry:
            case {"turn": str(who)}:
                return ScriptedMove((WhoseTurn,), who, f'{{"turn": "{who}"}}')
            case {"end": "turn"}:
                return ScriptedMove((WhichAction,), END, '{"end": "turn"}')
            case {"act": str(name)}:
                return ScriptedMove((WhichAction,), entry, f'{{"act": "{name}"}}')
            case {"override": changes, **remaining}:
                return _override(changes, remaining)
            case _:
                raise WrongScript(
                    'an entry is {"turn": id}, {"act": ...}, {"end": "turn"} or {"override": ..., "why": ...}'
                )


def _override(changes: Any, remaining: dict[str, Any]) -> ScriptedMove:
    """The Golden Rule, between two actions or two turns (TURN-12)."""
    why = remaining.pop("why", None)
    if remaining or not isinstance(why, str):
        also = f", and nothing called '{next(iter(remaining))}'" if remaining else ""
        raise WrongScript(f'an override is {{"override": {{id: {{...}}}}, "why": "the reason"}}{also}')
    try:
        msgspec.convert(changes, dict[str, Change])
    except msgspec.ValidationError as error:
        can = ", ".join(Change.__struct_fields__)
        raise WrongScript(f"override: {error}; what can be set of a character is {can}") from None
    words = f'{{"override": {msgspec.json.encode(changes).decode()}}}'
    return ScriptedMove(BETWEEN, {"act": "override", "changes": changes, "why": why}, words)
