"""What an answer would mean before it is given: measured through free queries (GEO-01) and the rules' own checks."""

from __future__ import annotations

from sim.app.table.previews.attacks import shove, strike
from sim.app.table.previews.charges import beside, charge
from sim.app.table.previews.kinds import Berth, Leap, Marking, Placing, Preview, Shove, Strike, Tape, Way
from sim.app.table.previews.moves import leap, reach, touching, way
from sim.app.table.previews.places import marking, mooring, place, placing, rowing, stride
from sim.app.table.previews.tape import End, tape

__all__ = [
    "Berth",
    "End",
    "Leap",
    "Marking",
    "Placing",
    "Preview",
    "Shove",
    "Strike",
    "Tape",
    "Way",
    "beside",
    "charge",
    "leap",
    "marking",
    "mooring",
    "place",
    "placing",
    "reach",
    "rowing",
    "shove",
    "stride",
    "strike",
    "tape",
    "touching",
    "way",
]
