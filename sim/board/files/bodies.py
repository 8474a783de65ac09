"""Bodies: the figures that stand on bases, and which of their parts see and are seen (GEO-06).

A body is `assets/bodies/NAME.glb`, or any mesh file, whose origin is the centre of the base. Parts named `head`
and `torso` carry sight; all others (arms, hat, weapon, cloak) count for cover. A mesh without such parts is all
torso but for one named `base`, and its head is its highest point: `bauta los` says so. The round base comes with the
mini, not with the body (`load_on_base`), and counts for cover, too.

Head and torso should lie over the base: what reaches further sees through a thin wall that the base stands against.
The program's own bodies do; of a body file, `Body.beyond` says by how much it does not, and `bauta los` says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from os.path import isfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.board.files.array_cache import read_arrays, write_arrays
from sim.board.files.cache import KeptSolid, files_key
from sim.board.files.folders import assets_dir
from sim.board.files.pieces import MESHES, read_mesh
from sim.board.model.errors import MeshError
from sim.board.model.part_names import BASE
from sim.board.model.tableau import BASE_HEIGHT, MM
from sim.errors import meant
from sim.geometry.mesh.prisms import prism
from sim.geometry.ray.blockers import Solid
from sim.geometry.sight.sight import Target
from sim.words import say

__all__ = ["ON_BASE", "Body", "body_content", "load_body", "load_on_base"]

Floats = NDArray[np.float64]

TALLEST = 24.0  # inches, and as far to each side: a body that was made in millimetres is told as such
SIGHT = ("head", "torso")
BODIES = 3  # of what is kept on disk of a body; a change makes it anew
ON_BASE = ("body", BASE)  # the parts of a body on its base
SIDES = 48  # of a base: at their middles 0.002 of its radius within the circle


class Body:
    """A figure about its own origin, facing east. Make one with `load_body` or `from_parts`."""

    def __init__(self, name: str, target: Target, whole: Solid, eye: Floats, height: float, key: str = "") -> None:
        self.name = name
        self.target = target  # what sees and is seen
        self.whole = whole  # all its parts
        self.eye = eye  # the centre of the head
        self.height = height
        self.key = key  # a name of its content; "" of one that is made in code

    def beyond(self, base_mm: float) -> float:
        """How far head and torso reach over the edge of a base, in inches: 0 if they do not."""
        return max(0.0, float(np.hypot(*self.target.triangles[..., :2].reshape(-1, 2).T).max()) - base_mm * MM / 2)

    @property
    def parted(self) -> bool:
        """Whether it has a part named head or torso; else all of it sees and is seen."""
        return not set(SIGHT).isdisjoint(self.whole.names)

    @classmethod
    def from_parts(cls, name: str, parts: Mapping[str, Floats]) -> Body:
        """A body of named parts, (n, 3, 3) triangles in inches each.

        Raises:
            MeshError: no triangles at all.
        """
        named = {key: np.asarray(t, np.float64).reshape(-1, 3, 3) for key, t in parts.items() if len(t)}
        if not named:
            raise MeshError(
                say("body '{name}' holds no triangles: it needs a mesh with parts head and torso", name=name)
            )
        carrying = [named[key] for key in SIGHT if key in named]
        carrying = carrying or [t for key, t in named.items() if key != BASE] or list(named.values())
        every = np.concatenate(list(named.values()))
        if "head" in named:
            eye = (named["head"].min((0, 1)) + named["head"].max((0, 1))) / 2
        else:
            corners = every.reshape(-1, 3)
            eye = corners[corners[:, 2] >= corners[:, 2].max() - 1e-6].mean(axis=0)
        part_of = np.repeat(np.arange(len(named), dtype=np.int32), [len(t) for t in named.values()])
        whole = Solid(every, part_of, tuple(named))
        return cls(name, Target.of(*carrying), whole, eye, float(every[..., 2].max()))


def _body_path(name_or_path: str) -> Path:
    path = Path(name_or_path)
    return path if path.suffix.lower() in MESHES else assets_dir() / "bodies" / f"{name_or_path}.glb"


def body_content(name_or_path: str) -> bytes:
    """The file of a body; nothing where it cannot be read."""
    try:
        return _body_path(name_or_path).read_bytes()
    except OSError:
        return b""


def load_body(name_or_path: str) -> Body:
    """A body by its name in `assets/bodies`, or by the path of a mesh file.

    Raises:
        MeshError: there is no such body (the message lists the names), or the file is broken.
    """
    if not isinstance(name_or_path, str):
        raise MeshError(say("a body is named by a text, not by a {kind}", kind=type(name_or_path).__name__))
    return _load(name_or_path)


def _called(name: str) -> str:
    """`head`, `torso` and `base` as other programs write them: "Head", "mini/head", "torso.001"; other names as they
    are."""
    plain = re.sub(r"\.[0-9]+$", "", name.rpartition("/")[2]).strip().lower()
    return plain if plain in (*SIGHT, BASE) else name


@lru_cache(maxsize=64)
def _load(name_or_path: str) -> Body:
    path = _body_path(name_or_path)
    if Path(name_or_path).suffix.lower() not in MESHES and not isfile(path):
        known = sorted(p.stem for p in (assets_dir() / "bodies").glob("*.glb"))
        raise MeshError(
            say(
                "no body '{name}': give a mesh file, or a name; {mend}",
                name=name_or_path,
                mend=meant(name_or_path, known),
            )
        )
    key = f"body-{BODIES}-{files_key([path] if isfile(path) else [], path.stem.encode())}"
    held = read_arrays(key, ("target", "whole", "part_of", "names", "eye"))
    if held is None:
        parts: dict[str, Floats] = {}
        for part in read_mesh(path, apart=True):  # of parts of one's own only the names tell what they are
            name = _called(part.name)
            there = parts.get(name)
            parts[name] = part.triangles if there is None else np.concatenate([there, part.triangles])
        reach = max(float(np.abs(triangles).max()) for triangles in parts.values())
        if reach > TALLEST:
            raise MeshError(
                say(
                    "{path}: reaches {reach:,.0f} inches from the centre of its base: "
                    "scale it to inches; {most:g} are the most",
                    path=path,
                    reach=reach,
                    most=TALLEST,
                )
            )
        body = Body.from_parts(path.stem, parts)
        held = {
            "target": body.target.triangles,
            "whole": body.whole.rays.triangles,
            "part_of": np.asarray(body.whole.part_of),
            "names": np.array(body.whole.names),
            "eye": body.eye,
        }
        write_arrays(key, held)
    whole = Solid(held["whole"], held["part_of"], tuple(held["names"].tolist()))
    height = float(held["whole"][..., 2].max())
    return Body(path.stem, Target(held["target"]), whole, held["eye"], height, key)


def load_on_base(name_or_path: str, base_mm: float) -> Solid:
    """A body on a round base of so many mm, about the centre of its underside: what hides and is hidden of a mini
    (GEO-07, 08). Its parts are `ON_BASE`.

    Raises:
        MeshError: as of `load_body`.
    """
    return _on_base(load_body(name_or_path), base_mm)


@lru_cache(maxsize=128)
def _on_base(body: Body, base_mm: float) -> Solid:
    own, base = body.whole.rays.triangles, prism(base_mm * MM / 2, BASE_HEIGHT, SIDES)
    part_of = np.repeat(np.arange(2, dtype=np.int32), [len(own), len(base)])
    solid = Solid(np.concatenate([own, base]), part_of, ON_BASE)
    return KeptSolid(solid, f"{body.key}-on-{base_mm}x{BASE_HEIGHT}x{SIDES}") if body.key else solid
