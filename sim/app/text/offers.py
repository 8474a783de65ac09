"""A question as a list of answers that can be named: what each does, its odds, and what it is taken by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from sim.app.table import previews, tools
from sim.app.table.glossary import spell_words
from sim.app.table.previews import Preview
from sim.app.table.tools import Button, Tool
from sim.app.text.board_layout import zone_lies, zones_lie
from sim.app.text.matching import fitting, plain, typed
from sim.app.text.seat_view import SeatView
from sim.app.text.suggestions import Suggestion
from sim.app.text.wording import inches, number
from sim.carnevale.action import Attack
from sim.carnevale.actions import Guard, Hide, UseAbility
from sim.carnevale.actions.ability import command_of
from sim.carnevale.characters import Character
from sim.carnevale.legality import Acts
from sim.carnevale.magic import spells
from sim.carnevale.magic.casting import Cast
from sim.carnevale.names import names_of
from sim.carnevale.objectives.placing import WhereObjectiveLies
from sim.carnevale.questions import Question
from sim.carnevale.scenario import zones
from sim.carnevale.scenarios.gondolas import WhereMoored
from sim.carnevale.ways import allowance
from sim.carnevale.window_odds import how_offered
from sim.carnevale.yielding import YieldOffer, said_in_words, topic_in_words
from sim.engine.requests import Gesture
from sim.words import joined, listed, say, sense, term

__all__ = ["VERB", "VERBS", "NamedAnswer", "barred", "offers", "together", "verb_of", "zones_told"]

VERBS: dict[Tool, str] = {
    Tool.RUN: sense("words to type", "go, run, move, walk, climb, swim, fly, charge, dismount"),
    Tool.JUMP: sense("words to type", "jump, leap"),
    Tool.ROW: sense("words to type", "row"),
    Tool.ATTACK: sense("words to type", "attack, hit, shoot, strike, fight"),
}
VERB: dict[Tool, str] = {  # the first of them, by which places are listed
    Tool.RUN: sense("a verb to type", "go"),
    Tool.JUMP: sense("a verb to type", "jump"),
    Tool.ROW: sense("a verb to type", "row"),
    Tool.ATTACK: sense("a verb to type", "attack"),
}
LISTED = {
    Tool.RUN: say("'go' lists places; or say where, as in 'go 4 east', 'go to the well', 'climb to the roof'"),
    Tool.JUMP: say("'jump' lists where to; or say where, as in 'jump 3 east', 'jump to the roof of NAME'"),
    Tool.ROW: say("'row' lists where to; or say where, as in 'row 5 north', 'row towards the well'"),
}


class NamedAnswer(NamedTuple):
    """One way to go on. `said`: what it is called; `key`: what else takes it, where that is not its number; `text`:
    what it does, which is told once and not at each of several minis."""

    said: str
    answer: object = None
    more: str = ""
    key: str = ""
    tool: Tool | None = None  # leads on to places
    preview: Preview | None = None
    does: str = ""
    text: str = ""

    @property
    def line(self) -> str:
        return self.told(whole=True)

    def told(self, *, whole: bool) -> str:
        """With what it brings; `whole`: with what it does, too."""
        more = joined(" " if self.more.endswith(".") else "; ", (self.more, self.text if whole else ""))
        return say("{said}: {more}", said=self.said, more=more) if more else self.said


def together(view: SeatView, among: Sequence[NamedAnswer]) -> Iterator[tuple[NamedAnswer, int]]:
    """The answers as they are told, and how many each line is: one spell at whomever it may be aimed at, with the same
    chance at each, is one."""
    for key, alike in groupby(enumerate(among), lambda each: _aimed_alike(*each)):
        same = [offer for _, offer in alike]
        if key[0] < 0:
            targets = [each.answer.target for each in same if isinstance(each.answer, Cast | UseAbility)]
            whom = listed((view.name(target or "") for target in targets), last="or")
            yield same[0]._replace(said=say("{what}: {whom}", what=term(key[1]), whom=whom)), len(same)
        else:
            yield same[0], 1


def _aimed_alike(number: int, offer: NamedAnswer) -> tuple[int, str, str]:
    """Equal for those that one line tells; its number is less than none for what is aimed at somebody."""
    match offer.answer:
        case Cast(spell=name, target=str()) | UseAbility(ability=name, target=str()):
            return -1, name, offer.more
        case _:
            return number, "", ""


def verb_of(word: str) -> Tool | None:
    """The tool that a verb takes in hand."""
    return next((tool for tool, verbs in VERBS.items() if plain(word) in typed(verbs)), None)


def offers(view: SeatView, choice: Question, found: list[Suggestion]) -> list[NamedAnswer]:
    """All answers that can be named; `found`: the places that were looked up for a question about one."""
    menu = tools.menu(view.state, view.measure, choice)
    places = [NamedAnswer(each.name, each.preview.answer, each.more, preview=each.preview) for each in found]
    listed = [each for button in menu.buttons if not button.why for each in _of_button(view, choice, button)]
    return [*places, *listed, *(_yielded(view, choice, each) for each in menu.offers)]


def _yielded(view: SeatView, choice: Question, offer: YieldOffer) -> NamedAnswer:
    """Not to be asked it again, as an answer; its number, which the window lets one set, is told."""
    if not offer.said.unless:
        return NamedAnswer(say("Not again: {until}", until=offer.label), offer.said)
    what = topic_in_words(view.state, choice.topic or "")
    return NamedAnswer(say("Not again {words}: {what}", words=said_in_words(offer.said), what=what), offer.said)


def barred(view: SeatView, choice: Question, asked: str = "") -> list[str]:
    """What cannot be done now, and why, in a line each; with `asked` of what these words name alone."""
    if not isinstance(choice.region, Acts):
        return []
    why: dict[str, list[str]] = {}
    out = view.state[choice.region.who].ap == 0 and not choice.region.out_of_sequence
    for button in tools.menu(view.state, view.measure, choice).buttons:
        if button.why and (not asked or fitting(asked, [button.label])):
            why.setdefault(say("no AP left") if out else button.why, []).append(button.label)
    return [say("Not now, {actions}: {why}", actions=listed(labels), why=reason) for reason, labels in why.items()]


def zones_told(view: SeatView, choice: Question) -> list[str]:
    """Where the zones lie, in a line each, to whoever lays an objective or moors a gondola before they are taken."""
    return list(zones_lie(view)) if isinstance(choice, WhereObjectiveLies | WhereMoored) else []


def _of_button(view: SeatView, choice: Question, button: Button) -> list[NamedAnswer]:
    if button.tool is Tool.ATTACK or button.targets:
        return [_attack(view, choice, attack) for attack in button.targets]
    cost = say("{n} AP", n=button.ap) if button.ap else ""
    if button.tool is not None:
        reach = ""
        if button.tool is Tool.RUN and choice.about is not None:
            move = allowance(view.state, choice.about, in_water=False).total
            reach = say("MOVE {length}", length=inches(move))
        more = joined("; ", (cost, reach))
        return [NamedAnswer(button.label, more=more, tool=button.tool, text=LISTED.get(button.tool, ""))]
    if button.does:
        return [NamedAnswer(button.label, more=button.hint, does=button.does)]
    if isinstance(button.answer, UseAbility | Cast):
        return [_power(view, choice, button, button.answer)]
    text = button.hint if isinstance(button.answer, Hide | Guard) else ""
    hint = "" if text else button.hint
    more = joined("; ", (cost, hint, *_about(view, choice, button.answer)))
    counts = choice.gesture is Gesture.NUMBER and isinstance(button.answer, int | float)
    key = str(number(button.answer)) if counts and isinstance(button.answer, int | float) else ""
    return [NamedAnswer(button.label, button.answer, more, key, text=text)]


def _power(view: SeatView, choice: Question, button: Button, answer: UseAbility | Cast) -> NamedAnswer:
    """A spell or a command ability: its numbers and odds, and apart from them what it does."""
    said = answer.label(names_of(view.state))
    if isinstance(answer, Cast):
        spell = spells.named(answer.spell)
        ap = say("{n} AP", n=answer.ap) if answer.ap else ""
        numbers = (
            say("{cost} WP, {difficulty}+", cost=spell.cost, difficulty=spell.difficulty) if spell is not None else ""
        )
        more = joined("; ", (joined(", ", (ap, numbers)), button.chance, *_met(view, choice.about, answer)))
        return NamedAnswer(said, answer, more, text=spell_words(answer))
    command = command_of(view.state[choice.about], answer.ability) if choice.about is not None else None
    if command is None:
        return NamedAnswer(said, answer, button.hint)
    target = view.state.characters.get(answer.target or "")
    heals = target is not None and set(command.gains) == {"lp"} and target.lp >= target.profile.lp
    more = joined("; ", (say("{cost} CP", cost=command.cost), say("it lacks no Life Points") if heals else ""))
    return NamedAnswer(said, answer, more, text=term(" ".join(command.text.split())))


def _met(view: SeatView, who: str | None, cast: Cast) -> list[str]:
    """Whom the marker or template of a spell would touch."""
    if who is None or cast.target is None:
        return []
    under = previews.under_spell(view.state, view.measure, who, cast.spell, cast.target)
    return [] if under is None else previews.meets_words(view.state, who, cast.spell, under, cast.target)


def _about(view: SeatView, choice: Question, answer: object) -> list[str]:
    """What one should know of a mini or a zone before it is chosen."""
    if choice.gesture is Gesture.AREA:
        return [zone_lies(z) for z in zones(view.state) if z.name == answer]
    c = view.state.characters.get(answer) if isinstance(answer, str) else None
    return [view.points(c), view.stands(c.id)] if c is not None and c.on_board else []


def _attack(view: SeatView, choice: Question, attack: Attack) -> NamedAnswer:
    label, region = attack.label(names_of(view.state)), choice.region
    if choice.about is None or region is None:
        return NamedAnswer(label, attack)
    how = how_offered(view.state, choice, attack)
    shown = previews.preview_attack(view.state, view.measure, choice.about, attack, region, how)
    whose = _whose(view, view.state[attack.target])
    more = joined("; ", (whose, *(word for word in shown.words if word not in shown.numbers)))
    return NamedAnswer(shown.title, attack, more, preview=shown, text=joined("; ", shown.numbers))


def _whose(view: SeatView, target: Character) -> str:
    """Whose the target of an attack is, where that does not go without saying."""
    return view.whose(target) if target.seat == view.seat or len(view.state.seats) > 2 else ""
