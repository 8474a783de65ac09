"""Hidden shares on a board that ships, counted once more by brute force: each ray with each triangle in its way.

Nothing of the program's own geometry is asked: bodies are their triangles, bases a cylinder, and what a ray meets is
worked out triangle by triangle (Moeller, Trumbore 1997).
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sim.board.board import Board
from sim.board.files.bodies import load_body
from sim.board.model.queries import CoverOf, DropOf
from sim.board.model.tableau import BASE_HEIGHT, Figure, Tableau
from sim.board.model.terrain import Kind
from sim.board.model.verdicts import Cover, Drop
from tests.shapes import Floats, cylinder

PAIRS, TRIED, BARE = 60, 4000, 25  # BARE: so many of the pairs without bases, too
ACROSS = 16  # rays across the window
CHANCE = 5.0  # deviations of what is counted here
BODIES = ("human", "lady", "hound", "giant", "halberd", "rat", "knight")
SIZES = (30.0, 40.0, 50.0)


def turned(triangles: Floats, figure: Figure) -> Floats:
    c, s = np.cos(np.radians(figure.facing)), np.sin(np.radians(figure.facing))
    return np.asarray(triangles @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + np.array(figure.at))


def drawn(figure: Figure, *, based: bool = True) -> Floats:
    body = load_body(figure.body).whole.rays.triangles
    return turned(np.concatenate([body, cylinder(figure.radius, BASE_HEIGHT)]) if based else body, figure)


def met(eye: Floats, ways: Floats, triangles: Floats) -> Floats:
    """How far along each way, in its own length, the first triangle is met; infinite where none is."""
    one, two, off = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0], eye - triangles[:, 0]
    across = np.cross(off, one)
    with np.errstate(divide="ignore", invalid="ignore"):
        flat = ways @ np.cross(two, one).T  # (rays, triangles)
        u, v = ways @ np.cross(two, off).T / flat, ways @ across.T / flat
        along = np.einsum("ij,ij->i", two, across) / flat
        hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (along > 1e-4) & (abs(flat) > 1e-15)
    return np.asarray(np.where(hit, along, np.inf).min(axis=1, initial=np.inf))


def counted(eye: Floats, target: Floats, others: Floats, rng: np.random.Generator) -> tuple[float, int]:
    """The share of a target that others hide, by rays at random in a window round it, and how many met the target."""
    middle = (target.min((0, 1)) + target.max((0, 1))) / 2
    ahead = (middle - eye) / np.linalg.norm(middle - eye)
    side = np.cross(ahead, [0.0, 0.0, 1.0])
    side /= np.linalg.norm(side)
    frame = np.array([side, np.cross(side, ahead)])
    flat = (target.reshape(-1, 3) - eye) @ frame.T / ((target.reshape(-1, 3) - eye) @ ahead)[:, None]
    low, high = flat.min(0), flat.max(0)
    cells = np.stack(np.meshgrid(np.arange(ACROSS), np.arange(ACROSS)), -1).reshape(-1, 2)
    spots = low + (cells + rng.random(cells.shape)) / ACROSS * (high - low)
    ways = ahead + spots @ frame
    there = met(eye, ways, target)
    ways, there = ways[np.isfinite(there)], there[np.isfinite(there)]
    reach = np.concatenate([eye[None], target.reshape(-1, 3)])
    near = (others.min(1) <= reach.max(0)).all(1) & (others.max(1) >= reach.min(0)).all(1)
    return float((met(eye, ways, others[near]) < there - 1e-3).mean()), len(ways)


def scenes(board: Board, rng: np.random.Generator) -> list[tuple[Tableau, Cover]]:
    """Minis where they come to stand, of whom one is hidden in part from another, with a third beside the line."""
    found: list[tuple[Tableau, Cover]] = []
    for _ in range(TRIED):
        middle, way, far = rng.uniform(4, 20, 2), rng.uniform(0, 2 * np.pi), rng.uniform(1.5, 5)
        ahead = np.array([np.cos(way), np.sin(way)])
        spots = (middle - far * ahead, middle + far * ahead, middle + rng.uniform(-0.8, 0.8, 2))
        figures = []
        for name, (x, y) in zip("abc", spots, strict=True):
            body, turn = str(rng.choice(BODIES)), round(float(rng.uniform(0, 360)), 1)
            there = Figure(name, (round(float(x), 3), round(float(y), 3), 8.0), float(rng.choice(SIZES)), body, turn)
            drop = board.answer(DropOf(name, there.at), Tableau((there,)))
            assert isinstance(drop, Drop)
            if drop.rest is not None:
                figures.append(Figure(name, drop.rest, there.base_mm, body, turn))
        if len(figures) == 3:
            cover = board.answer(CoverOf("a", "b"), Tableau(tuple(figures)))
            assert isinstance(cover, Cover)
            if 0.05 < cover.hidden < 0.95:
                found.append((Tableau(tuple(figures)), cover))
                if len(found) == PAIRS:
                    return found
    raise AssertionError(f"only {len(found)} pairs")


@pytest.mark.rule("GEO-08")
def test_shares_on_a_board_are_those_that_rays_count() -> None:
    rng = np.random.default_rng(25)
    board = Board.load("calle-lunga")
    fixed = np.concatenate([part.triangles for part in board.parts if part.meaning.kind is not Kind.WATER])
    fixed = np.concatenate([fixed, *_vessels(board)])
    off: list[float] = []  # from the program's answers
    bare: list[float] = []  # the same, without the target's base
    bounds: list[float] = []
    for tableau, cover in scenes(board, rng):
        _, target, other = tableau.figures
        eye, others = np.array(cover.eye), np.concatenate([fixed, drawn(other)])
        share, rays = counted(eye, drawn(target), others, rng)
        off.append(share - cover.hidden)
        bounds.append(CHANCE * 0.5 / rays**0.5 + cover.error)
        if len(bare) < BARE:
            bare.append(counted(eye, drawn(target, based=False), others, rng)[0] - cover.hidden)
    assert (np.abs(off) < bounds).all()
    assert abs(np.mean(off)) < 0.01
    assert np.abs(off).mean() < 0.015
    assert np.abs(bare).mean() > 0.03  # without the base they would be others


def _vessels(board: Board) -> list[NDArray[np.float64]]:
    return [
        turned(part.triangles, Figure("", where.at, facing=where.turn))
        for where in board.vessels_at(Tableau())
        for part in board.vessel(where.piece).parts
        if part.meaning.kind is not Kind.WATER
    ]
