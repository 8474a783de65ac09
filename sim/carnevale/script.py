"""Scripted games: a board, characters, dice and what is done, in a JSON file (COMMANDS: Scripts)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os.path import isfile
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from sim.board.board import Board
from sim.carnevale.characters import Command, Profile, Weapon
from sim.carnevale.events import Change
from sim.carnevale.fields import (
    MOST_GANGS,
    MOST_MEMBERS,
    Ability,
    Base,
    Dice,
    Face,
    Life,
    Move,
    Name,
    Names,
    OwnName,
    Point,
    Points,
    Source,
)
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.options import Options
from sim.carnevale.referee import Referee
from sim.carnevale.replay import GAME
from sim.carnevale.setup import GangSetup, Member, Setup
from sim.carnevale.state import State
from sim.carnevale.turn import WhoseTurn
from sim.carnevale.vocabulary import Place, unknown_spell, wrong_words
from sim.engine.dice import ScriptedDice
from sim.engine.script import Questions, ScriptedMove, WrongScript, run_script
from sim.engine.session import Session
from sim.errors import meant
from sim.schemas import misfit, place_of, read_bytes, read_json
from sim.words import in_english, say

__all__ = ["BETWEEN", "Entries", "Script", "ScriptCharacter", "body_for", "play", "read_script", "setup_of"]

BETWEEN: Questions = (WhichAction, WhoseTurn)  # what is asked between two actions


class ScriptCharacter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character of a script. What is left out has the defaults of a plain fighter."""

    id: Name
    seat: Name
    at: Point
    name: OwnName = ""
    size: Base = 30
    ap: Points = 3
    lp: Life = 12
    wp: Points = 3
    cp: Points = 0
    move: Move = 5
    dexterity: Dice = 5
    attack: Dice = 5
    protection: Dice = 3
    mind: Dice = 4
    keywords: Names = ()
    weapons: tuple[Weapon, ...] = ()
    abilities: tuple[Ability, ...] = ()
    commands: tuple[Command, ...] = ()
    spells: Names = ()
    body: Annotated[str, Meta(max_length=1000)] = ""  # as its base: a human, a brute on 40 mm, a giant on more

    def member(self) -> Member:
        facts = {field: getattr(self, field) for field in self.__struct_fields__ if field not in ("id", "seat", "at")}
        facts |= {"name": self.name or self.id, "body": self.body or body_for(self.size)}
        return Member(self.id, Profile(**facts), self.at)


def body_for(size_mm: int) -> str:
    """The plain body for a base."""
    return "human" if size_mm <= 30 else "brute" if size_mm <= 40 else "giant"


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A script file."""

    board: Source
    characters: Annotated[tuple[ScriptCharacter, ...], Meta(min_length=1, max_length=MOST_MEMBERS)]
    seats: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=MOST_GANGS)] = ("north", "south")
    options: Options = Options()
    keywords: Names = ()  # of its own, besides the game's
    dice: tuple[Face, ...] = ()
    first: Name | None = None
    do: tuple[dict[str, Any], ...] = ()


def read_script(path: Path) -> Script:
    """A script, every word of its characters understood. Raises WrongScript."""
    content = read_bytes(path, WrongScript)
    script = read_json(content, Script, str(path), WrongScript)
    for place, words in _wrong(script):
        raise WrongScript(f"{path}: {place_of(msgspec.json.decode(content), place)} {words}")
    return script


def _wrong(script: Script) -> Iterator[tuple[Place, str]]:
    """Words in a script that mean nothing."""
    names = [c.name or c.id for c in script.characters]
    for i, c in enumerate(script.characters):
        if c.seat not in script.seats:
            yield ("characters", i, "seat"), say("is '{value}': {mend}", value=c.seat, mend=meant(c.seat, script.seats))
        for place, words in wrong_words(c, names, script.keywords):
            yield ("characters", i, *place), words
        for j, spell in enumerate(c.spells):
            if words := unknown_spell(spell):
                yield ("characters", i, "spells", j), say("is '{value}': {mend}", value=spell, mend=words)
    if script.first is not None and script.first not in script.seats:
        yield ("first",), say("is '{value}': {mend}", value=script.first, mend=meant(script.first, script.seats))


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
    board = (load or Board.load)(str(beside) if isfile(beside) else script.board)
    state = GAME.begin(msgspec.to_builtins(setup_of(script), enc_hook=in_english))
    state.size, state.corner = board.size, board.corner  # a bare mesh may lie anywhere
    session = Session(GAME, state, ScriptedDice(script.dice), Referee(board), step=True)
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
                shapes = '{"turn": id}, {"act": ...}, {"end": "turn"}, {"yield": ...}'
                override = '{"override": ..., "why": ...}'
                raise WrongScript(say("an entry is {shapes} or {override}", shapes=shapes, override=override))


def _override(changes: Any, remaining: dict[str, Any]) -> ScriptedMove:
    """The Golden Rule, between two actions or two turns (TURN-12)."""
    why = remaining.pop("why", None)
    if remaining or not isinstance(why, str):
        shape = '{"override": {id: {...}}, "why": "the reason"}'
        if remaining:
            strange = next(iter(remaining))
            raise WrongScript(say("an override is {shape}, and nothing called '{name}'", shape=shape, name=strange))
        raise WrongScript(say("an override is {shape}", shape=shape))
    try:
        msgspec.convert(changes, dict[str, Change])
    except msgspec.ValidationError as error:
        words = misfit(error, changes, dict[str, Change])
        can = ", ".join(Change.__struct_fields__)
        raise WrongScript(
            say("override: {words}; what can be set of a character is {can}", words=words, can=can)
        ) from None
    words = f'{{"override": {msgspec.json.encode(changes, enc_hook=in_english).decode()}}}'
    return ScriptedMove(BETWEEN, {"act": "override", "changes": changes, "why": why}, words)
