"""What single keys change: the pace of what is shown, the mini in hand, the weapon and the landing."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom

from sim.app.table.campaign_games import campaign_of
from sim.app.table.controller import TableController
from sim.app.table.lesson_table import LessonTable
from sim.app.table.playback import SPEEDS
from sim.app.table.preview_requests import needs_confirmation
from sim.app.table.tools import Tool
from sim.carnevale.rerolls import RerollDice
from sim.carnevale.scenarios.deployment import SetUpMini, undeployed
from sim.words import say

__all__ = [
    "ask_again",
    "enter",
    "eye_of",
    "faster",
    "more_or_less",
    "next_mini",
    "other_way",
    "pick_best",
    "retypes",
    "throw_unseen",
    "throws_unseen",
    "way_out",
]

A_PLACE = say("Nothing is pointed at: by keys [B] points at the board, and arrows lead the pointer.")
POINTED = {  # what is to be done first, where Enter has nothing to confirm
    Tool.PICK: say("Nobody is pointed at: press the key beside a name, or [B] to point at the board."),
    Tool.ATTACK: say("Nobody is pointed at: Tab goes to the next who can be attacked."),
} | dict.fromkeys(
    (Tool.RUN, Tool.JUMP, Tool.ROW, Tool.PUSH, Tool.DEPLOY, Tool.MOOR, Tool.POINT, Tool.OBJECTIVE), A_PLACE
)


def enter(table: TableController) -> None:
    """Enter, as a click: what is pointed at waits for a second one where much is at stake. Where nothing is, it says
    how to point."""
    shown = table.preview
    if isinstance(table, LessonTable) and table.coach_asks:
        table.confirm()
    elif shown is None and table.menu is not None and table.by_enter is None and table.tool in POINTED:
        table.previews.say_until_pointed(POINTED[table.tool])
    elif table.pinned or shown is None or shown.answer is None or not needs_confirmation(shown):
        table.confirm()
    else:
        table.pin()


def faster(table: TableController, steps: int) -> None:
    at = SPEEDS.index(table.sequencer.speed) if table.sequencer.speed in SPEEDS else 1
    table.sequencer.speed = SPEEDS[min(max(at + steps, 0), len(SPEEDS) - 1)]


def more_or_less(table: TableController, steps: int) -> None:
    """Plus and minus: the Will Points of a yield that shows them, else the pace."""
    if table.offers_held:
        table.hold(steps)
    else:
        faster(table, steps)


def next_mini(table: TableController, steps: int = 1) -> str | None:
    """Select the next mini: of those to be set up, of those that may be picked, or of one's own."""
    choice, state = table.choice, table.model.shown
    if isinstance(choice, SetUpMini):
        ids = [c.id for c in undeployed(state, choice.seat)]
        table.deploying = _next(ids, table.deploying, steps)
        return table.deploying
    if table.tool is Tool.ATTACK:
        ids = list(dict.fromkeys(a.target for a in table.attacks))
        table.hovered = _next(ids, table.hovered, steps)
        return table.hovered
    if table.tool is Tool.PICK and choice is not None:
        ids = [option for option in choice.options if isinstance(option, str)]
    else:
        seat = choice.seat if choice is not None else next(iter(state.seats))
        ids = [c.id for c in state.on_board() if c.seat == seat]
    table.selected = _next(ids, table.selected, steps)
    return table.selected


def other_way(table: TableController) -> None:
    """Another weapon for an attack; a controlled landing for a jump; corners of a run's way."""
    if table.tool is Tool.ATTACK:
        table.weapon += 1
    elif table.tool is Tool.JUMP:
        table.controlled = not table.controlled and getattr(table.preview, "may_control", True)
    elif table.tool is Tool.RUN:
        table.turn_corners()
    if table.pinned:
        table.previewed = None
        table.previews.update()


def pick_best(table: TableController) -> None:
    """Pick the dice that serve most when they are thrown again."""
    if isinstance(table.choice, RerollDice):
        table.picked = set(table.choice.chances()[1].dice)


def ask_again(table: TableController, digit: str) -> None:
    """Take back the yield of that number in the list of what one is not asked."""
    kept = table.model.kept_yields()
    if digit.isdecimal() and 0 < int(digit) <= len(kept):
        table.revoke(kept[int(digit) - 1].said)


def retypes(table: TableController) -> bool:
    """Are the last dice that were confirmed what is taken back next, to be typed anew?"""
    return not table.typed and table.model.undo_retypes


def throws_unseen(table: TableController) -> bool:
    """Are the dice that are asked for a bot's secret, which whoever types them in would know?"""
    roll, model = table.roll, table.model
    return roll is not None and roll.seat in model.bots and model.is_secret_roll(roll)


def throw_unseen(table: TableController) -> None:
    """Let the program throw them, so that nobody sees them."""
    if (roll := table.roll) is not None and throws_unseen(table):
        table.give(tuple(SystemRandom().randint(1, roll.sides) for _ in range(roll.dice)))


def eye_of(table: TableController) -> str | None:
    """Whose eye one looks through: the selected mini's, else that of the first who may be picked, or of one's own."""
    choice, state = table.choice, table.model.shown
    if table.selected is not None or choice is None:
        return table.selected
    own = [c.id for c in state.on_board() if c.seat == choice.seat]
    return next((option for option in choice.options if option in own), own[0] if own else None)


def way_out(table: TableController) -> str:
    """The command that leaves a game for where it was begun."""
    journal = table.model.session.journal
    return "campaign" if campaign_of(None if journal is None else journal.path) is not None else "leave"


def _next(ids: Sequence[str], now: str | None, steps: int) -> str | None:
    if not ids:
        return None
    return ids[(ids.index(now) + steps) % len(ids)] if now in ids else ids[0]
