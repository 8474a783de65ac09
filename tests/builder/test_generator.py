"""Boards that are made: the same for the same words, sound, and each another than the next."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from shapely.affinity import rotate
from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union

from sim.board.board import Board
from sim.board.files.canals import canal_shape
from sim.board.files.mapfile import MapFile, PiecePlacement, parse_map
from sim.board.map_checks.checks import Issue, check_map
from sim.board.model.errors import MapError
from sim.builder.errors import BuilderError
from sim.builder.generator import making
from sim.builder.generator.footprints import lies
from sim.builder.generator.making import made_map
from sim.builder.generator.muster import musters
from sim.builder.generator.styles import Style
from sim.carnevale.characters import Profile
from sim.carnevale.rehearsal import played_on, unready
from sim.carnevale.setup import GangSetup, Member, Setup, begin
from sim.words import in_english

SMALL = (24.0, 24.0)


@pytest.fixture
def first_drafts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first draft is taken, which is neither built nor looked over: that takes most of the time, and what these
    tests ask of a board holds of every draft."""
    monkeypatch.setattr(making, "_board_of", lambda text, _: text)
    monkeypatch.setattr(making, "_errors", lambda _: [])
    monkeypatch.setattr(making, "_measured", lambda text, _: (text, []))


def houses_of(made: MapFile) -> Polygon:
    return unary_union([lies(p) for p in made.pieces if p.called in ("house", "palazzo", "church")])


LEVELLED = (((24.0, 24.0), 102, "piazza"), ((36.0, 36.0), 101, "canals"))


def test_the_same_words_make_the_same_text() -> None:
    one = made_map(SMALL, 4, "canals")
    assert one == made_map(SMALL, 4, Style.CANALS)
    assert one.startswith("# Made by: bauta map generate --size 24x24 --seed 4 --style canals\n")


@pytest.mark.parametrize("style", [Style.RUINS, Style.PIAZZA])
def test_what_is_made_passes_the_check(style: Style, tmp_path: Path) -> None:
    path = tmp_path / "made.toml"
    path.write_text(made_map(SMALL, 11, style), encoding="utf-8")
    assert [str(issue) for issue in check_map(path)] == []


@pytest.mark.usefixtures("first_drafts")
@pytest.mark.parametrize("size", [SMALL, (24.0, 48.0)])
def test_other_seeds_and_styles_are_other_boards(size: tuple[float, float]) -> None:
    built = [houses_of(parse_map(made_map(size, 1, style))) for style in (Style.DENSE, Style.ISLANDS)]
    built += [houses_of(parse_map(made_map(size, 2, Style.DENSE)))]
    for i, one in enumerate(built):
        for other in built[i + 1 :]:
            assert one.symmetric_difference(other).area > 0.4 * min(one.area, other.area)


def unmatched(made: MapFile) -> list[str]:
    """The pieces of a board of which there is no half turn."""
    w, d = made.size
    free, alone = list(made.pieces), []
    for one in made.pieces:
        there, turn = (w - one.at[0], d - one.at[1]), one.turn + 180.0
        twin = next((p for p in free if math.dist(p.at, there) < 0.05 and _like(one, p, turn)), None)
        if twin is None:
            alone.append(one.id)
        else:
            free.remove(twin)
    return alone


def _like(one: PiecePlacement, other: PiecePlacement, turn: float) -> bool:
    """Does the other stand as this one does once it is turned so far? A bridge is its own half turn."""
    own = 180.0 if one.called == "bridge" else 360.0
    apart = abs((other.turn - turn + own / 2) % own - own / 2)
    return apart < 0.06 and (one.piece, one.z, one.mirror) == (other.piece, other.z, other.mirror)


@pytest.mark.usefixtures("first_drafts")
@pytest.mark.parametrize(("style", "seed"), list(zip(Style, (7, 1, 2, 5, 3), strict=True)))
def test_a_symmetric_board_is_its_own_half_turn(style: Style, seed: int) -> None:
    made = parse_map(made_map((24.0, 36.0), seed, style, symmetric=True))
    water = unary_union([canal_shape(c, made) for c in made.canals])
    assert unmatched(made) == []
    assert water.symmetric_difference(rotate(water, 180, origin=(12, 18))).area < 0.5
    assert water.contains(Point(12, 18))


@pytest.mark.usefixtures("first_drafts")
def test_wells_stand_on_steps_and_quays_have_low_parts_and_steps_into_the_water() -> None:
    square, quays = (parse_map(made_map(size, seed, style)) for size, seed, style in LEVELLED)
    raised = [Polygon(street.outline) for street in square.streets if street.level > 0]
    wells = [placed for placed in square.pieces if placed.piece in ("pozzo", "statua") and placed.z]
    assert len(raised) == len(wells) > 0
    for ring, well in zip(raised, wells, strict=True):
        assert ring.contains(lies(well))
        assert not any(ring.intersects(lies(other)) for other in square.pieces if other is not well)
    water = unary_union([canal_shape(canal, quays) for canal in quays.canals])
    low = [Polygon(street.outline) for street in quays.streets if street.level < 0]
    assert low
    assert all(shape.intersects(water) and shape.difference(water).area > 3.0 for shape in low)
    flights = [(canal, Point(at)) for canal in quays.canals for at in canal.steps_at]
    assert flights
    assert all(canal_shape(canal, quays).exterior.distance(at) < 0.2 for canal, at in flights)


@pytest.mark.usefixtures("first_drafts")
def test_every_bridge_ends_on_land() -> None:
    made = parse_map(made_map(SMALL, 6, "canals"))
    water = unary_union([canal_shape(c, made) for c in made.canals])
    bridges = [p for p in made.pieces if p.called == "bridge"]
    assert bridges
    for placed in bridges:
        ring = list(lies(placed).exterior.coords)
        assert all(not water.contains(Point(corner)) for corner in ring)
        assert water.contains(Point(placed.at))


def test_gondolas_that_come_to_the_game_find_water() -> None:
    """Of all boards that were made, this one had boats and quays wherever they might have lain."""
    assert list(unready(Board.of_map(made_map((36.0, 36.0), 22, "canals"), Path("made.toml"), drawn=False))) == []


def test_gangs_with_a_large_base_find_room_in_every_zone() -> None:
    """The first drafts of this seed have a corner without any, and balconies over it."""
    assert list(unready(Board.of_map(made_map(SMALL, 124, "ruins"), Path("made.toml"), drawn=False))) == []


@pytest.mark.rule("SCEN-12")
@pytest.mark.parametrize(("size", "seed", "style"), [((36.0, 36.0), 909, "ruins"), ((24.0, 48.0), 912, "canals")])
def test_so_do_three_and_four_gangs(size: tuple[float, float], seed: int, style: str) -> None:
    """Between the corners of the west edge, and in a half of the attackers' end, there was none."""
    assert list(unready(Board.of_map(made_map(size, seed, style), Path("made.toml"), drawn=False))) == []


@pytest.mark.rule("SCEN-12")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", [SMALL, (36.0, 36.0), (48.0, 48.0), (24.0, 48.0), (48.0, 24.0)])
def test_room_is_kept_in_every_zone_of_every_scenario(size: tuple[float, float], players: int) -> None:
    kept = [one.zone for one in musters(size)]
    for page in played_on(size):
        gangs = tuple(GangSetup(seat, (Member(seat, Profile("Mini", cp=1)),)) for seat in "abcd"[:players])
        setup = Setup("board", gangs, size, page.id, seed=1)
        for zone in page.zones(begin(msgspec.to_builtins(setup, enc_hook=in_english))):
            whole = Polygon(zone.outline).buffer(0.1)
            assert any(whole.contains(one.intersection(box(0, 0, *size))) for one in kept), (page.id, zone.name)


def test_a_draft_with_a_house_that_cannot_be_built_is_drafted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With seed 114 the rubble of a ruin on a board of 24x48 had faces without area."""
    tried: list[str] = []
    usual = Board.of_map

    def refused_once(text: str, path: Path, drawn: bool = True) -> Board:
        tried.append(text)
        if len(tried) == 1:
            raise MapError("a house cannot be built from these parameters")
        return usual(text, path, drawn)

    monkeypatch.setattr(Board, "of_map", refused_once)
    monkeypatch.setattr(making, "_measured", lambda text, _: (text, []))
    made = made_map((24.0, 24.0), 3, "dense")
    assert made in tried[1:]
    assert made != tried[0]


@pytest.mark.parametrize("size", [(5.0, 24.0), (24.0, 90.0), (22.0, 60.0), (float("nan"), 24.0)])
def test_sizes_that_are_not_made_are_refused(size: tuple[float, float]) -> None:
    with pytest.raises(BuilderError, match="is not made"):
        made_map(size, 1, "canals")


@pytest.mark.parametrize(("severity", "tried"), [("warning", 2), ("error", 4)])
def test_a_board_with_an_error_is_not_taken_while_there_may_be_another(
    severity: Literal["error", "warning"], tried: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[Board]()

    def found_in(text: str, board: Board) -> tuple[str, list[Issue]]:
        seen.append(board)
        return text, [Issue(severity, "street", "is a trap", "open it")] if len(seen) < 4 else []

    monkeypatch.setattr(making, "MOST_DOUBTFUL", 2)
    monkeypatch.setattr(making, "_measured", found_in)
    text = made_map(SMALL, 4, "canals")
    assert len(seen) == tried
    last = seen[-1].map
    assert last is not None
    assert parse_map(text).pieces == last.pieces
