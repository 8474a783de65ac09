"""Fortune's Favour (TURN-11)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.carnevale.actions.favour import FavourAwarded
from sim.carnevale.events import PointsSpent
from sim.carnevale.names import names_of
from sim.carnevale.narration import narrate
from sim.engine.requests import Choice, Refused
from tests.carnevale.stages import asked
from tests.carnevale.tables import Table, fight, mini, only, plain_street, refused, take_turn

PLACES = {"a": ("north", (6, 6, 0)), "b": ("south", (12, 6, 0)), "c": ("east", (12, 12, 0))}


def spent(*ids: str) -> Table:
    """Everybody began with 3 Will Points and has spent them all."""
    minis = [mini(id, *PLACES[id], wp=3) for id in ids]
    return fight(plain_street(), *minis, before=[PointsSpent(who=id, what="wp", points=3, on="feats") for id in ids])


def favour(who: str, story: str = "") -> dict[str, Any]:
    return {"act": "favour", "character": who, "story": story}


@pytest.mark.rule("TURN-11")
@pytest.mark.parametrize(("story", "points"), [("", 1), ("Over the whole canal in one leap!", 2), ("  ", 1)])
def test_an_opponent_rewards_a_feat_with_one_will_point_or_two_for_a_story(story: str, points: int) -> None:
    table = spent("a", "b")
    table.answer(favour("a", story))
    assert (asked(table).seat, asked(table).prompt, asked(table).default) == ("south", "favour", False)
    table.answer(True)
    assert (table.state["a"].wp, table.state.favour) == (points, "north")
    assert asked(table).prompt == "turn"


@pytest.mark.rule("TURN-11")
def test_an_opponent_may_award_it_unasked_in_a_turn_of_its_own() -> None:
    table = spent("b", "a")
    take_turn(table, "b")
    table.answer(favour("a", "What a fall!"))
    assert (table.state["a"].wp, table.state.favour, table.state["b"].ap) == (2, "north", 3)
    sentence = narrate(only(table.events, FavourAwarded), names_of(table.state))
    assert sentence == "Fortune's Favour goes to North for A's feat. “What a fall!”"


@pytest.mark.rule("TURN-11")
def test_will_points_never_pass_the_starting_number() -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0), wp=3), mini("b", "south", (12, 6, 0)))
    table.answer(favour("a", "A story"))
    table.answer(True)
    assert (table.state["a"].wp, table.state.favour) == (3, "north")


@pytest.mark.rule("TURN-11")
def test_all_opponents_must_agree_to_the_first_award() -> None:
    table = spent("a", "b", "c")
    table.answer(favour("a"))
    table.answer(True)
    assert asked(table).seat == "east"
    table.answer(False)
    assert (table.state["a"].wp, table.state.favour) == (0, None)


@pytest.mark.rule("TURN-11")
def test_whoever_holds_it_awards_it_next_alone_and_never_to_its_own() -> None:
    table = spent("a", "b", "c")
    table.answer(favour("b"))  # north, whose choice it is, agrees; east is asked
    assert asked(table).seat == "east"
    table.answer(True)
    with pytest.raises(Refused, match="TURN-11: Fortune's Favour is held by South"):
        table.answer(favour("b"))
    take_turn(table, "c")  # its own player calls for it: south alone is asked
    table.answer(favour("c"))
    assert (asked(table).seat, asked(table).prompt) == ("south", "favour")
    table.answer(True)
    assert (table.state["c"].wp, table.state.favour) == (1, "east")


@pytest.mark.rule("TURN-11")
def test_all_others_are_asked_where_one_opponent_calls_for_it() -> None:
    table = spent("a", "b", "c")
    take_turn(table, "b")
    table.answer(favour("a"))
    assert (asked(table).seat, asked(table).prompt) == ("east", "favour")
    table.answer(True)
    assert (table.state["a"].wp, table.state.favour) == (1, "north")


@pytest.mark.rule("TURN-11")
def test_nobody_awards_it_to_its_holder_in_a_turn_either() -> None:
    table = spent("a", "b")
    table.answer(favour("b"))  # north, whose choice it is, agrees
    take_turn(table, "a")
    assert refused(table, "a", favour("b")).rule == "TURN-11"
    assert table.refusal(favour("a")) is None


@pytest.mark.rule("TURN-11")
def test_only_a_character_on_the_board_is_rewarded() -> None:
    table = spent("a", "b")
    assert isinstance(table.request, Choice)
    with pytest.raises(Refused, match="TURN-11: 'nobody' is no character on the board"):
        table.answer(favour("nobody"))
