"""Nonsense that a program gives to the front door is a BautaError of one line, and never nonsense in return."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

import sim
from sim.board.model.errors import MissingError

NO_NUMBER = (nan, inf, -inf, 1e300, 10**400, "x", None, object(), [], True)
NO_POINT = (*NO_NUMBER, (1, 2, nan), (1, 2, inf), (1e300, 2, 3), (1, 2, 3, 4), ("1", 2, 3), (10**400, 1, 1))
NO_WORD = (nan, 3, None, object(), [], True, "")
STREET = sim.box((0, 0, -1), (24, 24, 0))
Tried = Callable[[sim.Tabletop, Any], object]

NUMBERS: dict[str, Tried] = {
    "box": lambda _, v: sim.box((0, 0, 0), (v, 1, 1)),
    "cylinder radius": lambda _, v: sim.cylinder(v, 1),
    "cylinder height": lambda _, v: sim.cylinder(1, v),
    "cylinder sides": lambda _, v: sim.cylinder(1, 1, sides=v),
    "load scale": lambda _, v: sim.load("san-canciano", scale=v),
    "from_parts size": lambda _, v: sim.from_parts({"street": STREET}, size=(v, 3)),
    "with_mini base": lambda top, v: top.with_mini("c", (3, 3, 0), base=v),
    "with_mini facing": lambda top, v: top.with_mini("c", (3, 3, 0), facing=v),
    "with_marker radius": lambda top, v: top.with_marker("m", "smoke", (1, 2, 0), radius=v),
    "with_marker height": lambda top, v: top.with_marker("m", "smoke", (1, 2, 0), height=v),
    "jump length": lambda top, v: top.jump("a", (4, 4, 0), v),
    "jump run_on": lambda top, v: top.jump("a", (4, 4, 0), 3, run_on=v),
    "reach": lambda top, v: top.reach("a", v),
    "way move": lambda top, v: top.way("a", (4, 4, 0), v),
    "way actions": lambda top, v: top.way("a", (4, 4, 0), actions=v),
    "way likely": lambda top, v: top.way("a", (4, 4, 0), likely=v),
    "push": lambda top, v: top.push("a", (3, 3, 0), v),
    "blast across": lambda top, v: top.blast("a", v),
    "teardrop start": lambda top, v: top.teardrop("a", "b", v),
    "plot size": lambda top, v: top.plot(size=v),
}
POINTS: dict[str, Tried] = {
    "box": lambda _, v: sim.box(v, (9, 9, 9)),
    "cylinder at": lambda _, v: sim.cylinder(1, 1, at=v),
    "with_mini": lambda top, v: top.with_mini("c", v),
    "moved": lambda top, v: top.moved("a", v),
    "with_marker": lambda top, v: top.with_marker("m", "smoke", v),
    "drop": lambda top, v: top.drop("a", () if v is None else v),
    "jump": lambda top, v: top.jump("a", v, 3),
    "path": lambda top, v: top.path("a", v, 5),
    "path_along": lambda top, v: top.path_along("a", [v], 5),
    "push": lambda top, v: top.push("a", v, 2),
    "way": lambda top, v: top.way("a", v),
}
WORDS: dict[str, Tried] = {
    "load": lambda _, v: sim.load(v),
    "from_mesh name": lambda _, v: sim.from_mesh(STREET, None, v),
    "with_mini id": lambda top, v: top.with_mini(v, (3, 3, 0)),
    "with_mini body": lambda top, v: top.with_mini("c", (3, 3, 0), body=v),
    "without": lambda top, v: top.without(v),
    "with_marker kind": lambda top, v: top.with_marker("m", v, (1, 2, 0)),
    "with_vessel": lambda top, v: top.with_vessel(v, (1, 2, 0)),
    "sight": lambda top, v: top.sight("a", v),
    "distance": lambda top, v: top.distance("a", v),
    "blast": lambda top, v: top.blast(v),
    "ask": lambda top, v: top.ask(v),
    "plot view": lambda top, v: top.plot(view=v),
    "plot a verdict": lambda top, v: top.plot(v),
    "play_game scenario": lambda _, v: sim.play_game(scenario=v),
    "play_game north": lambda _, v: sim.play_game(north=v),
    "play_game gangs": lambda _, v: sim.play_game(gangs=[v, v]),
    "play_game board": lambda _, v: sim.play_game(board=v),
}
NEAREST: dict[str, tuple[Callable[[sim.Tabletop], object], str]] = {
    "marker": (lambda top: top.with_marker("m", "smok", (1, 2, 0)), "is it 'smoke'?"),
    "view": (lambda top: top.plot(view="tpo"), "is it 'top'?"),
    "scenario": (lambda _: sim.play_game(scenario="gang-wars"), "is it 'gang-war'?"),
    "bot": (lambda _: sim.play_game(north="gredy"), "is it 'greedy'?"),
    "gang": (lambda _: sim.play_game(gangs=["gild", "guild"]), "is it 'guild'?"),
    "map": (lambda _: sim.load("san-cancano"), "is it 'san-canciano'?"),
    "body": (lambda top: top.with_mini("c", (3, 3, 0), body="humann"), "is it 'human'?"),
    "a text for gangs": (lambda _: sim.play_game(gangs="guild"), "give a list"),
    "a seed under 0": (lambda _: sim.play_game(seed=-1), "seed is -1"),
    "a seed of no number": (lambda _: sim.play_game(seed=nan), "seed is nan"),  # type: ignore[arg-type]
    "a list of parts": (lambda _: sim.from_parts([STREET]), "give a dict"),  # type: ignore[arg-type]
    "another axis": (lambda _: sim.load("san-canciano", up="w"), "give 'y' or 'z'"),
}


@pytest.fixture(scope="module")
def top() -> sim.Tabletop:
    board = sim.from_parts({"street": STREET, "wall": sim.box((5, 2, 0), (6, 10, 3))})
    return board.with_mini("a", (2, 6, 0)).with_mini("b", (9, 6, 0))


def refused(call: Tried, top: sim.Tabletop, value: Any) -> None:
    with pytest.raises(sim.BautaError) as error:
        call(top, value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 2100


@pytest.mark.parametrize("call", NUMBERS)
def test_what_is_no_number_is_refused(call: str, top: sim.Tabletop) -> None:
    for value in (*NO_NUMBER, *(() if call in ("with_mini facing",) else (-1,))):
        refused(NUMBERS[call], top, value)


@pytest.mark.parametrize("call", POINTS)
def test_what_is_no_point_is_refused(call: str, top: sim.Tabletop) -> None:
    for value in NO_POINT:
        refused(POINTS[call], top, value)


@pytest.mark.parametrize("call", WORDS)
def test_what_is_no_word_is_refused(call: str, top: sim.Tabletop) -> None:
    for value in (*NO_WORD, "no such thing"):
        if call in ("with_mini id", "from_mesh name") and value == "no such thing":
            continue  # a word of the caller's own
        refused(WORDS[call], top, value)


@pytest.mark.parametrize("case", NEAREST)
def test_an_unknown_word_is_told_the_nearest(case: str, top: sim.Tabletop) -> None:
    call, says = NEAREST[case]
    with pytest.raises(sim.BautaError) as error:
        call(top)
    assert says in str(error.value)


def test_a_path_is_as_good_as_a_name(tmp_path: Path) -> None:
    with pytest.raises(sim.BautaError, match=r"nowhere\.toml"):
        sim.load(tmp_path / "nowhere.toml")
    with pytest.raises(sim.BautaError, match=r"nowhere\.toml"):
        sim.play_game(gangs=[tmp_path / "nowhere.toml", "guild"])


@pytest.mark.parametrize("field", ["enemies", "ignore"])
def test_minis_that_are_not_there_are_told_where_a_move_names_them(field: str) -> None:
    top = sim.from_parts({"street": sim.box((0, 0, -1), (12, 12, 0))}).with_mini("a", (6, 6)).with_mini("b", (9, 6))
    assert top.path("a", (3, 6, 0), 6.0, **{field: ("b",)}).refusal is None
    with pytest.raises(MissingError, match="no figure or marker 'zorro' in the tableau"):
        top.path("a", (3, 6, 0), 6.0, **{field: ("b", "zorro")})
