"""`bauta los`: line of sight, cover and distance between two minis."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import click
import msgspec
from msgspec import Meta

from sim.board.model.ranges import BaseSize, Place, Turn
from sim.cli.boards import AskedBoard, Spot, thinned_document
from sim.cli.errors import UserError
from sim.cli.options import (
    PICTURE,
    STAND,
    base_option,
    board_argument,
    example,
    facing_option,
    json_option,
    print_json,
    read_text,
    tell,
)
from sim.cli.place_notes import (
    PlaceNote,
    body_notes,
    let_down_notes,
    notes_document,
    off_board_notes,
    pair_notes,
    standing_notes,
    tell_notes,
)
from sim.schemas import read_json
from sim.words import say

if TYPE_CHECKING:
    from sim.board.model.tableau import Figure
    from sim.board.sight.seen_pairs import SeenPair

__all__ = ["MiniPair", "PairEntry", "command"]


@click.command(
    epilog=example(
        "bauta los san-canciano --from 28,14,0 --to 28,24,0",
        "bauta los house.stl --scale mm --from 2,3,0 --to 9,3,4 --picture sight.png",
        "bauta los san-canciano --pairs pairs.json --json",
        "bauta los evening.toml --from capo --to ghoul",
    )
)
@board_argument
@click.option("--from", "from_", type=STAND, help="Where the base of the one who looks stands.")
@click.option("--to", type=STAND, help="Where the base of the one looked at stands.")
@click.option("--from-body", default="human", show_default=True, help="A body's name, or a mesh file.")
@click.option("--to-body", default="human", show_default=True, help="A body's name, or a mesh file.")
@base_option("--from-base", "from_base", "the one who looks")
@base_option("--to-base", "to_base", "the one looked at")
@facing_option("--from-facing", "from_facing", "the one who looks")
@facing_option("--to-facing", "to_facing", "the one looked at")
@click.option("--pairs", type=click.Path(path_type=Path), help="A JSON list of {from, to, from_body, to_body}.")
@click.option("--picture", type=PICTURE, help="Draw the evidence to this PNG file.")
@json_option
def command(
    board: str,
    scale: float,
    up: str | None,
    from_: Spot | None,
    to: Spot | None,
    from_body: str,
    to_body: str,
    from_base: float,
    to_base: float,
    from_facing: float,
    to_facing: float,
    pairs: Path | None,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Does one mini see another, how much of it is hidden, and how far is it?

    Sight runs from any point of head or torso to any point of head or torso; "not visible" is proven, or
    says how wide an opening it could have missed. What is hidden is the share seen from the centre of the
    first mini's head; it turns with the way that the minis face. Cover is as in a game: never in base
    contact, always in water, over an obstacle that both touch and behind a barricade (GEO-11). On a table (see
    `bauta table`) minis are given by name, and all others stand in the way.
    """
    if pairs is None:
        if from_ is None or to is None:
            raise UserError(say("give --from X,Y,Z and --to X,Y,Z, or a file of --pairs"))
        asked = [MiniPair(from_, to, from_body, to_body, from_base, to_base, from_facing, to_facing)]
    else:
        if from_ is not None or to is not None:
            raise UserError(say("give --pairs, or --from and --to, not both"))
        if picture is not None:
            raise UserError(say("--picture draws one pair: give --from and --to"))
        nowhere = (0.0, 0.0, 0.0)
        usual = MiniPair(nowhere, nowhere, from_body, to_body, from_base, to_base, from_facing, to_facing)
        asked = _read_pairs(pairs, usual)
    measured = AskedBoard.opened(board, scale, up, from_, to)
    notes = [pair.notes(measured) for pair in asked]
    from sim.carnevale.pair_words import pair_document, pair_sentence

    answers = [pair.seen(measured) for pair in asked]
    if picture is not None:
        asked[0].drawn(measured, picture)
    if as_json:
        thinned = thinned_document(measured.board)
        tell_notes(chain.from_iterable(notes), err=True)
        documents = [
            pair_document(answer) | notes_document(told) | thinned for answer, told in zip(answers, notes, strict=True)
        ]
        print_json(documents if pairs is not None else documents[0])
    else:
        for answer, told in zip(answers, notes, strict=True):
            tell(pair_sentence(answer))
            tell_notes(told)


class PairEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a file of --pairs. What is left out is as the command's options say."""

    to: Annotated[Place, Meta(description="Where the base of the one looked at stands.", examples=[[20, 14, 0]])]
    from_: Annotated[Place, Meta(description="Where the base of the one who looks stands.", examples=[[10, 10, 0]])] = (
        msgspec.field(name="from")
    )
    from_body: Annotated[str, Meta(min_length=1, description="A body's name, or a mesh file.")] | None = None
    to_body: Annotated[str, Meta(min_length=1, description="A body's name, or a mesh file.")] | None = None
    from_base: BaseSize | None = None
    to_base: BaseSize | None = None
    from_facing: Turn | None = None
    to_facing: Turn | None = None


class MiniPair(NamedTuple):
    """One pair of minis, and the board's answers about it."""

    from_: Spot
    to: Spot
    from_body: str
    to_body: str
    from_base: float
    to_base: float
    from_facing: float
    to_facing: float

    def figures(self, asked: AskedBoard) -> tuple[Figure, Figure]:
        """The two, as they stand on the table or at their points. Raises UserError where they are one."""
        return asked.pair(
            asked.figure("from", self.from_, self.from_base, self.from_body, self.from_facing),
            asked.figure("to", self.to, self.to_base, self.to_body, self.to_facing),
        )

    def notes(self, asked: AskedBoard) -> list[PlaceNote]:
        """What is hardly meant of the two and of where they stand."""
        figures = self.figures(asked)
        return [
            *let_down_notes((self.from_, figures[0]), (self.to, figures[1])),
            *body_notes(figures),
            *off_board_notes(asked.board, *(figure.at for figure in figures)),
            *standing_notes(asked.board, *figures, among=asked.with_figures()),
            *pair_notes(asked, *figures),
        ]

    def seen(self, asked: AskedBoard) -> SeenPair:
        """What the board says of it."""
        from sim.board.sight.seen_pairs import seen_pair

        one, other = self.figures(asked)
        return seen_pair(asked.board, asked.with_figures(one, other), one.id, other.id)

    def drawn(self, asked: AskedBoard, picture: Path) -> None:
        from sim.app.render import evidence_picture

        found, tableau = self.seen(asked), asked.with_figures(*self.figures(asked))
        verdicts = (found.sight, found.ruled.cover, found.distance)
        named = [spot for spot in (self.from_, self.to) if isinstance(spot, str)]
        evidence_picture(asked.board, tableau, verdicts, picture, named=named)


def _read_pairs(path: Path, default: MiniPair) -> list[MiniPair]:
    return [
        MiniPair(
            pair.from_,
            pair.to,
            pair.from_body or default.from_body,
            pair.to_body or default.to_body,
            pair.from_base or default.from_base,
            pair.to_base or default.to_base,
            default.from_facing if pair.from_facing is None else pair.from_facing,
            default.to_facing if pair.to_facing is None else pair.to_facing,
        )
        for pair in read_json(read_text(path), list[PairEntry], str(path), UserError)
    ]
