"""The film of a game: any moment of it is the board as it was, and what a seat may not see is not in it."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest

from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.film import Film, WrongFilm, packed, poses_of, read_film, still_at, tableau_of
from sim.carnevale.film_making import duration_of, film_of
from sim.carnevale.replay import replay
from sim.carnevale.setup import begin
from sim.carnevale.state import State
from sim.words.sayings import Saying, as_messages
from sim.words.tongues import load

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = ("marksmen", "acquisition-2", "bathers")


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> State:
    return replay(GOLDEN / f"{request.param}.jsonl.gz").session.state


@pytest.fixture(scope="module")
def secretive() -> State:
    return replay(GOLDEN / "acquisition-2.jsonl.gz").session.state


def test_every_moment_is_the_board_as_it_was(game: State) -> None:
    film, now = film_of(game, game.log), begin(game.setup)
    assert still_at(film, 0) == poses_of(now.tableau())
    for number, event in enumerate(game.log, start=1):
        now.apply(event)
        poses, tableau = still_at(film, number), now.tableau()
        assert poses == poses_of(tableau)
        drawn = tableau_of(film, poses)
        assert drawn.figures == tableau.figures
        assert set(drawn.vessels) == set(tableau.vessels)
        assert set(drawn.markers) == set(tableau.markers)
        assert film.moments[number - 1].round == now.round
        assert film.moments[number - 1].seconds == duration_of(event)


def test_no_moment_is_far_from_a_still(game: State) -> None:
    film = film_of(game, game.log)
    numbers = [still.number for still in film.stills]
    assert numbers == list(range(0, len(film.moments) + 1, 64))


def test_a_film_is_read_as_it_was_written(game: State, tmp_path: Path) -> None:
    film = film_of(game, game.log)
    assert packed(film) == packed(film_of(game, game.log))
    for name, content in (("packed", packed(film)), ("plain", gzip.decompress(packed(film)))):
        (tmp_path / name).write_bytes(content)
        assert read_film(tmp_path / name) == film


def test_a_film_of_a_file_is_told_in_every_language(game: State, tmp_path: Path) -> None:
    film = film_of(game, game.log)
    path = tmp_path / "game.film.json.gz"
    path.write_bytes(packed(film))
    french = load("fr")
    before, after = ([french.told(line.words) for line in each.lines] for each in (film, read_film(path)))
    assert after == before
    assert before != [line.words for line in film.lines]


@pytest.mark.parametrize(
    "saying",
    [
        Saying("Something else."),
        Saying("{a.__class__}", {"a": "Grim"}),
        Saying("{a:>9999999999}", {"a": 1}),
        Saying("{a} {b}", {"a": "Grim"}),
        Saying("{a", {"a": "Grim"}),
        Saying("{a}", {"a": "Grim falls."}),
    ],
)
def test_what_was_not_said_so_stays_as_it_is_written(saying: Saying) -> None:
    made = as_messages(["Grim falls."], {"Grim falls.": saying})
    assert load("fr").told(made["Grim falls."]) == "Grim falls."


def test_a_seat_is_not_shown_the_secrets_of_another(secretive: State) -> None:
    secrets = [event for event in secretive.log if isinstance(event, AgendaDrawn) and event.secret]
    assert {event.seat for event in secrets} == {"north", "east"}
    film = film_of(secretive, secretive.log, ["north"])
    for moment, event in zip(film.moments, secretive.log, strict=True):
        if event.seen_by("north"):
            assert moment.kind == event.__struct_config__.tag
        else:
            assert moment.kind == "hidden"
            assert (moment.dice, moment.path, moment.evidence, moment.who) == ((), (), "", None)
    everything = film_of(secretive, secretive.log)
    for event in secrets:
        told = everything.moments[secretive.log.index(event)]
        veiled = film.moments[told.number - 1]
        assert told.seen_by == (event.seat,)
        assert (veiled.words == told.words) == (event.seat == "north")


def test_a_film_holds_neither_seed_nor_setup(secretive: State) -> None:
    content = msgspec.json.decode(gzip.decompress(packed(film_of(secretive, secretive.log))))
    assert not {"seed", "setup", "answers"} & content.keys()


@pytest.mark.parametrize("content", [b"", b"{}", b"\x1f\x8bno", b'{"format": 2}'])
def test_what_is_no_film_is_said(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.film.json").write_bytes(content)
    with pytest.raises(WrongFilm, match=r"a\.film\.json"):
        read_film(tmp_path / "a.film.json")


def test_a_film_without_a_beginning_is_none(secretive: State, tmp_path: Path) -> None:
    film: Film = msgspec.structs.replace(film_of(secretive, secretive.log), stills=())
    (tmp_path / "a.film.json").write_bytes(packed(film))
    with pytest.raises(WrongFilm, match="beginning"):
        read_film(tmp_path / "a.film.json")
