"""What is measured while a board is built: where one stands, jumps, ways, views, and what a newer question ends."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event, Thread
from threading import enumerate as enumerate_threads
from typing import Any

import msgspec
import numpy as np
import pytest

import sim
from sim.app.editor.measuring import way_over
from sim.board.board import Board
from sim.board.files.mapfile import MapFile, parse_map
from sim.board.map_checks.checks import check_board, ordered
from sim.board.map_checks.survey import footprint, seen_from_above, take_over_footprints
from sim.board.model.queries import Mover, PathTo, SightOf, SightTo
from sim.board.model.tableau import MM, Figure, Tableau
from sim.board.model.terrain import Kind, Meaning
from sim.board.movement.relaid_lattice import Box, differing
from sim.builder.measuring import server
from sim.builder.measuring.boxes import around, holds, wider
from sim.builder.measuring.land import Land
from sim.builder.measuring.leaps import Leap, leaps
from sim.builder.measuring.meanwhile import Left, Meanwhile
from sim.builder.measuring.measurer import Measurer
from sim.builder.measuring.measures import Measures
from sim.builder.measuring.protocol import (
    Ask,
    AskedWay,
    Checked,
    Done,
    Joined,
    Looked,
    MeasureAnswer,
    Mendable,
    Mini,
    Overlooked,
    ReachFound,
    ReadyToPlay,
    WayMeasured,
    WaysFound,
    received,
    sent,
)
from sim.builder.measuring.server import Superseded
from sim.builder.measuring.versions import Boards
from sim.builder.measuring.views import outlooks
from sim.builder.measuring.ways import findings
from sim.carnevale.rehearsal import unready
from tests.shapes import box

BASE = 30.0
ACROSS = BASE * MM
WAIT = 120.0  # seconds, at most, for another process
QUAY = """format = 1
name = "Quay"
size = [16, 14]

[[canals]]
id = "rio"
line = [[0, 7], [16, 7]]
width = 4

[[pieces]]
piece = "casse"
id = "near"
at = [4, 3]

[[pieces]]
piece = "casa-rosa"
id = "casa"
at = [11, 11]
"""


def board(*parts: tuple[str, Meaning, np.ndarray], size: tuple[float, float] = (16.0, 12.0)) -> Board:
    street = ("ground/street", Meaning(climbable=False), box((0, 0, -2), (*size, 0)))
    return Board.from_parts([street, *parts], size)


def roofs(gap: float, rise: float = 0.0) -> Board:
    """Two houses that nobody climbs, so far apart, the second so much higher."""
    sheer = Meaning(climbable=False)
    return board(
        ("west/house", sheer, box((2, 3, 0), (6, 8, 5))),
        ("east/house", sheer, box((6 + gap, 3, 0), (10 + gap, 8, 5 + rise))),
    )


def moved(made: MapFile, id: str, by: tuple[float, float]) -> MapFile:
    pieces = (
        msgspec.structs.replace(p, at=(p.at[0] + by[0], p.at[1] + by[1])) if p.id == id else p for p in made.pieces
    )
    return msgspec.structs.replace(made, pieces=tuple(pieces))


# --- the land -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "by"), [("near", (1.3, -0.4)), ("casa", (2.9, 0.6)), ("casa", (-0.5, -1.0))])
def test_a_land_that_is_taken_over_is_the_one_that_is_measured_afresh(
    tmp_path: Path, id: str, by: tuple[float, float]
) -> None:
    """The second reaches over the board's edge, so that there is more of it; the third is no longer as far north."""
    boards, made = Boards(tmp_path / "map.toml"), parse_map(QUAY)
    before = Land(boards.board(made), BASE)
    findings(before, ())  # its climbs are known
    other = moved(made, id, by)
    after = boards.board(other, before=before.board)
    taken = Land.after(before, after, differing(before.board.parts, after.parts))
    fresh = Land(Boards(tmp_path / "map.toml").board(other), BASE)
    assert (taken.field.count == fresh.field.count).all()
    here = np.arange(6)[None, :] < fresh.field.count[:, None]
    for name in ("ground", "rest_z", "clearance", "stay_clearance", "bits"):
        assert (getattr(taken.field, name) == getattr(fresh.field, name))[here].all(), name
    assert (taken.steps == fresh.steps).all()
    one, two = ({tuple(row) for row in np.round(land.lattice.climbs[0].all(), 5).tolist()} for land in (taken, fresh))
    assert one == two


def test_what_is_near_is_the_same_measured_by_itself(tmp_path: Path) -> None:
    boards, made = Boards(tmp_path / "map.toml"), parse_map(QUAY)
    before = Land(boards.board(made), BASE)
    other = moved(made, "near", (1.3, -0.4))
    boxes = boards.changed(made, other)
    assert boxes is not None
    near = wider(around(boxes), 4.0)
    part = Land.after(before, boards.board_near(other, near, before.board, boxes), boxes, near, other)
    fresh = Land(boards.board(other), BASE)
    inner = wider(near, -0.5)
    at, want = (land.at(np.flatnonzero(land.stays)) for land in (part, fresh))
    held = [p[(p[:, 0] > inner[0]) & (p[:, 0] < inner[2]) & (p[:, 1] > inner[1]) & (p[:, 1] < inner[3])]
            for p in (at, want)]  # fmt: skip
    assert len(held[0])
    assert {tuple(row) for row in held[0].tolist()} == {tuple(row) for row in held[1].tolist()}


def test_versions_leave_nothing_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand that drags a piece makes dozens of boards a minute, which nobody opens again."""
    boards, made = Boards(tmp_path / "map.toml"), parse_map(QUAY)
    boards.board(made)  # what pieces are made of may be kept
    cache = tmp_path / "cache"
    cache.mkdir()
    monkeypatch.setenv("BAUTA_CACHE", str(cache))
    before = Land(boards.board(made), BASE)
    other = moved(made, "near", (1.3, -0.4))
    boxes = boards.changed(made, other)
    assert boxes is not None
    near = wider(around(boxes), 4.0)
    part = Land.after(before, boards.board_near(other, near, before.board, boxes), boxes, near, other)
    for land in (before, part):
        figures = Tableau((Figure("a", (2.0, 2.0, 0.0)), Figure("b", (4.0, 2.0, 0.0))))
        land.board.answer(SightOf("a", "b"), figures)
        land.board.answer(PathTo(Mover("a", 4.0), (3.0, 2.0, 0.0)), figures)
    assert [
        path.name for path in cache.glob("*.npz") if path.name.startswith(("land", "lattice", "sight", "low"))
    ] == []


def test_footprints_of_what_stands_as_it_did_are_taken_over(tmp_path: Path) -> None:
    boards, made = Boards(tmp_path / "map.toml"), parse_map(QUAY)
    before = boards.board(made)
    old = {part.name: seen_from_above(before, part) for part in before.parts}
    after = boards.board(moved(made, "near", (1.3, -0.4)))
    take_over_footprints(after, before)
    for part in after.parts:
        shape = seen_from_above(after, part)
        assert (shape is old[part.name]) == (not part.name.startswith("near/"))
        assert shape.equals(footprint(part.triangles))


ROWS = """format = 1
name = "Rows"
size = [22, 18]

[[canals]]
id = "rio"
line = [[0, 9], [22, 9]]
width = 3

[[pieces]]
piece = "casse"
id = "crates"
at = [4, 5]

[[pieces]]
piece = "casa-rosa"
id = "rosa"
at = [8, 14]

[[pieces]]
piece = "casa-rosa"
id = "other"
at = [14, 14]

[[pieces]]
piece = "casa-rosa"
id = "south"
at = [11, 4]

[[pieces]]
piece = "ponte-di-legno"
id = "bridge"
at = [18, 9]
"""


def edited(made: MapFile, rng: Random) -> MapFile:
    """A map with one of its pieces moved, turned, taken away, or standing a second time."""
    pieces, number = list(made.pieces), rng.randrange(len(made.pieces))
    piece = pieces[number]
    away = (round(piece.at[0] + rng.uniform(-2, 2), 2), round(piece.at[1] + rng.uniform(-2, 2), 2))
    match rng.randrange(5):
        case 0:
            pieces[number] = msgspec.structs.replace(piece, turn=float(rng.randrange(0, 360, 15)))
        case 1 if len(pieces) > 4:
            del pieces[number]
        case 2 if len(pieces) < 7:
            pieces.append(msgspec.structs.replace(piece, id=f"more-{rng.randrange(10**6)}", at=away))
        case _:
            pieces[number] = msgspec.structs.replace(piece, at=away)
    return msgspec.structs.replace(made, pieces=tuple(pieces))


@pytest.mark.parametrize("seed", range(4))
def test_after_any_edits_everything_is_told_that_is_told_of_a_board_measured_afresh(tmp_path: Path, seed: int) -> None:
    """What is measured while something is in hand is taken over, too, where nothing changed. What is told of the near
    then is what is told by whoever sees the board for the first time."""
    rng, made, source, measures = Random(seed), parse_map(ROWS), tmp_path / "map.toml", Measures(unready)
    list(measures.answers(Ask(0, str(source), sent(made))))
    for number in range(1, 4):
        first = Measures()
        list(first.answers(Ask(0, str(source), sent(made))))
        for _ in range(2):
            made = edited(made, rng)
            near, seen_first = (list(m.answers(Ask(number, str(source), sent(made), held=True)))
                                for m in (measures, first))  # fmt: skip
            assert near == seen_first
        told = list(measures.answers(Ask(number, str(source), sent(made))))
        fresh = Land(Boards(source).board(made), BASE)
        found = tuple(leaps(fresh))
        assert next(a.leaps for a in told if isinstance(a, Joined) and a.near is None) == found
        assert next(a.issues for a in told if isinstance(a, Checked)) == tuple(check_board(fresh.board))
        assert next(a.issues for a in told if isinstance(a, WaysFound)) == tuple(findings(fresh, found))
        lacking = ordered(fresh.board, unready(fresh.board))
        assert next(a.issues for a in told if isinstance(a, ReadyToPlay)) == tuple(lacking)


@pytest.mark.parametrize("seed", range(4))
def test_a_land_near_a_hand_is_that_of_a_board_measured_afresh(tmp_path: Path, seed: int) -> None:
    """Its parts, with what of them is low, its ledges, and its places but for those close to its edge."""
    rng, made, boards = Random(seed), parse_map(ROWS), Boards(tmp_path / "map.toml")
    before = Land(boards.board(made), BASE)
    for _ in range(3):
        other = edited(edited(made, rng), rng)
        boxes = boards.changed(made, other)
        if not boxes:
            continue
        near = wider(around(boxes), 4.0)
        part = Land.after(before, boards.board_near(other, near, before.board, boxes), boxes, near, other)
        fresh = Land(Boards(tmp_path / "map.toml").board(other), BASE)
        known = {p.name: p for p in fresh.board.parts}
        for own in part.board.parts:
            assert (own.low_faces == known[own.name].low_faces).all()
        inner = wider(near, -0.5)
        held = [land.at(np.flatnonzero(land.stays)) for land in (part, fresh)]
        one, two = (
            {tuple(row) for row in p.tolist() if inner[0] < row[0] < inner[2] and inner[1] < row[1] < inner[3]}
            for p in held
        )
        assert one
        assert one == two


def within(land: Land, leap: Leap, box: Box) -> bool:
    """Do both areas that a jump joins lie within a box?"""
    labels, low, high, _ = land.spans
    own = [land.labels[land.node_near(at)] for at in (leap.there.start, leap.there.end)]
    return all(
        low[n][0] > box[0] and low[n][1] > box[1] and high[n][0] < box[2] and high[n][1] < box[3]
        for n in (np.flatnonzero(labels == each)[0] for each in own)
    )


@pytest.mark.parametrize("seed", range(4))
def test_jumps_near_a_hand_are_those_of_a_board_measured_afresh(tmp_path: Path, seed: int) -> None:
    """Between areas that lie wholly in what is near, by what a few beams see."""
    rng, made, source, measures = Random(seed), parse_map(ROWS), tmp_path / "map.toml", Measures()
    list(measures.answers(Ask(0, str(source), sent(made))))
    compared = 0
    for number in range(1, 6):
        made = edited(made, rng)
        told = list(measures.answers(Ask(number, str(source), sent(made), held=True)))
        (near,) = [answer for answer in told if isinstance(answer, Joined)] or [None]
        if near is None:
            continue
        fresh = Land(Boards(source).board(made), BASE)
        fresh.hurried = True
        assert near.near is not None
        inner = wider(near.near, -0.5)
        want = [leap for leap in leaps(fresh) if within(fresh, leap, inner)]
        assert [leap for leap in near.leaps if within(fresh, leap, inner)] == want
        compared += len(want)
    assert compared


@pytest.mark.parametrize(
    "at", ["sim.board.movement.lattice.Lattice._link", "sim.builder.measuring.measures.relay_rest"]
)
def test_who_is_called_away_while_a_board_becomes_the_next_leaves_it_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    made, source, measures, other = parse_map(ROWS), str(tmp_path / "map.toml"), Measures(unready), Measures(unready)
    for each in (measures, other):
        list(each.answers(Ask(0, source, sent(made))))
    one, two = edited(made, Random(3)), edited(edited(made, Random(5)), Random(6))

    def away(*_: object) -> None:
        raise Superseded

    with monkeypatch.context() as patch:
        patch.setattr(at, away)
        with pytest.raises(Superseded):
            list(measures.answers(Ask(1, source, sent(one))))
    near, undisturbed = (list(m.answers(Ask(2, source, sent(two), held=True))) for m in (measures, other))
    assert near == undisturbed
    for number, after in enumerate((one, two), 3):  # what it was called away from, too
        ask = Ask(number, source, sent(after))
        assert list(measures.answers(ask)) == list(other.answers(ask))


# --- jumps ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("JUMP-04")
@pytest.mark.parametrize("gap", [2.0, 3.0, 4.5])
def test_a_gap_takes_the_inches_from_base_to_base_less_the_last_that_helps_to_stand(gap: float) -> None:
    land = Land(roofs(gap), BASE)
    (leap,) = leaps(land)
    far = math.dist(leap.there.start, leap.there.end)
    assert far == pytest.approx(gap + ACROSS, abs=0.26), "from where the base just stands to where it just stands"
    assert leap.there.least is not None
    assert leap.there.least == pytest.approx(far - 1.0, abs=0.1)
    assert leap.there.carries[0] == math.ceil(leap.there.least)
    assert {part.partition("/")[0] for part in leap.parts} == {"west", "east"}
    assert leap.parts == tuple(land.part_under(at) for at in (leap.there.start, leap.there.end))


@pytest.mark.rule("JUMP-01")
def test_nobody_jumps_higher_than_three_inches_but_down_from_there() -> None:
    (leap,) = leaps(Land(roofs(2.0, rise=3.5), BASE))
    up, down = (leap.there, leap.back) if leap.there.end[2] > leap.there.start[2] else (leap.back, leap.there)
    assert (up.carries, up.least) == ((), None)
    assert down.least is not None


def test_a_wall_between_two_roofs_leaves_no_jump() -> None:
    wall = ("wall/wall", Meaning(climbable=False), box((6.9, 0, 0), (7.1, 12, 12)))
    blocked = Board.from_parts([*roofs(2.0).parts, wall], (16.0, 12.0))
    assert [leap for leap in leaps(Land(blocked, BASE)) if "wall" not in "".join(leap.parts)] == []


# --- ways -----------------------------------------------------------------------------------------------------


def said(made: Board) -> dict[str, str]:
    land = Land(made, BASE)
    return {finding.where: finding.what for finding in findings(land, tuple(leaps(land)))}


def test_a_court_that_one_falls_into_and_cannot_climb_out_of_is_told() -> None:
    sheer = Meaning(climbable=False)
    court = [
        ("court/south", sheer, box((5, 3, 0), (12, 5, 6))),
        ("court/north", sheer, box((5, 8, 0), (12, 10, 6))),
        ("court/west", sheer, box((5, 5, 0), (7, 8, 6))),
        ("court/east", sheer, box((10, 5, 0), (12, 8, 6))),
    ]
    ladder = ("ladder/ladder", Meaning(kind=Kind.LADDER), box((7.5, 2.8, 0), (8.5, 3.0, 6)))
    told = said(board(*court, ladder))
    assert [what for where, what in told.items() if where.startswith("ground")] == ["can be entered and not left"]
    out = ("out/ladder", Meaning(kind=Kind.LADDER), box((7.5, 5.0, 0), (8.5, 5.2, 6)))
    assert "can be entered and not left" not in said(board(*court, ladder, out)).values()


def test_an_island_without_a_bridge_and_a_roof_without_a_way_are_told() -> None:
    sheer = Meaning(climbable=False)
    parts = [
        ("ground/west", sheer, box((0, 0, -3), (7, 12, 0))),
        ("ground/east", sheer, box((12, 0, -3), (16, 12, 0))),
        ("rio/water", Meaning(kind=Kind.WATER), box((7, 0, -0.8), (12, 12, -0.75))),
        ("tower/tower", sheer, box((1, 1, 0), (4, 4, 20))),
    ]
    bare = Board.from_parts(parts, (16.0, 12.0))
    told = said(bare)
    assert told["ground/east"] == "only swimmers and those who fall come here"
    assert told["tower/tower"] == "no way leads here: no walk, climb or jump"
    bridge = ("ponte/deck", sheer, box((6.5, 5, -0.4), (12.5, 8, 0.1)))
    assert "ground/east" not in said(Board.from_parts([*parts, bridge], (16.0, 12.0)))


# --- views ----------------------------------------------------------------------------------------------------


def test_a_wall_across_the_board_halves_what_is_seen_and_a_low_one_covers() -> None:
    def means(*parts: tuple[str, Meaning, np.ndarray]) -> tuple[float, float]:
        seen = [place for rows in outlooks(Land(board(*parts), BASE), 2.0) for place in rows if place.at[2] < 0.5]
        return float(np.mean([p.sees for p in seen])), float(np.mean([p.covered for p in seen]))

    sees, covered = means()
    assert (sees, covered) == (1.0, 0.0)
    walled, _ = means(("wall/wall", Meaning(), box((7.9, 0, 0), (8.1, 12, 4))))
    assert walled == pytest.approx(0.5, abs=0.08)
    over, half = means(("wall/wall", Meaning(), box((7.9, 0, 0), (8.1, 12, 1.05))))
    assert over > 0.95
    assert half > 0.1


# --- questions and answers ------------------------------------------------------------------------------------


def test_what_is_near_comes_first_and_each_question_is_answered_to_its_end(tmp_path: Path) -> None:
    measures, made, source = Measures(), parse_map(QUAY), str(tmp_path / "map.toml")
    first = list(measures.answers(Ask(1, source, sent(made))))
    assert {type(answer) for answer in first} == {Checked, Mendable, Joined, WaysFound, ReadyToPlay, Done}
    minis = (Mini("a", (4.0, 1.5, 0.0)), Mini("b", (13.0, 3.0, 0.0)))
    other = sent(moved(made, "near", (0.5, 0.0)))
    held = list(measures.answers(Ask(2, source, other, held=True, minis=minis, chosen="a")))
    assert [type(answer) for answer in held] == [Joined, ReachFound, Done]
    whole = list(measures.answers(Ask(3, source, other, minis=minis, chosen="a", outlook=True)))
    assert [type(a) for a in whole if not isinstance(a, Overlooked)] == [
        Joined, ReachFound, Looked, Checked, Mendable, ReadyToPlay, WaysFound, Done
    ], "what was near was told while it was in hand"  # fmt: skip
    near, reached = (next(a for a in answers if isinstance(a, ReachFound)).reach for answers in (held, whole))
    assert near is not None
    assert reached is not None
    at_once, on_foot = (sum(lev.area for lev in each.levels if not lev.needs_roll) for each in (near, reached))
    assert at_once == pytest.approx(on_foot, abs=0.02), "what is near is enough to go by, all but climbs"
    (looked,) = (a for a in whole if isinstance(a, Looked))
    assert [id for id, *_ in looked.views] == ["b"]


@pytest.mark.rule("GEO-02", "GEO-11")
def test_minis_of_a_map_see_each_other_as_in_a_game(tmp_path: Path) -> None:
    """Whoever swam was in the open, and inches ran from one middle to the other."""
    made = parse_map(
        'format = 1\nname = "Rio"\nsize = [24, 24]\n'
        'canals = [{id = "rio", outline = [[0, 0], [24, 0], [24, 8], [0, 8]]}]'
    )
    minis = Mini("a", (6, 12, 0)), Mini("wet", (6, 6, -0.75)), Mini("near", (6, 12 + BASE * MM, 0))
    ask = Ask(1, str(tmp_path / "map.toml"), sent(made), minis=minis, chosen="a")
    (looked,) = (a for a in Measures().answers(ask) if isinstance(a, Looked))
    told = {id: (cover is not None and cover.in_cover, apart.distance) for id, _, cover, apart in looked.views}
    assert told == {
        "wet": (True, pytest.approx(math.hypot(6 - BASE * MM, 0.75), abs=0.01)),
        "near": (False, pytest.approx(0.0, abs=0.01)),
    }


def test_the_way_between_two_places_is_told_once_a_hand_rests(tmp_path: Path) -> None:
    """By the rules of whatever is played, on the board as it stands now: what is in the way is gone round."""
    measures, made, source = Measures(way=way_over), parse_map(QUAY), str(tmp_path / "map.toml")
    asked = AskedWay((2.0, 3.0, 0.0), (14.0, 3.0, 0.0), 5.0)
    answers = list(measures.answers(Ask(1, source, sent(made), way=asked)))
    (told,) = (a for a in answers if isinstance(a, WayMeasured))
    assert told.asked == asked
    assert told.way is not None
    assert (told.way.arrives, told.way.turns, told.way.actions) == (True, 2, 3)
    far = sent(moved(made, "near", (0.0, 8.5)))
    assert not [a for a in measures.answers(Ask(2, source, far, held=True)) if isinstance(a, WayMeasured)]
    (after,) = (a for a in measures.answers(Ask(3, source, far, way=asked)) if isinstance(a, WayMeasured))
    assert after.way is not None
    assert after.way.inches == pytest.approx(12.0, abs=0.01)
    assert told.way.inches > 12.05
    nowhere = Ask(4, source, far, way=AskedWay((2.0, 3.0, 0.0), (90.0, 3.0, 0.0)))
    (none,) = (a for a in measures.answers(nowhere) if isinstance(a, WayMeasured))
    assert none.way is None


def test_a_map_that_no_board_can_be_made_of_is_an_issue(tmp_path: Path) -> None:
    text = QUAY.replace('"casse"', '"no-such-piece"')
    answers = list(Measures().answers(Ask(1, str(tmp_path / "map.toml"), sent(parse_map(text)), text)))
    (checked,) = (a for a in answers if isinstance(a, Checked))
    assert "no piece 'no-such-piece'" in checked.issues[0].what
    assert "line 11" in checked.issues[0].what


def test_a_newer_question_ends_an_older_one(tmp_path: Path) -> None:
    made, source = parse_map(QUAY), str(tmp_path / "map.toml")
    measurer, done = Measurer(), list[int]()
    try:
        for number in range(1, 5):
            measurer.ask(Ask(number, source, sent(moved(made, "near", (0.1 * number, 0.0)))))
        while 4 not in done:
            heard = measurer.heard(wait=WAIT)
            assert heard, "it never came"
            assert None not in heard, "the process has ended"
            done += [answer.number for answer in heard if isinstance(answer, Done)]
    finally:
        measurer.close()
    assert done == [4]


def test_whoever_asks_is_not_kept_waiting_by_a_process_that_reads_nothing(tmp_path: Path) -> None:
    """As one that is just beginning. A pipe holds 64 kB; the newest question is the one that counts."""
    made, source = parse_map(QUAY), str(tmp_path / "map.toml")
    measurer = Measurer((sys.executable, "-c", "import threading; threading.Event().wait()"))
    asks = [Ask(number, source, sent(made), text="x" * 50_000) for number in range(8)]
    asker = Thread(target=lambda: [measurer.ask(ask) for ask in asks], daemon=True)
    asker.start()
    asker.join(WAIT)
    assert not asker.is_alive()
    measurer.close()


FAILS = """
import sys
if sys.stdin.buffer.readline():
    print('{"type": "Done", "number": 1}', flush=True)
"""
BABBLES = """
import threading
print("a warning of some library", flush=True)
threading.Event().wait()
"""


def test_a_process_that_has_failed_takes_no_question_of_the_next_one(tmp_path: Path) -> None:
    """Whoever wrote to it ends with it, and does not wait for the next question."""
    of_others = set(enumerate_threads())
    measurer, ask = Measurer((sys.executable, "-S", "-c", FAILS)), Ask(1, str(tmp_path / "map.toml"), {})
    measurer.ask(ask)
    heard = measurer.heard(wait=WAIT)
    while None not in heard:
        heard += measurer.heard(wait=WAIT)
    writers = [thread for thread in set(enumerate_threads()) - of_others if thread.name == "measurer, asked"]
    for writer in writers:
        writer.join(WAIT)
    assert not any(writer.is_alive() for writer in writers)
    assert heard == [Done(1), None]


def test_a_process_that_tells_what_is_no_answer_has_failed(tmp_path: Path) -> None:
    measurer = Measurer((sys.executable, "-S", "-c", BABBLES))
    measurer.ask(Ask(1, str(tmp_path / "map.toml"), {}))
    heard = measurer.heard(wait=20.0)
    measurer.close()
    assert heard == [None]


def test_what_is_near_stays_the_same_as_long_as_it_will_do(tmp_path: Path) -> None:
    """And holds all of 5" round what a hand moves."""
    made, source = parse_map(QUAY), str(tmp_path / "map.toml")
    alone, windows = Measures(), list[tuple[float, float, float, float]]()
    list(alone.answers(Ask(1, source, sent(made))))
    for number in range(2, 20):
        other = moved(made, "near", (0.25 * number, 0.0))
        told = next(iter(alone.answers(Ask(number, source, sent(other), held=True))))
        assert isinstance(told, Joined)
        assert told.near is not None
        boards = Boards(Path(source))
        assert holds(told.near, wider(around(boards.changed(made, other) or ()), 4.0))
        windows.append(told.near)
    assert 1 < len(set(windows)) <= 5


def test_a_hand_that_moves_on_is_told_of_where_it_comes_to_rest(tmp_path: Path) -> None:
    """Whatever of the way there is told, or left out."""
    made, source = parse_map(QUAY), str(tmp_path / "map.toml")
    way = [moved(made, "near", (0.1 * number, 0.0)) for number in range(2, 8)]
    measurer, told = Measurer(), list[MeasureAnswer]()

    def hear(last: int) -> None:
        while not any(isinstance(answer, Done) and answer.number == last for answer in told):
            heard = measurer.heard(wait=WAIT)
            assert heard, "it never came"
            assert None not in heard, "the process has ended"
            told.extend(answer for answer in heard if answer is not None)

    try:
        measurer.ask(Ask(1, source, sent(made)))
        hear(1)
        for number, other in enumerate(way, 2):
            measurer.ask(Ask(number, source, sent(other), held=True))
        hear(7)
    finally:
        measurer.close()
    near = [answer for answer in told if isinstance(answer, Joined) and answer.near is not None]
    assert [answer.number for answer in near] == sorted({answer.number for answer in near})
    alone = Measures()
    list(alone.answers(Ask(1, source, sent(made))))
    fresh = next(iter(alone.answers(Ask(7, source, sent(way[-1]), held=True))))
    assert isinstance(fresh, Joined)
    assert near[-1].leaps == fresh.leaps


HERE = str(Path(sim.__file__).parent)


@pytest.mark.parametrize(
    ("files", "may"),
    [
        ([f"{HERE}/builder/measuring/leaps.py"], True),
        ([f"{HERE}/builder/measuring/leaps.py", "/usr/lib/python3/threading.py"], False),
        (["/usr/lib/python3/functools.py", f"{HERE}/builder/measuring/land.py"], False),
        ([f"{HERE}/board/board.py", f"{HERE}/geometry/compile/forms.py"], False),
        ([], True),
    ],
)
def test_what_is_no_longer_wanted_is_left_only_where_our_own_code_is_at_work(
    files: list[str], may: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is called away from numba's compiler keeps its lock, and nothing is measured ever after."""

    def through(name: str, then: Callable[[], object]) -> Callable[[], object]:
        made: dict[str, Any] = {"then": then}
        exec(compile("def called():\n    return then()", name, "exec"), made)
        return made["called"]

    def found() -> object:
        return server.is_our_own(sys._getframe(1))  # the frame of whoever calls it

    innermost: Callable[[], object] = found
    for name in reversed(files):
        innermost = through(name, innermost)
    called = through(f"{HERE}/builder/measuring/server.py", innermost)
    monkeypatch.setattr(server, "main", called)
    assert called() is may


def test_who_waits_for_what_is_worked_out_beside_looks_up_now_and_then() -> None:
    looked, go_on = [], Event()

    def look_up() -> None:
        looked.append(True)
        go_on.set()

    flat = board()
    assert Meanwhile(flat, lambda _: go_on.wait(WAIT)).result(look_up) is True
    assert looked


def test_what_is_worked_out_meanwhile_is_left_where_it_next_asks_its_board() -> None:
    flat, ask = board(), (SightTo("a", (2.0, 2.0, 1.0)), Tableau((Figure("a", (1.0, 1.0, 0.0)),)))
    assert Meanwhile(flat, lambda own: own.answer(*ask)).result(lambda: None) == flat.answer(*ask)
    begun, left, went_on = Event(), Event(), list[int]()

    def work(own: Board) -> None:
        begun.set()
        left.wait()
        own.answer(*ask)
        went_on.append(1)

    meanwhile = Meanwhile(flat, work)
    begun.wait()
    meanwhile.leave()
    left.set()
    with pytest.raises(Left):
        meanwhile.result(lambda: None)
    assert not went_on
    assert flat.answer(*ask), "others may ask still"


def test_what_a_map_marks_is_sent_with_it() -> None:
    """Marks that say neither scenarios nor sides, and those that do."""
    text = (
        'format = 1\nname = "Marked"\nsize = [24, 24]\n'
        '[[zones]]\nid = "one"\noutline = [[0, 0], [9, 0], [9, 9]]\n'
        '[[zones]]\nid = "two"\noutline = [[0, 9], [9, 9], [9, 20]]\nside = "attacker"\nscenarios = ["street-fight"]\n'
        '[[objectives]]\nid = "well"\nat = [12, 12]\n[[notes]]\nid = "n"\nat = [1, 1]\ntext = "x"\n'
    )
    made = parse_map(text)
    assert received(msgspec.json.decode(msgspec.json.encode(sent(made)))) == made
