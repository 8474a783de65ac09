"""A game at a glance: its standings are those of the game, its deeds what happened in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.carnevale.events import (
    DiceThrown,
    Event,
    Fell,
    Jumped,
    Killed,
    LostLife,
    Moved,
    PointsSpent,
    Rolled,
    RoundBegan,
    RoundEnded,
    TurnEnded,
)
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
        GameStanding(
            30, 3, {"north": 19, "south": 15}, {"north": 2, "south": 1}, {"north": 2, "south": 0},
            command={"north": 5, "south": 0},
        ),
    ]  # fmt: skip
    assert round_words(standings, 1, str.title) == "North: no life lost, +2 VP; South: 7 LP lost, 1 mini lost"
    assert round_words(standings, 2, str.title) == "North: 1 LP lost; South: 2 LP regained"
    assert round_words(standings, 3, str.title) == "North: no life lost, 5 CP unspent; South: no life lost"


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


def test_nobody_takes_more_life_than_there_was() -> None:
    """A blow of 4 against the last Life Point takes 1, as the rounds tell it."""
    blows = [LostLife(who="b", lost=n, why="Sword", by="a") for n in (8, 4)]
    deeds = deeds_among(*blows)
    life = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (20, 6, 0))).state["b"].lp
    assert 8 < life < 12
    assert deeds["Hardest hitter"].words == f"took {life} LP"


def test_nothing_done_nothing_told() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (20, 6, 0)))
    assert deeds_of(table.state.setup, ()) == []


def fell(who: str, inches: float) -> Fell:
    return Fell(who=who, start=(0, 0, inches), rest=(0, 0, 0), height=inches, landing="solid", part=None, fallen=inches)


def killed(who: str) -> Killed:
    return Killed(who=who, by=None, why="fall", where=(0, 0, 0))


def deeds_among(*log: Event) -> dict[str, Deed]:
    state = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (20, 6, 0))).state
    return {deed.title: deed for deed in deeds_of(state.setup, log)}


@pytest.mark.parametrize(
    ("log", "lives"),
    [
        ([fell("a", 5), killed("a")], False),
        ([fell("a", 5), LostLife(who="a", lost=5, why="fall"), killed("a")], False),
        ([fell("a", 5), killed("b")], True),
        ([fell("a", 5), TurnEnded(who="a"), killed("a")], True),
    ],
)
def test_a_fall_was_survived_where_death_came_of_something_else(log: list[Event], lives: bool) -> None:
    assert ("Deepest fall survived" in deeds_among(*log)) is lives


@pytest.mark.parametrize(("inches", "told"), [(0.8, False), (1.99, False), (2.0, True)])
def test_to_miss_a_step_is_no_deed(inches: float, told: bool) -> None:
    assert ("Deepest fall survived" in deeds_among(fell("a", inches))) is told


@pytest.mark.parametrize("how", ["swim", "underwater"])
def test_what_is_swum_is_not_gone_afoot(how: str) -> None:
    deeds = deeds_among(Moved(who="a", how=how, path=((0, 0, 0), (3, 4, 0))))
    assert {title: (deed.words, deed.number) for title, deed in deeds.items()} == {"Strongest swimmer": ('swam 5"', 1)}


def test_whoever_stays_where_it_is_has_done_nothing() -> None:
    still = Moved(who="a", how="run", path=((4, 6, 0), (4, 6, 0)))
    hop = Jumped(who="a", path=((4, 6, 0),), to=(4, 6, 0), length=0.0)
    assert deeds_among(still, hop) == {}


@pytest.mark.parametrize(
    ("faces", "words"), [((10, 9, 9), "threw 3 Aces with 3 dice on 9+ for combat: 0.8%"), ((9, 2, 2), None)]
)
def test_the_luckiest_throw_is_one_that_seldom_comes(faces: tuple[int, ...], words: str | None) -> None:
    aces = sum(face >= 9 for face in faces)
    rolled = Rolled(who="a", purpose="combat", faces=faces, needed=9, aces=aces, outcome="success", dice=3)
    deeds = deeds_among(DiceThrown(who="a", purpose="combat", faces=faces), rolled)
    assert (deeds["Luckiest throw"].words if deeds else None) == words
    assert [deed.number for deed in deeds.values()] == ([1] if words else [])


def test_a_game_that_goes_on_has_a_standing_for_now() -> None:
    state = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (20, 6, 0))).state
    standings = standings_of(state.setup, [RoundBegan(round=1), LostLife(who="b", lost=3, why="test")])
    assert [(each.number, each.life) for each in standings] == [
        (0, {"north": 10, "south": 10}),
        (2, {"north": 10, "south": 7}),
    ]


def test_of_equal_deeds_the_first_is_told() -> None:
    leaps = [Jumped(who=who, path=((0, 0, 0), (3, 0, 0)), to=(3, 0, 0), length=3.0) for who in "ab"]
    points = [PointsSpent(who=who, what="wp", points=1, on="combat") for who in "ba"]
    deeds = deeds_among(*leaps, *points)
    assert {title: deed.who for title, deed in deeds.items()} == {"Longest jump": "a", "Strongest will": "b"}
