"""What is computed of two minis, kept for a whole game by what of them was looked at on the way.

A computation is handed the game as one that hears what it is asked for. What it asked for is all that its result hangs
on, so a result is taken from memory wherever the same is there again: who is wounded or has had its turn attacks as
before, unless a rule asks. What hangs on others, or on where anybody stands, is not kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec

from sim.carnevale.characters import Character, Point
from sim.carnevale.state import State
from sim.engine.requests import Measure
from sim.geometry.paths.step_values import StepTables

__all__ = ["ON_OTHERS", "ON_TURNS", "THE_GAME", "Memory"]

T = TypeVar("T")

MOST_KEPT = 50_000  # results: more than a game has
FIXED = frozenset(("id", "profile"))  # of a mini
THE_GAME = ""  # in place of a mini
TURN = "had_turn"
OF_MINIS = frozenset(Character.__struct_fields__) - FIXED
USUAL = ("alive", "effects", "escaped", "seat", "stunned", "underwater")  # what nearly everything hangs on
ON_TURNS, ON_OTHERS = 1, 2  # what results hang on besides: who has had its turn; others, or where anybody stands
PLACES = frozenset(("at", "facing"))
OF_GAMES = frozenset(State.__struct_fields__) - {"characters"}
UNKEPT = frozenset(("log", "todo", "setup"))  # too much to be compared


class _Heard:
    """What a computation asked for: fields of minis, by their ids, and of the game."""

    def __init__(self, two: tuple[str, str]) -> None:
        self.two, self.asked, self.lasts = two, set[tuple[str, str]](), True

    def note(self, who: str, field: str) -> None:
        """A field of a mini was asked for, or of the game."""
        self.asked.add((who, field))
        if field in PLACES or field in UNKEPT:
            self.lasts = False

    def others(self) -> None:
        """Somebody else was asked for, or the board."""
        self.lasts = False


class _HeardMini(Character, frozen=True):
    """A mini that hears what of it is asked for."""

    heard: Any = None

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        if name in OF_MINIS:
            super().__getattribute__("heard").note(super().__getattribute__("id"), name)
        return value


class _HeardGame(State):
    """A game that hears what of it is asked for."""

    heard: Any = None

    def __getattribute__(self, name: str) -> Any:
        if name in OF_GAMES:
            super().__getattribute__("heard").note(THE_GAME, name)
        return super().__getattribute__(name)


class _HeardMinis(dict[str, Character]):
    """The minis of a game, which hear whether anybody asks for others than two."""

    def __init__(self, characters: dict[str, Character], heard: _Heard) -> None:
        super().__init__(characters)
        for who in heard.two:
            self[who] = _HeardMini(**_fields(characters[who]), heard=heard)
        self._heard = heard

    def __getitem__(self, who: str) -> Character:
        if who not in self._heard.two:
            self._heard.others()
        return super().__getitem__(who)

    def __contains__(self, who: object) -> bool:
        if who not in self._heard.two:
            self._heard.others()
        return super().__contains__(who)

    def __len__(self) -> int:
        self._heard.others()
        return super().__len__()

    def __eq__(self, other: object) -> bool:
        self._heard.others()
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        self._heard.others()
        return super().__ne__(other)

    def __iter__(self) -> Iterator[str]:
        self._heard.others()
        return super().__iter__()

    def __reversed__(self) -> Iterator[str]:
        self._heard.others()
        return super().__reversed__()

    def copy(self) -> dict[str, Character]:
        self._heard.others()
        return super().copy()

    def keys(self) -> Any:
        self._heard.others()
        return super().keys()

    def items(self) -> Any:
        self._heard.others()
        return super().items()

    def values(self) -> Any:
        self._heard.others()
        return super().values()

    def get(self, who: str, default: Any = None) -> Any:
        if who not in self._heard.two:
            self._heard.others()
        return super().get(who, default)


class Memory:
    """Results about pairs of minis, by what they hang on.

    `age` grows when a result turns out to hang on more than those before it: marks made until then tell too little.
    """

    def __init__(self) -> None:
        self.kept: dict[tuple[object, ...], Any] = {}
        self.latest: dict[tuple[str, str], tuple[StepTables, Point, Point, float]] = {}  # see `Outlook.from_here`
        self.small: dict[Point, bool] = {}  # see `Outlook.on_small`
        self.age = 0
        self.hangs: dict[tuple[object, ...], int] = {}  # of results; of pairs, what any of theirs do
        self._asked: dict[tuple[tuple[str, str], str], tuple[str, ...]] = {}  # of each pair: of either, and the game

    @property
    def is_full(self) -> bool:
        """Does it hold more than it is good for?"""
        return len(self.kept) > MOST_KEPT

    def asked(self, two: tuple[str, str], who: str) -> tuple[str, ...]:
        """The fields of one of two minis or, of nobody, of the game, that results about these two hang on; whether it
        has had its turn is left out."""
        return self._asked.get((two, who), USUAL if who else ())

    def mark(self, view: State, who: str, fields: tuple[str, ...]) -> int:
        """A number for fields of a mini as it is now or, of nobody, of the game; the same for the same."""
        of: Any = view.characters[who] if who else view
        values = tuple([_content(getattr(of, field)) for field in fields])
        return int(self.kept.setdefault(("mark", who, fields, values), len(self.kept)))

    def hear(
        self,
        view: State,
        measure: Measure,
        two: tuple[str, str],
        what: tuple[object, ...],
        make: Callable[[State, Measure], T],
    ) -> T:
        """A result, and into the memory what it hangs on."""
        heard = _Heard(two)
        game = _HeardGame(**_fields(view) | {"characters": _HeardMinis(view.characters, heard)}, heard=heard)

        def overheard(state: Any, query: Any, /) -> Any:
            heard.others()
            return measure(view, query) if state is game else measure(state, query)

        made = make(game, overheard)
        self._learn(heard, (*what, *two))
        return made

    def _learn(self, heard: _Heard, what: tuple[object, ...]) -> None:
        hangs = 0 if heard.lasts else ON_OTHERS
        for who, field in heard.asked:
            if field == TURN:
                hangs |= ON_TURNS
            elif field not in self.asked(heard.two, who) and field not in PLACES | UNKEPT:
                self._asked[heard.two, who] = tuple(sorted((*self.asked(heard.two, who), field)))
                self.age += 1
        for of in (what, heard.two):
            before = self.hangs.get(of, 0)
            if hangs & ~before:
                self.hangs[of] = before | hangs
                self.age += 1


def _fields(of: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(of, name) for name in of.__struct_fields__}


def _content(value: object) -> object:
    """A value that can be compared and has a hash."""
    return tuple(value.items()) if isinstance(value, dict) else value
