"""Scripted games: a board, characters, dice and what is done, in a JSON file (COMMANDS: Scripts)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from sim.board.board import Board
from sim.carnevale.actions.base import WhichAction
from sim.carnevale.characters import Command, Point, Profile, Trait, Weapon
from sim.carnevale.events import Change
from sim.carnevale.game import Carnevale
from sim.carnevale.options import Options
from sim.carnevale.rulings import Referee
from sim.carnevale.setup import GangSetup, Member, Setup
from sim.carnevale.state import State
from sim.carnevale.turn import WhoseTurn
from sim.engine.dice import ScriptedDice
from sim.engine.requests import Choice, GameError, Refused
from sim.engine.session import Session

Questions = tuple[type[Choice], ...]

BETWEEN: Questions = (WhichAction, WhoseTurn)  # what is asked between two actions


class WrongScript(GameError):
    """A script cannot be played; the message names the file, the place and the mend."""


class Cast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    characters: tuple[Cast, ...]
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
    game = Carnevale()
    setup = msgspec.structs.replace(setup_of(script), size=board.size)
    state = game.begin(msgspec.to_builtins(setup))
    session: Session[State] = Session(game, state, ScriptedDice(script.dice), Referee(board), step=True)
    for i, entry in enumerate(script.do):
        try:
            _Entry(session, dict(entry)).play()
        except Refused as refused:
            raise WrongScript(f"{path}: $.do[{i}]: refused by {refused}") from None
        except GameError as error:
            raise WrongScript(f"{path}: $.do[{i}]: {error}") from None
    thrown = session.state.thrown
    if thrown < len(script.dice):
        left = len(script.dice) - thrown
        raise WrongScript(f"{path}: $.dice: {left} of {len(script.dice)} dice are left over after the last roll")
    return session


class _Entry:
    """One entry of `do`, being played."""

    def __init__(self, session: Session[State], entry: dict[str, Any]) -> None:
        self.session = session
        self.answers: list[dict[str, Any]] = list(entry.pop("answers", ()))
        self.entry = entry

    def play(self) -> None:
        match self.entry:
            case {"turn": str(who)}:
                self._reach((WhoseTurn,), f'{{"turn": "{who}"}}')
                self.session.answer(who)
            case {"end": "turn"}:
                self._reach((WhichAction,), '{"end": "turn"}')
                self.session.answer("end")
            case {"act": str(name)}:
                self._reach((WhichAction,), f'{{"act": "{name}"}}')
                self.session.answer(self.entry)
            case {"override": changes, **rest}:
                self._override(changes, rest)
            case _:
                raise WrongScript(
                    'an entry is {"turn": id}, {"act": ...}, {"end": "turn"} or {"override": ..., "why": ...}'
                )
        self._settle(leave=BETWEEN)
        if self.answers:
            raise WrongScript(f"the game did not ask for {self.answers[0]!r}")

    def _override(self, changes: Any, rest: dict[str, Any]) -> None:
        """The Golden Rule, between two actions or two turns (TURN-12)."""
        why = rest.pop("why", None)
        if rest or not isinstance(why, str):
            also = f", and nothing called '{next(iter(rest))}'" if rest else ""
            raise WrongScript(f'an override is {{"override": {{id: {{...}}}}, "why": "the reason"}}{also}')
        try:
            msgspec.convert(changes, dict[str, Change])
        except msgspec.ValidationError as error:
            can = ", ".join(Change.__struct_fields__)
            raise WrongScript(f"override: {error}; what can be set of a character is {can}") from None
        self._reach(BETWEEN, f'{{"override": {msgspec.json.encode(changes).decode()}}}')
        self.session.answer({"act": "override", "changes": changes, "why": why})

    def _reach(self, questions: Questions, entry: str) -> None:
        """Give defaults until the game asks one of these questions."""
        self._settle(leave=BETWEEN)
        request = self.session.request
        if not isinstance(request, questions):
            asks = f"asks {request.seat} for '{request.prompt}'" if isinstance(request, Choice) else "is over"
            raise WrongScript(f"the game does not wait for {entry}: it {asks}")

    def _settle(self, leave: Questions = ()) -> None:
        """Answer everything but the questions to leave, from the entry's answers or by default."""
        while True:
            self.session.settle()
            request = self.session.request
            if not isinstance(request, Choice) or isinstance(request, leave):
                return
            self.session.answer(self._answer(request))

    def _answer(self, request: Choice) -> Any:
        for i, answer in enumerate(self.answers):
            if answer.get("prompt") == request.prompt and answer.get("seat", request.seat) == request.seat:
                return self.answers.pop(i).get("value")
        if request.default is not None or None in request.options:
            return request.default
        if request.options:
            return request.options[0]
        raise WrongScript(f"the game asks {request.seat} for '{request.prompt}', which has no default: give an answer")
