"""Minis: a painted body on a round base, and what the table says about them."""

from __future__ import annotations

import hashlib
from functools import cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.render.baked_light import Baked, LightScene
from sim.app.render.figure_bases import base_patches, lathe, top_patch
from sim.app.render.materials import Colour
from sim.app.render.objective_models import objective_patches
from sim.app.render.paint.finish import composed, roots
from sim.app.render.paint.painter import BARE, PaintedBody, painted_body
from sim.app.render.row_sets import row_sets
from sim.app.render.surface import Patch, Surface, build, join
from sim.app.render.textures import layer
from sim.board.files.array_cache import read_arrays, write_arrays
from sim.board.files.folders import assets_dir
from sim.board.model.errors import BoardError
from sim.board.model.tableau import MM

__all__ = [
    "SEAT_COLOURS",
    "FigureLook",
    "PaintedMini",
    "body_patches",
    "figure_surface",
    "marker_patches",
    "own_shade",
    "painted_mini",
]

Floats = NDArray[np.float64]

DULLEST = 250  # of 255: what shines no less is no picture of a mini
SHADES = 1  # of what is kept; a change makes it anew
SEAT_COLOURS: tuple[Colour, ...] = (
    (0.00, 0.45, 0.70),
    (0.90, 0.55, 0.00),
    (0.80, 0.47, 0.65),
    (0.00, 0.62, 0.45),
)
"""Blue, orange, pink and green that stay apart for every kind of colour blindness (Okabe and Ito)."""

GANG_TINTS: tuple[Colour, ...] = ((0.16, 0.26, 0.58), (0.70, 0.11, 0.10), (0.45, 0.16, 0.48), (0.13, 0.40, 0.24))


class FigureLook(msgspec.Struct, frozen=True):
    """How a mini is painted: its seat's number, the colour of its clothes, and its state at the table.

    `edge`: the colour of its base, where that is not its seat's. `ring`: a colour round it (selected, hovered), or
    None. `tint_over`: a colour over the whole mini, with its strength as the fourth number (stunned, hidden, dead).
    `shown`: False takes it off the board.
    """

    seat: int = 0
    tint: Colour | None = None
    edge: Colour | None = None
    ring: Colour | None = None
    tint_over: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    shown: bool = True

    @property
    def clothes(self) -> Colour:
        return self.tint if self.tint is not None else GANG_TINTS[self.seat % len(GANG_TINTS)]

    @property
    def rim(self) -> Colour:
        return self.edge if self.edge is not None else SEAT_COLOURS[self.seat % len(SEAT_COLOURS)]


@cache
def body_patches(name: str) -> tuple[tuple[str, Patch], ...]:
    """The parts of a body with their names, about the centre of the underside of the base.

    Raises:
        BoardError: there is no such body.
    """
    from sim.app.render.patches import nodes_of, skin_patch

    path = assets_dir() / "bodies" / f"{name}.glb"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in path.parent.glob("*.glb")))
        raise BoardError(f"no body '{name}': the bodies are {known}")
    made: list[tuple[str, Patch]] = []
    for node in nodes_of(path):
        named = str(node.extras.get("material", ""))
        if named == "none":
            continue
        made.extend((node.name, skin_patch(skin, named or node.name)) for skin in node.skins)
    return tuple(made)


class PaintedMini(msgspec.Struct, frozen=True, eq=False):
    """A mini about the centre of the underside of its base, facing east. `surface`: its corners have the colour that is
    painted there, for whoever lays no picture round it. `uv`: where they lie on the picture, (3n, 2) from 0 to 1, and
    `tint`: what that is multiplied by, as the surface's own. `picture`: (side, side, 4), square roots of light, and how
    dull it is. `shade`: its own."""

    surface: Surface
    uv: Floats
    tint: Floats
    picture: NDArray[np.uint8]
    shade: Baked


def painted_mini(body: str, base_mm: float, look: FigureLook) -> PaintedMini:
    """A mini as it is painted for a gang. Raises BoardError: there is no such body."""
    painted, rest, skin = _parts_of(body, base_mm, look)
    surface = _coloured(painted, rest, skin, look)
    white = np.column_stack([np.ones((len(skin.points), 3)), skin.tint[:, 3]])
    bare = np.full((len(rest.points), 2), 1.0 - BARE / 2 / len(painted.paint))
    dull = np.minimum(255 - painted.paint[..., 5], DULLEST)
    picture = np.dstack([roots(composed(painted.paint, look.clothes)), dull])
    uv, tint = np.concatenate([bare, painted.uv]), np.concatenate([rest.tint, white])
    return PaintedMini(surface, uv, tint, picture, own_shade(surface))


def figure_surface(body: str, base_mm: float, look: FigureLook) -> tuple[Surface, Baked]:
    """A painted mini, its paint in the colours of its corners, with its own shade."""
    surface = _coloured(*_parts_of(body, base_mm, look), look)
    return surface, own_shade(surface)


def _coloured(painted: PaintedBody, rest: Surface, skin: Surface, look: FigureLook) -> Surface:
    """All of a mini; stones have their own colour."""
    tint = np.column_stack([composed(_at_corners(painted), look.clothes), skin.tint[:, 3]])
    stones = skin.uv[:, 2] == layer("paving")
    tint[stones] = skin.tint[stones]
    return join([rest, msgspec.structs.replace(skin, tint=tint)])


def _parts_of(body: str, base_mm: float, look: FigureLook) -> tuple[PaintedBody, Surface, Surface]:
    """The paint of a body and of the top of its base; the surface of the rest of that, which has none; and theirs."""
    top = top_patch(base_mm * MM / 2)
    parts = [(name, patch) for name, patch in body_patches(body) if name != "base"]
    painted = painted_body(body, [*parts, ("base", top)])
    rest = build(base_patches(base_mm * MM / 2, look.rim), fine=False)
    return painted, rest, build([*(patch for _, patch in parts), top], fine=False)


SAMPLED = ((0.6, 0.2, 0.2), (0.4, 0.4, 0.2), (0.4, 0.2, 0.4), (0.34, 0.33, 0.33))  # shares of a corner and the others


def _at_corners(painted: PaintedBody) -> NDArray[np.float32]:
    """The paint about each corner, (3n, 6): of its face's inside, since edges are painted light and dark. What has some
    of the gang's colour has all of it, and light and dark are softer, so that gangs are told apart from afar."""
    side, corners = len(painted.paint), painted.uv.reshape(-1, 3, 2)
    total = np.zeros((len(painted.uv), painted.paint.shape[2]), np.float32)
    for own, after, before in SAMPLED:
        at = own * corners + after * np.roll(corners, -1, axis=1) + before * np.roll(corners, 1, axis=1)
        pixel = np.clip((at.reshape(-1, 2) * side).astype(np.int64), 0, side - 1)
        total += painted.paint[pixel[:, 1], pixel[:, 0]]
    total /= len(SAMPLED)
    total[:, 3] = 255 * np.clip((total[:, 3] / 255 - 0.15) / 0.4, 0, 1)
    total[:, 4] = 128 + 0.7 * (total[:, 4] - 128)
    return total


_SHADES: dict[str, NDArray[np.float32]] = {}  # by what they are of


def own_shade(surface: Surface) -> Baked:
    """How much a thing shades itself, for each corner; kept. Light itself comes from where it stands."""
    shape = hashlib.blake2b(f"{SHADES}".encode(), digest_size=12)
    for rows in (surface.points, surface.normals):
        shape.update(np.ascontiguousarray(rows).tobytes())
    name, count = f"shade-{shape.hexdigest()}", len(surface.points)
    if name not in _SHADES:
        kept = read_arrays(name, ("open",))
        if kept is None or kept["open"].shape != (count,):
            kept = {"open": _openness(surface).astype(np.float32)}
            write_arrays(name, kept)
        _SHADES[name] = kept["open"]
    open_ = _SHADES[name].astype(np.float64)
    return Baked(np.zeros((count, 3)), open_, np.ones(count))


def _openness(surface: Surface) -> Floats:
    """How much of what is round it each corner of a thing sees, past the thing itself."""
    low = float(surface.points[:, 2].min()) if len(surface.points) else 0.0
    scene = LightScene(surface, np.ones((32, 3)), reach=0.01)
    corner = np.round(np.hstack([surface.points * 500, surface.normals * 16])).astype(np.int32)
    first, back = row_sets(corner)
    near = scene.gather(surface.points[first], surface.normals[first], 32, 5)[1]
    ground = np.clip((surface.points[first, 2] - low) / 0.5, 0.0, 1.0)
    open_: Floats = (near * (0.75 + 0.25 * ground))[back]
    return open_


def marker_patches(kind: str, radius: float, height: float, name: str = "") -> list[Patch]:
    """A marker that lies on the board; `name` says what stands on that of an objective."""
    disc = lathe([(radius, 0.0), (radius, 0.02), (radius - 0.06, 0.035), (0.0, 0.035)])
    colours: dict[str, Colour] = {
        "smoke": (0.62, 0.62, 0.64),
        "haze": (0.74, 0.74, 0.76),
        "ice": (0.76, 0.90, 0.98),
        "chasm": (0.05, 0.04, 0.05),
    }
    made = [Patch(disc, "plain", colours.get(kind, (0.90, 0.82, 0.55)))]
    if kind == "objective":
        made += objective_patches(name.partition("-")[0])
    if kind == "smoke":
        rng = np.random.default_rng(7)
        for _ in range(26):
            size = radius * rng.uniform(0.22, 0.42)
            angle, out, up = rng.uniform(0, 6.28), radius * 0.72 * rng.random() ** 0.5, rng.uniform(0.1, 0.85) * height
            puff = lathe([(size * float(np.sin(a)), size * float(-np.cos(a))) for a in np.linspace(0.01, 3.13, 7)], 12)
            at = np.array([out * np.cos(angle), out * np.sin(angle), min(max(up, size), height - size * 0.6)])
            made.append(Patch(puff + at, "cloth", (0.66, 0.66, 0.68)))
    return made
