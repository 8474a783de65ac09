"""Games in a terminal for tests: words in, lines out."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from sim.app.table.model import TableModel
from sim.app.text.game import TextGame
from sim.app.text.terminal import EndOfWords, Terminal


def terminal(words: Sequence[str]) -> tuple[Terminal, io.StringIO]:
    """A terminal at which these lines are typed, and what it tells."""
    left, out = list(words), io.StringIO()

    def read(sign: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return Terminal(read, out), out


def told(model: TableModel, *words: str) -> str:
    """What is told while these lines are typed; the game stays where they lead to."""
    typed, out = terminal(words)
    game = TextGame(model, typed)
    try:
        game.play()
    except EndOfWords:
        return out.getvalue()
    return out.getvalue()


def pending(model: TableModel) -> Any:
    return model.session.request
