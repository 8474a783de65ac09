"""What stands on the table, as plain data for other programs."""

from __future__ import annotations

from typing import Any

import msgspec

from sim.carnevale.state import State
from sim.engine.requests import Choice, Request
from sim.words import in_english

__all__ = ["characters_report", "request_report"]


def characters_report(state: State) -> dict[str, dict[str, Any]]:
    """Each character's place, points and counters."""
    return {
        c.id: {
            "seat": c.seat,
            "name": c.name,
            "at": c.at,
            "lp": c.lp,
            "wp": c.wp,
            "ap": c.ap,
            "cp": c.cp,
            "counters": {
                "stunned": c.stunned,
                "hidden": c.hidden,
                "guard": c.guarding,
                "underwater": c.underwater,
            },
            "alive": c.alive,
        }
        for c in state.characters.values()
    }


def request_report(state: State, request: Request | None) -> dict[str, Any] | None:
    """What the game waits for: a question with its words, and its fields as `facts`; dice; or a ruling."""
    if not isinstance(request, Choice):
        plain: dict[str, Any] | None = msgspec.to_builtins(request, enc_hook=in_english)
        return plain
    facts: dict[str, Any] = msgspec.to_builtins(request, enc_hook=in_english)
    report: dict[str, Any] = {
        "type": "choice",
        "prompt": facts.pop("prompt"),
        "seat": facts.pop("seat"),
        "gesture": request.gesture.value,
        "asks": request.asks(state),
        "detail": request.detail(state),
        "options": list(request.options),
        "labels": [request.label(state, option).text for option in request.options],
        "region": msgspec.to_builtins(request.region, enc_hook=in_english),
        "default": msgspec.to_builtins(request.default, enc_hook=in_english),
        "by_default": request.by_default(state),
        "topic": request.topic,  # by which it is yielded; None: it is always asked
        "facts": facts,
    }
    return {name: msgspec.to_builtins(value, enc_hook=in_english) for name, value in report.items()}
