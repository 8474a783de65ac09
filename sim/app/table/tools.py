"""How a choice is answered at the table: the tools that it offers, its buttons, and its question in words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import msgspec

from sim.app.table.gains import hints as gains_of
from sim.app.table.questions import about, agenda_words, label_of, question_of, spell_words
from sim.carnevale import moving, outlook
from sim.carnevale.abilities.bodyguard import Intercept
from sim.carnevale.actions import (
    Acts,
    Cast,
    Combat,
    Dive,
    Drown,
    Grapple,
    Guard,
    Hide,
    Jump,
    Order,
    Row,
    Run,
    UseAbility,
)
from sim.carnevale.actions.base import Action, Attack
from sim.carnevale.actions.base import refusal as refusal_of
from sim.carnevale.actions.counter import Counters
from sim.carnevale.actions.grapple import Throw
from sim.carnevale.actions.jump import Chained, Inches
from sim.carnevale.actions.row import Berths
from sim.carnevale.agendas.plan import Plan, Plans, planners
from sim.carnevale.characters import Point
from sim.carnevale.landing import Footing
from sim.carnevale.magic import spells
from sim.carnevale.magic.spells import Pick
from sim.carnevale.magic.wild import Borrowed
from sim.carnevale.objectives.placing import ObjectiveSpots
from sim.carnevale.opportunity import Attacks
from sim.carnevale.rolls import Dice
from sim.carnevale.scenarios.deployment import Deployment
from sim.carnevale.scenarios.gondolas import Moorings
from sim.carnevale.state import State
from sim.carnevale.telling import names_of
from sim.engine.requests import Choice, Measure, Refusal, measured
from sim.percent import percent


class Tool(StrEnum):
    """What the mouse does on the board."""

    LOOK = "look"  # select minis
    PICK = "pick"  # answer with a mini
    RUN = "run"
    JUMP = "jump"
    ATTACK = "attack"
    ROW = "row"
    PUSH = "push"
    STRIDE = "stride"
    DEPLOY = "deploy"
    MOOR = "moor"
    ZONE = "zone"
    POINT = "point"  # any point that a region takes
    MANY = "many"  # several minis
    OBJECTIVE = "objective"
    TAPE = "tape"
    AGREED = "agreed"  # where a mini is set by agreement


class Button(msgspec.Struct, frozen=True):
    """One way to go on: a tool to take up, or an answer to give. `why`: why it cannot be used now."""

    label: str
    key: str = ""
    tool: Tool | None = None
    answer: Any = None
    targets: tuple[Attack, ...] = ()  # of an attack tool: every attack that may be made
    ap: int = 0
    hint: str = ""
    why: str = ""
    primary: bool = False
    does: str = ""  # what the table does of itself: "rest" places a gang; "pass turn", "pass round"


class Menu(msgspec.Struct, frozen=True):
    """All ways to answer a choice: its question, its buttons, and the tool that is in hand at first."""

    question: str
    detail: str = ""
    buttons: tuple[Button, ...] = ()
    tool: Tool = Tool.LOOK
    who: str | None = None  # whom the choice is about


def menu(state: State, measure: Measure, choice: Choice) -> Menu:
    """How this choice can be answered."""
    who = about(choice)
    question, detail = question_of(state, choice)
    region = choice.region
    if isinstance(region, Acts):
        every = [*_actions(state, measure, region), *_options(state, measure, choice)]
        buttons = sorted(every, key=lambda button: not button.key)  # what many offers follow stays where it is
        able = any(button.tool is Tool.RUN and not button.why for button in buttons)
        tool = Tool.RUN if able else Tool.LOOK
        return Menu(question, detail, tuple(buttons), tool, who)
    tool = tool_of(state, choice)
    buttons = [*_offers(state, measure, choice), *_options(state, measure, choice)]
    if isinstance(choice.region, Counters):
        hint = "No question about counters until it ends"
        buttons = [  # whoever may answer comes last: there may be many
            *_options(state, measure, choice),
            Button("Pass for this turn", "N", does="pass turn", hint=hint),
            Button("Pass for this round", "K", does="pass round", hint=hint),
            *_offers(state, measure, choice),
        ]
    elif isinstance(choice.region, Deployment):
        buttons.append(Button("Place the rest", "P", does="rest", hint="Where it is allowed, by chance"))
    if tool is Tool.LOOK and not buttons and dice_region(choice) is None:  # nothing can be listed: what is proposed
        buttons = [Button("As proposed", answer=choice.default, hint=str(choice.default), primary=True)]
    return Menu(question, detail, tuple(buttons), tool, who)


def tool_of(state: State, choice: Choice) -> Tool:
    """The tool that answers a choice on the board; LOOK where buttons do."""
    match choice.region:
        case Acts() | moving.Further() | Intercept():
            return Tool.RUN
        case Chained():
            return Tool.JUMP
        case Throw():
            return Tool.PUSH
        case Footing():
            return Tool.STRIDE
        case Deployment():
            return Tool.DEPLOY
        case ObjectiveSpots():
            return Tool.OBJECTIVE
        case Moorings():
            return Tool.MOOR
        case Berths():
            return Tool.ROW
        case Attacks():
            return Tool.ATTACK
        case Pick():
            return Tool.MANY
    takes = getattr(choice.region, "answers", None)
    if takes is Run:
        return Tool.RUN
    if takes == Point:
        return Tool.POINT
    if choice.prompt == "zone":
        return Tool.ZONE
    if choice.options and all(isinstance(o, str) and o in state.characters for o in choice.options):
        return Tool.PICK
    return Tool.LOOK


# --- actions ------------------------------------------------------------------------------------------------


def _actions(state: State, measure: Measure, region: Acts) -> list[Button]:
    """The actions of a character: those that take a place on the board, attacks, and those that are listed."""
    c = state[region.who]
    offers = region.offers(state, measure)
    attacks = [a for a in offers if isinstance(a, Attack)]
    short = _short(state, measure, region, Hide)
    wet = _why(state, measure, region, Jump((c.here[0] + 0.5, c.here[1], c.here[2]))) if not short else None
    made = [
        Button("Run", "R", Tool.RUN, ap=1, hint="Run, climb, swim or charge", why=short),
        Button("Jump", "J", Tool.JUMP, ap=1, hint="Jump to a point in sight", why=short or _if(wet, "in water")),
    ]
    for kind, key, hint in (
        (Combat, "A", "Attack with a weapon"),
        (Grapple, "G", "Throw somebody in base contact"),
        (Drown, "X", "Hold an enemy under water"),
    ):
        own = tuple(a for a in attacks if isinstance(a, kind))
        label = "Attack" if kind is Combat else kind.__name__
        if own or kind is Combat:
            made.append(Button(label, key, Tool.ATTACK, targets=own, ap=1, hint=hint, why=short or _none(own)))
    if c.aboard is not None:
        made.append(Button("Row", "W", Tool.ROW, ap=1, hint="Row the gondola", why=short))
    if Dive() in offers:
        made.append(Button("Dive", "D", answer=Dive(), ap=2, hint="Go under: +2 PROTECTION a counter"))
    for action, key in ((Hide(), "H"), (Guard(), "U")):
        why = "" if action in offers else str(_refusal(state, measure, region, action) or "")
        hint = "Enemies far off lose sight of you in cover" if key == "H" else "Attack an enemy that moves in sight"
        made.append(
            Button(action.name().capitalize(), key, answer=action, ap=1, hint=f"{hint}. Ends the turn", why=why)
        )
    made += [Button(label_of(state, a), answer=a, hint="1 CP") for a in offers if isinstance(a, (Order, UseAbility))]
    plain = (Attack, Order, UseAbility, Hide, Guard, Dive, Run, Jump, Row)
    made += [
        _cast(state, measure, region.who, a) if isinstance(a, Cast) else Button(label_of(state, a), answer=a, ap=a.ap)
        for a in offers
        if not isinstance(a, plain)
    ]
    return made


def _cast(state: State, measure: Measure, who: str, cast: Cast) -> Button:
    """A spell by its name and numbers; what it does, and how likely, is its hint."""
    spell = spells.named(cast.spell)
    numbers = f"  {spell.cost} WP, {spell.difficulty}+" if spell is not None else ""
    return Button(
        label_of(state, cast) + numbers,
        answer=cast,
        ap=cast.ap,
        hint=f"{spell_words(cast)} {_chance(state, measure, who, cast)}",
    )


def _chance(state: State, measure: Measure, who: str, cast: Cast) -> str:
    """How likely a spell succeeds, alone and against whoever would dispel it; will points played best."""
    found = measured(outlook.cast(state, who, cast), state, measure)
    against = ""
    if found.dispeller is not None and found.dispelled is not None:
        against = f"; {percent(found.dispelled)} against {state[found.dispeller].name}"
    return f"Succeeds {percent(found.alone)}{against}."


def _short(state: State, measure: Measure, region: Acts, kind: type[Action]) -> str:
    """Why there are no points left for an action of 1 AP."""
    refusal = _refusal(state, measure, region, kind())
    return str(refusal) if refusal is not None and refusal.rule == "TURN-04" else ""


def _refusal(state: State, measure: Measure, region: Acts, action: Action) -> Refusal | None:
    return measured(
        refusal_of(state, region.who, action, out_of_sequence=region.out_of_sequence, free=region.free), state, measure
    )


def _why(state: State, measure: Measure, region: Acts, action: Action) -> Refusal | None:
    return _refusal(state, measure, region, action)


def _if(refusal: Refusal | None, word: str) -> str:
    return str(refusal) if refusal is not None and word in refusal.why else ""


def _none(attacks: Sequence[Attack]) -> str:
    return "" if attacks else "no enemy in sight and in range"


# --- other choices --------------------------------------------------------------------------------------------


def _offers(state: State, measure: Measure, choice: Choice) -> list[Button]:
    """What a region lists of itself."""
    match choice.region:
        case Attacks() as region:
            return [
                Button(label_of(state, a), answer=a, targets=(a,), primary=i == 0) for i, a in enumerate(region.offers)
            ]
        case Counters() as region:
            name = names_of(state)
            return [
                Button(f"{name(pair.by)} commands {name(pair.who)}", answer=pair, hint="1 CP")
                for pair in region.offers(state, measure)
            ]
        case Plans() as region:
            name = names_of(state)
            return [
                Button(f"{name(who)} drops {agenda_words(id)[0]}", answer=Plan(who, id), hint="1 CP")
                for who in planners(state, region.seat)[:1]
                for id in state.seats[region.seat].agendas
            ]
        case Borrowed() as region:
            return [_cast(state, measure, region.who, way) for way in region.offers(state, measure)]
        case Inches() as region:
            return [Button(f'Run on {n}"', answer=float(n)) for n in range(1, int(region.most) + 1)] + (
                [Button(f'Run on {region.most:.1f}"', answer=region.most)] if region.most % 1 > 0.05 else []
            )
    return []


def _options(state: State, measure: Measure, choice: Choice) -> list[Button]:
    name = names_of(state)
    gains = gains_of(state, measure, choice.facts) if choice.prompt == "will" else []
    made = []
    for option in choice.options:
        label, hint = _option(state, choice, option, name)
        if gains and isinstance(option, int):
            hint = gains[option]
        key = "E" if option == "end" else ""
        made.append(Button(label, key, answer=option, hint=hint, primary=option == choice.default))
    return made


_PLAIN = {
    "end": "End turn",
    "decline": "Decline",
    "pass": "Pass",
    "score": "Score it now",
    "keep": "Keep it for double",
}
_NONE = {
    "gondola": "No gondola",
    "move_on": "Stop here",
    "underwater": "Stay where it is",
    "keep_feet": "Stay",
    "row": "As aimed",
    "objective": "Leave it",
    "lantern": "Not this round",
    "chained_jump": "No jump",
    "plan": "Keep the agendas",
    "spell_place": "Nowhere",
    "gateway": "Stay here",
    "chariot": "No ride",
    "justice": "No other spell",
    "madness": "Do nothing",
}


def _option(state: State, choice: Choice, option: Any, name: Any) -> tuple[str, str]:
    """A label and a hint for one option."""
    facts = choice.facts
    if choice.prompt == "will" and isinstance(option, int):
        label = "No Will Points" if option == 0 else f"{option} WP: {facts['dice'] + option} dice"
        return label, ""
    if choice.prompt == "guard":
        return ("Attack of opportunity" if option else "Stay on guard"), ""
    if choice.prompt == "equipment":
        return ("Use it" if option else "Keep it"), ""
    if choice.prompt == "favour":
        return ("Award it" if option else "Not for this"), ""
    if choice.prompt == "objective" and option is not None:
        source = facts.get("from", {}).get(option)
        label = str(option).replace("-", " ").capitalize()
        return label + (f" from {name(source)}" if source else ""), ""
    if choice.prompt == "jump_length":
        falls = facts.get("falls", {})
        return f'{option}"', f'falls {falls[str(option)]:.1f}"' if str(option) in falls else "stands"
    if choice.prompt == "run_on":
        return "Stop there", ""
    if choice.prompt == "template":
        return f'{option}" away', ""
    if option is None:
        return _NONE.get(choice.prompt, "No"), ""
    if isinstance(option, bool):
        return ("Yes" if option else "No"), ""
    text = str(option)
    if text in state.characters:
        c = state[text]
        return name(text), f"{c.cp} CP" if choice.prompt == "initiative" else ""
    return _PLAIN.get(text, text[:1].upper() + text[1:]), ""


def dice_region(choice: Choice) -> Dice | None:
    """The dice that a re-roll question lets a player pick."""
    return choice.region if isinstance(choice.region, Dice) else None
