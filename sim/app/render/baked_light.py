"""Baked light: for every vertex the light of the sky, of lamps, and one bounce of the sun, kept in the cache.

Sun and sky are those of an hour (`hours`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.hours import AFTERNOON, Hour
from sim.app.render.lamps import NO_LAMPS, lamplight, lamps_of
from sim.app.render.row_sets import RowSets, row_sets
from sim.app.render.surface import Surface, face_normals
from sim.app.render.water_sheets import USUAL_SHEETS, WaterSheets
from sim.board.files.array_cache import read_arrays, write_arrays
from sim.board.model.tableau import Point
from sim.geometry.ray.ray_scene import RayScene
from sim.words import say

__all__ = [
    "GI_SCALE",
    "Baked",
    "LightScene",
    "Progress",
    "bake",
    "kept_bake",
    "key_of",
    "painted",
    "plain_light",
]

Floats = NDArray[np.float64]
Progress = Callable[[float, str], None]

VERSION = 4
WATER_ALBEDO = (0.10, 0.19, 0.17)
FAR = 1000.0  # inches: beyond every board
GI_SCALE = 3.0  # what a baked byte of 255 stands for
RAYS = 36
PLAIN_WAYS, PLAIN_GROUND, PLAIN_SHARE = 512, 0.3, 0.7  # plain light: samples, what the ground gives, how open it is


class Baked(msgspec.Struct, frozen=True, eq=False):
    """A row a corner of the surface: `gi` linear light (n, 3), `open` share of open sky near by, `sun` seen or not."""

    gi: Floats
    open: Floats
    sun: Floats

    @classmethod
    def none(cls, count: int) -> Baked:
        """No light at all on so many corners."""
        return cls(np.zeros((count, 3)), np.zeros(count), np.zeros(count))

    @classmethod
    def joined(cls, parts: Sequence[Baked]) -> Baked:
        return cls(
            np.concatenate([p.gi for p in parts]),
            np.concatenate([p.open for p in parts]),
            np.concatenate([p.sun for p in parts]),
        )

    def part(self, triangles: NDArray[np.bool_]) -> Baked:
        corners = np.repeat(triangles, 3)
        return Baked(self.gi[corners], self.open[corners], self.sun[corners])

    def at(self, corners: NDArray[np.int64]) -> Baked:
        """Of these corners."""
        return Baked(self.gi[corners], self.open[corners], self.sun[corners])


def sky(directions: Floats, hour: Hour = AFTERNOON) -> Floats:
    """The light of the sky, (n, 3), looking along unit vectors."""
    t = np.clip(directions[:, 2], 0, 1)[:, None]
    s = np.clip(directions @ np.array(hour.sun), 0, 1)[:, None]
    haze = (1 - t) ** 1.5
    near_sun = np.array(hour.glow) * (1.0, 14 / 13, 8 / 7)
    return np.asarray(
        (np.array(hour.shed_rim) * haze + np.array(hour.shed_above) * (1 - haze)) * 0.95 + near_sun * s**4 * 0.35
    )


def painted(tint: Floats) -> Floats:
    """A tint as a factor of linear light; gentler than sRGB, as thin paint is. The shaders' own."""
    return tint * (0.35 + 0.65 * tint)


class LightScene:
    """What light falls on and bounces off: a surface, and the water round it."""

    def __init__(
        self,
        surface: Surface,
        mean: Floats,
        reach: float = 80.0,
        hour: Hour = AFTERNOON,
        water: WaterSheets = USUAL_SHEETS,
    ) -> None:
        """`mean`: linear mean colour of each texture layer."""
        self.hour, self.sun, self.water = hour, np.array(hour.sun), water
        triangles = surface.points.reshape(-1, 3, 3)
        sheets = np.concatenate([water.lagoon(-reach, -reach, reach, reach), water.apart])
        everything = np.concatenate([triangles, sheets])
        self.normals = face_normals(everything)
        layers = surface.uv[::3, 2].astype(int)
        tint = np.clip(surface.tint[::3], 0, 1)
        albedo = mean[layers] * painted(tint[:, :3])
        self.albedo = np.concatenate([albedo, np.broadcast_to(WATER_ALBEDO, (len(sheets), 3))])
        glow = tint[:, 3:] * painted(tint[:, :3]) * (0.0 if hour.lamps else 2.0)  # lamps are reckoned one by one
        self.glow = np.concatenate([glow, np.zeros((len(sheets), 3))])
        self.scene = RayScene(everything)
        self.scene.prepare()
        self.lamps = lamps_of(surface) if hour.lamps else NO_LAMPS

    def sees_sun(self, points: Floats, normals: Floats) -> Floats:
        """1 where the sun shines on a point, else 0; not yet times the cosine."""
        start = points + normals * 0.02
        blocked = self.scene.occluded(start, start + self.sun * FAR)
        return np.where(blocked | (normals @ self.sun <= 0), 0.0, 1.0)

    def arriving(self, points: Floats, directions: Floats) -> tuple[Floats, Floats]:
        """Light coming to each point along minus each direction, and the distance it came (4 and more count as 4)."""
        face, far = self.scene.first_hits(points, directions)
        light = sky(directions, self.hour)
        hit = np.flatnonzero(face >= 0)
        if len(hit):
            faces = face[hit]
            normal = self.normals[faces]
            normal = normal * np.where(np.einsum("ij,ij->i", normal, directions[hit]) > 0, -1.0, 1.0)[:, None]
            places = points[hit] + directions[hit] * far[hit][:, None]
            sun = self.sees_sun(places, normal) * np.clip(normal @ self.sun, 0, 1)
            thrown = sun[:, None] * np.array(self.hour.bounce) + np.array(self.hour.shade)
            light[hit] = self.albedo[faces] * thrown + self.glow[faces]
        distance = np.where(face >= 0, np.minimum(far, 4.0), 4.0)
        return light, np.asarray(distance)

    def height_under(self, points: Floats) -> Floats:
        """The height of what lies straight below points (n, 3), looked for from 0.3" above each."""
        start = points + np.array([0.0, 0.0, 0.3])
        face, far = self.scene.first_hits(start, np.broadcast_to(np.array([0.0, 0.0, -1.0]), start.shape))
        return np.asarray(np.where(face >= 0, start[:, 2] - far, points[:, 2]))

    def hides(self, eye: Floats, points: Floats) -> float:
        """The share of points (n, 3) that something hides from the eye."""
        way = points - eye
        far = np.linalg.norm(way, axis=1)
        _, found = self.scene.first_hits(np.broadcast_to(eye, points.shape), way / far[:, None])
        return float((found < far - 0.2).mean())

    def gather(
        self, points: Floats, normals: Floats, rays: int, seed: int, alike: int | None = None
    ) -> tuple[Floats, Floats]:
        """Mean light over the half space of each point, weighted by the cosine, and how open it is (0 to 1).

        `alike`: after so many points the same numbers are drawn again.
        """
        count = alike or len(points)
        drawn = np.arange(len(points)) % max(1, count)
        rng = np.random.default_rng(seed)
        aside = np.where(np.abs(normals[:, 2:]) > 0.9, [[1.0, 0, 0]], [[0, 0, 1.0]])
        across = np.cross(aside, normals)
        across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
        up = np.cross(normals, across)
        start = points + normals * 0.02
        light, openness = np.zeros((len(points), 3)), np.zeros(len(points))
        turn = rng.random(count)[drawn]
        for k in range(rays):
            share = (k + rng.random(count)[drawn]) / rays
            angle = 2 * np.pi * (turn + k * 0.6180339887)
            radius = np.sqrt(share)
            direction = (
                across * (radius * np.cos(angle))[:, None]
                + up * (radius * np.sin(angle))[:, None]
                + normals * np.sqrt(1 - share)[:, None]
            )
            got, distance = self.arriving(start, direction)
            light += got
            openness += distance / 4.0
        return light / rays, openness / rays

    def cube(self, point: Point, rays: int = 40) -> Floats:
        """Light at a point in the air from east, west, north, south, above and below, (6, 3)."""
        return self.cubes([point], rays)[0]

    def cubes(self, points: Sequence[Point], rays: int = 40) -> list[Floats]:
        """The same at each of some points, as if it were asked for alone."""
        axes = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], dtype=np.float64)
        at, along = np.repeat(points, 6, axis=0), np.tile(axes, (len(points), 1))
        light = self.gather(at, along, rays, 1, alike=6)[0] + self.lamplight(at, along)
        return [*light.reshape(-1, 6, 3)]

    def lamplight(self, points: Floats, normals: Floats) -> Floats:
        """What lamps give at points (n, 3) that face along normals."""
        return self.hour.lamps * lamplight(self.lamps, self.scene, points, normals)


def key_of(surface: Surface, rays: int, hour: Hour, water: WaterSheets = USUAL_SHEETS) -> str:
    """What a bake depends on, as a short word."""
    when = "" if hour == AFTERNOON else f" {hour}"
    made = hashlib.blake2b(f"{VERSION} {rays}{when}{water.key}".encode(), digest_size=12)
    for array in (surface.points, surface.normals, surface.uv[:, 2], surface.tint):
        made.update(np.round(array * 1e4).astype(np.int64).tobytes())
    return made.hexdigest()


def bake(surface: Surface, scene: LightScene, rays: int = RAYS, progress: Progress | None = None) -> Baked:
    """The light of each corner; from the cache where this very surface was baked before."""
    name = f"light-{key_of(surface, rays, scene.hour, scene.water)}"
    if (kept := kept_bake(surface, rays, scene.hour, scene.water)) is not None:
        return kept
    first, which = _corners(surface)
    corner = which.astype(np.uint32)
    points, normals = surface.points[first], surface.normals[first]
    chunks = [slice(at, at + 8192) for at in range(0, len(points), 8192)]
    light, openness = np.zeros((len(points), 3)), np.zeros(len(points))

    def one(number: int) -> None:
        where = chunks[number]
        light[where], openness[where] = scene.gather(points[where], normals[where], rays, number)

    with ThreadPoolExecutor(2) as pool:  # rays let go of the interpreter's lock
        for done, _ in enumerate(pool.map(one, range(len(chunks)))):
            if progress is not None:
                progress((done + 1) / len(chunks), say("the light is worked out"))
    light, openness = _smooth(light, openness, normals, corner)
    light += scene.lamplight(points, normals)
    packed = np.empty((len(points), 5), np.uint8)
    packed[:, :3] = np.sqrt(np.clip(light / GI_SCALE, 0, 1)) * 255 + 0.5
    packed[:, 3] = np.clip(openness, 0, 1) * 255
    packed[:, 4] = scene.sees_sun(points, normals) * 255
    write_arrays(name, {"packed": packed, "corner": corner}, packed=True)
    return _unpack(packed, corner)


def kept_bake(
    surface: Surface, rays: int = RAYS, hour: Hour = AFTERNOON, water: WaterSheets = USUAL_SHEETS
) -> Baked | None:
    """The light of each corner, if this very surface was baked before."""
    kept = read_arrays(f"light-{key_of(surface, rays, hour, water)}", ("packed", "corner"))
    return None if kept is None else _unpack(kept["packed"], kept["corner"])


def plain_light(surface: Surface, scene: LightScene) -> Baked:
    """The light of each corner as if nothing stood round it but the ground; of sun and lamps, what falls there."""
    rng = np.random.default_rng(1)
    ways = rng.normal(size=(PLAIN_WAYS, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    ground = PLAIN_GROUND * np.array(scene.hour.shade) / np.array(AFTERNOON.shade)
    light = np.where(ways[:, 2:] > 0, sky(ways, scene.hour), ground)
    looks = np.round(surface.normals * 8).astype(np.int8)
    first, which = row_sets(looks)
    facing = np.clip(looks[first] @ ways.T, 0, None)
    gi = facing @ light / np.maximum(facing.sum(axis=1, keepdims=True), 1e-9) * PLAIN_SHARE
    light, count = gi[which], len(surface.points)
    if len(scene.lamps.at):
        corners = _corners(surface)
        light = light + scene.lamplight(surface.points[corners.first], surface.normals[corners.first])[corners.which]
    return Baked(light, np.full(count, PLAIN_SHARE), scene.sees_sun(surface.points, surface.normals))


def _corners(surface: Surface) -> RowSets:
    """Its corners, those told once that lie in one place and face one way."""
    return row_sets(np.round(np.hstack([surface.points * 500, surface.normals * 16])).astype(np.int32))


def _unpack(packed: NDArray[np.uint8], corner: NDArray[Any]) -> Baked:
    values = packed[corner].astype(np.float64) / 255
    return Baked(values[:, :3] ** 2 * GI_SCALE, values[:, 3], values[:, 4])


def _smooth(light: Floats, openness: Floats, normals: Floats, corner: NDArray[Any]) -> tuple[Floats, Floats]:
    """Half of each vertex's light becomes its neighbours' mean: the noise of few rays goes, edges stay."""
    faces = corner.reshape(-1, 3)
    a = np.concatenate([faces[:, k] for k in (0, 1, 2)])
    b = np.concatenate([faces[:, k] for k in (1, 2, 0)])
    a, b = np.concatenate([a, b]), np.concatenate([b, a])
    alike = np.einsum("ij,ij->i", normals[a], normals[b]) > 0.8
    a, b = a[alike], b[alike]
    count = np.maximum(np.bincount(a, minlength=len(light)), 1)
    together = np.column_stack([light, openness])
    for _ in range(2):
        mean = np.column_stack([np.bincount(a, together[b, k], len(light)) for k in range(4)]) / count[:, None]
        has = np.bincount(a, minlength=len(light))[:, None] > 0
        together = np.where(has, 0.5 * together + 0.5 * mean, together)
    return together[:, :3], together[:, 3]
