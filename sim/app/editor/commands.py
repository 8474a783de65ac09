"""The commands of the editor: their keys, their words, and what they do to what is in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from sim.app.editor.controller import EditorController
from sim.app.editor.corner_keys import add_corner, move_corner, next_corner
from sim.app.editor.half_panel import mirror_here
from sim.app.editor.minis import DEXTERITIES, change
from sim.app.editor.pasting import copy, cut, paste
from sim.app.editor.tools import EditorTool
from sim.app.editor.water_steps import steps_here
from sim.board.model.tableau import BASES_MM
from sim.builder.arranging import Side, aligned, distributed
from sim.builder.edits import Axis, Group, Mirror, Move
from sim.builder.symmetry import SYMMETRIES
from sim.words import say, term

__all__ = ["COMMANDS", "GRIDS", "EditorCommand", "command_of", "run"]

OUTLOOKS: tuple[Literal["", "seen", "covered"], ...] = ("", "seen", "covered")
GRIDS = (0.0, 0.25, 0.5, 1.0, 2.0)


class EditorCommand(msgspec.Struct, frozen=True):
    """A command. `key`: as Panda3D names it, with its modifiers in the order ctrl, shift."""

    name: str
    key: str
    shown: str  # the key as people read it
    words: str
    group: str


def _rows(group: str, rows: str) -> list[EditorCommand]:
    made = []
    for row in rows.strip().splitlines():
        name, key, shown, words = (cell.strip() for cell in row.split("|"))
        made.append(EditorCommand(name, key, shown, term(words), group))
    return made


COMMANDS: tuple[EditorCommand, ...] = (
    *_rows(
        say("Turn and raise"),
        """
        turn left | q | Q | turn by 15°
        turn right | e | E | and the other way
        turn a little left | shift-q | Shift Q | turn by 1°
        turn a little right | shift-e | Shift E | and the other way
        raise | page_up | PgUp | raise by 0.25"
        lower | page_down | PgDn | lower by 0.25"
        """,
    ),
    *_rows(
        say("Change"),
        """
        remove | delete | Del | take away
        duplicate | ctrl-d | Ctrl D | copies in hand
        brush | b | B | one like it in hand
        copy | ctrl-c | Ctrl C | copy, as text
        cut | ctrl-x | Ctrl X | copy and take away
        paste | ctrl-v | Ctrl V | what was copied in hand
        mirror x | m | M | mirror east and west
        mirror y | shift-m | Shift M | mirror north and south
        group | ctrl-g | Ctrl G | as a group
        ungroup | ctrl-shift-g | Ctrl Shift G | no group any more
        undo | ctrl-z | Ctrl Z | take back
        redo | ctrl-y | Ctrl Y | do again
        select all | ctrl-a | Ctrl A | choose all pieces
        """,
    ),
    *_rows(
        say("Draw and measure"),
        """
        line | l | L | canal along a line
        outline | o | O | canal within an outline
        street | shift-o | Shift O | street at a level of its own
        lane | shift-u | Shift U | and along a line, with a width
        water | shift-l | Shift L | water by a brush
        water steps | shift-k | Shift K | steps into it, or none, here
        plot | p | P | house on a drawn plot
        bridge | k | K | bridge between two points
        row | u | U | row of houses on a line
        corner | shift-c | Shift C | next corner of what is chosen
        add corner | shift-n | Shift N | and one more after it
        remake | i | I | ground that is made again
        another | shift-i | Shift I | and another like it
        wider | . | . | a line wider by 0.5"
        narrower | , | , | and narrower
        finish | enter | Enter | end what is drawn
        unpoint | backspace | Backspace | take its last corner back
        measure | r | R | measuring tape
        """,
    ),
    *_rows(
        say("For games"),
        """
        zone | z | Z | deployment zone
        objective | shift-z | Shift Z | place of an objective
        note | f | F | note
        """,
    ),
    *_rows(
        say("Map"),
        """
        save | ctrl-s | Ctrl S | save
        play | f5 | F5 | play on it
        trial | f6 | F6 | bots try it
        menu | escape | Esc | put back; menu
        """,
    ),
    *_rows(
        say("What it plays like"),
        """
        mini | n | N | a mini: its reach and view
        leaps | j | J | jumps between roofs
        outlook | h | H | what is seen; what is covered
        dexterity 4 | 4 | 4 5 6 | DEXTERITY of who jumps
        slower | [ | [ | less MOVE
        faster | ] | ] | more MOVE
        base | ; | ; | next size of base
        """,
    ),
    *_rows(
        say("Help in building"),
        """
        grid | g | G | next grid
        snap | x | X | snap to walls and quays
        symmetry | y | Y | next symmetry
        mirror half | shift-y | Shift Y | this half, for both
        find | ctrl-f | Ctrl F | search the pieces
        import | ctrl-i | Ctrl I | a mesh becomes a piece
        """,
    ),
    *_rows(
        say("View"),
        """
        top | t | T | straight from above
        home | home | Home | the whole board
        centre | c | C | what is chosen
        panels | tab | Tab | hide the panels
        help | f1 | F1 | this page
        """,
    ),
)
_BY_KEY = {command.key: command.name for command in COMMANDS} | {
    "?": "help",
    "ctrl-shift-z": "redo",
    "return": "finish",
    "v": "select",
    "5": "dexterity 5",
    "6": "dexterity 6",
}
_ARROWS = {"arrow_left": (-1, 0), "arrow_right": (1, 0), "arrow_up": (0, 1), "arrow_down": (0, -1)}


def command_of(key: str, modifiers: Iterable[str]) -> str:
    """The command of a key that goes down, or nothing."""
    held = set(modifiers)
    if key in _ARROWS:
        return f"nudge {key}" if "shift" not in held else ""
    name = "ctrl-" * ("control" in held) + "shift-" * ("shift" in held) + key
    return _BY_KEY.get(name, "")


def run(name: str, hand: EditorController) -> bool:
    """Do a command; False where it is not one of the board's but of the window's."""
    action = _ACTIONS.get(name)
    if action is not None:
        action(hand)
        return True
    if name.startswith("nudge "):
        _nudge(hand, *_ARROWS[name.removeprefix("nudge ")])
        return True
    if name.startswith(("align ", "spread ")):
        _arrange(hand, name)
        return True
    return False


def _nudge(hand: EditorController, x: int, y: int) -> None:
    model = hand.model
    step = model.grid or 0.05
    if hand.corner is not None and move_corner(hand, (x * step, y * step)):
        return
    if model.selected:
        model.commit(Move(model.selected, (x * step, y * step, 0.0)))


def _arrange(hand: EditorController, name: str) -> None:
    model = hand.model
    boxes = {p.id: model.shapes.box(p) for p in model.chosen_pieces()}
    how, _, side = name.partition(" ")
    if len(boxes) < (2 if how == "align" else 3):
        model.notify(say("Choose several pieces first"))
        return
    sides: dict[str, Side] = {s: s for s in ("west", "east", "south", "north", "middle x", "middle y")}
    axes: dict[str, Axis] = {"x": "x", "y": "y"}
    model.commit(
        aligned(model.map, boxes, sides[side]) if how == "align" else distributed(model.map, boxes, axes[side])
    )


def _mirror(hand: EditorController, axis: Axis) -> None:
    model = hand.model
    if hand.tool is EditorTool.PLACE or not model.selected:
        return
    middle = model.middle(model.selected)
    assert middle is not None
    model.commit(Mirror(model.selected, axis, middle[0] if axis == "x" else middle[1]))


def _duplicate(hand: EditorController) -> None:
    hand.hold(hand.model.chosen_pieces(), hand.model.chosen_flat())


def _group(hand: EditorController, together: bool) -> None:
    ids = tuple(p.id for p in hand.model.chosen_pieces())
    if together and len(ids) < 2:
        hand.model.notify(say("Choose several pieces first"))
    elif ids:
        hand.model.commit(Group(ids, together))


def _brush(hand: EditorController) -> None:
    model = hand.model
    id = hand.hovered.id if hand.hovered is not None else None
    under = model.piece(id) if id is not None else None
    hand.hold(*(([under], ()) if under is not None else (model.chosen_pieces(), model.chosen_flat())))


def _grid(hand: EditorController) -> None:
    model = hand.model
    model.grid = GRIDS[(GRIDS.index(model.grid) + 1) % len(GRIDS)] if model.grid in GRIDS else GRIDS[0]


def _symmetry(hand: EditorController) -> None:
    model = hand.model
    choices = (None, *SYMMETRIES)
    model.symmetry = choices[(choices.index(model.symmetry) + 1) % len(choices)]
    if model.symmetry == "quarter turns" and model.map.size[0] != model.map.size[1]:
        model.symmetry = None
    model.propose(model.pending)


def _leaps(hand: EditorController) -> None:
    hand.model.shows.leaps = not hand.model.shows.leaps


def _outlook(hand: EditorController) -> None:
    shows = hand.model.shows
    shows.outlook = OUTLOOKS[(OUTLOOKS.index(shows.outlook) + 1) % len(OUTLOOKS)]


def _dexterity(hand: EditorController) -> None:
    now = hand.model.shows.dexterity
    change(hand.model, "dexterity", DEXTERITIES[(DEXTERITIES.index(now) + 1) % len(DEXTERITIES)])


def _base(hand: EditorController) -> None:
    now = hand.model.shows.base_mm
    change(hand.model, "base", BASES_MM[(BASES_MM.index(now) + 1) % len(BASES_MM)])


def _move(hand: EditorController, by: float) -> None:
    change(hand.model, "move", hand.model.shows.move + by)


def _snap(hand: EditorController) -> None:
    hand.model.snaps = not hand.model.snaps


def _all(hand: EditorController) -> None:
    hand.take(EditorTool.SELECT)
    hand.model.selected = tuple(p.id for p in hand.model.map.pieces)


_ACTIONS: dict[str, Callable[[EditorController], object]] = {
    "select": lambda hand: hand.take(EditorTool.SELECT),
    "line": lambda hand: hand.take(EditorTool.LINE),
    "outline": lambda hand: hand.take(EditorTool.OUTLINE),
    "street": lambda hand: hand.take(EditorTool.STREET),
    "lane": lambda hand: hand.take(EditorTool.LANE),
    "water": lambda hand: hand.take(EditorTool.WATER),
    "water steps": steps_here,
    "plot": lambda hand: hand.take(EditorTool.PLOT),
    "bridge": lambda hand: hand.take(EditorTool.BRIDGE),
    "row": lambda hand: hand.take(EditorTool.ROW),
    "measure": lambda hand: hand.take(EditorTool.MEASURE),
    "zone": lambda hand: hand.take(EditorTool.ZONE),
    "objective": lambda hand: hand.take(EditorTool.OBJECTIVE),
    "note": lambda hand: hand.take(EditorTool.NOTE),
    "import": lambda hand: hand.take(EditorTool.IMPORT),
    "corner": next_corner,
    "add corner": add_corner,
    "remake": lambda hand: hand.take(EditorTool.REMAKE),
    "another": lambda hand: hand.remaker.again(),
    "turn left": lambda hand: hand.turn(15.0),
    "turn right": lambda hand: hand.turn(-15.0),
    "turn a little left": lambda hand: hand.turn(1.0),
    "turn a little right": lambda hand: hand.turn(-1.0),
    "raise": lambda hand: hand.raise_by(0.25),
    "lower": lambda hand: hand.raise_by(-0.25),
    "wider": lambda hand: hand.widen(0.5),
    "narrower": lambda hand: hand.widen(-0.5),
    "finish": lambda hand: hand.finish(),
    "unpoint": lambda hand: hand.unpoint(),
    "remove": lambda hand: hand.remove(),
    "duplicate": _duplicate,
    "group": lambda hand: _group(hand, True),
    "ungroup": lambda hand: _group(hand, False),
    "brush": _brush,
    "copy": copy,
    "cut": cut,
    "paste": paste,
    "mirror x": lambda hand: _mirror(hand, "x"),
    "mirror y": lambda hand: _mirror(hand, "y"),
    "undo": lambda hand: hand.model.undo(),
    "redo": lambda hand: hand.model.redo(),
    "select all": _all,
    "mini": lambda hand: hand.take(EditorTool.MINI),
    "leaps": _leaps,
    "outlook": _outlook,
    "dexterity": _dexterity,
    "dexterity 4": lambda hand: change(hand.model, "dexterity", 4),
    "dexterity 5": lambda hand: change(hand.model, "dexterity", 5),
    "dexterity 6": lambda hand: change(hand.model, "dexterity", 6),
    "slower": lambda hand: _move(hand, -1.0),
    "faster": lambda hand: _move(hand, 1.0),
    "base": _base,
    "grid": _grid,
    "symmetry": _symmetry,
    "mirror half": mirror_here,
    "snap": _snap,
}
