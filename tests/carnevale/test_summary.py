"""A game at a glance: its standings are those of the game, its deeds what happened in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.carnevale.events import Event, Fell, Jumped, Killed, LostLife, Moved, PointsSpent, RoundBegan, RoundEnded
from sim.carnevale.names import names_of
from sim.carnevale.replay import replay
from sim.carnevale.setup import begin
from sim.carnevale.state import State
from sim.carnevale.summary import Deed, GameStanding, deeds_of, round_words, standings_of
from tests.carnevale.tables import do, fight, mini, plain_street

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture(scope="module", params=["gang-war-2", "marksmen", "street-fight-3"])
def game(request: pytest.FixtureRequest) -> State:
    return replay(GOLDEN / f"{request.param}.jsonl.gz").session.state


def test_standings_begin_with_all_and_end_as_the_game_stands(game: State) -> None:
    standings = standings_of(game.setup, game.log)
    first, last = standings[0], standings[-1]
    whole = begin(game.setup)
    for seat in game.seats:
        assert first.life[seat] == sum(c.lp for c in whole.characters.values() if c.seat == seat)
        assert last.life[seat] == sum(c.lp for c in game.characters.values() if c.seat == seat and c.alive)
        assert last.minis[seat] == sum(c.alive for c in game.characters.values() if c.seat == seat)
        assert last.points[seat] == game.seats[seat].vp
    assert [each.number for each in standings] == sorted({each.number for each in standings})
    assert last.number == len(game.log)


def test_every_round_is_summed_up(game: State) -> None:
    standings, name = standings_of(game.setup, game.log), names_of(game)
    for round in range(1, game.round + 1):
        words = round_words(standings, round, name)
        assert all(name(seat) in words for seat in game.seats)
    assert round_words(standings, game.round + 1, name) == ""


def test_a_round_is_told_by_what_changed_in_it() -> None:
    standings = [
        GameStanding(0, 0, {"north": 20, "south": 20}, {"north": 2, "south": 2}, {"north": 0, "south": 0}),
        GameStanding(9, 1, {"north": 20, "south": 13}, {"north": 2, "south": 1}, {"north": 2, "south": 0}),
        GameStanding(20, 2, {"north": 19, "south": 15}, {"north": 2, "south": 1}, {"north": 2, "south": 0}),
    ]
    assert round_words(standings, 1, str.title) == "North lost no life, +2 VP; South lost 7 LP and 1 mini"
    assert round_words(standings, 2, str.title) == "North lost 1 LP; South regained 2 LP"


def test_deeds_are_of_this_game_and_can_be_seen(game: State) -> None:
    deeds = deeds_of(game.setup, game.log)
    assert len({deed.title for deed in deeds}) == len(deeds) > 2
    for deed in deeds:
        assert deed.who in game.characters
        event = game.log[deed.number - 1]
        assert deed.who in (getattr(event, "who", None), getattr(event, "by", None))


def found(deeds: list[Deed]) -> dict[str, tuple[str, str]]:
    return {deed.title: (deed.who, deed.words) for deed in deeds}


def test_the_most_of_each_kind_is_found() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (20, 6, 0)))
    do(table, "a", {"act": "run", "to": (8, 6, 0)})
    log: list[Event] = [
        *table.state.log,
        Moved(who="b", how="swim", path=((0, 0, 0), (3, 4, 0))),
        Jumped(who="a", path=((0, 0, 0), (3, 0, 0)), to=(3, 0, 0), length=3.0),
        Jumped(who="b", path=((0, 0, 0), (4, 0, 0)), to=(4, 0, 0), length=4.0),
        Fell(who="a", start=(0, 0, 5), rest=(0, 0, 0), height=5, landing="solid", part=None, fallen=5.0),
        LostLife(who="a", lost=3, why="fall"),
        Fell(who="b", start=(0, 0, 9), rest=(0, 0, 0), height=9, landing="solid", part=None, fallen=9.0),
        PointsSpent(who="b", what="wp", points=2, on="fall"),
        LostLife(who="b", lost=10, why="fall", by="a"),
        Killed(who="b", by="a", why="fall", where=(0, 0, 0)),
        RoundEnded(round=1),
        RoundBegan(round=2),
    ]
    deeds = found(deeds_of(table.state.setup, log))
    assert deeds == {
        "Deadliest": ("a", "felled 1"),
        "Hardest hitter": ("a", "took 10 LP"),
        "Longest jump": ("b", 'leapt 4.0"'),
        "Deepest fall survived": ("a", 'fell 5.0" and lived'),
        "Farthest afoot": ("a", 'went 4"'),
        "Strongest swimmer": ("b", 'swam 5"'),
        "Strongest will": ("b", "spent 2 WP"),
    }


def test_nothing_done_nothing_told() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (20, 6, 0)))
    assert deeds_of(table.state.setup, ()) == []
