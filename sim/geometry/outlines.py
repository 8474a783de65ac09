"""Compiled kernels: how much of a body an eye sees, with a bound that holds.

The eye looks through a window, a square of pixels. Where the outline of no surface runs through a pixel, that pixel is
covered by a surface wholly or not at all: so the pixels without outlines are known for certain, and only those with
an outline of the body or of what stands before it are open (`sheets`). What is open bounds the error; a ray through
some of those pixels gives the share itself.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.compiled import njit
from sim.geometry.kernels import Flags, Floats, Forest, Ints, Soup, aimed, bounds, first_hit
from sim.geometry.sheets import EDGED, FILLED, NEAR, TILE, TOUCHED, Sheet, draw, gathered
from sim.geometry.tolerance import PULL

HIDDEN, OPEN, MAYBE_HIDDEN, HIDDEN_RIM, OPEN_RIM, MAYBE_RIM = 0, 1, 2, 3, 4, 5  # sums: of the body, or of its rim


@njit(cache=True, nogil=True)
def window(corners: Floats, pose: Floats, eye: Floats, beside: float, frame: Floats, low: Floats, high: Floats) -> bool:
    """The smallest window round a body seen from an eye, from the corners of the body in its own frame.

    `frame` gets unit vectors as rows, along the sight, to its side, upwards; `low` and `high` (2,) are on the plane at
    distance 1. False where part of the body is nearer to the plane of the eye than `beside` of the way to it.
    """
    least, most = np.empty(3), np.empty(3)
    bounds(corners, pose, least, most)
    for k in range(3):
        frame[0, k] = 0.5 * (least[k] + most[k]) - eye[k]
    length = (frame[0, 0] ** 2 + frame[0, 1] ** 2 + frame[0, 2] ** 2) ** 0.5
    if length < 1e-9:
        return False
    aimed(frame)
    low[:] = np.inf
    high[:] = -np.inf
    for i in range(corners.shape[0]):
        x = pose[0] * corners[i, 0] - pose[1] * corners[i, 1] + pose[2] - eye[0]
        y = pose[1] * corners[i, 0] + pose[0] * corners[i, 1] + pose[3] - eye[1]
        z = corners[i, 2] + pose[4] - eye[2]
        away = frame[0, 0] * x + frame[0, 1] * y + frame[0, 2] * z
        if away <= beside * length:
            return False
        for k in range(2):
            v = (frame[k + 1, 0] * x + frame[k + 1, 1] * y + frame[k + 1, 2] * z) / away
            low[k] = min(low[k], v)
            high[k] = max(high[k], v)
    return True


@njit(cache=True, nogil=True)
def _is_known(page: Sheet, j: int, i: int) -> bool:
    """Whether walls hide a pixel wholly or not at all."""
    return bool(page.wall[j, i] & (EDGED | FILLED) != EDGED)


@njit(cache=True, nogil=True)
def _is_rim(page: Sheet, j: int, i: int) -> bool:
    """Whether a pixel may be of the body in part only."""
    return bool(page.body[j, i] & (EDGED | FILLED) == EDGED)


@njit(cache=True, nogil=True)
def _shut(
    walls: Soup,
    body: Soup,
    eye: Floats,
    frame: Floats,
    low: Floats,
    high: Floats,
    page: Sheet,
    rays: int,
    blockers: Ints,
    weights: Floats,
) -> int:
    """Whether walls nearer than any of the body fill its window: how many triangles were written, as for `look`, or -1.

    This settles what is wholly hidden without drawing the body. Else the sheet has what is hidden for certain.
    """
    if body.roots.shape[0] == 0:
        return -1
    root = body.roots[0]
    near = 0.0
    for k in range(3):
        low_side = frame[0, k] * (body.forest.boxes[root, k] - eye[k])
        near += min(low_side, frame[0, k] * (body.forest.boxes[root, 3 + k] - eye[k]))
    if near <= 2 * NEAR:
        return -1
    a, b = eye, np.empty(3)
    for c in range(5):  # a look at the middle and the corners
        s = 0.5 * (low[0] + high[0]) if c == 4 else (low[0] if c & 1 else high[0])
        t = 0.5 * (low[1] + high[1]) if c == 4 else (low[1] if c & 2 else high[1])
        for k in range(3):
            b[k] = eye[k] + (frame[0, k] + s * frame[1, k] + t * frame[2, k]) * near
        if first_hit(walls, a, b)[0] < 0:
            return -1
    page.body[:] = TOUCHED
    page.near[:] = 1 / near
    page.far[:] = 1 / near
    draw(walls, gathered(walls, eye, frame, low, high, near), False, eye, frame, low, high, near, page)
    # What these hide stays hidden, whatever else there is.
    page.filled[:] = 0
    everything = True
    for j in range(page.wall.shape[0]):
        for i in range(page.wall.shape[1]):
            if page.wall[j, i] and _is_known(page, j, i):
                page.wall[j, i] = TOUCHED | FILLED
                page.filled[j // TILE, i // TILE] += 1
            else:
                page.wall[j, i] = 0
                everything = False
    if not everything:
        return -1
    number = 0
    for i in range(2 * rays):
        s = low[0] + (high[0] - low[0]) * ((i * 0.7548776662466927) % 1.0)
        t = low[1] + (high[1] - low[1]) * ((i * 0.5698402909980532) % 1.0)
        for k in range(3):
            b[k] = eye[k] + (frame[0, k] + s * frame[1, k] + t * frame[2, k]) * 1e3 * near
        if number == rays // 2:
            break
        met, at = first_hit(body, a, b)
        if met < 0:
            continue
        for k in range(3):
            b[k] = eye[k] + (b[k] - eye[k]) * at
        met, _ = first_hit(walls, a, b)
        if met >= 0:
            blockers[number] = met
            weights[number] = 1.0
            number += 1
    return number


@njit(cache=True, nogil=True)
def look(
    forest: Forest,
    in_the_way: Ints,
    target: Ints,
    eye: Floats,
    frame: Floats,
    low: Floats,
    high: Floats,
    by_angle: bool,
    page: Sheet,
    rays: int,
    sums: Floats,
    finer: Flags,
    kept: Floats,
    blockers: Ints,
    weights: Floats,
) -> int:
    """Draw the body and what stands before it through one window, where its tiles are open, and add up.

    Args:
        in_the_way, target: the roots of their trees.
        low, high: of the window, on the plane at distance 1 from the eye.
        by_angle: weigh pixels by the part of the sphere that they cover, not by their area.
        rays: through open pixels, about; half as many go through hidden ones for `blockers`.
        sums: (8,) weights by certainty, then the body and its hidden part as they are reckoned; added to.
        finer: (m, m) tiles of a finer sheet, its pixels a whole part of these; 1 is written where one is open. Tiles
            are smaller than this sheet's then: `kept` (8,) gets the sums of what no open one of them holds.
        blockers, weights: the first triangles that hidden rays meet, and the part that each stands for; returns how
            many.
    """
    walls, body = Soup(forest, in_the_way), Soup(forest, target)
    size = page.body.shape[0]
    tiles = size // TILE
    finer[:] = 0
    page.filled[:] = 0
    for tile in range(tiles * tiles):
        if page.open[tile // tiles, tile % tiles]:
            for p in range(TILE * TILE):
                page.wall[tile // tiles * TILE + p // TILE, tile % tiles * TILE + p % TILE] = 0
    if page.open.min() and not by_angle:
        number = _shut(walls, body, eye, frame, low, high, page, rays, blockers, weights)
        if number >= 0:
            sums[HIDDEN] += 1.0
            sums[6] += 1.0
            sums[7] += 1.0
            return number
    for tile in range(tiles * tiles):
        if page.open[tile // tiles, tile % tiles]:
            for p in range(TILE * TILE):
                page.body[tile // tiles * TILE + p // TILE, tile % tiles * TILE + p % TILE] = 0
    draw(body, gathered(body, eye, frame, low, high, np.inf), True, eye, frame, low, high, np.inf, page)
    share = size // finer.shape[0]  # pixels to a finer tile
    least = np.inf
    for tile in range(tiles * tiles):
        if page.open[tile // tiles, tile % tiles]:
            for p in range(TILE * TILE):
                j, i = tile // tiles * TILE + p // TILE, tile % tiles * TILE + p % TILE
                if page.body[j, i]:
                    least = min(least, page.far[j, i])
    if least == np.inf:
        return 0
    far = 1 / least
    draw(walls, gathered(walls, eye, frame, low, high, far), False, eye, frame, low, high, far, page)
    open_pixels = 0
    hidden_pixels = 0
    unknown = bare = covered = False
    for tile in range(tiles * tiles):
        if not page.open[tile // tiles, tile % tiles]:
            continue
        for p in range(TILE * TILE):
            j, i = tile // tiles * TILE + p // TILE, tile % tiles * TILE + p % TILE
            if not page.body[j, i]:
                continue
            rim, known = _is_rim(page, j, i), _is_known(page, j, i)
            if rim or not known:
                open_pixels += 1
                finer[j // share, i // share] = 1
            elif page.wall[j, i]:
                hidden_pixels += 1
            unknown |= not known
            covered |= known and page.wall[j, i] > 0
            bare |= page.wall[j, i] == 0
    mixed = unknown or (bare and covered)  # else all of it is hidden, or none
    step = max(1, open_pixels // max(rays, 1))
    hidden_step = max(1, hidden_pixels // max(rays // 2, 1))
    wide_s, wide_t = (high[0] - low[0]) / size, (high[1] - low[1]) / size
    a, b = eye, np.empty(3)
    own = np.empty(8)
    seen_open = 0
    seen_hidden = 0
    number = 0
    for tile in range(tiles * tiles):
        if not page.open[tile // tiles, tile % tiles]:
            continue
        for p in range(TILE * TILE):
            j, i = tile // tiles * TILE + p // TILE, tile % tiles * TILE + p % TILE
            if not page.body[j, i]:
                continue
            s, t = low[0] + (i + 0.5) * wide_s, low[1] + (j + 0.5) * wide_t
            weight = wide_s * wide_t * ((1 + s * s + t * t) ** -1.5 if by_angle else 1.0)
            wall = page.wall[j, i]
            rim, known = _is_rim(page, j, i), _is_known(page, j, i)
            own[:] = 0
            if not known:
                own[MAYBE_RIM if rim else MAYBE_HIDDEN] = weight
            elif wall:
                own[HIDDEN_RIM if rim else HIDDEN] = weight
            else:
                own[OPEN_RIM if rim else OPEN] = weight
            if not rim and known:
                own[6] = weight
                if wall:
                    own[7] = weight
                    if seen_hidden % hidden_step == 0 and number < blockers.shape[0]:
                        for k in range(3):
                            b[k] = eye[k] + (frame[0, k] + s * frame[1, k] + t * frame[2, k]) / page.far[j, i]
                        met, _ = first_hit(walls, a, b)
                        if met >= 0:
                            blockers[number] = met
                            weights[number] = weight * hidden_step
                            number += 1
                    seen_hidden += 1
            elif mixed:
                if seen_open % step == 0:
                    # A place of the pixel that differs from one to the next, so that rows of edges are not all met
                    # alike.
                    s += wide_s * ((seen_open * 0.7548776662466927) % 1.0 - 0.5)
                    t += wide_t * ((seen_open * 0.5698402909980532) % 1.0 - 0.5)
                    for k in range(3):
                        b[k] = eye[k] + (frame[0, k] + s * frame[1, k] + t * frame[2, k]) * 2 / page.far[j, i]
                    met, at = first_hit(body, a, b)
                    if met >= 0:
                        own[6] = weight * step
                        if known:
                            own[7] = weight * step if wall else 0.0
                        else:
                            away = 0.0
                            for k in range(3):
                                b[k] = eye[k] + (b[k] - eye[k]) * at
                                away += (b[k] - eye[k]) ** 2
                            met, at = first_hit(walls, a, b)
                            if met >= 0 and at < 1 - PULL / max(away**0.5, 4 * PULL):
                                own[7] = weight * step
                                if number < blockers.shape[0]:
                                    blockers[number] = met
                                    weights[number] = weight * step
                                    number += 1
                seen_open += 1
            for k in range(8):
                sums[k] += own[k]
                if not finer[j // share, i // share]:
                    kept[k] += own[k]
    return number
