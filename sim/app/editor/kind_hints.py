"""What the words for the parts of a mesh, and for the styles of the generator, mean to whoever points at them."""

from __future__ import annotations

from sim.builder.generator.styles import Style
from sim.words import say

__all__ = ["KIND_HINTS", "STYLE_HINTS"]

KIND_HINTS = {
    "solid": say("Stood on where it is flat, climbed where it is steep (TERR-01)"),
    "difficult": say("Crossed with a roll (TERR-02)"),
    "water": say("Swum in (TERR-04)"),
    "impassable": say("Nothing moves over it (TERR-05)"),
    "ladder": say("Climbed without a roll, and in nobody's way (TERR-07)"),
    "soft": say("A fall onto it hurts less (FALL-03)"),
    "dangerous": say("A fall onto it hurts more (FALL-03)"),
    "slick": say("Its walls cannot be climbed, as those of canals (MOVE-08)"),
    "unstable": say("Who comes onto it shakes the others (TERR-03)"),
    "ruin": say("Climbed without a roll between its floors (TERR-08)"),
    "obstacle": say("A small thing, on which no turn ends (TERR-09)"),
    "large-obstacle": say("A large thing, stood on and climbed like ground (TERR-09)"),
    "debris": say("It drifts in the water, and no turn ends on it (TERR-10)"),
    "barricade": say("Who stands behind it is protected (TERR-11)"),
    "heavy-barricade": say("Who stands behind it is protected more (TERR-11)"),
    "access": say("A way out of the water, as steps are (MOVE-09)"),
    "boat": say("All of it floats, and is cast off (TERR-14)"),
    "gondola": say("All of it floats, and is rowed (TERR-12)"),
    "decor": say("Seen, but in nobody's way, and it hides nothing"),
}
STYLE_HINTS = {
    Style.DENSE: say("High houses close together, narrow alleys, few walks along the water"),
    Style.CANALS: say("More water and more boats, and walks along it"),
    Style.PIAZZA: say("A great square with a church, its tower and a market"),
    Style.RUINS: say("Half of the houses have fallen in, and much lies about"),
    Style.ISLANDS: say("Low houses on small islands, with broad water between them"),
}
