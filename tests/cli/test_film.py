"""`bauta film`: a game as a film, its moments by their addresses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from sim.app.render.camera import around
from sim.carnevale.film import places_of, read_film, still_at
from sim.carnevale.film_making import film_of
from sim.carnevale.replay import replay
from sim.cli.main import run
from sim.cli.options import moment_of
from sim.engine.journal import Journal, read

GOLDEN = Path(__file__).parents[1] / "golden"
GAME, SECRET = GOLDEN / "marksmen.jsonl.gz", GOLDEN / "acquisition-2.jsonl.gz"


def test_an_address_names_a_moment(tmp_path: Path) -> None:
    assert moment_of("game.jsonl#412") == (Path("game.jsonl"), 412)
    assert moment_of("game.jsonl") == (Path("game.jsonl"), None)
    (tmp_path / "game#7").write_text("")
    assert moment_of(tmp_path / "game#7") == (tmp_path / "game#7", None)


def test_a_moment_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["film", f"{GAME}#96"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Round 2, Private Musketeer's turn: Fire-eater is out of the fight")
    assert run(["film", str(GAME), "--at", "96"]) == 0
    assert capsys.readouterr().out == told


def test_a_moment_without_words_of_its_own_is_told_by_the_line_it_is_part_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = replay(SECRET).session.state
    film = film_of(state, state.log, ("north",))
    names = {kind.replace("_", " ") for kind in (moment.kind for moment in film.moments)}
    mute = {moment.kind: moment.number for moment in film.moments if not moment.words}
    assert "hidden" in mute
    for kind, number in mute.items():
        assert run(["film", f"{SECRET}#{number}", "--seat", "north"]) == 0
        words = capsys.readouterr().out.partition(": ")[2].splitlines()[0]
        assert words not in names, (kind, words)
        assert kind != "hidden" or words == "Something secret."


def test_replay_tells_a_game_until_a_moment(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", f"{GAME}#120", "--json"]) == 0
    part = json.loads(capsys.readouterr().out)["events"]
    assert run(["replay", str(GAME), "--json"]) == 0
    assert part == json.loads(capsys.readouterr().out)["events"][:120]


@pytest.mark.parametrize("command", ["film", "replay"])
def test_a_moment_that_there_is_not_is_said(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, f"{GAME}#9999"]) == 2
    assert "#9999: the game has 205 events so far" in capsys.readouterr().err


def test_a_moment_is_drawn_at_an_hour(tmp_path: Path) -> None:
    bright = []
    for hour in ("noon", "night"):
        path = tmp_path / f"{hour}.png"
        assert run(["film", str(GAME), "--picture", str(path), "--size", "320x200", "--hour", hour]) == 0
        bright.append(np.asarray(Image.open(path).convert("L"), float).mean())
    assert bright[0] > 1.5 * bright[1]


def test_a_running_game_keeps_its_secrets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header, answers = read(SECRET)
    path, out = tmp_path / "game.jsonl", tmp_path / "game.film.json.gz"
    journal = Journal.create(path, header.game, header.setup)
    for answer in answers[: len(answers) // 2]:
        journal.write(answer)
    journal.close()
    hidden = {}
    for options in ((), ("--seat", "north"), ("--secrets",)):
        assert run(["film", str(path), "--write", str(out), *options]) == 0
        hidden[options] = sum(moment.kind == "hidden" for moment in read_film(out).moments)
    assert hidden[()] > hidden["--seat", "north"] > hidden["--secrets",] == 0
    assert str(out) in capsys.readouterr().out


def test_a_seat_that_there_is_not_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["film", str(GAME), "--seat", "nort"]) == 2
    assert "is it 'north'" in capsys.readouterr().err


def test_a_picture_shows_the_board_as_it_was(tmp_path: Path) -> None:
    made = []
    for number in (0, 120, 120):
        assert run(["film", f"{GAME}#{number}", "--picture", str(tmp_path / "a.png"), "--size", "320x200"]) == 0
        with Image.open(tmp_path / "a.png") as picture:
            assert picture.size == (320, 200)
            made.append(picture.convert("RGB").tobytes())
    assert made[0] != made[1] == made[2]


def test_a_video_shows_what_moves(tmp_path: Path) -> None:
    video = tmp_path / "a.webp"
    options = ["--from", "136", "--to", "137", "--fps", "4", "--size", "320x200"]
    assert run(["film", str(GAME), "--video", str(video), *options]) == 0
    with Image.open(video) as film:
        assert film.n_frames > 2
        film.seek(0)
        first = film.convert("RGB").tobytes()
        film.seek(film.n_frames - 1)
        assert film.convert("RGB").tobytes() != first


def test_what_is_written_is_told_by_the_ending_of_its_name(tmp_path: Path) -> None:
    options = ["--from", "136", "--to", "137", "--fps", "4", "--size", "320x200"]
    assert run(["film", str(GAME), "--out", str(tmp_path / "a.webp"), *options]) == 0
    assert run(["film", f"{GAME}#120", "--out", str(tmp_path / "a.PNG"), "--size", "320x200"]) == 0
    assert run(["film", str(GAME), "--out", str(tmp_path / "a.film.json.gz")]) == 0
    with Image.open(tmp_path / "a.webp") as video, Image.open(tmp_path / "a.PNG") as picture:
        assert video.n_frames > 2
        assert picture.size == (320, 200)
    assert len(read_film(tmp_path / "a.film.json.gz").moments) == 205


def test_a_video_that_cannot_be_made_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for name, options, said in (
        ("a.mp4", (), "needs ffmpeg"),
        ("a.gif", (), "end in .webp or .mp4"),
        ("a.webp", ("--from", "9", "--to", "9"), "--from 9 --to 9"),
    ):
        assert run(["film", str(GAME), "--video", str(tmp_path / name), *options]) == 2
        assert said in capsys.readouterr().err


# --- in a window -----------------------------------------------------------------------------------------------------


def test_a_film_that_cannot_be_watched_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("sim.app.system.has_display", lambda: False)
    assert run(["film", str(GAME), "--watch"]) == 2
    assert "there is no display" in capsys.readouterr().err
    assert run(["film", f"{GAME}#100000", "--watch"]) == 2
    assert "the game has" in capsys.readouterr().err
    assert run(["film", str(tmp_path / "none.jsonl"), "--watch"]) == 2
    assert "there is no such file" in capsys.readouterr().err
    (tmp_path / "no.film.json").write_bytes(b"{}")
    assert run(["film", str(tmp_path / "no.film.json"), "--watch"]) == 2
    assert "no.film.json" in capsys.readouterr().err


def test_a_film_is_watched_from_its_moment_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    class Window:
        def __init__(self, size: tuple[int, int]) -> None:
            asked.append(size)

        def run(self, build: Any) -> None:
            asked.append((build.path, build.number))

    monkeypatch.setattr("sim.app.system.has_display", lambda: True)
    monkeypatch.setattr("sim.app.window.table_window.TableWindow", Window)
    assert run(["film", f"{GAME}#40", "--watch", "--size", "1600x900"]) == 0
    assert asked == [(1600, 900), (GAME, 40)]


def test_what_happened_is_seen_from_near_and_a_whole_game_from_afar() -> None:
    state = replay(GAME).session.state
    film = film_of(state, state.log, ())
    moved = next(moment for moment in film.moments if moment.kind == "moved")
    at = moved.number
    near = places_of(film, at - 1, at)
    assert set(moved.path) <= set(near)
    assert moved.who is not None
    assert still_at(film, at)[moved.who].at in near
    whole = around((), film.size)
    assert around(near, film.size).distance < 0.5 * whole.distance
    assert around(places_of(film, 0, len(film.moments)), film.size) == whole
    assert around(places_of(film, 0, 0), film.size) == whole
