"""Play-tests as they are played: zones exchanged, what is seen of a game, and the report that comes of it."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest
from PIL import Image

from sim.board.board import Board
from sim.board.model.queries import HIGH, Mover, ProspectOf
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.verdicts import Prospect
from sim.carnevale.replay import replay
from sim.carnevale.zones import Zone
from sim.cli.main import run
from sim.engine.jobs import Crew, whole_lines
from sim.engine.journal import read_all
from sim.engine.requests import GameError
from sim.playtest import board_maps, report_page, running
from sim.playtest.board_looks import COVERED, HERE, OPEN, UNSEEN, BoardLook, look, look_together
from sim.playtest.features import features
from sim.playtest.games import GameSeen, pairs
from sim.playtest.plain_enemy import life_lost
from sim.playtest.playing import ChangedBoard, ask, board_of, play_game
from sim.version import __version__

EVEN = str(Path(__file__).parent / "even.toml")


@pytest.fixture(autouse=True)
def _coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_maps, "MOST_CELLS", 50)
    monkeypatch.setattr(board_maps, "WATCHERS", 4)
    monkeypatch.setattr(board_maps, "OF_A_ZONE", 2)
    monkeypatch.setattr(report_page, "PIXELS", 100)


def test_seats_take_the_zones_of_their_game_and_everything_is_told_by_zone() -> None:
    asked = ask(EVEN, "acquisition", (), "random", 3)
    assert asked.zones == ("north-east corner", "south-west corner")
    there, back = (play_game(game) for game in next(pairs(asked)))
    assert {there.deployed, back.deployed} == {0, 1}  # the same seat won the roll-off, in the other zone
    for seen in (there, back):
        first = [event for event in seen.events if event.what == "stood"][:1]
        assert first
        assert [s.round for s in seen.standings] == list(range(1, seen.rounds))
        assert set(seen.objectives) >= {"chest-1", "chest-2"}
        assert seen.used["ground"][0] > 0
    again = play_game(there.game)
    assert msgspec.structs.replace(again, seconds=there.seconds) == there


def test_where_a_scenario_has_sides_they_are_exchanged_with_the_zones() -> None:
    asked = ask("calle-lunga", "street-fight", (), "random", 1)
    from sim.playtest.playing import _setup, board_of

    there, back = next(pairs(asked))
    sides = [[gang.side for gang in _setup(board_of("calle-lunga"), game).gangs] for game in (there, back)]
    assert sides == [["attacker", "defender"], ["defender", "attacker"]]


def test_the_pieces_of_a_board_are_known_by_their_geometry() -> None:
    found = features(Board.load("campiello-dei-remi"))
    assert found["ponte-dei-remi"] == "bridge"
    assert found["ca-del-ponte"] == "roof"
    assert found["scala-est"] == "ladder"
    assert found["sandolo"] == "boat"
    assert "pozzo" not in found


def test_what_plays_a_report_again_can_be_copied_into_a_terminal() -> None:
    findings: Any = SimpleNamespace(map="/home/zan/Campo San Zan.toml", scenario="gang-war", bot="/x y/b.py:Bot")
    findings.gangs, findings.games, findings.seed = ("guild", "it's.toml"), 20, 1
    findings.stopping, findings.without = SimpleNamespace(until="5%"), (SimpleNamespace(without="roofs"),)
    words = shlex.split(report_page._command(findings))
    assert words == [
        *("bauta", "map", "playtest", "/home/zan/Campo San Zan.toml", "--scenario", "gang-war", "--gang", "guild"),
        *("--gang", "it's.toml", "--bot", "/x y/b.py:Bot", "--games", "20", "--seed", "1", "--until", "5%"),
        *("--without", "roofs"),
    ]


@pytest.mark.parametrize("stuff", ["stone", "wood"])
def test_a_bridge_is_one_however_flat_it_is(stuff: str) -> None:
    rio = '[[canals]]\nid = "rio"\nline = [[0, 12], [24, 12]]\nwidth = 4\n'
    flat = f'piece = {{ kind = "bridge", stuff = "{stuff}", length = 6, width = 2, rise = 0.9 }}'
    text = (
        f'format = 1\nname = "Flat"\nsize = [24, 24]\n{rio}[[pieces]]\n{flat}\nid = "ponte"\nat = [12, 12]\nturn = 90\n'
    )
    assert features(Board.of_map(text, Path("flat.toml"), drawn=False)) == {"ponte": "bridge"}


def test_a_play_test_goes_on_and_its_report_is_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "out"
    line = ["map", "playtest", EVEN, "--scenario", "acquisition", "--bot", "random", "--without", "roofs"]
    assert run([*line, "--games", "2", "--out", str(folder), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report == json.loads((folder / "report.json").read_text())
    assert [zone["name"] for zone in report["zones"]] == ["north-east corner", "south-west corner"]
    assert sum(zone["won"] for zone in report["zones"]) + report["draws"] == report["games"] == 2
    assert [worth["without"] for worth in report["without"]] == ["roofs"]
    games = list(whole_lines(folder / "games.jsonl"))
    restricted = msgspec.json.decode(games[-1], type=GameSeen)
    assert restricted.game.without == "roofs"
    assert all(event.at[2] <= HIGH for event in restricted.events if event.what == "stood")
    page = (folder / "report.html").read_text()
    assert len(page) < 3_000_000
    assert "not yet whether it is fair" in page, "two games show no difference of anything"
    assert not re.findall(r"(?:src|href)=\"(?!data:|journals/|report\.json|games\.jsonl)", page)
    journal = folder / "journals" / report["telling"][0]["journal"]
    assert [seat.vp for seat in replay(journal).session.state.seats.values()] in (
        report["telling"][0]["points"],
        report["telling"][0]["points"][::-1],
    )
    with (folder / "games.jsonl").open("ab") as file:
        file.write(b'{"game":{"ma')  # stopped while it was written
    elsewhere = tmp_path / "page.html"
    picture = tmp_path / "page.png"
    words = ["--out", str(folder), "--report", str(elsewhere), "--picture", str(picture)]
    assert run([*line, "--games", "2", *words]) == 0
    assert Image.open(picture).width > 1000
    assert "2 games" in (said := capsys.readouterr().out)
    assert said.rstrip().endswith(str(elsewhere))
    assert list(whole_lines(folder / "games.jsonl")) == games
    assert (folder / "report.html").read_text() == page
    links = {path for path in re.findall(r"href=\"([^\"]+)\"", elsewhere.read_text()) if not path.startswith("data:")}
    assert {"out/report.json", "out/games.jsonl", f"out/journals/{journal.name}"} <= links
    assert all((tmp_path / path).exists() for path in links)


def test_a_picture_that_is_no_png_is_refused_before_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, picture = tmp_path / "out", tmp_path / "page.jpg"
    words = ["--scenario", "acquisition", "--games", "2", "--out", str(out), "--picture", str(picture)]
    assert run(["map", "playtest", EVEN, *words]) == 2
    assert "let its name end in .png" in capsys.readouterr().err
    assert not out.exists()


def test_a_map_that_is_changed_meanwhile_does_not_lose_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(Path(EVEN).read_text())
    before, after = own.read_bytes(), own.read_bytes() + b"# by another program\n"
    usual = running.run

    def touched(*asked: Any) -> running.PlayedTest:
        played = usual(*asked)
        own.write_bytes(after)
        return played

    monkeypatch.setattr(running, "run", touched)
    line = ["map", "playtest", str(own), "--scenario", "acquisition", "--bot", "random", "--games", "2"]
    assert run([*line, "--out", str(tmp_path / "out")]) == 0
    assert "has been changed since; the games are of the board as it was" in capsys.readouterr().out
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert report["map_changed"]
    assert "The map has been changed since" in (tmp_path / "out" / "report.html").read_text()
    held = read_all(tmp_path / "out" / "journals" / report["telling"][0]["journal"], __version__).files()
    assert held["own.toml"] == before


def test_games_of_other_gangs_in_the_same_folder_have_journals_of_their_own(tmp_path: Path) -> None:
    line = ["map", "playtest", EVEN, "--scenario", "acquisition", "--bot", "random", "--games", "2"]
    for gang in ("guild-75", "vatican-75"):
        assert run([*line, "--gang", gang, "--gang", gang, "--out", str(tmp_path)]) == 0
    telling = json.loads((tmp_path / "report.json").read_text())["telling"]
    assert telling
    for told in telling:
        played = replay(tmp_path / "journals" / told["journal"]).session.state
        assert [gang["faction"] for gang in played.setup["gangs"]] == ["Vatican", "Vatican"]


def test_who_keeps_out_of_water_plans_by_the_bridges() -> None:
    board, tableau = Board.load("campiello-dei-remi"), Tableau((Figure("mini", (8.0, 7.0, 0.0)),))
    goals = (((17.0, 17.0, 0.0, 1.0),),)

    def prospect(mover: Mover) -> Prospect:
        verdict = board.answer(ProspectOf(mover, goals), tableau)
        assert isinstance(verdict, Prospect)
        return verdict

    free, dry = prospect(Mover("mini", 8.0)), prospect(Mover("mini", 8.0, shuns=("water",)))
    low = prospect(Mover("mini", 40.0, shuns=("heights",)))
    assert free.wet.any()
    assert not dry.wet.any()
    assert free.now[0] < dry.now[0] < 40.0
    assert (prospect(Mover("mini", 40.0)).at[:, 2] > HIGH).any()
    assert not (low.at[:, 2] > HIGH).any()


def test_a_plain_enemy_charges_with_two_runs_or_shoots_if_that_costs_more() -> None:
    """Worked out by hand, as sums over all dice: a blow costs 1.4205 Life Points, a bolt 1.9118, in cover 1.5670."""
    blow, bolt, covered = 1.4205, 1.9118, 1.5670
    cases = {
        (0.0, 0.0, HERE, False): 2 * blow,  # it stands there
        (5.0, 4.0, UNSEEN, False): 2 * blow,  # a charge of one run, and a blow
        (9.0, 7.0, UNSEEN, False): blow,  # of two runs
        (11.1, 9.0, UNSEEN, False): blow,  # so far its base comes
        (11.3, 9.0, UNSEEN, False): 0.0,
        (9.0, 7.0, OPEN, False): bolt,
        (5.0, 4.0, OPEN, False): 2 * blow,
        (40.0, 18.0, OPEN, False): bolt,
        (40.0, 18.1, OPEN, False): 0.0,
        (40.0, 12.0, COVERED, False): covered,
        (40.0, 12.0, OPEN, True): covered,
        (float("inf"), 12.0, UNSEEN, True): 0.0,
    }
    way, apart, seen, wet = (np.array(column) for column in zip(*cases, strict=True))
    assert life_lost(way, apart, seen, wet) == pytest.approx(list(cases.values()), abs=1e-4)


def test_a_zone_is_dangerous_to_itself_and_not_to_a_board_away() -> None:
    board = Board.load("fondamenta-longa")
    zones = (Zone("south", (0.0, 24.0), (0.0, 6.0)), Zone("north", (0.0, 24.0), (42.0, 48.0)))
    maps = board_maps.map_board(board, zones, lambda whole: look(board, whole))
    south, north = maps.danger_from
    there = maps.at[:, 1] < 6.0
    assert south[there].max() > 0.5
    assert not north[there].any()
    assert (maps.danger >= 0.0).all()
    assert maps.danger.max() > 0.0


@pytest.mark.filterwarnings("error")
def test_a_zone_without_a_place_is_measured_in_silence() -> None:
    """A mean over no place was warned of on stderr, beside the report."""
    zones = (Zone("nook", (0.0, 0.5), (0.0, 0.5)), Zone("north", (0.0, 24.0), (18.0, 24.0)))
    board = Board.load(EVEN)
    maps = board_maps.map_board(board, zones, lambda whole: look(board, whole))
    assert not maps.seen_from[0].any()
    assert maps.seen_from[1].any()


ZONE = """
[[zones]]
id = "{id}"
outline = [[{x}, {y}], [{x1}, {y}], [{x1}, {y1}], [{x}, {y1}]]
"""


@pytest.mark.parametrize(
    ("zones", "bot", "said"),
    [
        (((0, 0, 24, 10), (0, 14, 24, 24)), "random", "finds no place for chest 1: bauta map check tells what the boa"),
        (((0, 0, 24, 10), (0, 14, 24, 24)), "greedy", "finds no place for chest 1: bauta map check tells what the boa"),
        (((0, 0, 8, 8), (16, 16, 24, 24), (16, 0, 24, 8)), "random", "give two of the map's zones scenarios = [\"acq"),
    ],
)
def test_a_board_that_is_not_to_be_played_on_is_told_with_what_mends_it(
    zones: tuple[tuple[int, ...], ...], bot: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was told that the bot of south found no answer to 'place_objective'."""
    path = tmp_path / "wrong.toml"
    text = Path(EVEN).read_text("utf-8")
    for n, (x, y, x1, y1) in enumerate(zones):
        text += ZONE.format(id=f"z{n}", x=x, y=y, x1=x1, y1=y1)
    path.write_text(text, "utf-8")
    asked = ["map", "playtest", str(path), "--scenario", "acquisition", "--games", "2", "--bot", bot]
    assert run([*asked, "--out", str(tmp_path / "out")]) == 2
    assert said in capsys.readouterr().err


def test_who_sees_what_is_the_same_in_parts_as_in_one() -> None:
    places = tuple((3.0 + 2.5 * i, 12.0 - 0.4 * i, 0.0) for i in range(8)) * 4
    whole = BoardLook(places, ((6.0, 6.0, 0.0), (18.0, 18.0, 0.0)), (places[:2], places[5:7]))
    asked = ask(EVEN, "acquisition", (), "random", 1)
    seen = look(board_of(EVEN), whole)
    assert look_together(asked, Crew(), whole) == seen
    assert len(seen) == len(places)
    assert {UNSEEN, OPEN} <= {code for place in seen for code in place.watched}
    with pytest.raises(ChangedBoard, match="was changed"):
        look_together(msgspec.structs.replace(asked, board="another"), Crew(), whole)


def test_an_odd_number_of_games_is_made_even_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(asked: object, size: object, most: int, *others: object) -> None:
        raise GameError(f"{most} pairs")

    monkeypatch.setattr("sim.playtest.running.run", stop)
    assert run(["map", "playtest", EVEN, "--scenario", "acquisition", "--games", "3", "--out", str(tmp_path)]) == 2
    first, last = capsys.readouterr().err.splitlines()
    assert "so 4 are played" in first
    assert last.endswith("2 pairs")


def test_a_board_with_errors_is_told_before_games_are_played_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A zone for one base gave a report of drawn games of nobody, without a word."""

    def stop(*_: object) -> None:
        raise GameError("played")

    monkeypatch.setattr("sim.playtest.running.run", stop)
    rows = (("nook", 0, 2), ("quay", 14, 24))
    path = tmp_path / "nook.toml"
    path.write_text(
        'format = 1\nname = "Nook"\nsize = [24, 24]\n'
        + "".join(
            f'[[zones]]\nid = "{id}"\noutline = [[{a}, {a}], [{b}, {a}], [{b}, {b}], [{a}, {b}]]\n' for id, a, b in rows
        )
    )
    asked = ["map", "playtest", str(path), "--scenario", "acquisition", "--bot", "random", "--games", "2"]
    assert run([*asked, "--out", str(tmp_path / "games")]) == 2
    first, last = capsys.readouterr().err.splitlines()
    assert first == f"{path}: `bauta map check` finds 1 error, and games show little else until it is mended"
    assert last.endswith("played")
