"""`bauta replay`: the sentences of a game, and below each what was measured for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.replay import replay
from sim.cli.main import run
from sim.engine.journal import Journal, read

SECRET = Path(__file__).parents[1] / "golden" / "acquisition-2.jsonl.gz"
SEATS = ("north", "east")
GAME = Path(__file__).parents[1] / "golden" / "marksmen.jsonl.gz"
SHOT = "Private Musketeer hits Stilt-walker with Musket, in cover: 6 Damage."


def printed(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert run(["replay", str(GAME), *options]) == 0
    return capsys.readouterr().out


@pytest.mark.rule("GEO-12")
def test_what_was_measured_is_told_below_each_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--evidence").splitlines()
    below = lines[lines.index(SHOT) + 1]
    assert below.startswith('    seen along a beam of 18.1", 16.9" apart, 90% hidden')
    assert "the north parapet of Ponte dei Remi 28%; Banco Ovest 22%" in below


def test_without_it_the_sentences_stand_alone(capsys: pytest.CaptureFixture[str]) -> None:
    plain, more = printed(capsys), printed(capsys, "--evidence")
    assert plain.splitlines() == [line for line in more.splitlines() if not line.startswith("    ")]


@pytest.mark.rule("GEO-12")
def test_events_in_json_carry_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    events = json.loads(printed(capsys, "--evidence", "--json"))["events"]
    shots = [event for event in events if event["event"] == "attacked"]
    assert all(shot["sight"]["visible"] and len(shot["sight"]["witness"]) == 2 for shot in shots)
    assert [shot["cover"]["type"] for shot in shots] == ["cover"] * 4


def test_the_rounds_and_deeds_of_a_game_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "--summary").splitlines()
    assert told[0] == (
        "Round 1: The House of the Lion: no life lost, 5 CP unspent, to win: from 50% to 44%; "
        "The Understudies: 8 LP lost, to win: from 50% to 56%."
    )
    assert any(line.startswith("Hardest hitter: Private Musketeer took 16 LP (#") for line in told)
    document = json.loads(printed(capsys, "--summary", "--luck", "--json"))
    assert document["standings"][-1]["life"] == {"north": 22, "east": 10}
    assert {deed["title"] for deed in document["deeds"]} >= {"Deadliest", "Hardest hitter"}
    assert [sum(seat["faces"]) for seat in document["luck"]] == [23, 3]


def test_the_luck_of_each_seat_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "--luck").splitlines()
    assert [line for line in told if not line.startswith(" ")] == [
        "The House of the Lion, 23 dice in 6 throws:",
        "The Understudies, 3 dice in 3 throws:",
    ]
    (aces, _) = [line for line in told if line.startswith("  Aces: ")]
    assert "expected; " in aces


# --- what is secret ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, set[str]]]:
    """A game half played, and the secret agendas that each seat has drawn in it."""
    header, answers = read(SECRET)
    path = tmp_path_factory.mktemp("running") / "game.jsonl"
    journal = Journal.create(path, header.game, header.setup)
    for answer in answers[: len(answers) // 2]:
        journal.write(answer)
    journal.close()
    session = replay(path).session
    drawn = [event for event in session.events if isinstance(event, AgendaDrawn) and event.secret]
    secret = {seat: {event.agenda for event in drawn if event.seat == seat} for seat in SEATS}
    assert all(secret.values())
    return path, secret


def drawn_in(document: str) -> set[tuple[str, str]]:
    events = json.loads(document)["events"]
    return {(event["seat"], event["agenda"]) for event in events if event["event"] == "agenda_drawn"}


def replayed(capsys: pytest.CaptureFixture[str], path: Path, *options: str) -> str:
    assert run(["replay", str(path), *options]) == 0
    return capsys.readouterr().out


@pytest.mark.rule("SCEN-10")
def test_a_running_game_keeps_its_secrets(
    running: tuple[Path, dict[str, set[str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, secret = running
    shown = replayed(capsys, path, "--json")
    assert drawn_in(shown) == set()
    assert json.loads(shown)["hidden"] > 0
    lines = replayed(capsys, path).splitlines()
    assert sum("A secret agenda is drawn" in line for line in lines) == sum(map(len, secret.values()))
    assert len(replayed(capsys, path, "--secrets").splitlines()) == len(lines)
    assert not any("A secret agenda is drawn" in line for line in replayed(capsys, path, "--secrets").splitlines())


@pytest.mark.rule("SCEN-10")
def test_a_seat_is_told_its_own_secrets(
    running: tuple[Path, dict[str, set[str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, secret = running
    for seat in SEATS:
        assert drawn_in(replayed(capsys, path, "--json", "--seat", seat)) == {(seat, id) for id in secret[seat]}
    everything = {(seat, id) for seat in SEATS for id in secret[seat]}
    assert drawn_in(replayed(capsys, path, "--json", "--secrets")) == everything


def test_a_finished_game_has_no_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    shown = replayed(capsys, SECRET, "--json", "--to", "60")  # told so far only, but it is over
    assert drawn_in(shown)
    assert json.loads(shown)["hidden"] == 0


def test_what_a_seat_may_see_holds_no_seed_and_no_secret_of_another(
    running: tuple[Path, dict[str, set[str]]],
) -> None:
    path, secret = running
    session = replay(path).session
    for seat, other in (SEATS, SEATS[::-1]):
        view = session.game.view(session.state, seat)
        assert view.setup == {}
        assert not secret[other] & set(view.seats[other].agendas)
        assert not any(isinstance(e, AgendaDrawn) and e.seat == other and e.secret for e in view.log)


def test_a_game_whose_line_was_changed_is_shown_until_then(
    running: tuple[Path, dict[str, set[str]]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = running
    spoilt = tmp_path / "spoilt.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[-2] = lines[-2].replace(b":", b": ", 1)
    spoilt.write_bytes(b"".join(lines))
    assert run(["replay", str(spoilt)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"`bauta replay --to {len(lines) - 3}` shows the game until then" in said
    assert json.loads(replayed(capsys, spoilt, "--json", "--to", str(len(lines) - 3)))["answers"] == len(lines) - 3
