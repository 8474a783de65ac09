"""Minis are painted: every body by a scheme that fits it, its face looking ahead, its clothes in its gang's colour."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.app.render import figures
from sim.app.render.figure_bases import top_patch
from sim.app.render.figures import FigureLook, body_patches, painted_mini
from sim.app.render.paint import painter
from sim.app.render.paint.canvas import Canvas, Piece, Spots
from sim.app.render.paint.charts import rasterised, unfolded
from sim.app.render.paint.faces import FaceLook, paint_face
from sim.app.render.paint.finish import composed, packed
from sim.app.render.paint.patterns import KINDS
from sim.app.render.paint.schemes import scheme_of, schemes
from sim.app.render.surface import face_normals
from sim.board.files.folders import assets_dir
from tests.app.pictures import own_cache

__all__ = ["own_cache"]

BODIES = sorted(path.stem for path in (assets_dir() / "bodies").glob("*.glb"))


def test_every_body_has_a_scheme_and_every_scheme_a_body() -> None:
    assert sorted(schemes()) == BODIES


@pytest.mark.parametrize("name", BODIES)
def test_every_stroke_of_a_scheme_meets_something(name: str) -> None:
    """A part or a colour that the body does not have would be painted on nothing, without a word."""
    pieces = tuple(painter.piece_of(part, patch) for part, patch in body_patches(name))
    count = len(pieces)
    rows = np.zeros((count, 3))
    canvas = Canvas(pieces, Spots(rows, rows, np.arange(count), *(np.ones(count),) * 5))
    for stroke in scheme_of(name).strokes:
        assert stroke.kind in KINDS
        assert canvas.on(stroke.part, stroke.on, stroke.was).any(), stroke
    for face in scheme_of(name).faces:
        assert canvas.on(face.parts, face.on).any(), face


def test_no_two_faces_share_a_pixel_on_the_picture() -> None:
    """But for the rims of charts, each spot of the skin has a place of its own."""
    triangles = np.concatenate([patch.triangles for _, patch in body_patches("capo")])
    flat = face_normals(triangles)
    sound = np.linalg.norm(flat, axis=1) > 0.5
    triangles, flat = triangles[sound], flat[sound]
    plane = unfolded(triangles, flat, np.zeros(len(flat), np.int64), np.ones(len(flat)), (256, 232))
    assert plane.min() >= 0
    assert plane[..., 0].max() <= 256
    assert plane[..., 1].max() <= 232
    texels = rasterised(plane, 256)
    middles = plane.mean(1)
    owner = np.full(256 * 256, -1)
    owner[texels.pixel] = texels.face
    there = owner[middles[:, 1].astype(int) * 256 + middles[:, 0].astype(int)]
    a, b = plane[:, 1] - plane[:, 0], plane[:, 2] - plane[:, 0]
    large = np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) > 30
    assert large.sum() > 20
    assert (there == np.arange(len(flat)))[large].mean() > 0.95


def _blank_face(fine: float = 0.003) -> Canvas:
    """A flat grey face that looks east."""
    y, z = (axis.ravel() for axis in np.meshgrid(np.arange(-0.1, 0.1, fine), np.arange(1.08, 1.34, fine)))
    count = len(y)
    at = np.column_stack([np.full(count, 0.13), y, z])
    normal = np.tile([1.0, 0.0, 0.0], (count, 1))
    ones = np.ones(count)
    spots = Spots(at, normal, np.zeros(count, np.int64), ones, 0 * ones, 9 * ones, 9 * ones, fine * ones)
    canvas = Canvas((Piece("head", "skin", (0.6, 0.6, 0.6)),), spots)
    canvas.lay(np.ones(count), (0.6, 0.6, 0.6))
    return canvas


def _seen(canvas: Canvas, y: float, z: float) -> float:
    """How bright it is painted at a place."""
    nearest = np.hypot(canvas.y - y, canvas.z - z).argmin()
    return float(composed(packed(canvas), (1.0, 1.0, 1.0))[nearest].mean())


def test_a_face_has_two_eyes_under_brows_and_a_mouth() -> None:
    canvas = _blank_face()
    paint_face(canvas, FaceLook())
    cheek, low = _seen(canvas, 0.09, 1.17), 1.2 + 0.022
    for side in (-1, 1):
        assert _seen(canvas, side * 0.058, low) > cheek + 0.1  # the white
        assert _seen(canvas, side * 0.041, low - 0.002) < cheek - 0.3  # the pupil
        assert _seen(canvas, side * 0.043, low + 0.034) < cheek - 0.2  # the brow
    assert _seen(canvas, 0.0, 1.2 - 0.070) < cheek - 0.15


def test_clothes_are_in_the_colour_of_the_gang_and_faces_are_not() -> None:
    one, other = (painted_mini("human", 30.0, FigureLook(seat=seat)) for seat in (0, 1))
    assert np.array_equal(one.uv, other.uv)
    apart = np.abs(one.picture.astype(int) - other.picture.astype(int)).max(2)
    assert (apart > 40).mean() > 0.1
    counts = [3 * len(patch.triangles) for _, patch in body_patches("human")]
    start = len(one.surface.points) - sum(counts) - 3 * len(top_patch(30.0 / 50.8).triangles)
    ends = start + np.cumsum([0, *counts])
    for number, (part, patch) in enumerate(body_patches("human")):
        corners = slice(ends[number], ends[number + 1])
        differ = np.abs(one.surface.tint[corners] - other.surface.tint[corners]).max()
        assert (differ > 0.2) == (patch.material.startswith("tint")), part


def test_the_same_body_is_painted_the_same_every_time(own_cache: None, monkeypatch: pytest.MonkeyPatch) -> None:
    first = painted_mini("cutpurse", 30.0, FigureLook())
    monkeypatch.setattr(painter, "read_arrays", lambda *_: None)
    again = painted_mini("cutpurse", 30.0, FigureLook())
    assert np.array_equal(first.picture, again.picture)
    assert np.allclose(first.uv, again.uv, atol=1e-6)


def test_a_body_is_painted_once_and_kept(own_cache: None, monkeypatch: pytest.MonkeyPatch) -> None:
    made = painted_mini("cutpurse", 30.0, FigureLook())

    def never(*_: Any) -> None:
        raise AssertionError("it was painted again")

    monkeypatch.setattr(painter, "_painted", never)
    kept = painted_mini("cutpurse", 30.0, FigureLook(seat=1))
    assert kept.picture.shape == made.picture.shape


def test_the_front_of_a_base_is_told_by_more_than_its_colour() -> None:
    """The rim is light where the mini looks, whatever its seat, and has the seat's colour all round else."""
    for seat in range(4):
        mini = painted_mini("human", 30.0, FigureLook(seat=seat))
        points, tint = mini.surface.points, mini.surface.tint[:, :3]
        outer = (np.hypot(points[:, 0], points[:, 1]) > 0.92 * 30 / 50.8) & (np.abs(points[:, 2] - 0.085) < 0.001)
        ahead = points[:, 0] > 0.995 * 30 / 50.8 * 0.985
        assert np.isclose(tint[outer & ~ahead], figures.SEAT_COLOURS[seat], atol=0.01).all(1).mean() > 0.9
        assert (tint[outer & ahead].min(1) > 0.8).any()
