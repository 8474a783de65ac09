"""Parts of a board to and from the clipboard, as text: copied, cut and pasted."""

from __future__ import annotations

from sim.app.editor.controller import EditorController
from sim.app.editor.model import EditorModel
from sim.board.architecture.plans import Building
from sim.board.architecture.plots import outline_fault
from sim.board.model.errors import BoardError
from sim.builder.edits import Remove
from sim.builder.errors import BuilderError
from sim.builder.fragments import Fragment, copied, read_fragment
from sim.words import counted, reason, say

__all__ = ["copy", "cut", "paste"]

SOURCE = "the clipboard"


def copy(hand: EditorController) -> bool:
    """Put what is chosen onto the clipboard; False where nothing is."""
    model = hand.model
    try:
        text = copied(model.map, model.selected)
    except BuilderError as error:
        model.notify(reason(error))
        return False
    hand.clipboard.put(text)
    model.notify(counted("Copied: {n} thing, as text", "Copied: {n} things, as text", len(model.selected)))
    return True


def cut(hand: EditorController) -> None:
    """Copy what is chosen, and take it away."""
    if copy(hand):
        hand.model.commit(Remove(hand.model.selected))


def paste(hand: EditorController) -> None:
    """What is on the clipboard comes into the hand."""
    model = hand.model
    text = hand.clipboard.text()
    if not text.strip():
        model.notify(say("Nothing was copied"))
        return
    try:
        fragment = read_fragment(text, SOURCE)
    except BoardError as error:
        model.notify(" ".join(str(error).split()), alert=True)
        return
    if fault := _fault(fragment, model):
        model.notify(fault, alert=True)
        return
    hand.hold(fragment.pieces, fragment.flat)


def _fault(fragment: Fragment, model: EditorModel) -> str | None:
    """Why its pieces cannot stand here."""
    here = set(model.shapes.names())
    for placed in fragment.pieces:
        if isinstance(placed.piece, str) and placed.piece not in here:
            return say(
                "the clipboard: there is no piece '{piece}' here: import it first (bauta piece import)",
                piece=placed.piece,
            )
        drawn = placed.piece.outline if isinstance(placed.piece, Building) else ()
        if drawn and (fault := outline_fault(drawn)):
            return say("the clipboard: {id}: {fault}", id=placed.id, fault=fault)
    return None
