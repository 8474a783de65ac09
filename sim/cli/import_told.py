"""What `bauta piece import` tells of a piece that it made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from sim.cli.options import tell
from sim.percent import percent
from sim.words import in_english, joined, say
from sim.words.tongues import told

if TYPE_CHECKING:
    from sim.board.files.thinned import MeasuredInstead
    from sim.builder.importing.piece_files import ImportedPart
    from sim.builder.importing.pieces import ImportedPiece, ImportWishes

__all__ = ["facts", "say_drawn", "say_measured", "say_piece", "words_of_instead"]

MOST_LINES = 12  # parts that are told one by one
MOST_NAMED = 8  # parts that are named in one line


def facts(made: ImportedPiece) -> dict[str, Any]:
    """What is told of it as JSON."""
    return {
        "inches": made.inches,
        "scale": made.scale_said,
        "scales": [msgspec.to_builtins(option, enc_hook=in_english) for option in made.scales],
        "up": made.up,
        "triangles": len(made.triangles),
        "drawn": len(made.triangles if made.look is None else made.look),
        "off": made.off,
        "parts": [
            {"name": p.name, "kind": p.kind.words, "why": p.kind.why, "triangles": len(p.triangles)} for p in made.parts
        ],
        "mended": list(made.mended),
        "rough": round(made.rough, 3),
        "sunk": round(made.sunk, 4),
        "instead": None if made.instead is None else msgspec.to_builtins(made.instead, enc_hook=in_english),
    }


def say_piece(file: Path, name: str, path: Path, made: ImportedPiece, wishes: ImportWishes, placed: str = "") -> None:
    """All that was guessed and done, and what else it may be. `placed`: where it was put down, in a sentence."""
    for repair in made.mended:
        tell(say("{file}: {what}", file=file, what=repair), err=True)
    triangles = made.triangles
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    x, y, z = (float(side) for side in high - low)
    tell(
        say(
            '{name}: {x:.1f}" x {y:.1f}", {z:.1f}" high; {scale_said}; {up} is up, {why_up}',
            name=name, x=x, y=y, z=z, scale_said=made.scale_said, up=made.up, why_up=made.why_up,
        )
    )  # fmt: skip
    if wishes.scale == "auto" and wishes.size is None and wishes.points is None and "guess" in made.scale_said:
        for option in made.scales:
            mark = "*" if option is made.scales[0] else " "
            sizes = " x ".join(f"{side:.4g}" for side in option.sizes)
            why = told(joined("; ", option.why))
            click.echo(f'  {mark} --scale {option.unit:8} {sizes}" {why}'.rstrip())
    if wishes.up is None:
        words = say(
            'if it lies on its side: --up {other} makes it {x:.1f}" x {z:.1f}", {y:.1f}" high',
            other="z" if made.up == "y" else "y", x=x, y=y, z=z,
        )  # fmt: skip
        tell(words, indent=2)
    for line in _parts_told(made.parts):
        tell(line, indent=2)
    if made.look is not None:
        say_drawn(len(triangles), len(made.look), made.off)
    say_measured(made.instead, len(triangles))
    if made.sunk:
        words = say('its foot is rough: it stands {sunk:.3f}" in the street, so that none is under it', sunk=made.sunk)
        tell(words, indent=2)
    _say_dear(made)
    click.echo(f"  {path}")
    if path.with_suffix(".png").exists():
        tell(say("its picture: {picture}", picture=path.with_suffix(".png")), indent=2)
    unplaced = say(
        "it stands on no board yet: among the pieces of the editor it is {name}, in the text of a map, "
        'piece = "{name}", and --onto MAP --at X,Y puts it down', name=path.stem,
    )  # fmt: skip
    tell(placed or unplaced, indent=2)


def say_drawn(triangles: int, drawn: int, off: float) -> None:
    """How many triangles are measured, and how many drawn in their place."""
    numbers = {"triangles": triangles, "drawn": drawn, "off": off}
    words = say('measured: {triangles:,} triangles; drawn: {drawn:,}, off by {off:.3f}" at the most', **numbers)
    tell(words, indent=2)


def _parts_told(parts: Sequence[ImportedPart]) -> list[str]:
    """A line for each part; where those are many, for each kind of them that was guessed alike."""
    alike: dict[tuple[str, str], list[ImportedPart]] = {}
    for part in parts:
        key = part.name if len(parts) <= MOST_LINES else part.kind.words
        alike.setdefault((key, part.kind.why), []).append(part)
    lines = []
    for (_, why), own in alike.items():
        named = ", ".join(part.name for part in own[:MOST_NAMED])
        if len(own) > MOST_NAMED:
            named = say("{parts}, ... ({n} parts)", parts=named, n=len(own))
        triangles = sum(len(part.triangles) for part in own)
        told_of = {"parts": named, "kind": own[0].kind.words, "why": why, "triangles": triangles}
        lines.append(say("{parts}: {kind} ({why}), {triangles:,} triangles", **told_of))
    return lines


def say_measured(instead: MeasuredInstead | None, count: int) -> None:
    """Of what the triangles that are measured take the place."""
    if instead is not None:
        tell(words_of_instead(instead, count), indent=2)


def words_of_instead(instead: MeasuredInstead, count: int) -> str:
    """The same, as a message."""
    return say(
        'measured on {count:,} triangles in place of {all:,}, off by {off:.3f}" at the most',
        count=count, all=instead.triangles, off=instead.off,
    )  # fmt: skip


def _say_dear(made: ImportedPiece) -> None:
    """What rulings take long over."""
    from sim.board.files.thinned import FEWER
    from sim.board.map_checks.solids import DEAR
    from sim.builder.importing.measured import ROUGH

    told_of = {"triangles": len(made.triangles), "dear": DEAR, "fewer": FEWER}
    if made.instead is None and len(made.triangles) > DEAR:
        words = say(
            "{triangles:,} triangles: rulings take long over {dear:,} on a whole board; --measured {fewer} measures a "
            "thinned surface, and says by how much it is off", **told_of,
        )  # fmt: skip
        tell(words, indent=2)
    elif made.instead is None and made.rough > ROUGH:
        words = say(
            "a rough surface: {share} of its edges bend, and each is an edge to whoever climbs; --measured {fewer} "
            "measures a thinned surface, and says by how much it is off", share=percent(made.rough), **told_of,
        )  # fmt: skip
        tell(words, indent=2)
