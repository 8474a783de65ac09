"""How many sequences of legal answers there are from small positions: pinned, to find what changes unmeant.

Where a rule changed on purpose: `python tools/perft.py --divide` tells where, and `--write` pins the new numbers.
"""

from __future__ import annotations

import pytest

from sim.engine.requests import Choice
from tools.perft import FOLDER, answers, begin, count, read

POSITIONS = {path.stem: path for path in sorted(FOLDER.glob("*.toml"))}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_legal_answers_are_as_many_as_ever(name: str) -> None:
    position = read(POSITIONS[name])
    assert count(position, position.depth) == position.found


@pytest.mark.parametrize("name", POSITIONS)
def test_the_numbers_of_a_position_go_together(name: str) -> None:
    position = read(POSITIONS[name])
    found = position.found
    assert len(found.counts) == position.depth
    assert sum(found.kinds.values()) == sum(found.divide.values()) == found.counts[-1]


def test_by_hand_the_duel_begins_with_ten_answers() -> None:
    """To end; to strike with sword or fist; to grapple; to run, jump or jump with control to each of two places.

    Nobody hides or guards in base contact, and the wrong end of the board has nobody to shoot at.
    """
    position = read(POSITIONS["duel"])
    session = begin(position)
    assert isinstance(session.request, Choice)
    said = [getattr(answer, "name", lambda: "end")() for answer in answers(session, position.places)]
    assert sorted(said) == ["combat"] * 2 + ["end", "grapple"] + ["jump"] * 4 + ["run"] * 2
    assert position.found.counts[0] == 10


def test_the_positions_ask_and_do_things_of_every_kind() -> None:
    found = [read(path).found for path in POSITIONS.values()]
    kinds = {kind for each in found for kind in each.kinds}
    assert kinds >= {f"act {name}" for name in ("run", "jump", "hide", "guard", "combat", "grapple", "drown", "dive")}
    assert kinds >= {"act cast", "act row", "act ability", "turn", "will", "reroll", "opportunity combat", "counter"}
    assert kinds >= {"dispel", "run_on", "chained_jump jump", "push", "row"}
