"""Spells and abilities as buttons: those aimed at somebody open at whom, those aimed at nobody are confirmed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from sim.app.table.glossary import spell_words
from sim.app.table.tools import HANDS, Button, Menu, Tool, picks_dice
from sim.carnevale.actions import UseAbility
from sim.carnevale.magic import spells
from sim.carnevale.magic.casting import Cast
from sim.carnevale.names import names_of
from sim.carnevale.questions import Question
from sim.carnevale.state import State
from sim.engine.past import Final
from sim.words import joined, say, term

__all__ = ["gathered", "is_staked", "opened", "target_of", "with_finality"]


def with_finality(menu: Menu, choice: Question, final: Callable[[object], Final]) -> Menu:
    """Each answer marked that cannot be taken back once it is given."""
    marked = (
        msgspec.structs.replace(button, final=final(button.answer))
        if button.tool is None and not button.why and not button.does
        else button
        for button in menu.buttons
    )
    by_default = final(choice.default) if picks_dice(choice) else ""
    return msgspec.structs.replace(menu, buttons=tuple(marked), final=by_default)


def target_of(answer: object) -> tuple[str, str] | None:
    """The spell or ability that an answer is, and whom it is aimed at; None: it is none, or aimed at nobody."""
    if isinstance(answer, Cast) and answer.target is not None:
        return answer.spell, answer.target
    if isinstance(answer, UseAbility) and answer.target is not None:
        return answer.ability, answer.target
    return None


def gathered(state: State, menu: Menu) -> Menu:
    """A menu in which each spell and ability that is aimed at somebody is one button, which opens at whom."""
    own: dict[str, list[Button]] = {}
    for button in menu.buttons:
        if (aim := target_of(button.answer)) is not None:
            own.setdefault(aim[0], []).append(button)
    made: list[Button] = []
    for button in menu.buttons:
        aim = target_of(button.answer)
        same = own[aim[0]] if aim is not None else []
        if not same:
            made.append(button)
        elif same[0] is button:
            made.append(_opener(state, same))
    return msgspec.structs.replace(menu, buttons=tuple(made))


def _opener(state: State, buttons: Sequence[Button]) -> Button:
    """One button for the same at one mini or several."""
    first, name = buttons[0], names_of(state)
    (what, _), *_ = aims = [target_of(button.answer) or ("", "") for button in buttons]
    spell = spells.named(what) if isinstance(first.answer, Cast) else None
    numbers = say("{cost} WP, {difficulty}+", cost=spell.cost, difficulty=spell.difficulty) if spell is not None else ""
    hint = spell_words(first.answer) if isinstance(first.answer, Cast) else first.hint
    within = tuple(
        msgspec.structs.replace(button, label=joined("  ", (name(target), button.chance)), hint=hint)
        for button, (_, target) in zip(buttons, aims, strict=True)
    )
    return Button(joined("  ", (term(what), numbers)), ap=first.ap, hint=hint, within=within)


def opened(menu: Menu, button: Button) -> Menu:
    """At whom, of those that a button opens; and the way back."""
    back = Button(say("Back to all actions"), does="back")
    question = say("{what}: at whom?", what=button.label)
    detail = joined(" ", (button.hint, HANDS[Tool.PICK]))
    return msgspec.structs.replace(
        menu, question=question, detail=detail, buttons=(*button.within, back), tool=Tool.PICK
    )


def is_staked(button: Button) -> bool:
    """Is it a spell at nobody, or an ability at nobody that cannot be taken back? It is confirmed, as at somebody; and
    so is the end of a turn that moves or hurts whoever acts."""
    if target_of(button.answer) is not None:
        return False
    return (
        bool(button.risk)
        or isinstance(button.answer, Cast)
        or (isinstance(button.answer, UseAbility) and button.final != "")
    )
