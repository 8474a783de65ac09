"""Whatever is written down takes messages as the English that they are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SIM = Path(__file__).parents[2] / "sim"
BELOW = ("board", "geometry", "words")  # what is written there holds no messages
WRITERS = ("msgspec.to_builtins", "msgspec.json.encode")


def writers() -> Iterator[tuple[str, ast.Call]]:
    """Each call that makes plain values or JSON, and where it stands."""
    for path in SIM.rglob("*.py"):
        module = path.relative_to(SIM)
        if module.parts[0] in BELOW:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in WRITERS:
                yield f"{module}:{node.lineno}", node


def test_every_writer_knows_messages() -> None:
    found = list(writers())
    assert len(found) > 50
    assert [where for where, call in found if "enc_hook" not in {each.arg for each in call.keywords}] == []
