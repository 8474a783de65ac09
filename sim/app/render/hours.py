"""The hours at which a board is shown: where the sun or the moon stands, what the sky is like, and what lamps give.

All colours are linear light. What is shown by an hour is brought to the same brightness by its exposure, so that minis
are told apart by night as by day.
"""

from __future__ import annotations

import math

import msgspec

from sim.board.model.hours import HOURS

__all__ = ["AFTERNOON", "Hour", "hour_of"]

Light = tuple[float, float, float]


def _towards(east: float, north: float, up: float) -> Light:
    length = math.sqrt(east * east + north * north + up * up)
    return (east / length, north / length, up / length)


class Hour(msgspec.Struct, frozen=True):
    """`sun`: the unit vector to the sun or the moon; `sun_colour` what it gives, `bounce` what of that is thrown back,
    `shade` what stands for light thrown back twice.

    The sky as it looks from straight above (`zenith`) to its rim (`horizon`), with `glow` round the sun; `cloud` what
    clouds give, and `cloudy` how much of them there is; and what it sheds on things, from above and from its rim.
    `haze` multiplies what the distance hides, and `mist` is haze that lies over the board however high one looks from.
    `water` is the light out of the depth of a canal.

    `stars`: how bright they are. `lamps`: what lanterns and windows give, `shine` how bright they look themselves.
    `fill` is light that follows the minis, so that they are told apart. `exposure` multiplies all of it.
    """

    name: str
    sun: Light
    sun_colour: Light
    bounce: Light
    shade: Light
    zenith: Light
    horizon: Light
    glow: Light
    shed_above: Light
    shed_rim: Light
    cloud: Light = (1.15, 1.02, 0.90)
    cloudy: float = 0.75
    haze: float = 1.0
    mist: float = 0.0
    water: Light = (0.022, 0.080, 0.082)
    stars: float = 0.0
    lamps: float = 0.0
    shine: float = 1.0
    fill: Light = (0.0, 0.0, 0.0)
    exposure: float = 1.0


AFTERNOON = Hour(
    "afternoon",
    sun=_towards(-0.62, -0.50, 0.62),
    sun_colour=(3.9, 3.05, 2.05),
    bounce=(3.6, 2.9, 2.05),
    shade=(0.30, 0.31, 0.34),
    zenith=(0.23, 0.45, 0.93),
    horizon=(0.97, 0.88, 0.76),
    glow=(1.0, 0.65, 0.35),
    shed_above=(0.42, 0.62, 0.98),
    shed_rim=(0.95, 0.86, 0.74),
)

_HOURS = {
    each.name: each
    for each in (
        Hour(
            "noon",
            sun=_towards(-0.30, -0.42, 0.95),
            sun_colour=(4.3, 3.95, 3.3),
            bounce=(3.9, 3.6, 3.0),
            shade=(0.30, 0.33, 0.38),
            zenith=(0.20, 0.46, 1.02),
            horizon=(0.78, 0.90, 1.02),
            glow=(0.9, 0.85, 0.7),
            shed_above=(0.46, 0.70, 1.06),
            shed_rim=(0.84, 0.92, 1.0),
            cloud=(1.25, 1.22, 1.18),
            cloudy=0.6,
            exposure=0.92,
        ),
        AFTERNOON,
        Hour(
            "dusk",
            sun=_towards(-0.86, -0.36, 0.30),
            sun_colour=(2.9, 1.30, 0.48),
            bounce=(2.6, 1.2, 0.5),
            shade=(0.20, 0.19, 0.26),
            zenith=(0.12, 0.17, 0.46),
            horizon=(0.98, 0.50, 0.30),
            glow=(1.9, 0.70, 0.20),
            shed_above=(0.30, 0.32, 0.56),
            shed_rim=(0.72, 0.46, 0.42),
            cloud=(1.10, 0.56, 0.46),
            cloudy=0.9,
            haze=1.2,
            water=(0.020, 0.046, 0.060),
            lamps=14.0,
            shine=1.2,
            fill=(0.05, 0.045, 0.05),
            exposure=1.12,
        ),
        Hour(
            "night",
            sun=_towards(-0.50, -0.55, 0.72),
            sun_colour=(0.25, 0.39, 0.72),
            bounce=(0.26, 0.36, 0.58),
            shade=(0.030, 0.038, 0.060),
            zenith=(0.020, 0.036, 0.095),
            horizon=(0.060, 0.090, 0.160),
            glow=(0.10, 0.12, 0.16),
            shed_above=(0.060, 0.085, 0.160),
            shed_rim=(0.070, 0.090, 0.140),
            stars=1.0,
            cloud=(0.075, 0.095, 0.15),
            cloudy=0.7,
            haze=1.3,
            water=(0.0025, 0.009, 0.014),
            lamps=115.0,
            shine=0.75,
            fill=(0.045, 0.050, 0.065),
            exposure=2.1,
        ),
        Hour(
            "fog",
            sun=_towards(-0.55, -0.50, 0.66),
            sun_colour=(0.55, 0.53, 0.50),
            bounce=(0.5, 0.48, 0.46),
            shade=(0.30, 0.31, 0.33),
            zenith=(0.66, 0.69, 0.72),
            horizon=(0.70, 0.71, 0.71),
            glow=(0.25, 0.23, 0.20),
            shed_above=(0.80, 0.82, 0.84),
            shed_rim=(0.72, 0.73, 0.74),
            cloud=(0.72, 0.73, 0.74),
            cloudy=0.0,
            haze=2.0,
            mist=0.0085,
            water=(0.030, 0.058, 0.058),
            lamps=10.0,
            shine=1.1,
            fill=(0.05, 0.05, 0.05),
            exposure=1.12,
        ),
    )
}

assert tuple(_HOURS) == HOURS


def hour_of(name: str) -> Hour:
    """The hour of a name."""
    return _HOURS[name]
