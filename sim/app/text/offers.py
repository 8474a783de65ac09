"""A question as a list of answers that can be named: what each does, its odds, and what it is taken by."""

from __future__ import annotations

from typing import NamedTuple

from sim.app.table import previews, tools
from sim.app.table.previews import Preview
from sim.app.table.tools import Button, Tool
from sim.app.text.seat_view import SeatView
from sim.app.text.suggestions import Suggestion
from sim.app.text.wording import inches, joined
from sim.board.model.queries import DropOf
from sim.board.model.verdicts import Drop
from sim.carnevale.action import Attack
from sim.carnevale.legality import END, Acts
from sim.carnevale.moving import allowance
from sim.carnevale.names import names_of
from sim.carnevale.questions import Question
from sim.carnevale.scenario import zones
from sim.carnevale.yielding import YieldOffer
from sim.engine.requests import Gesture

__all__ = ["VERBS", "NamedAnswer", "barred", "offers", "verb_of"]

VERBS: dict[Tool, tuple[str, ...]] = {
    Tool.RUN: ("go", "run", "move", "walk", "climb", "swim", "charge", "dismount"),
    Tool.JUMP: ("jump", "leap"),
    Tool.ROW: ("row",),
    Tool.ATTACK: ("attack", "hit", "shoot", "strike", "fight"),
}
LISTED = {
    Tool.RUN: "'go' lists places; or say where, as in 'go 4 east', 'go to the well', 'climb to the roof'",
    Tool.JUMP: "'jump' lists where to; or say where, as in 'jump 3 east', 'jump to the roof of NAME'",
    Tool.ROW: "say where, as in 'row 5 north'",
}


class NamedAnswer(NamedTuple):
    """One way to go on. `said`: what it is called; `key`: what else takes it, where that is not its number."""

    said: str
    answer: object = None
    more: str = ""
    key: str = ""
    tool: Tool | None = None  # leads on to places
    preview: Preview | None = None
    does: str = ""

    @property
    def line(self) -> str:
        return f"{self.said}: {self.more}" if self.more else self.said


def verb_of(word: str) -> Tool | None:
    """The tool that a verb takes in hand."""
    return next((tool for tool, verbs in VERBS.items() if word in verbs), None)


def offers(view: SeatView, choice: Question, found: list[Suggestion]) -> list[NamedAnswer]:
    """All answers that can be named; `found`: the places that were looked up for a question about one."""
    menu = tools.menu(view.state, view.measure, choice)
    places = [NamedAnswer(each.words, each.preview.answer, preview=each.preview) for each in found]
    listed = [each for button in menu.buttons if not button.why for each in _of_button(view, choice, button)]
    return [*places, *listed, *map(_yielded, menu.offers)]


def _yielded(offer: YieldOffer) -> NamedAnswer:
    """Not to be asked it again, as an answer."""
    label = f"Not again {offer.label[:1].lower()}{offer.label[1:]}"
    return NamedAnswer(label, offer.said, offer.hint if offer.said.unless else "")


def barred(view: SeatView, choice: Question) -> list[str]:
    """What cannot be done now, and why, in a line each."""
    if not isinstance(choice.region, Acts):
        return []
    why: dict[str, list[str]] = {}
    out = view.state[choice.region.who].ap == 0 and not choice.region.out_of_sequence
    for button in tools.menu(view.state, view.measure, choice).buttons:
        if button.why:
            why.setdefault("no AP left" if out else button.why, []).append(button.label)
    return [f"{joined(labels)}: {reason}" for reason, labels in why.items()]


def _of_button(view: SeatView, choice: Question, button: Button) -> list[NamedAnswer]:
    if button.tool is Tool.ATTACK or button.targets:
        return [_attack(view, choice, attack) for attack in button.targets]
    cost = f"{button.ap} AP" if button.ap else ""
    if button.tool is not None:
        reach = ""
        if button.tool is Tool.RUN and choice.about is not None:
            reach = f"MOVE {inches(allowance(view.state, choice.about, in_water=False).total)}"
        more = "; ".join(filter(None, (cost, reach, LISTED.get(button.tool, ""))))
        return [NamedAnswer(button.label, more=more, tool=button.tool)]
    if button.does:
        return [NamedAnswer(button.label, more=button.hint, does=button.does)]
    falls = _fall(view, choice.about) if button.answer == END else ""
    more = "; ".join(filter(None, (cost, button.hint, falls, *_about(view, choice, button.answer))))
    number = choice.gesture is Gesture.NUMBER and isinstance(button.answer, int | float)
    key = f"{button.answer:.1f}".removesuffix(".0") if number and isinstance(button.answer, int | float) else ""
    return [NamedAnswer(button.label, button.answer, more, key)]


def _fall(view: SeatView, who: str | None) -> str:
    """What comes of a turn that ends on a wall."""
    if who is None or not view.state[who].on_wall:
        return ""
    drop: Drop = view.measure(view.state, DropOf(who, view.state[who].here))
    return f"it hangs on a wall, and falls {inches(drop.height)}"


def _about(view: SeatView, choice: Question, answer: object) -> list[str]:
    """What one should know of a mini or a zone before it is chosen."""
    if choice.gesture is Gesture.AREA:
        return [
            f"{inches(z.x[1] - z.x[0])} from west to east, {inches(z.y[1] - z.y[0])} from south to north, "
            f"from {z.x[0]:g}, {z.y[0]:g} to {z.x[1]:g}, {z.y[1]:g}"
            + (f", within {inches(z.reach)} of the corner" if z.corner is not None else "")
            for z in zones(view.state)
            if z.name == answer
        ]
    c = view.state.characters.get(answer) if isinstance(answer, str) else None
    return [view.points(c), view.stands(c.id)] if c is not None and c.on_board else []


def _attack(view: SeatView, choice: Question, attack: Attack) -> NamedAnswer:
    label, region = attack.label(names_of(view.state)), choice.region
    if choice.about is None or region is None:
        return NamedAnswer(label, attack)
    shown = previews.preview_attack(view.state, view.measure, choice.about, attack, region)
    return NamedAnswer(shown.title, attack, "; ".join(shown.words), preview=shown)
