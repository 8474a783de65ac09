"""What is drawn of the events of the golden games is what was measured, and rays say that it is so (GEO-12)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import dist, hypot

import msgspec
import numpy as np
import pytest

from sim.board.files.bodies import load_body
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import (
    Distance,
    Drop,
    Ground,
    JumpSweep,
    Leg,
    Push,
    Sight,
    Spot,
    Under,
    Verdict,
    VesselMove,
)
from sim.carnevale import events as e
from sim.carnevale.replay import replay
from sim.carnevale.state import State
from tests.golden.drawn import NEAR, Drawn, Scenery, scenery, sketched
from tests.golden.games import GAME, JOURNALS

HAIR = 0.002  # inches that places may differ by: events are told to 0.001
STEP = 1.0  # inches of height that a base goes up or down without a climb (MOVE-02)


@cache
def evidence_of(name: str) -> tuple[Scenery, list[Drawn]]:
    """Every event of a golden game, with all that was measured for it, and the board as it was."""
    path = JOURNALS[name]
    board = scenery(_board_of(name))
    session = replay(path, complete=True, board=board.board).session
    state: State = GAME.begin(session.state.setup)
    found = []
    for number, event in enumerate(session.events):
        if number >= len(state.log):
            found.append(Drawn(number, event, state.copy()))
            event.apply(state)
            state.log.append(event)
    return board, found


def _board_of(name: str) -> str:
    from sim.engine.journal import read

    return str(read(JOURNALS[name])[0].setup["board"])


def drawn(name: str, kind: type) -> Iterator[tuple[Scenery, Drawn, object]]:
    """Each verdict of this kind that an event of the game carries."""
    board, every = evidence_of(name)
    for each in every:
        for verdict in each.event.evidence:
            if isinstance(verdict, kind):
                yield board, each, verdict


# --- what is drawn is so --------------------------------------------------------------------------------


@pytest.mark.rule("GEO-12", "GEO-06")
@pytest.mark.parametrize("name", JOURNALS)
def test_every_beam_that_is_drawn_runs_clear_from_body_to_body(name: str) -> None:
    for board, each, sight in drawn(name, Sight):
        assert isinstance(sight, Sight)
        tableau, sketch = each.before.tableau(), sketched(sight, each.event, each.before)
        here, there = _seer_and_seen(each.event)
        block = there is not None and each.before.options.minis_block
        others = [f for f in tableau.figures if block and f.id not in (here, there)]
        assert sketch.lines == [list(sight.witness or ())], each.event
        assert board.clear(sketch.lines, tableau, low=False, minis=others), each.event
        for who, end in zip((here, there), sketch.lines[0], strict=True):
            assert who is None or _on_body(tableau.figure(who), end), each.event


@pytest.mark.rule("GEO-12", "FALL-01")
@pytest.mark.parametrize("name", JOURNALS)
def test_every_drop_line_runs_clear_and_straight_down_to_what_it_lands_on(name: str) -> None:
    for board, each, drop in drawn(name, Drop):
        assert isinstance(drop, Drop)
        assert drop.rest is not None
        tableau, sketch = each.before.tableau(), sketched(drop, each.event, each.before)
        upright = [line for line in sketch.lines if dist(line[0][:2], line[-1][:2]) < HAIR]
        assert len(upright) == (max(drop.start[2] - drop.rest[2], 0.0) >= 0.05), each.event
        assert board.clear(upright, tableau, low=True, minis=[]), each.event
        assert sketch.ghosts == [drop.rest]
        assert board.ground_under(drop.rest, _radius(each), tableau) < NEAR, each.event


@pytest.mark.rule("GEO-12", "JUMP-02")
@pytest.mark.parametrize("name", JOURNALS)
def test_every_jump_is_drawn_as_it_was_swept_and_meets_nothing(name: str) -> None:
    for board, each, sweep in drawn(name, JumpSweep):
        assert isinstance(sweep, JumpSweep)
        sketch = sketched(sweep, each.event, each.before)
        assert board.clear(sketch.lines, each.before.tableau(), low=True, minis=[]), each.event
        assert dist(sweep.end, each.event.to) < HAIR, each.event


@pytest.mark.rule("GEO-12", "MOVE-02")
@pytest.mark.parametrize("name", JOURNALS)
def test_every_stretch_of_a_path_is_drawn_over_ground_that_carries_the_base(name: str) -> None:
    for board, each, leg in drawn(name, Leg):
        assert isinstance(leg, Leg)
        tableau, who = each.before.tableau(), each.before[each.event.who]
        traits = {effect.trait.name for effect in who.effects if effect.trait} | set(who.profile.abilities)
        if leg.kind == "fly" or "Ethereal" in traits:
            continue
        (line,) = sketched(leg, each.event, each.before).lines
        over_low = [[(x, y, z + up) for x, y, z in line] for up in (STEP / 2, STEP + 0.05)]
        assert any(board.clear([raised], tableau, low=True, minis=[]) for raised in over_low), each.event
        hangs = leg.kind in ("climb", "ladder", "ruin", "barricade", "off_edge")
        for point in () if hangs else leg.points:
            assert board.ground_under(point, _radius(each), tableau) < NEAR, (each.event, point)


@pytest.mark.rule("GEO-12", "ACT-07")
@pytest.mark.parametrize("name", JOURNALS)
def test_every_push_is_drawn_along_its_way_to_where_it_ends(name: str) -> None:
    for board, each, push in drawn(name, Push):
        assert isinstance(push, Push)
        tableau, lines = each.before.tableau(), sketched(push, each.event, each.before).lines
        raised = [[(x, y, z + STEP + 0.05) for x, y, z in line] for line in lines]
        assert board.clear(raised, tableau, low=True, minis=[]), each.event
        assert push.falls or board.ground_under(push.end, _radius(each), tableau) < NEAR, each.event
        assert dist(push.end, each.event.path[-1]) < HAIR


@pytest.mark.rule("GEO-12", "GEO-02")
@pytest.mark.parametrize("name", JOURNALS)
def test_closest_points_lie_on_their_bases_at_the_distance_that_is_told(name: str) -> None:
    for _, each, apart in drawn(name, Distance):
        assert isinstance(apart, Distance)
        a, b = apart.closest
        tableau = each.before.tableau()
        bases = [*tableau.figures, *(tableau.figure(marker.id) for marker in tableau.markers), *_in_passing(each)]
        assert dist(a, b) == pytest.approx(apart.distance, abs=HAIR), each.event
        assert all(any(_on_base(base, point) for base in bases) for point in (a, b)), each.event
        if isinstance(each.event, e.Attacked):
            assert each.event.distance == pytest.approx(apart.distance, abs=HAIR)


@pytest.mark.rule("GEO-12", "GEO-13", "GEO-14")
@pytest.mark.parametrize("name", JOURNALS)
def test_a_template_meets_whom_it_touches_and_has_a_clear_line_to_them(name: str) -> None:
    for board, each, under in drawn(name, Under):
        assert isinstance(under, Under)
        tableau = each.before.tableau()
        outline, *beams = sketched(under, each.event, each.before).lines
        points = np.array(outline[:-1])
        assert board.clear(beams, tableau, low=False, minis=[]), each.event
        centre = points.mean(axis=0) + np.array([0.0, 0.0, STEP + 0.001])
        for who in (*under.hit, *(who for who, _ in under.shielded)):
            figure = tableau.figure(who)
            assert _flat_gap(points, figure.at) <= figure.radius + HAIR, each.event
        across = np.linalg.norm(points - points.mean(axis=0), axis=1)
        if np.ptp(across) < HAIR:  # a round marker
            for who in under.hit:
                assert _some_line(board, centre, tableau.figure(who), points, tableau), each.event


@pytest.mark.rule("GEO-12")
@pytest.mark.parametrize("name", JOURNALS)
def test_every_event_that_a_measurement_decided_carries_it(name: str) -> None:
    under: tuple[str, ...] = ()  # the last template
    for each in evidence_of(name)[1]:
        event, found = each.event, {type(verdict) for verdict in each.event.evidence}
        match event:
            case e.TemplateTouched():
                under = event.under.hit
            case e.Attacked():
                assert Distance in found, event
                assert Sight in found or event.target in under, event
                assert event.cover is not None or event.apart.base_contact, event
                assert event.in_cover or not isinstance(event.cover, Ground)
            case e.Jumped():
                assert {Sight, JumpSweep} <= found, event
            case e.Fell():
                assert Drop in found, event
            case e.Pushed():
                assert {Push, Ground} <= found, event
            case e.Rowed():
                assert VesselMove in found, event
            case e.Charged():
                assert len(event.touching) == len(event.targets), event
            case e.Moved() if event.how not in ("gateway",):
                assert found & {Leg, Spot, Push}, event
            case e.Disengaged():
                assert found & {Leg, Distance}, event
            case e.PointsSpent() if event.target is not None:
                assert Sight in found, event


@pytest.mark.rule("GEO-12")
@pytest.mark.parametrize("name", JOURNALS)
def test_no_rule_depends_on_what_is_measured_to_be_shown(name: str) -> None:
    """With it and without it a game is the same, but for what its events carry."""
    with_it, without = (
        replay(JOURNALS[name], complete=more, board=evidence_of(name)[0].board).session for more in (True, False)
    )
    left_out = {"log": []}
    assert msgspec.structs.replace(with_it.state, **left_out) == msgspec.structs.replace(without.state, **left_out)
    assert [bare(event) for event in with_it.events] == [bare(event) for event in without.events]
    assert with_it.count == without.count


def bare(event: e.Event) -> dict[str, object]:
    """An event without its evidence."""
    plain = {name: getattr(event, name) for name in event.__struct_fields__}
    return {name: value for name, value in plain.items() if not isinstance(value, Verdict) and value is not None}


# --- geometry of the checks, plain ----------------------------------------------------------------------


def _seer_and_seen(event: e.Event) -> tuple[str | None, str | None]:
    """Between whom the beam of an event runs; None: a place, or whom the event does not name."""
    match event:
        case e.Attacked() | e.SpellCast() | e.PointsSpent():
            return event.who, event.target
        case e.DispelTried():
            return event.who, event.against
        case e.Jumped():
            return event.who, None
        case _:
            return None, None


def _on_body(figure: Figure, point: Point) -> bool:
    body = load_body(figure.body)
    flat = hypot(point[0] - figure.at[0], point[1] - figure.at[1])
    return flat <= figure.radius + 0.05 and -HAIR <= point[2] - figure.at[2] <= body.height + HAIR


def _in_passing(each: Drawn) -> list[Figure]:
    """Whoever charges, as it was where it fell from: a jump that falls away has charged whom it touched (JUMP-09)."""
    if not isinstance(each.event, e.Charged):
        return []
    fell = next((one for one in reversed(each.before.log) if isinstance(one, e.Fell | e.ActionBegan)), None)
    if not isinstance(fell, e.Fell) or fell.who != each.event.who:
        return []
    return [msgspec.structs.replace(each.before.tableau().figure(fell.who), at=fell.start)]


def _on_base(figure: Figure, point: Point) -> bool:
    flat = hypot(point[0] - figure.at[0], point[1] - figure.at[1])
    return flat <= figure.radius + 0.01 and abs(point[2] - figure.at[2]) < HAIR


def _radius(each: Drawn) -> float:
    return float(each.before[each.event.who].profile.size / 25.4 / 2)


def _flat_gap(outline: np.ndarray, at: Point) -> float:
    """How far a place is from a convex outline, seen from above; 0 inside."""
    from shapely.geometry import Point as Spot
    from shapely.geometry import Polygon

    return float(Polygon(outline[:, :2]).buffer(0).distance(Spot(at[:2])))


def _some_line(board: Scenery, centre: np.ndarray, figure: Figure, outline: np.ndarray, tableau: Tableau) -> bool:
    """Is there a clear line from the middle of a marker to some place of a base under it, an inch over both?"""
    radius = float(np.linalg.norm(outline[0, :2] - outline[:, :2].mean(axis=0)))
    nearest = float(np.arctan2(centre[1] - figure.at[1], centre[0] - figure.at[0]))
    for share in (0.0, 0.5, 0.95, 0.999):  # the last for a rim that the marker just touches
        for turn in (nearest, *np.linspace(0, 2 * np.pi, 24)):
            x, y = (figure.at[k] + figure.radius * share * (np.cos(turn), np.sin(turn))[k] for k in (0, 1))
            if hypot(x - centre[0], y - centre[1]) <= radius:
                end = (float(x), float(y), figure.at[2] + STEP + 0.001)
                if board.clear([[tuple(centre), end]], tableau, low=False, minis=[]):
                    return True
    return False
