"""The names of the hours at which a board is shown. They change no ruling."""

from __future__ import annotations

from typing import Literal, get_args

__all__ = ["HOURS", "HourName"]

HourName = Literal["noon", "afternoon", "dusk", "night", "fog"]
HOURS: tuple[HourName, ...] = get_args(HourName)
