"""What the material names of parts look like: a layer of the textures, its scale, a tint, a glow.

A part names its material as `NAME` or `NAME:#rrggbb`; the colour (sRGB) takes the place of the material's own
tint. Unknown names are drawn plain, in their colour.
"""

from __future__ import annotations

import msgspec

from sim.app.render.textures import layer
from sim.board.model.terrain import Meaning

__all__ = ["ALIASES", "MATERIALS", "Colour", "Material", "find", "guess", "hex_colour"]

Colour = tuple[float, float, float]


class Material(msgspec.Struct, frozen=True):
    """`inches`: what one repeat of the texture covers. `crease`: edges sharper than this stay sharp, degrees.

    `glow` is light of its own, 0 to 1. `grain`: the finest triangle edge wanted for baked light, inches.
    `around`: the texture is wrapped round the vertical axis of its part.
    """

    texture: str
    inches: float
    tint: Colour = (1.0, 1.0, 1.0)
    crease: float = 28.0
    glow: float = 0.0
    grain: float = 5.0
    around: bool = False

    @property
    def layer(self) -> int:
        return layer(self.texture)


MATERIALS: dict[str, Material] = {
    "stucco": Material("stucco", 4.0, (0.93, 0.72, 0.47), grain=1.5),
    "brick": Material("brick", 1.25, grain=1.5),
    "tile": Material("tile", 1.7, (0.74, 0.42, 0.27), grain=1.8),
    "stone": Material("stone", 2.0, (0.97, 0.95, 0.9)),
    "ashlar": Material("ashlar", 3.0, (0.82, 0.79, 0.73), grain=1.5),
    "paving": Material("paving", 3.2, grain=1.1),
    "earth": Material("stone", 2.6, (0.50, 0.41, 0.30), grain=0.8),
    "rubble": Material("ashlar", 1.6, (0.86, 0.80, 0.74), grain=0.8),
    "lead": Material("planks", 2.2, (0.62, 0.78, 0.72)),
    "wood": Material("planks", 1.4, (0.60, 0.44, 0.30)),
    "dark_wood": Material("planks", 1.4, (0.20, 0.17, 0.15), crease=50.0),
    "timber": Material("planks", 0.9, (0.50, 0.40, 0.30)),
    "shutter": Material("slats", 1.0, (0.14, 0.34, 0.25)),
    "glass": Material("glass", 2.0, (0.17, 0.22, 0.27)),
    "lit_glass": Material("glass", 2.0, (1.0, 0.70, 0.34), glow=0.62),
    "lantern": Material("plain", 1.0, (1.0, 0.76, 0.40), glow=1.0),
    "iron": Material("plain", 1.0, (0.15, 0.15, 0.15), crease=50.0, grain=3.0),
    "gold": Material("plain", 1.0, (0.88, 0.66, 0.20), crease=55.0),
    "steel": Material("plain", 1.0, (0.74, 0.76, 0.80), crease=40.0),
    "rope": Material("planks", 0.3, (0.86, 0.78, 0.60), crease=60.0),
    "stripes": Material("spiral", 1.1, crease=60.0, around=True),
    "awning": Material("stripes", 1.6),
    "awning_green": Material("stripes_green", 1.6),
    "awning_ochre": Material("stripes_ochre", 1.6),
    "cloth": Material("plain", 1.0, (0.80, 0.76, 0.66), crease=60.0),
    "foliage": Material("leaves", 0.8, (0.36, 0.56, 0.22), crease=10.0, grain=3.0),
    "flower": Material("leaves", 0.5, (0.98, 0.30, 0.36), crease=10.0, grain=3.0),
    "terracotta": Material("plain", 1.0, (0.76, 0.42, 0.28), crease=50.0),
    "cotto": Material("paving", 1.6, (0.80, 0.52, 0.38)),
    "plaster": Material("stone", 2.4, (0.90, 0.84, 0.72), grain=1.5),
    "straw": Material("planks", 0.4, (0.80, 0.66, 0.36), crease=60.0),
    "lacquer": Material("plain", 1.0, (0.05, 0.05, 0.06), crease=60.0),
    "plain": Material("plain", 1.0),
    "skin": Material("plain", 1.0, (0.84, 0.64, 0.50), crease=70.0),
    "tint": Material("plain", 1.0, (0.70, 0.10, 0.10), crease=65.0),
    "tint_dark": Material("plain", 1.0, (0.42, 0.06, 0.07), crease=65.0),
    "leather": Material("plain", 1.0, (0.30, 0.20, 0.13), crease=60.0),
    "hat": Material("plain", 1.0, (0.075, 0.075, 0.085), crease=60.0),
    "bone": Material("plain", 1.0, (0.95, 0.93, 0.87), crease=70.0),
    "hair": Material("plain", 1.0, (0.24, 0.16, 0.11), crease=70.0),
}

ALIASES = {
    "roof": "tile",
    "roof_tile": "tile",
    "tiles": "tile",
    "planks": "wood",
    "istrian": "stone",
    "marble": "stone",
    "glass_lit": "lit_glass",
    "pole": "stripes",
    "flowers": "flower",
    "leaves": "foliage",
    "shutters": "shutter",
    "ground": "paving",
    "quay": "ashlar",
    "copper": "lead",
    "fabric": "cloth",
    "metal": "iron",
}


def hex_colour(text: str) -> Colour:
    """`#rrggbb` as three numbers from 0 to 1. Raises ValueError for anything else."""
    if len(text) != 7 or text[0] != "#":
        raise ValueError(f"{text!r} is no colour: write #rrggbb")
    return (int(text[1:3], 16) / 255, int(text[3:5], 16) / 255, int(text[5:7], 16) / 255)


def find(name: str) -> Material:
    """The material of a name, with the tint that the name may carry."""
    word, _, colour = name.partition(":")
    material = MATERIALS.get(ALIASES.get(word, word), MATERIALS["plain"])
    return msgspec.structs.replace(material, tint=hex_colour(colour)) if colour else material


def guess(meaning: Meaning) -> str:
    """A material for a part that names none: bare meshes and test boards."""
    if meaning.kind.nature.material:
        return meaning.kind.nature.material
    if meaning.vessel is not None:
        return "dark_wood"
    return "wood" if meaning.obstacle is not None or meaning.barricade is not None else ""
