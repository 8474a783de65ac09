"""How likely a gang is to win: even before anything happened, certain at the end, and by nothing that is secret."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sim.carnevale.chances import ChanceWeights, chances_of, fitted, likely, position_of, swings_of
from sim.carnevale.events import GameEnded, TurnEnded
from sim.carnevale.film_making import film_of
from sim.carnevale.replay import GAME, replay
from sim.carnevale.setup import begin
from sim.carnevale.state import State
from sim.carnevale.summary import standings_of
from tests.carnevale.tables import fight, mini, plain_street

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = ("gang-war-2", "acquisition-3", "street-fight-3", "secure-arms-2", "take-what-is-theirs-2", "three-seats")


@pytest.fixture(scope="module", params=[name for name in GAMES if (GOLDEN / f"{name}.jsonl.gz").exists()])
def game(request: pytest.FixtureRequest) -> State:
    return replay(GOLDEN / f"{request.param}.jsonl.gz").session.state


def middle_of(game: State) -> State:
    """After half of its turns."""
    turns = [number for number, event in enumerate(game.log, start=1) if isinstance(event, TurnEnded)]
    now = begin(game.setup)
    for event in game.log[: turns[len(turns) // 2]]:
        now.apply(event)
    return now


def test_all_are_equally_likely_at_first_and_whoever_won_has_won(game: State) -> None:
    standings = standings_of(game.setup, game.log)
    assert standings[0].chances == pytest.approx(dict.fromkeys(game.seats, 1 / len(game.seats)))
    assert isinstance(game.log[-1], GameEnded)
    assert standings[-1].chances == {s: (s in game.winners) / len(game.winners) for s in game.seats}
    for each in standings:
        assert sum(each.chances.values()) == pytest.approx(1.0)
        assert all(0 <= chance <= 1 for chance in each.chances.values())


def test_every_seat_is_told_the_same(game: State) -> None:
    """What only one of them knows, its agendas, is not looked at."""
    now = middle_of(game)
    for seat in now.seats:
        assert chances_of(GAME.view(now, seat)) == chances_of(now)


def test_points_and_minis_are_worth_something_all_the_time() -> None:
    """The fitted numbers never say that it is better to have less, and tell more than what is simpler."""
    weights = fitted().weights
    for each in (weights.made, weights.open, weights.minis):
        assert len(each) == len(fitted().knots)
        assert min(each) >= 0
        assert min(each[1:]) > 0
    assert fitted().accuracy.chances < fitted().accuracy.rivals < 0.25
    assert fitted().made_by


def test_whoever_lost_a_mini_is_less_likely_to_win(game: State) -> None:
    now = middle_of(game)
    before = chances_of(now)
    lost = next(iter(now.on_board()))
    now.set(lost.id, alive=False)
    after = chances_of(now)
    assert after[lost.seat] < before[lost.seat]
    assert all(after[seat] > before[seat] for seat in now.seats if seat != lost.seat)


def test_between_two_knots_weights_go_straight() -> None:
    weights = ChanceWeights(made=(0.0, 2.0), open=(0.0, 0.0), minis=(0.0, 0.0))
    position = position_of(replay(GOLDEN / "gang-war-2.jsonl.gz").session.state)._replace(
        progress=0.25,
        made={"north": 1.0, "south": 0.0},
        open={"north": 0.0, "south": 5.0},
        minis={"north": 0.0, "south": 5.0},
    )
    told = likely(position, (0.0, 1.0), weights)
    assert told["north"] / told["south"] == pytest.approx(2.718281828**0.5)


def test_a_free_fight_has_no_end_to_be_likely() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (9, 6, 0)))
    assert chances_of(table.state) == {}


def test_a_film_tells_them_after_each_turn(game: State) -> None:
    film = film_of(game, game.log)
    told = {moment.number: moment.chances for moment in film.moments if moment.chances}
    wanted = {each.number: each.chances for each in standings_of(game.setup, game.log) if each.number}
    assert told.keys() == wanted.keys()
    for number, chances in told.items():
        assert chances == pytest.approx(wanted[number], abs=1e-4)
    assert msgspec.json.decode(msgspec.json.encode(film.moments[-1].chances)) == film.moments[-1].chances


def test_the_largest_swings_come_first_with_who_gained() -> None:
    told = [
        (0, {"a": 0.5, "b": 0.5}),
        (4, {"a": 0.55, "b": 0.45}),
        (9, {"a": 0.25, "b": 0.75}),
        (12, {"a": 0.5, "b": 0.5}),
        (15, {}),
    ]
    first, second = swings_of(told)
    assert (first.before, first.number, first.seat) == (4, 9, "b")
    assert (first.was, first.now) == (0.45, 0.75)
    assert (second.before, second.number, second.seat) == (9, 12, "a")
