"""What a play-test tells whoever built the board: what differs between the zones, and the pieces near it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sim.board.board import Board
from sim.carnevale.zones import Zone
from sim.playtest import board_maps
from sim.playtest.board_looks import look
from sim.playtest.builder_lines import builder_lines, first_lines
from sim.playtest.features import features
from sim.playtest.games import GameSeen, SeenEvent, pairs
from sim.playtest.near_pieces import PieceReached, surroundings
from sim.playtest.report_numbers import PlaytestReport, findings_of
from sim.playtest.reporting import summary
from sim.playtest.running import PlayedTest
from sim.playtest.tally import GameTally
from sim.playtest.zone_facts import zone_facts
from sim.words import in_english
from tests.playtest.test_counting import ASKED

BOARD = """
format = 1
name = "Told"
size = [24, 24]

[[canals]]
id = "rio"
line = [[0, 12], [24, 12]]
width = 4

[[pieces]]
piece = { kind = "bridge", stuff = "wood", length = 6, width = 2, rise = 0.9 }
id = "ponte"
at = [3, 12]
turn = 90

[[pieces]]
piece = { kind = "bridge", stuff = "wood", length = 6, width = 2, rise = 0.9 }
id = "ponte-lontano"
at = [21, 12]
turn = 90

[[pieces]]
piece = { kind = "house", floors = 4, width = 5, depth = 5, roof = "flat" }
id = "torre"
at = [12, 17]
z = 6

[[pieces]]
piece = "ladder-4"
id = "scala"
at = [18, 4]
"""
ZONES = (Zone("north", (0.0, 24.0), (20.0, 24.0)), Zone("south", (0.0, 6.0), (0.0, 4.0)))
OBJECTIVES = [(3.0, 6.0, 0.0), (12.0, 17.0, 18.0)]


def seen(winner: int, used: dict[str, tuple[int, int]], events: tuple[SeenEvent, ...] = ()) -> GameSeen:
    vp = (3, 1) if winner == 0 else (1, 3)
    return GameSeen(next(pairs(ASKED))[0], vp, 5, 0, 1, (), (2, 3), events, used, {"chest-1": (0, 0)}, 100)


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.of_map(BOARD, Path("told.toml"), drawn=False)


@pytest.fixture(scope="module")
def maps(board: Board) -> board_maps.BoardMaps:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(board_maps, "WATCHERS", 4)
        patch.setattr(board_maps, "OF_A_ZONE", 2)
        return board_maps.map_board(board, ZONES, lambda whole: look(board, whole))


def reported(board: Board, maps: board_maps.BoardMaps, *games: GameSeen) -> PlaytestReport:
    asked, tally = msgspec.structs.replace(ASKED, zones=("north", "south")), GameTally(board.size)
    for game in games:
        tally.add(game)
    kinds = features(board)
    around = surroundings(board, ZONES, maps, kinds, tally, OBJECTIVES)
    facts = zone_facts(board, ZONES, maps, OBJECTIVES)
    return findings_of(PlayedTest(asked, tally, None, ()), None, "Told", board.size, kinds, facts, around)


@pytest.fixture(scope="module")
def report(board: Board, maps: board_maps.BoardMaps) -> PlaytestReport:
    drowned = tuple(SeenEvent("drowned", n % 2, (10.0 + n / 10, 12.0, -0.8)) for n in range(4))
    far = (SeenEvent("drowned", 0, (22.0, 12.0, -0.8)),)
    return reported(board, maps, *(seen(n % 2, {"ponte": (3, 1)}, drowned + far) for n in range(4)))


def lines(report: PlaytestReport) -> dict[str, list[str]]:
    return {section.title: section.lines for section in builder_lines(report)}


def reached(report: PlaytestReport, piece: str) -> PieceReached:
    return next(each for each in report.around.pieces if each.piece == piece)


def test_a_bridge_tells_how_long_the_way_over_it_is_and_the_shortest(report: PlaytestReport) -> None:
    near, far = reached(report, "ponte"), reached(report, "ponte-lontano")
    assert near.through is not None
    assert far.through is not None
    assert near.through < far.through
    assert report.around.across is not None
    assert report.around.across <= near.through
    told = lines(report)["Used by nobody in 4 games: 3 of 4 roofs, bridges, ladders and boats"]
    (line,) = (line for line in told if line.startswith("ponte-lontano"))
    assert f'from zone to zone it is {far.through:.1f}" over it' in line


def test_a_roof_that_nobody_climbs_and_a_ladder_that_leads_nowhere_say_so(report: PlaytestReport) -> None:
    told = lines(report)["Used by nobody in 4 games: 3 of 4 roofs, bridges, ladders and boats"]
    roof, ladder = (next(line for line in told if line.startswith(name)) for name in ("torre", "scala"))
    assert reached(report, "torre").ways == (None, None)
    assert "no base of 30 mm walks or climbs up there; the nearest ladder is scala" in roof
    assert 'its top, 4.0" up, is beside nothing with room for a base' in ladder


def test_where_most_drowned_is_told_with_the_nearest_bridge(report: PlaytestReport) -> None:
    (spot,) = report.around.troubles
    assert (spot.what, spot.times, spot.here, spot.at) == ("drowned", (12, 8), 16, (10.2, 12.2))
    assert spot.bridge is not None
    assert spot.bridge.piece == "ponte"
    (line,) = lines(report)["Where it went wrong most often"]
    assert line.startswith("drowned: 12 from the north, 8 from the south; 16 of them round (10.2, 12.2)")


def test_objectives_that_no_zone_walks_to_and_that_nobody_took_are_told(report: PlaytestReport) -> None:
    told = lines(report)["Ways to where objectives lay"]
    assert 'At (12, 17), 18.0" up: no base of 30 mm walks, climbs or swims there' in told
    assert "Nobody took chest-1" in told
    assert all(facts.objectives[1] is None for facts in report.measured)


def test_what_differs_by_a_tenth_has_both_figures(report: PlaytestReport) -> None:
    told = lines(report)["What differs between the zones by a tenth or more"]
    north, south = (facts.places for facts in report.measured)
    assert any(f"north {north}, south {south}" in line for line in told)
    assert not any(line.startswith("way to the middle") for line in told) or (
        report.measured[0].to_middle != report.measured[1].to_middle
    )


def test_whether_the_games_tell_the_zones_apart_stands_first(board: Board, maps: board_maps.BoardMaps) -> None:
    even = reported(board, maps, *(seen(n % 2, {}) for n in range(4)))
    clear = reported(board, maps, *(seen(0, {}) for _ in range(20)))
    assert builder_lines(even)[0].lines[0].startswith("No: north won 50% of them (15% to 85%")
    assert builder_lines(clear)[0].lines[0].startswith("Yes: north won 100% of them (84% to 100%)")


def test_a_report_of_before_has_no_such_lines(report: PlaytestReport) -> None:
    old = msgspec.json.decode(msgspec.json.encode(report, enc_hook=in_english))
    del old["around"]
    assert not builder_lines(msgspec.json.decode(msgspec.json.encode(old), type=PlaytestReport))


def test_few_lines_say_how_many_more_there_are(report: PlaytestReport) -> None:
    section = builder_lines(report)[-1]
    assert first_lines(section, 1) == [section.lines[0], "2 more in the report"]
    assert first_lines(section, 3) == section.lines
    assert summary(report).startswith("4 games")


def test_zones_that_are_alike_are_told_to_be(report: PlaytestReport) -> None:
    first, around = report.measured[0], report.around.zones[0]
    alike = msgspec.structs.replace(
        report,
        measured=(first, first),
        around=msgspec.structs.replace(report.around, zones=(around, around)),
    )
    told = lines(alike)["What differs between the zones by a tenth or more"]
    assert told == ["Nothing that is measured: room, reach, roofs, sight, cover, danger and ways are alike"]
