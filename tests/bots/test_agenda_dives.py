"""Three who are to dive in one round come together in the water first."""

from __future__ import annotations

import pytest

from sim.bots.agenda_dives import DivesTogether
from sim.bots.agenda_wishes import AgendaWishes
from sim.carnevale.state import State
from tests.carnevale.stages import staged

MINIS = ("n1", "n2", "n3", "n4")


def held(round_: int = 2, done: tuple[str, ...] = ()) -> State:
    """Four with an agenda of three dives in a round; `done`: whose turn is over."""
    minis = [(who, "north", (18.0 + 3 * n, 18.0, 0.0)) for n, who in enumerate(MINIS)]
    state = staged(
        "gang-war",
        *minis,
        ("s1", "south", (2.0, 2.0, 0.0)),
        agendas={"north": ("D4",)},
        profiles={m: {"ap": 3} for m in MINIS},
    )
    state.round = round_
    for who in done:
        state.set(who, had_turn=True)
    return state


def wet(*swim: str) -> dict[str, bool]:
    return {who: who in swim for who in MINIS}


@pytest.mark.rule("AGENDA-D4")
def test_nobody_dives_before_three_are_there() -> None:
    state = held()
    assert DivesTogether(state, "north").dive("n1", wet("n1", "n2")) == 0.0
    assert DivesTogether(state, "north").dive("n1", wet("n1", "n2", "n3")) > 0.0
    assert AgendaWishes(state, "north").dive("n1", wet("n1")) > 0.0  # others reckon with whoever could still come


@pytest.mark.rule("AGENDA-D4")
def test_the_more_there_are_the_more_it_is_worth_to_come() -> None:
    wishes = DivesTogether(held(), "north")
    first, second, third = (wishes.water("n1", wet(*there)) for there in ((), ("n2",), ("n2", "n3")))
    assert 0.0 < first < second < third < wishes.vp
    assert wishes.water("n1", wet("n2", "n3", "n4")) == 0.0  # enough are there


@pytest.mark.rule("AGENDA-D4")
@pytest.mark.parametrize(("done", "round_"), [(("n2", "n3"), 2), ((), 5)])
def test_it_is_worth_nothing_where_three_cannot_come_together(done: tuple[str, ...], round_: int) -> None:
    """Two have had their turns ashore; or it is the last round."""
    assert DivesTogether(held(round_, done), "north").water("n1", wet()) == 0.0
