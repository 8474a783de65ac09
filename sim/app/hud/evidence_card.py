"""What a line of the chronicle was about, once more: the dice as they fell, the odds that they had, what they did."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.loss_chart import CHART, draw_loss
from sim.app.hud.panel import Panel
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, colour, font
from sim.board.board import Board
from sim.board.model.verdicts import Cover, Sight
from sim.carnevale import evidence
from sim.carnevale.attack_record import RecordedAttack, attack_at
from sim.carnevale.dice import has_destiny, is_ace
from sim.carnevale.events import Event, Rolled
from sim.words.tongues import told

__all__ = ["EvidenceCard", "thinned_words"]

WIDE = 350  # at 1280x800
RADIUS = 15.0
A_ROW = 7  # dice
ROW = 39
CAPTION = 21
LEAST = 0.5  # of the size of text: as small as it becomes to find room beside the other panels


class EvidenceCard(Panel):
    """A card in the corner of the board, while a line of the chronicle is pointed at or chosen."""

    _known: tuple[Event | None, int, RecordedAttack | None] = (None, -1, None)  # the latest event, number, what it was

    def draw(self, free: Rect) -> Rect | None:
        """Returns where it lies."""
        table, f, model = self.table, self.fonts, self.table.model
        number = table.line if table.line is not None else table.evidence
        log = model.shown.log
        if number is None or number >= len(log) or not model.open_to_all(log[number]):
            return None
        attack, event = self._attack(number), log[number]
        about = (attack.roll, attack.saved) if attack is not None else (event,)
        rolls = [each for each in about if isinstance(each, Rolled) and each.faces]
        title = model.sentence(event)
        words = attack.words(model.names) if attack is not None else [evidence.words(event, model.names)]
        words = [each for each in (*words, *thinned_words(model.board, event)) if each]
        if not title or not (words or rolls):
            return None
        loss = attack.loss if attack is not None else None
        while (tall := self._tall(f, title, words, rolls, chart=loss is not None)) > free.h or f.px(WIDE) > free.w:
            if f.scale < LEAST * self.fonts.scale:
                break
            f = msgspec.structs.replace(f, scale=f.scale * 0.94)
        wide, inner = f.px(WIDE), f.px(WIDE - 26)
        rect = Rect(free.right - wide, free.y, wide, min(tall, free.h))
        with widgets.panel("evidence", rect, front=True,
                           flags=int(imgui.WindowFlags_.no_inputs | imgui.WindowFlags_.no_scrollbar)):  # fmt: skip
            with font(f, "title", 16):
                widgets.wrapped(title, theme.GOLD_BRIGHT)
            for roll in rolls:
                self._dice(f, roll, inner)
            with font(f, "text", 13):
                for line in words:
                    widgets.wrapped(line)
            if attack is not None and loss is not None:
                draw_loss(f, loss.life_lost, attack.life, inner, attack.lost)
        return rect

    def _attack(self, number: int) -> RecordedAttack | None:
        model = self.table.model
        if self._known[0] is not model.latest or self._known[1] != number:
            log = model.shown.log
            found = attack_at(log, number, model.before(number)) if number < len(log) else None
            self._known = (model.latest, number, found)
        return self._known[2]

    def _tall(self, f: Fonts, title: str, words: Sequence[str], rolls: Sequence[Rolled], *, chart: bool) -> float:
        """How tall it is in letters of this size."""
        inner = f.px(WIDE - 26)
        with font(f, "title", 16):
            tall = imgui.calc_text_size(told(title), wrap_width=inner).y + f.px(26)
        with font(f, "text", 13):
            tall += sum(imgui.calc_text_size(told(each), wrap_width=inner).y + f.px(6) for each in words)
        tall += sum(f.px(ROW) * _rows(each) + f.px(CAPTION) for each in rolls)
        return float(tall + (f.px(CHART) if chart else 0.0))

    def _dice(self, f: Fonts, roll: Rolled, width: float) -> None:
        """What was thrown for, and the faces, Aces ringed."""
        with font(f, "text", 12):
            colour(roll.purpose.capitalize(), theme.FADED)
        at, radius = imgui.get_cursor_screen_pos(), f.px(RADIUS)
        step = width / A_ROW
        for die, face in enumerate(roll.faces):
            x, y = at.x + step * (die % A_ROW + 0.5), at.y + radius + f.px(3) + (die // A_ROW) * f.px(ROW)
            ace = not roll.needed or is_ace(face, roll.needed)
            widgets.die(f, x, y, radius, face, destiny=die == 0 and has_destiny(roll.purpose), ace=ace)
        imgui.dummy(V(width, f.px(ROW) * _rows(roll)))


def thinned_words(board: Board, event: Event) -> list[str]:
    """Of what was found in the way for an event: that it is measured on a simpler mesh than it was made of."""
    if not board.thinned:
        return []
    named = [each.blocker for each in event.evidence if isinstance(each, Sight) and each.blocker]
    named += [share.part for each in event.evidence if isinstance(each, Cover) for share in each.by]
    pieces = {name.partition("/")[0] for name in named}
    return [thinned.words for thinned in board.thinned if pieces.intersection(thinned.ids)]


def _rows(roll: Rolled) -> int:
    return -(-len(roll.faces) // A_ROW)
