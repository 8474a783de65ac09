"""Times the board's answers beside peers, in one run: `python tools/bench.py geometry [--pairs N] [--json]`.

The board is San Canciano, as it is and with its triangles cut up to 300,000; the bodies are `human`. How cost grows is
looked at up to 2 million triangles, 60 minis and a board of 6' by 6' (`--scaling`). Peers (trimesh, Open3D, VTK,
Panda3D's Bullet and collision system) take part where they are installed. Times are processor time of one thread: a
busy machine changes them less than it changes the clock.

`python tools/bench.py maps [--crates N]` times `bauta map check` on a map of N crates, first and again.

`python tools/bench.py building` times what the editor measures: a whole board, and what is near a house that was moved.

`python tools/bench.py accuracy [--pairs N] [--rays N]` compares sight with brute force instead: random pairs on the
board, and hard ones (slits, pinholes, crossed slits, roof edges).
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from sim.board.board import Board, Part
from sim.board.files.bodies import load_body
from sim.board.model.queries import (
    CoverOf,
    DistanceOf,
    DropOf,
    GroundOf,
    Mover,
    PathAlong,
    PathTo,
    ReachOf,
    SightOf,
)
from sim.board.model.tableau import Figure, Point, Tableau, VesselAt
from sim.board.model.verdicts import Sight
from sim.board.sight.lines_of_sight import sight_scene_of
from sim.geometry.mesh.stitching import refined
from sim.geometry.ray.blockers import Blockers, Pose, Solid
from sim.geometry.ray.ray_scene import RayScene, engine
from sim.geometry.ray.rays import Floats, beam_clear
from sim.geometry.sight.sight import Standing, Target, sight

Row = dict[str, Any]


def clock(ask: Callable[..., object], *given: object) -> float:
    """Milliseconds of processor time to ask this."""
    start = time.thread_time()
    ask(*given)
    return (time.thread_time() - start) * 1e3


def least(ask: Callable[[float], object]) -> float:
    """The least milliseconds of processor time of five times that this is asked, each time of something that differs by
    less than 0.001", so that no answer is known: what a busy machine and cold memory add is left out."""
    return min(clock(ask, turn * 1e-5) for turn in range(1, 6))


def timing_row(name: str, times: list[float], **more: Any) -> Row:
    return {
        "what": name,
        "median_ms": round(float(np.median(times)), 3),
        "p99_ms": round(float(np.quantile(times, 0.99)), 3),
        "n": len(times),
        **more,
    }


def finer(board: Board, triangles: int) -> Board:
    """The same board with its triangles cut up."""
    edge = 4.0
    while True:
        parts = [Part(p.name, p.meaning, refined(p.triangles, edge), p.low) for p in board.parts]
        if sum(len(p.triangles) for p in parts) >= triangles:
            return Board(f"{board.name} refined", board.size, tuple(parts), board.vessels)
        edge *= 0.9


def places(board: Board, count: int, rng: np.random.Generator) -> list[tuple[float, float, float]]:
    """Where a ray from above meets something level: streets and roofs."""
    rays = sight_scene_of(board).tall.rays
    found: list[tuple[float, float, float]] = []
    while len(found) < count:
        x, y = (round(float(rng.uniform(1, s - 1)), 3) for s in board.size)
        which, along = rays.first_hits(np.array([[x, y, 30.0]]), np.array([[0, 0, -1.0]]))
        if which[0] >= 0:
            a, b, c = rays.triangles[which[0]]
            normal = np.cross(b - a, c - a)
            if abs(normal[2]) > 0.95 * np.linalg.norm(normal):
                found.append((x, y, round(30.0 - float(along[0]), 3) + 0.001))
    return found


def level_at(board: Board, x: float, y: float) -> float | None:
    """How high a base of 30 mm stands whole on level ground, as rays from above tell; None where it does not.

    No answer of the board is asked: another version of it is asked about the very same places.
    """
    turns = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    rim = np.stack([np.cos(turns), np.sin(turns), np.zeros(12)], axis=1) * 0.75
    above = np.concatenate([np.zeros((1, 3)), rim]) + np.array([x, y, 30.0])
    which, along = sight_scene_of(board).tall.rays.first_hits(above, np.tile([0.0, 0.0, -1.0], (len(above), 1)))
    return round(30.0 - float(along[0]), 3) if (which >= 0).all() and np.ptp(along) < 0.01 else None


def level_starts(board: Board, count: int, rng: np.random.Generator) -> list[Tableau]:
    """A human on level ground, again and again somewhere else."""
    made: list[Tableau] = []
    while len(made) < count:
        x, y, _ = places(board, 1, rng)[0]
        level = level_at(board, x, y)
        if level is not None:
            made.append(Tableau((Figure("a", (x, y, level)),)))
    return made


def places_near(board: Board, at: Point, count: int, rng: np.random.Generator) -> list[Point]:
    """Some level places no further from one than 4" in x and in y."""
    found: list[Point] = []
    for dx, dy in rng.uniform(-4, 4, (10 * count, 2)).round(3):
        x, y = round(at[0] + float(dx), 3), round(at[1] + float(dy), 3)
        level = level_at(board, x, y)
        if level is not None and len(found) < count:
            found.append((x, y, level))
    return found


def pairs_on(board: Board, count: int, rng: np.random.Generator) -> list[Tableau]:
    """Pairs of humans, 2" or more from each other."""
    made: list[Tableau] = []
    while len(made) < count:
        a, b = places(board, 2, rng)
        if np.hypot(a[0] - b[0], a[1] - b[1]) > 2:
            turns = rng.uniform(0, 360, 2).round(1)
            made.append(Tableau((Figure("a", a, facing=float(turns[0])), Figure("b", b, facing=float(turns[1])))))
    return made


def queries(board: Board, count: int) -> list[Row]:
    """The board's own answers."""
    rng = np.random.default_rng(1)
    tableaus = pairs_on(board, count, rng)
    lines, land = prepare(board)
    ours: list[Row] = [
        {"what": "prepared for sight and cover", "median_ms": round(lines)},
        {"what": "prepared for moves", "median_ms": round(land)},
    ]
    for tableau in pairs_on(board, 8, rng):  # enough to load every kernel
        board.answer(SightOf("a", "b"), tableau)
        board.answer(CoverOf("a", "b"), tableau)
    times = [clock(board.answer, SightOf("a", "b"), t) for t in tableaus]
    verdicts = [cast(Sight, board.answer(SightOf("a", "b"), t)) for t in tableaus[-60:]]
    ours.append(
        timing_row(
            "sight",
            times,
            visible=sum(v.visible for v in verdicts),
            proven=sum(not v.visible and v.proven for v in verdicts),
            undecided=sum(not v.visible and not v.proven for v in verdicts),
        )
    )
    ours.append(timing_row("cover", [clock(board.answer, CoverOf("a", "b"), t) for t in tableaus]))
    ours.append(timing_row("distance", [clock(board.answer, DistanceOf("a", "b"), t) for t in tableaus]))
    ours.append(timing_row("sight, all 435 pairs of 30 minis", [_crowd(board, rng) for _ in range(8)]))
    ours.append(timing_row("drop", [_drop(board, t) for t in tableaus[:200]]))
    standing = level_starts(board, 40, rng)
    ours.append(timing_row("reach of 5 inches", [_reach(board, t) for t in standing]))
    ours.append(timing_row("reach of a flight of 6 inches", [_reach(board, t, 6.0, fly=True) for t in standing]))
    ways = [way for t in standing for way in _ways(board, t, rng)]
    ours.append(timing_row("path found, within 5 inches", [found for found, _ in ways]))
    ours.append(timing_row("path checked, within 5 inches", [checked for _, checked in ways]))
    return ours


def prepare(board: Board) -> tuple[float, float]:
    """Milliseconds to make what a board needs for sight and cover, and what it needs for moves: the least of three
    boards of the same parts, this one the last."""
    drop = Tableau((Figure("a", (1.0, 1.0, 0.0)),))

    def made(some: Board) -> tuple[float, float]:
        lines = clock(lambda: sight_scene_of(some).blockers.trees())
        return lines, clock(some.answer, DropOf("a", (1, 1, 3)), drop)

    made(Board.from_triangles(np.array([[[0.0, 0, 0], [9, 0, 0], [0, 9, 0]]])))  # loads the kernels
    alike = [Board(board.name, board.size, board.parts, board.vessels) for _ in range(2)]
    lines, land = zip(*map(made, (*alike, board)), strict=True)
    return min(lines), min(land)


def started(*arguments: str, **environment: str) -> tuple[float, float, float]:
    """Runs `bauta` in a process of its own: milliseconds of wall clock and of processor, and megabytes."""
    start = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-m", "sim", *arguments], stdout=subprocess.DEVNULL, env={**os.environ, **environment}
    )
    _, failed, used = os.wait4(child.pid, 0)
    if failed:
        raise SystemExit(f"bauta {' '.join(arguments)} failed")
    return (time.perf_counter() - start) * 1e3, (used.ru_utime + used.ru_stime) * 1e3, used.ru_maxrss / 1024


def starting() -> list[Row]:
    """From nothing to an answer: another process, a board that was prepared before, and one that was not."""
    prepare(Board.load("san-canciano"))
    asked = ("--from", "5,5,0", "--to", "28,30,0")
    started("los", "san-canciano", *asked)
    rows = [_start("bauta los, cold", [started("los", "san-canciano", *asked) for _ in range(5)])]
    was = os.environ.get("BAUTA_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        large = finer(Board.load("san-canciano"), 300_000)
        file = pathlib.Path(folder) / "large.stl"
        _write_stl(file, np.concatenate([p.triangles for p in large.parts]))
        first = started("los", str(file), *asked, BAUTA_CACHE=folder)
        again = [started("los", str(file), *asked, BAUTA_CACHE=folder) for _ in range(3)]
        os.environ["BAUTA_CACHE"] = folder
        kept = [clock(lambda: sight_scene_of(Board.load(file)).blockers.trees()) for _ in range(3)]
        os.environ.pop("BAUTA_CACHE")
        if was is not None:
            os.environ["BAUTA_CACHE"] = was
    what = f"{large.triangle_count:,} triangles of a mesh file"
    rows += [_start(f"bauta los, {what}, first time", [first]), _start(f"bauta los, {what}, again", again)]
    return [*rows, timing_row(f"{what}, from the cache", kept)]


def changing() -> list[Row]:
    """A gondola moves on, again and again: what it costs the next sight, and the next look at the ground."""
    board = Board.load("campiello-dei-remi")
    figures = Figure("a", (18.0, 20.0, 0.0)), Figure("b", (22.0, 20.0, 0.0))
    moved = [Tableau(figures, (VesselAt("gondola#1", (18.0 + 0.01 * k, 18.0, -1.5), 0.0),)) for k in range(60)]
    sights = [clock(board.answer, SightOf("a", "b"), t) for t in moved]
    grounds = [clock(board.answer, GroundOf("b"), t) for t in moved]
    return [
        timing_row("sight after a gondola moved", sights[10:]),
        timing_row("ground after a gondola moved", grounds[10:]),
    ]


def _start(what: str, runs: list[tuple[float, float, float]]) -> Row:
    wall, processor, megabytes = (round(float(np.median(column))) for column in zip(*runs, strict=True))
    return {"what": what, "wall_ms": wall, "processor_ms": processor, "megabytes": megabytes}


def _write_stl(path: pathlib.Path, triangles: Floats) -> None:
    rows = np.zeros(len(triangles), [("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    rows["corners"] = triangles
    path.write_bytes(bytes(80) + np.uint32(len(triangles)).tobytes() + rows.tobytes())


def scaling(count: int) -> list[Row]:
    """How cost grows with triangles, minis and the board."""
    rows: list[Row] = []
    board = Board.load("san-canciano")
    larger = [
        Part(p.name, p.meaning, p.triangles + shift, p.low, (), p.things)
        for p in board.parts
        for shift in _quarters(board)
    ]
    wide = Board("four of it, 72 x 72", (2 * board.size[0], 2 * board.size[1]), tuple(larger))
    for some in (board, wide, finer(board, 100_000), finer(board, 300_000), finer(board, 2_000_000)):
        rng = np.random.default_rng(4)
        made = prepare(some)
        tableaus = pairs_on(some, count, rng)
        for tableau in tableaus[:8]:
            some.answer(CoverOf("a", "b"), tableau)
        times = [clock(some.answer, SightOf("a", "b"), t) for t in tableaus]
        covers = [clock(some.answer, CoverOf("a", "b"), t) for t in tableaus[8:]]
        standing = level_starts(some, 20, rng)
        reaches = [_reach(some, t) for t in standing]
        row = timing_row(f"{some.name}, {some.triangle_count:,} triangles", times)
        row |= {"cover_ms": round(float(np.median(covers)), 3), "reach_ms": round(float(np.median(reaches)), 1)}
        rows.append(row | {"made_ms": round(sum(made))})
    rng = np.random.default_rng(6)
    for minis in (10, 30, 60):
        pairs = minis * (minis - 1) // 2
        rows.append(timing_row(f"all {pairs} pairs of {minis} minis", [_crowd(board, rng, minis) for _ in range(4)]))
    return rows


def _quarters(board: Board) -> list[Floats]:
    return [np.array([x * board.size[0], y * board.size[1], 0]) for x in (0, 1) for y in (0, 1)]


def _crowd(board: Board, rng: np.random.Generator, minis: int = 30) -> float:
    """Milliseconds for all pairs of a crowd that was never asked about."""
    crowd = Tableau(tuple(Figure(f"m{i}", p) for i, p in enumerate(places(board, minis, rng))))

    def ask() -> None:
        for i, a in enumerate(crowd.figures):
            for b in crowd.figures[:i]:
                board.answer(SightOf(a.id, b.id), crowd)

    return clock(ask)


def _drop(board: Board, tableau: Tableau) -> float:
    x, y, z = tableau.figures[0].at
    return least(lambda more: board.answer(DropOf("a", (x, y, z + 3 + more)), tableau))


def _reach(board: Board, tableau: Tableau, move: float = 5.0, *, fly: bool = False) -> float:
    """After the first, which measures the ground round there."""
    board.answer(ReachOf(Mover("a", move - 0.1, fly=fly)), tableau)
    return least(lambda less: board.answer(ReachOf(Mover("a", move - less, fly=fly)), tableau))


def _ways(board: Board, tableau: Tableau, rng: np.random.Generator) -> list[tuple[float, float]]:
    """To find the shortest path to places near, and to check the straight one: milliseconds."""

    def find(at: Point, less: float) -> object:
        return board.answer(PathTo(Mover("a", 5.0 - less), at), tableau)

    def check(at: Point, less: float) -> object:
        return board.answer(PathAlong(Mover("a", 5.0 - less), (at,)), tableau)

    return [
        (least(partial(find, at)), least(partial(check, at)))
        for at in places_near(board, tableau.figures[0].at, 6, rng)
    ]


def engines(triangles: Floats) -> list[tuple[str, Callable[[Floats, Floats], Any] | None]]:
    """Every ray engine that is here: segments blocked, (n, 3) starts and ends. None where it is not installed."""
    made: list[tuple[str, Callable[[Floats, Floats], Any] | None]] = []
    ours = RayScene(triangles)
    ours.prepare()
    made.append((f"bauta ({engine()})", ours.occluded))
    for name, needs, make in (
        ("trimesh", "trimesh", _trimesh),
        ("Open3D", "open3d", _open3d),
        ("VTK", "vtk", _vtk),
        ("Panda3D Bullet", "panda3d.bullet", _bullet),
        ("Panda3D CollisionTraverser", "panda3d.core", _panda),
    ):
        try:
            importlib.import_module(needs)
        except ImportError:
            made.append((name, None))
        else:
            made.append((name, make(triangles)))
    return made


def _trimesh(triangles: Floats) -> Callable[[Floats, Floats], Any]:
    import trimesh

    mesh = trimesh.Trimesh(**trimesh.triangles.to_kwargs(triangles), process=False)
    return lambda a, b: mesh.ray.intersects_any(a, b - a)


def _open3d(triangles: Floats) -> Callable[[Floats, Floats], Any]:
    import open3d as o3d

    scene = o3d.t.geometry.RaycastingScene()
    corners = triangles.reshape(-1, 3).astype(np.float32)
    scene.add_triangles(corners, np.arange(len(corners), dtype=np.uint32).reshape(-1, 3))
    return lambda a, b: scene.test_occlusions(
        o3d.core.Tensor(np.hstack([a, b - a]).astype(np.float32)), tfar=1.0
    ).numpy()


def _vtk(triangles: Floats) -> Callable[[Floats, Floats], Any]:
    import vtk
    from vtk.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray

    data, points, cells = vtk.vtkPolyData(), vtk.vtkPoints(), vtk.vtkCellArray()
    points.SetData(numpy_to_vtk(triangles.reshape(-1, 3), deep=True))
    n = len(triangles)
    cells.SetCells(n, numpy_to_vtkIdTypeArray(np.c_[np.full(n, 3), np.arange(3 * n).reshape(-1, 3)].ravel(), deep=True))
    data.SetPoints(points)
    data.SetPolys(cells)
    locator = vtk.vtkStaticCellLocator()
    locator.SetDataSet(data)
    locator.BuildLocator()
    t, x, p, s, c = vtk.mutable(0.0), [0.0] * 3, [0.0] * 3, vtk.mutable(0), vtk.mutable(0)
    return lambda a, b: [
        locator.IntersectWithLine(q, r, 1e-6, t, x, p, s, c) for q, r in zip(a.tolist(), b.tolist(), strict=True)
    ]


def _bullet(triangles: Floats) -> Callable[[Floats, Floats], Any]:
    from panda3d.bullet import BulletRigidBodyNode, BulletTriangleMesh, BulletTriangleMeshShape, BulletWorld
    from panda3d.core import NodePath, Point3

    mesh = BulletTriangleMesh()
    for t in triangles.tolist():
        mesh.addTriangle(*(Point3(*p) for p in t))
    node = BulletRigidBodyNode("board")
    node.addShape(BulletTriangleMeshShape(mesh, dynamic=False))
    world = BulletWorld()
    NodePath(node)
    world.attach(node)
    return lambda a, b: [
        world.rayTestClosest(Point3(*q), Point3(*r)).hasHit() for q, r in zip(a.tolist(), b.tolist(), strict=True)
    ]


def _panda(triangles: Floats) -> Callable[[Floats, Floats], Any]:
    from panda3d.core import (
        CollisionHandlerQueue,
        CollisionNode,
        CollisionPolygon,
        CollisionSegment,
        CollisionTraverser,
        NodePath,
        Point3,
    )

    root = NodePath("root")
    board = CollisionNode("board")
    for t in triangles.tolist():
        board.addSolid(CollisionPolygon(*(Point3(*p) for p in t)))
    root.attachNewNode(board)
    segment, probe = CollisionSegment(), CollisionNode("probe")
    probe.addSolid(segment)
    path, queue, traverser = root.attachNewNode(probe), CollisionHandlerQueue(), CollisionTraverser()
    traverser.addCollider(path, queue)

    def ask(a: Floats, b: Floats) -> list[bool]:
        found = []
        for q, r in zip(a.tolist(), b.tolist(), strict=True):
            probe.modifySolid(0).setPointA(*q)
            probe.modifySolid(0).setPointB(*r)
            traverser.traverse(root)
            found.append(queue.getNumEntries() > 0)
        return found

    return ask


def peers(board: Board) -> list[Row]:
    """Rays a second of every engine, and sight between bodies by 1024 sampled rays with each."""
    triangles = sight_scene_of(board).tall.rays.triangles
    rng = np.random.default_rng(2)
    starts, ends = (rng.uniform([0, 0, 0.3], [*board.size, 8], (20_000, 3)) for _ in range(2))
    tableaus = pairs_on(board, 20, rng)
    rows: list[Row] = []
    for name, blocked in engines(triangles):
        if blocked is None:
            rows.append({"what": name, "note": "not installed"})
            continue
        count = 64
        clock(blocked, starts[:count], ends[:count])
        while count < len(starts) and clock(blocked, starts[:count], ends[:count]) < 100:
            count *= 4
        spent = clock(blocked, starts[:count], ends[:count])
        row: Row = {"what": name, "rays_per_second": round(min(count, len(starts)) / spent * 1e3)}
        if spent / count < 0.05:
            rays = [_sampled(t) for t in tableaus]
            row |= timing_row(name, [clock(blocked, *r) for r in rays])
        rows.append(row)
    return rows


def _sampled(tableau: Tableau) -> tuple[Floats, Floats]:
    a, b = (Standing(load_body(f.body).target, Pose(f.at, f.facing)) for f in tableau.figures)
    rng = np.random.default_rng(3)
    return _surface(a, b, 1024, rng), _surface(b, a, 1024, rng)


def _surface(body: Standing, other: Standing, count: int, rng: np.random.Generator) -> Floats:
    """Random points on what of a body faces another."""
    t = body.triangles
    normals = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
    front = np.einsum("ij,ij->i", normals, other.box.mean(axis=0) - t[:, 0]) > 0
    t, share = t[front], np.cumsum(np.linalg.norm(normals[front], axis=1))
    which = np.minimum(np.searchsorted(share / share[-1], rng.random(count)), len(t) - 1)
    u, v = rng.random((2, count, 1))
    u, v = np.where(u + v > 1, 1 - u, u), np.where(u + v > 1, 1 - v, v)
    p = t[which]
    return np.asarray(p[:, 0] + u * (p[:, 1] - p[:, 0]) + v * (p[:, 2] - p[:, 0]))


def brute(blockers: Blockers, a: Standing, b: Standing, rays: int, rng: np.random.Generator) -> int:
    """How many of so many random rays are clear and, of the first hundred of those, pass as a beam."""
    beams = 0
    for _ in range(0, rays, 200_000):
        starts, ends = _surface(a, b, 200_000, rng), _surface(b, a, 200_000, rng)
        for i in np.flatnonzero(~blockers.occluded(starts, ends))[:100]:
            beams += beam_clear(blockers.board.rays.triangles, starts[i], ends[i])
        if beams:
            break
    return beams


def hard(count: int, rng: np.random.Generator) -> list[tuple[str, Blockers, Standing, Standing]]:
    """Scenes with openings 0.02" to 0.2" wide: slits, crossed slits, pinholes one behind the other, roof edges."""
    from tests.shapes import box, cylinder, frame

    ground = box((-20, -30, -0.2), (40, 30, 0))
    bodies = [load_body(n).target for n in ("human", "halberd", "lady")] + [Target.of(cylinder(0.4, 1.3))]
    made = []
    for _ in range(count):
        d, h = rng.uniform(3, 15), 10 ** rng.uniform(np.log10(0.02), np.log10(0.2))
        x, t = rng.uniform(0.25, 0.75) * d, float(rng.choice([0.02, 0.2]))
        x1, x2 = sorted(rng.uniform(0.2, 0.8, 2) * d)
        x2 = max(x2, x1 + 0.5)
        z, y = rng.uniform(0.5, 1.1), rng.uniform(-0.2, 0.2)
        a, b = rng.uniform([-0.15, 0.6], [0.15, 1.1]), rng.uniform([-0.15, 0.6], [0.15, 1.1])
        at = [a + (b - a) * v / d for v in (x1, x2)]
        holes = [
            frame(v, 0.02, (p[0] - h / 2, p[0] + h / 2, p[1] - h / 2, p[1] + h / 2))
            for v, p in zip((x1, x2), at, strict=True)
        ]
        scenes = {
            "level slit": [frame(x, t, (-5, 5, z, z + h))],
            "upright slit": [frame(x, t, (y, y + h, 0.01, 3))],
            "crossed slits": [frame(x1, t, (-5, 5, z, z + h)), frame(x2, t, (y, y + h, 0.01, 3))],
            "two pinholes": holes,
            "barred window": [
                frame(x, t, (-0.3, 0.3, 0.5, 1.1)),
                *(box((x, v, 0.4), (x + 0.02, v + 0.1, 1.2)) for v in np.arange(-0.35 + y, 0.4, 0.1 + h)),
            ],
            "two railings": [
                box((v, w, -0.1), (v + 0.05, w + 0.15, 2))
                for v, shift in ((x1, 0.0), (x2, y))
                for w in np.arange(-4 + shift, 4, 0.15 + h)
            ],
            "under a bridge": [
                box((x1, -15, -0.1), (x1 + t, 15, z)),
                box((x2 - 0.3, -15, z + (b[1] - a[1]) * 0.1 + h), (x2 + 0.3, 15, 3)),
            ],
            "roof edge": [box((x, -15, -0.1), (x + t, 15, 1.3 - rng.uniform(-0.1, 0.1)))],
        }
        for name, walls in scenes.items():
            one, two = (bodies[int(rng.integers(len(bodies)))] for _ in range(2))
            here = Standing(one, Pose((-0.45, 0, 0.003), rng.uniform(0, 360)))
            there = Standing(two, Pose((d + 0.45, 0, 0.003), rng.uniform(0, 360)))
            made.append((name, Blockers(Solid(np.concatenate([ground, *walls]))), here, there))
    return made


def accuracy(count: int, rays: int) -> list[Row]:
    """Sight against brute force."""
    board, rng = Board.load("san-canciano"), np.random.default_rng(5)
    blockers = sight_scene_of(board).blockers
    cases = [("San Canciano", blockers, *_pair(t)) for t in pairs_on(board, count, rng)]
    cases += hard(max(1, count // 10), rng)
    rows: dict[str, Row] = {}
    count = len(cases)
    while cases:
        name, scene, a, b = cases.pop(0)  # a scene takes room once it was asked about
        if len(cases) % 100 == 0:
            done = count - len(cases)
            print(f"{done} of {count}: {json.dumps(list(rows.values()))}", file=sys.stderr, flush=True)
        row = rows.setdefault(
            name,
            {
                "what": name,
                "n": 0,
                "visible": 0,
                "proven": 0,
                "undecided": 0,
                "missed": 0,
                "proof_contradicted": 0,
                "false_visible": 0,
            },
        )
        found = sight(scene, a, b)
        row["n"] += 1
        row["visible"] += found.visible
        row["proven"] += not found.visible and found.proven
        row["undecided"] += not found.visible and not found.proven
        if found.visible:
            assert found.witness is not None
            row["false_visible"] += not beam_clear(scene.board.rays.triangles, *found.witness)
        else:
            missed = brute(scene, a, b, rays, rng) > 0
            row["missed"] += missed
            row["proof_contradicted"] += missed and found.proven
    return list(rows.values())


def _pair(tableau: Tableau) -> tuple[Standing, Standing]:
    a, b = (Standing(load_body(f.body).target, Pose(f.at, f.facing)) for f in tableau.figures)
    return a, b


def crates(count: int) -> str:
    """A map of crates in rows on either side of a canal, each turned another way."""
    rng = np.random.default_rng(7)
    places = [(x, y) for y in np.arange(10, 110.5, 1.6) for x in np.arange(10, 110.5, 1.6) if not 54 < y < 66]
    lines = ['format = 1\nname = "Crates"\nsize = [120, 120]']
    lines.append('[[canals]]\nid = "rio"\noutline = [[0, 55], [120, 55], [120, 65], [0, 65]]')
    for x, y in places[:count]:
        lines.append(f'[[pieces]]\npiece = "cassa"\nat = [{x:.2f}, {y:.2f}]\nturn = {rng.integers(0, 90)}')
    return "\n\n".join(lines) + "\n"


def checking(count: int) -> list[Row]:
    """`bauta map check` of many crates: with nothing kept, and again."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "crates.toml"
        file.write_text(crates(count))
        started("map", "check", "calle-lunga")
        first = started("map", "check", str(file), BAUTA_CACHE=folder)
        again = [started("map", "check", str(file), BAUTA_CACHE=folder) for _ in range(3)]
    what = f"bauta map check, {count:,} crates"
    return [_start(f"{what}, first time", [first]), _start(f"{what}, again", again)]


def building() -> list[Row]:
    """What the editor measures of San Canciano: all of it, and after a house was moved, in processor milliseconds."""
    from sim.board.files.finding import find_map
    from sim.board.files.mapfile import read_map
    from sim.board.movement.relaid_lattice import differing
    from sim.builder.edits import Move
    from sim.builder.measuring.boxes import around, wider
    from sim.builder.measuring.land import Land
    from sim.builder.measuring.leaps import Leap, leaps
    from sim.builder.measuring.versions import Boards
    from sim.builder.measuring.ways import findings

    source = find_map(pathlib.Path("san-canciano"))
    made, boards = read_map(source), Boards(source)
    moved = Move((next(p.id for p in made.pieces if p.id.startswith("ca-")),), (0.5, 0.25, 0.0)).applied(made)
    rows: list[Row] = []

    def timed(what: str, work: Callable[..., Any], *given: Any) -> Any:
        begin = time.process_time()
        found = work(*given)
        rows.append({"what": what, "ms": round((time.process_time() - begin) * 1000)})
        return found

    def near_by(land: Land) -> list[Leap]:
        boxes = boards.changed(made, moved) or ()
        near = wider(around(boxes), 6.0)
        return list(leaps(Land.after(land, boards.board_near(moved, near, land.board, boxes), boxes, near)))

    for _ in range(2):  # once for the kernels
        rows.clear()
        board = timed("board", boards.board, made)
        land = timed("all places", Land, board, 30.0)
        found = timed("all jumps", lambda of: tuple(leaps(of)), land)
        timed("all climbs and ways", findings, land, found)
        timed("a house moved: what is near", near_by, land)
        after = timed("a house moved: board", boards.board, moved)
        again = timed(
            "places", lambda old, new: Land.after(old, new, differing(old.board.parts, new.parts)), land, after
        )
        found = timed("jumps", lambda of: tuple(leaps(of)), again)
        timed("climbs and ways", findings, again, found)
    return rows


def show(title: str, rows: list[Row]) -> None:
    print(f"\n{title}")
    for row in rows:
        rest = "  ".join(
            f"{key} {value:,}" if isinstance(value, (int, float)) else str(value)
            for key, value in row.items()
            if key != "what"
        )
        print(f"  {row['what']:<40} {rest}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["geometry", "accuracy", "maps", "building"])
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--crates", type=int, default=3000)
    parser.add_argument("--rays", type=int, default=1_000_000)
    parser.add_argument("--scaling", action="store_true", help="how cost grows, instead of the peers")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    tables: dict[str, list[Row]] = {}

    def done(title: str, rows: list[Row]) -> None:
        tables[title] = rows
        if not given.json:
            show(title, rows)

    if given.what == "accuracy":
        done("Sight against brute force", accuracy(given.pairs, given.rays))
    elif given.what == "maps":
        done("Checking maps", checking(given.crates))
    elif given.what == "building":
        done("Measured while building", building())
    elif given.scaling:
        done("How cost grows", scaling(given.pairs))
    else:
        done("From nothing", starting())
        done("A board that changes", changing())
        board = Board.load("san-canciano")
        for some in (board, finer(board, 300_000)):
            title = f"{some.name}, {some.triangle_count:,} triangles"
            done(title, queries(some, given.pairs))
            done(f"{title}: rays", peers(some))
    if given.json:
        print(json.dumps(tables))


if __name__ == "__main__":
    main()
