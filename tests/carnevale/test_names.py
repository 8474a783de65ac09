"""What the table calls seats and objectives: by gangs, and with the article of each language."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from sim.board.model.verdicts import Cover, Share
from sim.carnevale.action import Action
from sim.carnevale.actions import CastOff, Drown, UseAbility
from sim.carnevale.events import GameEnded, Killed, RoundBegan
from sim.carnevale.events.objectives import ObjectiveClaimed, ObjectivePlaced, ObjectiveTaken
from sim.carnevale.evidence import hidden_behind
from sim.carnevale.film_making import film_of
from sim.carnevale.hook_values import Purpose
from sim.carnevale.magic.casting import Cast
from sim.carnevale.names import ROLLS, names_of, roll_named
from sim.carnevale.narration import narrate
from sim.carnevale.objective import Objective
from sim.carnevale.setup import begin
from sim.carnevale.state import State
from sim.words.tongues import load, speak, spoken, told
from tests.carnevale.tables import fight, mini, plain_street

TREASURE = Objective("treasure-of-north", 3, ("claimable", "mobile"), at=(8, 8, 0), owner="north")
CHEST = Objective("chest-2", at=(4, 4, 0))


def street() -> State:
    """North is called the Guild."""
    game = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (9, 6, 0))).state
    game.seats["north"] = msgspec.structs.replace(game.seats["north"], gang="The Guild")
    game.objectives |= {TREASURE.id: TREASURE, CHEST.id: CHEST}
    return game


@pytest.mark.rule("GEO-12")
def test_the_base_of_a_mini_is_called_by_that() -> None:
    name = names_of(street())
    assert name("a/base") == "the base of A"
    cover = Cover(hidden=0.5, error=0.0, in_cover=True, eye=(0, 0, 0), by=(Share("a/base", 0.3), Share("a", 0.2)))
    assert hidden_behind(cover, name) == "50% hidden (the base of A 30%, A 20%)"
    hidden_by_it = msgspec.structs.replace(cover, by=cover.by[:1])
    assert hidden_behind(hidden_by_it, name) == "50% behind the base of A"


def test_a_treasure_is_called_by_its_gang_and_not_by_the_seat() -> None:
    name = names_of(street())
    assert (name(TREASURE.id), name(CHEST.id)) == ("the treasure of The Guild", "chest 2")
    laid = ObjectivePlaced(objective=msgspec.structs.replace(TREASURE, id="treasure-of-south"), seat="south")
    assert narrate(laid, name) == "Placed: the treasure of South.", "before it lies anywhere"


@pytest.mark.parametrize(("language", "words"), [("en", "The watch"), ("fr", "Le guet"), ("it", "La ronda")])
def test_a_gang_of_a_lesson_is_called_as_the_language_calls_it(language: str, words: str) -> None:
    state = street()
    state.seats["south"] = msgspec.structs.replace(state.seats["south"], gang="The watch")
    assert load(language).told(names_of(state)("south")) == words


def test_a_chest_with_a_number_has_no_article() -> None:
    taken = ObjectiveTaken(objective=CHEST.id, who="a")
    assert narrate(taken, names_of(street())) == "A takes chest 2."
    assert narrate(msgspec.structs.replace(taken, objective="relic"), names_of(street())) == "A takes the relic."


@pytest.mark.parametrize(
    ("language", "words"),
    [("fr", "A revendique le coffre 2 pour"), ("it", "A rivendica il forziere 2 per")],
)
def test_an_objective_has_its_article_in_a_sentence(language: str, words: str) -> None:
    sentence = narrate(ObjectiveClaimed(objective="chest-2", seat="north", who="a"), names_of(street()))
    before = spoken()
    speak(load(language))
    try:
        assert told(sentence).startswith(words)
    finally:
        speak(before)


@pytest.mark.parametrize(
    ("winners", "words"),
    [(("north",), "victory for The Guild"), (("north", "south"), "a draw between The Guild and South")],
)
def test_a_draw_is_no_victory_of_both(winners: tuple[str, ...], words: str) -> None:
    told_of = narrate(GameEnded(winners=winners, scores={"north": 2, "south": 2}), names_of(street()))
    assert told_of == f"The game is over: {words} (The Guild 2, South 2)."


def test_gangs_that_are_called_alike_are_told_apart_by_numbers() -> None:
    """Everywhere, as all that names a gang reads its seat; no point of the compass, which would tell nobody a thing."""
    called = {"north": "The Guild", "east": "The Patricians", "south": "The Guild", "west": ""}
    gangs = [{"seat": seat, "members": [], "name": name} for seat, name in called.items()]
    state = begin({"board": "campo", "gangs": gangs})
    wanted = ["The Guild 1", "The Patricians", "The Guild 2"]
    assert [state.seats[seat].gang for seat in ("north", "east", "south")] == wanted
    assert [*map(names_of(state), called)] == [*wanted, "West"]
    assert [seat.gang for seat in film_of(state, ()).seats] == [*wanted, ""]


@pytest.mark.rule("TURN-05")
def test_a_casualty_has_no_action_points_in_the_rounds_after() -> None:
    """Its card is still looked at."""
    state = street()
    state.emit(Killed(who="b", by="a", why="combat", where=(9.0, 6.0, 0.0)))
    state.emit(RoundBegan(round=2))
    assert (state["a"].ap, state["b"].ap) == (state["a"].profile.ap, 0)


@pytest.mark.parametrize(
    ("action", "label"),
    [
        (UseAbility("Spring Tide"), "Marea viva"),
        (UseAbility("Spring Tide", "a"), "Marea viva: A"),
        (Cast("Abyssal Mist"), "Nebbia abissale"),
        (Cast("Abyssal Mist", target="a"), "Nebbia abissale: A"),
        (CastOff((1.0, 1.0, 0.0)), "Salpare"),
        (Drown("a"), "Annegare: A"),
    ],
)
def test_an_action_is_called_as_the_language_calls_it(action: Action, label: str) -> None:
    words = action.label(names_of(street()))
    before = spoken()
    speak(load("it"))
    try:
        assert told(words) == label
    finally:
        speak(before)


def test_a_part_of_a_gondola_that_a_seat_brings_is_called_by_its_gang() -> None:
    name = names_of(street())
    assert (name("gondola#north"), name("gondola#north/hull")) == ("The Guild's gondola", "The Guild's gondola")


def test_whatever_is_rolled_for_has_a_name_in_sentences() -> None:
    own = {"", "lent", "primitive"}  # no roll; no roll; known by its ability
    assert set(get_args(Purpose)) - own <= set(ROLLS)
    assert roll_named("primitive") == "Primitive"
