"""A film being played, step by step, and the timeline's figures; films of journals, and games that branch off."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import msgspec
import pytest

from sim.app.film.player import SPEEDS, FilmPlayer
from sim.app.film.sources import NoBranch, branched, open_film
from sim.app.table.games import Note, read_note, saves, write_note_of
from sim.carnevale.events import Killed, LostLife
from sim.carnevale.film import Film, packed, still_at
from sim.carnevale.film_making import film_of
from sim.carnevale.replay import replay
from sim.carnevale.setup import begin
from sim.carnevale.state import State
from sim.engine.journal import read

GOLDEN = Path(__file__).parents[1] / "golden"
GAME = GOLDEN / "gang-war-2.jsonl.gz"


@pytest.fixture(scope="module")
def game() -> State:
    return replay(GAME).session.state


@pytest.fixture(scope="module")
def film(game: State) -> Film:
    return film_of(game, game.log)


def life_after(game: State, number: int) -> dict[str, int]:
    now = begin(game.setup)
    for event in game.log[:number]:
        now.apply(event)
    return {c.id: c.lp if c.alive else 0 for c in now.characters.values()}


@pytest.mark.parametrize("number", [0, 1, 130, 340, 10_000])
def test_any_moment_is_as_it_was(film: Film, game: State, number: int) -> None:
    player = FilmPlayer(film)
    player.seek(number)
    number = min(number, len(game.log))
    assert player.number == number
    assert player.poses == still_at(film, number)
    assert player.life == life_after(game, number)


def test_played_to_the_end_it_shows_every_moment_once_and_stops(film: Film) -> None:
    player, seen = FilmPlayer(film), []
    player.toggle()
    for _ in range(100_000):
        if not player.playing:
            break
        shown = player.pass_time(0.25)
        for each in shown:
            assert each.before == still_at(film, each.moment.number - 1)
            assert each.seconds == each.moment.seconds
        seen += [each.moment.number for each in shown]
    assert seen == [moment.number for moment in film.moments]
    assert player.poses == still_at(film, len(film.moments))
    player.toggle()
    assert (player.playing, player.number) == (True, 0)


def test_twice_as_fast_takes_half_the_time(film: Film) -> None:
    took = []
    for speed in (1.0, 2.0):
        player, seconds = FilmPlayer(film, 100), 0.0
        player.speed = speed
        player.toggle()
        while player.number < 200:
            player.pass_time(0.01)
            seconds += 0.01
        took.append(seconds)
    assert took[0] == pytest.approx(2 * took[1], rel=0.02)


def test_speeds_end_where_they_end(film: Film) -> None:
    player = FilmPlayer(film)
    player.faster(10)
    assert player.speed == SPEEDS[-1]
    player.faster(-10)
    assert player.speed == SPEEDS[0]


def test_steps_go_to_what_says_or_shows_something(film: Film) -> None:
    player = FilmPlayer(film, 120)
    (*_, last) = player.step(1)
    assert last.moment.words or last.moment.seconds
    there = player.number
    player.step(1)
    player.step(-1)
    assert player.number == there
    player.seek(0)
    player.step(-1)
    assert player.number == 0


def test_lines_and_turns_lead_on_and_back(film: Film) -> None:
    player, turns = FilmPlayer(film), []
    while player.number < player.last:
        player.to_line(1, ("turn", "round"))
        turns.append(player.number)
    starts = [line.number for line in film.lines if line.kind in ("turn", "round")]
    assert turns == [*starts, len(film.moments)]
    player.to_line(-1, ("turn", "round"))
    assert player.number == starts[-1]
    player.to_line(-1)
    assert player.line is not None
    player.seek(0)
    player.to_line(-1)
    assert player.number == 0


def test_the_line_in_hand_is_the_one_that_a_moment_is_part_of(film: Film) -> None:
    player = FilmPlayer(film)
    for line in film.lines:
        if line.kind in ("round", "turn"):
            continue
        player.seek(line.number)
        told = player.line
        assert told is not None
        assert told.first <= line.number <= told.last
        assert told == line or told.within or line.first < told.first


def test_the_timeline_knows_rounds_turns_and_what_turned_the_game(film: Film, game: State) -> None:
    player = FilmPlayer(film)
    assert [round for _, round in player.rounds()] == [1, 2, 3, 4, 5]
    assert len(player.turns()) == sum(moment.kind == "turn_began" for moment in film.moments)
    swings = player.marks()
    assert [s.number for s in swings if s.kind == "killed"] == [
        number
        for number, event in enumerate(game.log, start=1)
        if isinstance(event, LostLife)
        and any(isinstance(after, Killed) and after.who == event.who for after in game.log[number : number + 1])
    ]
    for seat in game.seats:
        made = sum(swing.size for swing in swings if swing.kind == "points" and swing.seat == seat)
        assert made == game.seats[seat].vp
    assert player.share_of(0) == 0.0
    assert player.share_of(player.last) == 1.0
    for number in (0, 50, 200, player.last):
        assert player.number_at(player.share_of(number)) == number


def test_the_chances_are_told_from_the_beginning_to_the_end(film: Film, game: State) -> None:
    player = FilmPlayer(film)
    told = player.chances()
    assert told[0] == (0, {"north": 0.5, "east": 0.5})
    assert told[-1] == (player.last, {seat: float(seat in game.winners) for seat in game.seats})
    assert len(told) == sum(bool(moment.chances) for moment in film.moments) + 1
    free = msgspec.structs.replace(
        film, moments=tuple(msgspec.structs.replace(each, chances={}) for each in film.moments)
    )
    assert FilmPlayer(free).chances() == []


def test_a_films_chronicle_and_points_are_in_its_file(film: Film, tmp_path: Path) -> None:
    (tmp_path / "game.film.json.gz").write_bytes(packed(msgspec.structs.replace(film, board="san-canciano")))
    source = open_film(tmp_path / "game.film.json.gz")
    assert source.film.lines == film.lines
    assert source.film.moments == film.moments
    assert source.seen(100) is None
    assert source.point(100) is None
    with pytest.raises(NoBranch):
        branched(source, 100)


# --- a new game from any moment ---------------------------------------------------------------------------------


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    path = tmp_path / "gang.jsonl"
    path.write_bytes(gzip.decompress(GAME.read_bytes()))
    write_note_of(path, Note({"north": "human", "east": "greedy"}, 5, {}, over=True))
    return path


def test_a_game_branches_off_at_the_last_choice_before_a_moment(journal: Path) -> None:
    source = open_film(journal)
    for number in (140, 300):
        point = source.point(number)
        assert point is not None
        to = branched(source, number)
        assert read(to)[1] == read(journal)[1][: point.answers]
        session = replay(to).session
        assert len(session.events) == point.events <= number
        assert not session.over
        assert read_note(to).players == {"north": "human", "east": "greedy"}
        assert not read_note(to).over
        assert read_note(to).round == source.film.moments[point.events - 1].round
        assert read_note(to).score == {"north": 0, "east": 0}
    assert {kept.path.name for kept in saves().games} == {"gang-branch-1.jsonl", "gang-branch-2.jsonl"}


def test_from_before_its_first_choice_a_game_goes_on_at_that(journal: Path) -> None:
    """It was told that a film's file holds no answers, of a journal."""
    source = open_film(journal)
    point = source.point(0)
    assert point is not None
    assert point.answers < 3
    assert replay(branched(source, 0)).session.count == point.answers


def test_the_evidence_of_a_moment_comes_with_the_board_as_it_was(journal: Path) -> None:
    source = open_film(journal)
    number = next(moment.number for moment in source.film.moments if moment.kind == "attacked")
    for asked in (number, number - 20, number):
        seen = source.seen(asked)
        assert seen is not None
        event, before = seen
        assert source.game is not None
        assert event == source.game.log[asked - 1]
        assert len(before.log) == asked - 1
    assert source.address(number) == f"{journal}#{number}"


def test_a_running_game_keeps_its_secrets_in_its_film(tmp_path: Path) -> None:
    path = tmp_path / "secret.jsonl"
    shutil.copy(GOLDEN / "acquisition-2.jsonl.gz", tmp_path / "whole.jsonl.gz")
    whole = gzip.decompress((tmp_path / "whole.jsonl.gz").read_bytes()).splitlines(keepends=True)
    path.write_bytes(b"".join(whole[: len(whole) // 2]))
    source = open_film(path)
    hidden = [moment.number for moment in source.film.moments if moment.kind == "hidden"]
    assert hidden
    assert all(source.seen(number) is None for number in hidden)
    assert not any("“" in line.words for line in source.film.lines if line.number in hidden)
