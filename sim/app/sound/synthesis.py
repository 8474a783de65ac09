"""Sounds made of noise and sines when they are first wanted: no recordings come with the program.

Every maker gives mono samples at `RATE`, at most 1 in size, that begin and end in silence, and the same each time: its
noise is drawn by a generator of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

__all__ = ["AMBIENCE", "MAKERS", "RATE", "Samples", "ambience", "made"]

Samples = NDArray[np.float64]

RATE = 22_050  # samples a second
LOUDEST = 0.89  # so that nothing clips
EDGE = 0.004  # seconds in which a sound rises from silence, and goes back to it
AMBIENCE = 16.0  # seconds of the quiet sound of the quarter, which goes round
BLEND = 2.0  # seconds of its end that go over into its beginning


def made(kind: str) -> Samples:
    """A sound by its name, ready to be played."""
    return _finished(MAKERS[kind](_noise_of(kind)))


def ambience() -> Samples:
    """Water that laps, wind in the alleys, a bell far off: a piece that goes round without a seam."""
    chance = _noise_of("ambience")
    whole = _seconds(AMBIENCE + BLEND)
    wind = _low(chance.standard_normal(len(whole)), 260) * (1.0 + 0.5 * np.sin(2 * np.pi * whole / 9.0))
    laps = np.zeros(len(whole))
    for begins in np.cumsum(chance.uniform(0.9, 2.2, 12)):
        _add(laps, begins, _lap(chance))
    for begins, pitch in ((5.0, 392.0), (6.4, 329.6)):
        _add(laps, begins, 0.25 * _bell(pitch, 5.0))
    heard = 0.5 * wind / np.abs(wind).max() + laps
    seam = round(BLEND * RATE)
    fade = np.linspace(0.0, 1.0, seam)
    heard[:seam] = heard[:seam] * fade + heard[-seam:] * (1.0 - fade)
    heard = heard[: round(AMBIENCE * RATE)]
    return np.asarray(heard / np.abs(heard).max() * LOUDEST)


# --- what sounds are made of --------------------------------------------------------------------------------------


def _noise_of(kind: str) -> np.random.Generator:
    return np.random.default_rng(crc32(kind.encode()))


def _seconds(length: float) -> Samples:
    """The moments of a sound, in seconds."""
    return np.arange(round(length * RATE)) / RATE


def _dying(t: Samples, half: float) -> Samples:
    """A size that halves so often."""
    return np.asarray(0.5 ** (t / half))


def _low(noise: Samples, pitch: float) -> Samples:
    """What of a noise is below a pitch, about: a window of a cosine that slides over it."""
    wide = max(3, round(RATE / pitch))
    window = np.hanning(wide + 2)[1:-1]
    return np.convolve(noise, window / window.sum(), "same")


def _band(noise: Samples, low: float, high: float) -> Samples:
    """What of a noise is between two pitches, about; as large as it may be."""
    found = _low(noise, high) - _low(noise, low)
    return found / max(float(np.abs(found).max()), 1e-9)


def _tone(t: Samples, pitch: float | Samples, *overtones: float) -> Samples:
    """A sine with overtones, each half as loud as the one before it; `pitch` may glide."""
    phase = 2 * np.pi * np.cumsum(np.broadcast_to(pitch, t.shape)) / RATE
    return np.asarray(sum(np.sin(phase * n) / 2**k for k, n in enumerate((1.0, *overtones))))


def _bell(pitch: float, length: float) -> Samples:
    """Struck bronze: partials that are no multiples, the high ones soon gone."""
    t = _seconds(length)
    partials = (
        (0.5, 0.5, 1.0),
        (1.0, 1.0, 0.8),
        (1.19, 0.6, 0.6),
        (1.56, 0.4, 0.45),
        (2.0, 0.5, 0.35),
        (2.74, 0.25, 0.2),
    )
    return np.asarray(sum(size * np.sin(2 * np.pi * pitch * n * t) * _dying(t, half) for n, size, half in partials))


def _add(to: Samples, begins: float, sound: Samples) -> None:
    """Lay a sound over another; what hangs over its end is cut."""
    at = round(begins * RATE)
    room = max(0, len(to) - at)
    to[at : at + len(sound)] += sound[:room]


def _after(length: float, *sounds: tuple[float, Samples]) -> Samples:
    """Sounds that begin at these seconds."""
    whole = np.zeros(round(length * RATE))
    for begins, sound in sounds:
        _add(whole, begins, sound)
    return whole


def _finished(sound: Samples) -> Samples:
    edge = min(round(EDGE * RATE), len(sound) // 2)
    ramp = np.linspace(0.0, 1.0, edge)
    sound = sound - sound.mean()
    sound[:edge] *= ramp
    sound[len(sound) - edge :] *= ramp[::-1]
    return np.asarray(sound / max(float(np.abs(sound).max()), 1e-9) * LOUDEST)


# --- the sounds -------------------------------------------------------------------------------------------------------


def _lap(chance: np.random.Generator) -> Samples:
    t = _seconds(0.9)
    return np.asarray(0.4 * _band(chance.standard_normal(len(t)), 180, 700) * np.sin(np.pi * t / 0.9) ** 2)


def _knock(chance: np.random.Generator, pitch: float, half: float, length: float = 0.25) -> Samples:
    """Something hard on something hard."""
    t = _seconds(length)
    thud = np.sin(2 * np.pi * pitch * t) * _dying(t, half)
    return np.asarray(thud + 0.6 * _band(chance.standard_normal(len(t)), 300, 3000) * _dying(t, half / 3))


def _step(chance: np.random.Generator) -> Samples:
    steps = [(0.24 * k, (0.8, 1.0, 0.7)[k] * _knock(chance, 130 + 15 * k, 0.018, 0.1)) for k in range(3)]
    return _after(0.65, *steps)


def _climb(chance: np.random.Generator) -> Samples:
    t = _seconds(0.3)
    scrape = _band(chance.standard_normal(len(t)), 900, 3500) * np.sin(np.pi * t / 0.3) ** 2
    return _after(0.8, (0.0, 0.5 * scrape), (0.28, _knock(chance, 150, 0.02, 0.12)), (0.45, 0.6 * scrape))


def _swim(chance: np.random.Generator) -> Samples:
    return _after(1.1, (0.0, _lap(chance)), (0.35, 0.8 * _lap(chance)))


def _splash(chance: np.random.Generator) -> Samples:
    t = _seconds(1.1)
    spray = _band(chance.standard_normal(len(t)), 500, 5000) * _dying(t, 0.14) * np.minimum(1, t / 0.02)
    gulp = np.sin(2 * np.pi * np.cumsum(240 - 130 * np.minimum(t / 0.25, 1)) / RATE) * _dying(t, 0.07)
    return np.asarray(spray + 0.9 * gulp)


def _row(chance: np.random.Generator) -> Samples:
    t = _seconds(0.35)
    creak = _tone(t, 190 + 40 * np.sin(9 * t), 2.0, 3.0) * np.sin(np.pi * t / 0.35) ** 2
    return _after(1.3, (0.0, 0.35 * creak), (0.3, _lap(chance)))


def _whoosh(chance: np.random.Generator, length: float, low: float, high: float) -> Samples:
    t = _seconds(length)
    return np.asarray(_band(chance.standard_normal(len(t)), low, high) * np.sin(np.pi * t / length) ** 2)


def _jump(chance: np.random.Generator) -> Samples:
    return _after(0.75, (0.0, 0.6 * _whoosh(chance, 0.5, 300, 1500)), (0.5, _knock(chance, 105, 0.03)))


def _fall(chance: np.random.Generator) -> Samples:
    return _after(0.9, (0.0, 0.4 * _whoosh(chance, 0.4, 200, 900)), (0.38, _knock(chance, 62, 0.07, 0.45)))


def _blade(chance: np.random.Generator) -> Samples:
    t = _seconds(0.5)
    ring = sum(np.sin(2 * np.pi * pitch * t) for pitch in (2210, 3120, 4470)) * _dying(t, 0.06)
    return _after(0.7, (0.0, 0.5 * _whoosh(chance, 0.18, 700, 4000)), (0.14, 0.3 * ring))


def _shot(chance: np.random.Generator) -> Samples:
    t = _seconds(0.9)
    crack = chance.standard_normal(len(t)) * _dying(t, 0.012)
    boom = _low(chance.standard_normal(len(t)), 180) * _dying(t, 0.09)
    return np.asarray(crack / 3 + 1.4 * boom / np.abs(boom).max())


def _hit(chance: np.random.Generator) -> Samples:
    return _knock(chance, 92, 0.04, 0.3)


def _ward(chance: np.random.Generator) -> Samples:
    t = _seconds(0.4)
    return np.asarray(
        _tone(t, 640, 1.48, 2.31) * _dying(t, 0.04)
        + 0.4 * _band(chance.standard_normal(len(t)), 800, 3000) * _dying(t, 0.01)
    )


def _toll(_: np.random.Generator) -> Samples:
    return _bell(110.0, 2.6)


def _round(_: np.random.Generator) -> Samples:
    return _after(2.4, (0.0, _bell(220.0, 2.4)), (0.5, 0.7 * _bell(277.2, 1.9)))


def _daze(_: np.random.Generator) -> Samples:
    t = _seconds(0.8)
    return np.asarray(_tone(t, 500 + 60 * np.sin(2 * np.pi * 7 * t), 2.0) * np.sin(np.pi * t / 0.8))


def _spell(chance: np.random.Generator) -> Samples:
    rising = [
        (0.09 * k, 0.6 * _tone(_seconds(0.5), p, 2.0) * _dying(_seconds(0.5), 0.12))
        for k, p in enumerate((523, 622, 784, 932))
    ]
    return _after(1.1, (0.0, 0.25 * _whoosh(chance, 0.9, 1500, 6000)), *rising)


def _dispel(chance: np.random.Generator) -> Samples:
    falling = [
        (0.08 * k, 0.6 * _tone(_seconds(0.4), p, 2.0) * _dying(_seconds(0.4), 0.09))
        for k, p in enumerate((784, 622, 466, 311))
    ]
    return _after(0.9, (0.0, 0.3 * _whoosh(chance, 0.6, 400, 2500)), *falling)


def _dice(chance: np.random.Generator) -> Samples:
    rattle = [
        (at, size * _knock(chance, 900 + 500 * size, 0.006, 0.05))
        for at, size in zip(np.cumsum(chance.uniform(0.04, 0.11, 9)), np.linspace(1, 0.3, 9), strict=True)
    ]
    return _after(0.85, *rattle)


def _rush(chance: np.random.Generator) -> Samples:
    steps = [(0.11 * k, (0.6 + 0.1 * k) * _knock(chance, 120, 0.02, 0.1)) for k in range(4)]
    return _after(0.8, *steps, (0.45, _knock(chance, 75, 0.05, 0.3)))


def _drum(chance: np.random.Generator) -> Samples:
    return _after(
        0.8, *((at, size * _knock(chance, 82, 0.07, 0.3)) for at, size in ((0.0, 1.0), (0.18, 0.6), (0.32, 0.9)))
    )


def _coin(_: np.random.Generator) -> Samples:
    t = _seconds(0.5)
    one = (np.sin(2 * np.pi * 2640 * t) + 0.6 * np.sin(2 * np.pi * 3950 * t)) * _dying(t, 0.07)
    return _after(0.65, (0.0, 0.7 * one), (0.09, one))


def _chest(chance: np.random.Generator) -> Samples:
    t = _seconds(0.4)
    creak = _tone(t, 240 + 260 * t, 2.0, 3.0, 5.0) * np.sin(np.pi * t / 0.4) ** 2
    return _after(0.9, (0.0, 0.4 * creak), (0.4, _knock(chance, 170, 0.04, 0.3)))


def _click(chance: np.random.Generator) -> Samples:
    return _knock(chance, 420, 0.012, 0.08)


def _set_down(chance: np.random.Generator) -> Samples:
    return _knock(chance, 210, 0.02, 0.14)


def _hush(chance: np.random.Generator) -> Samples:
    return _whoosh(chance, 0.5, 1800, 6000)


def _shove(chance: np.random.Generator) -> Samples:
    return _after(0.5, (0.0, 0.7 * _whoosh(chance, 0.3, 250, 1200)), (0.2, 0.8 * _knock(chance, 100, 0.03)))


def _fanfare(_: np.random.Generator) -> Samples:
    notes = ((0.0, 392.0), (0.16, 523.3), (0.32, 659.3), (0.5, 784.0))
    played = [(at, _tone(_seconds(1.0), pitch, 2.0, 3.0) * _dying(_seconds(1.0), 0.25)) for at, pitch in notes]
    return _after(1.6, *played)


MAKERS: Mapping[str, Callable[[np.random.Generator], Samples]] = {
    "step": _step,
    "climb": _climb,
    "swim": _swim,
    "splash": _splash,
    "row": _row,
    "jump": _jump,
    "fall": _fall,
    "blade": _blade,
    "shot": _shot,
    "hit": _hit,
    "ward": _ward,
    "toll": _toll,
    "round": _round,
    "daze": _daze,
    "spell": _spell,
    "dispel": _dispel,
    "dice": _dice,
    "rush": _rush,
    "drum": _drum,
    "coin": _coin,
    "chest": _chest,
    "click": _click,
    "set down": _set_down,
    "hush": _hush,
    "shove": _shove,
    "fanfare": _fanfare,
}
