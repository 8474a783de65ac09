"""How a choice is answered at the table: the tools that it offers, its buttons, and its question in words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from sim.app.table.glossary import ability_words, spell_words
from sim.app.table.previews.turn_ends import ending_words
from sim.app.table.roll_hints import attack_hint, attacks_hint, counter_hint, dive_hint, hints, in_any_case
from sim.app.table.vessel_hints import vessel_hint
from sim.carnevale import action_odds, hooks, sighting, yielding
from sim.carnevale.acting import WhichAttack
from sim.carnevale.action import Action, Attack
from sim.carnevale.actions import Combat, Dive, Drown, Grapple, Guard, Hide, Jump, Order, Row, Run, UseAbility
from sim.carnevale.actions.counter import Counter, CounterAction, WhoCounters
from sim.carnevale.actions.grapple import WhereThrown
from sim.carnevale.actions.jump import ChainedJump
from sim.carnevale.actions.row import WhereRowed
from sim.carnevale.chronicle import last_deed
from sim.carnevale.legality import END, Acts, forbidden
from sim.carnevale.legality import refusal as refusal_of
from sim.carnevale.magic import spells
from sim.carnevale.magic.casting import Cast
from sim.carnevale.names import names_of
from sim.carnevale.objectives.placing import WhereObjectiveLies
from sim.carnevale.questions import Question
from sim.carnevale.scenarios.deployment import SetUpMini
from sim.carnevale.scenarios.gondolas import WhereMoored
from sim.carnevale.state import State
from sim.carnevale.unstable_ground import KeepFeet
from sim.carnevale.yielding import YieldOffer
from sim.engine.past import Final
from sim.engine.requests import Gesture, Measure, Refusal, measured
from sim.percent import percent
from sim.words import capital, counted, joined, say, term

__all__ = ["HANDS", "Button", "Menu", "Tool", "menu", "picks_dice", "tool_for"]

OUT_OF_REACH = ("ACT-03", "ACT-05")  # what refuses an attack on somebody who is too far off


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
    answer: object = None
    targets: tuple[Attack, ...] = ()  # of an attack tool: every attack that may be made
    ap: int = 0
    hint: str = ""
    why: str = ""
    primary: bool = False
    final: Final = ""  # what keeps it from being taken back, once it is given
    does: str = ""  # what the table does of itself: "deploy remaining" places a gang, "back" goes back to all answers
    chance: str = ""  # of a spell, how likely it succeeds, in words
    risk: str = ""  # what the end of the turn, which comes with it, does to whoever acts
    within: tuple[Button, ...] = ()  # what it opens: the same at each of several minis


class Menu(msgspec.Struct, frozen=True):
    """All ways to answer a choice: its question, its buttons, and the tool that is in hand at first."""

    question: str
    detail: str = ""
    buttons: tuple[Button, ...] = ()
    tool: Tool = Tool.LOOK
    who: str | None = None  # whom the choice is about
    place: str | None = None  # the mini beside which it is asked; None: below the board
    concerns: tuple[str, ...] = ()  # whom else it must not hide
    default: str = ""  # what happens by default, in words
    final: Final = ""  # what keeps that from being taken back, where it has no button
    offers: tuple[YieldOffer, ...] = ()  # yields that it can be answered with
    is_settled: bool = False  # is it how much, and there is only one answer?

    @property
    def attacks(self) -> tuple[Attack, ...]:
        """What the tool that is in hand at first may do, where it attacks."""
        if self.tool is not Tool.ATTACK:
            return ()
        by_tool = [button.targets for button in self.buttons if button.tool is Tool.ATTACK and button.targets]
        return by_tool[0] if by_tool else tuple(a for b in self.buttons for a in b.targets)


TOOLS = {
    Gesture.LIST: Tool.LOOK,
    Gesture.YES_NO: Tool.LOOK,
    Gesture.NUMBER: Tool.LOOK,
    Gesture.DICE: Tool.LOOK,  # they are picked on the tray
    Gesture.MINI: Tool.PICK,
    Gesture.SEVERAL: Tool.MANY,
    Gesture.AREA: Tool.ZONE,
    Gesture.POINT: Tool.POINT,
    Gesture.PATH: Tool.RUN,
    Gesture.ACTION: Tool.RUN,
}
OWN: dict[type[Question], Tool] = {  # questions whose answer is previewed in a way of its own
    ChainedJump: Tool.JUMP,
    KeepFeet: Tool.STRIDE,
    SetUpMini: Tool.DEPLOY,
    WhereMoored: Tool.MOOR,
    WhereObjectiveLies: Tool.OBJECTIVE,
    WhereRowed: Tool.ROW,
    WhereThrown: Tool.PUSH,
    WhichAttack: Tool.ATTACK,
}
HANDS = {  # what a hand does with a tool where it is not plain; a key stands in brackets
    Tool.PICK: say("Choose a mini."),
    Tool.DEPLOY: say(
        "Choose where; by keys [B] points. A drag with the right button turns the view; Top looks straight down."
    ),
    Tool.MOOR: say("Choose where; by keys [B] points."),
    Tool.ROW: say("Choose where; by keys [B] points."),
    Tool.OBJECTIVE: say("Choose where; by keys [B] points."),
    Tool.POINT: say("Choose where; by keys [B] points."),
    Tool.MANY: say("Choose them, then Enter."),
}


def tool_for(kind: type[Question]) -> Tool:
    """The tool that answers such a question on the board; LOOK where buttons do."""
    return OWN[kind] if kind in OWN else TOOLS[kind.gesture]


def menu(state: State, measure: Measure, choice: Question) -> Menu:
    """How this choice can be answered."""
    question, who = choice.asks(state), choice.about
    said = choice.detail(state)
    hand = (
        "" if isinstance(choice.region, Acts) or _picks_nobody(state, choice) else HANDS.get(tool_for(type(choice)), "")
    )
    gains = hints(state, measure, choice)
    outcome = in_any_case(gains)  # it is said once
    ends = ending_words(state, measure, who) if END in choice.options and who is not None else ""
    ending = say("{what}: {words}", what=choice.label(state, END).text, words=ends) if ends else ""
    detail = joined(" ", (said, outcome, hand, ending))
    options = _options(state, choice, [] if outcome else gains, ends)
    if isinstance(choice.region, Acts):
        buttons = [_risky(button, ends) for button in (*_actions(state, measure, choice.region), *options)]
        buttons.sort(key=lambda button: not button.key)  # what many offers follow stays where it is
        able = [button.tool for button in buttons if not button.why]
        first = Tool.ATTACK if isinstance(choice, CounterAction) else Tool.RUN  # a counter is bought for its attack
        tool = next((each for each in (first, Tool.RUN) if each in able), Tool.LOOK)
        return Menu(question, detail, tuple(buttons), tool, who)
    tool = tool_for(type(choice))
    buttons = [*_offers(state, measure, choice), *options]
    if isinstance(choice, WhoCounters):
        detail = joined(" ", (last_deed(state.log, choice.after, choice.seat, names_of(state)), detail))
        buttons = [*options, *_counters(state, measure, choice)]  # whoever may answer comes last: there may be many
    elif isinstance(choice, SetUpMini):
        hint = say("Apart from each other, towards the front, hidden from enemies; whoever finds no room stays out")
        buttons.append(Button(say("Place the rest"), "P", does="deploy remaining", hint=hint))
    unlisted = choice.default is not None and all(choice.default != button.answer for button in buttons)
    if unlisted and not picks_dice(choice):  # the tray has a button of its own for none
        buttons.append(Button(choice.by_default(state), answer=choice.default, primary=True))
    settled = choice.gesture is Gesture.NUMBER and len(buttons) == 1
    asked = Menu(question, detail, tuple(buttons), tool, who, is_settled=settled)
    return _in_place(state, measure, choice, asked) if choice.window or _is_of_a_mini(state, choice, tool) else asked


def _risky(button: Button, ends: str) -> Button:
    """A button that ends the turn says what comes of ending it here."""
    answer = button.answer
    is_last = answer == END or (isinstance(answer, Action) and answer.ends_turn)
    return msgspec.structs.replace(button, risk=ends) if is_last else button


def _is_of_a_mini(state: State, choice: Question, tool: Tool) -> bool:
    """Is it about a mini on the board, and answered by buttons alone, so that these need not stand far from it?"""
    return tool is Tool.LOOK and choice.about is not None and state[choice.about].on_board


def _picks_nobody(state: State, choice: Question) -> bool:
    """Is it answered with a mini, but none of those stands on the board, to be clicked?"""
    return tool_for(type(choice)) is Tool.PICK and not any(c.id in choice.options for c in state.on_board())


def _in_place(state: State, measure: Measure, choice: Question, menu: Menu) -> Menu:
    """A window is asked beside whom it is about, with what happens by default and what can be yielded."""
    named = (choice.about, *(getattr(choice, name, None) for name in ("after", "against", "target")))
    named += (*getattr(choice, "ready", ()), *getattr(choice, "wards", ()))
    minis = tuple(who for who in dict.fromkeys(named) if who in state.characters and state[who].on_board)
    return msgspec.structs.replace(
        menu,
        place=minis[0] if minis else None,
        concerns=minis[1:],
        default=choice.by_default(state),
        offers=yielding.offered(state, measure, choice),
    )


# --- actions ------------------------------------------------------------------------------------------------


def _actions(state: State, measure: Measure, region: Acts) -> list[Button]:
    """The actions of a character: those that take a place on the board, attacks, and those that are listed."""
    c = state[region.who]
    offers = region.offers(state, measure)
    attacks = [a for a in offers if isinstance(a, Attack)]
    short = _short(state, measure, region, Hide)
    no_jump = short or _no_jump(state, measure, region.who)
    made = [
        _run(state, region.who, short),
        Button(say("Jump"), "J", Tool.JUMP, ap=1, hint=say("Jump to a point in sight"), why=no_jump),
    ]
    for kind, key, hint in (
        (Combat, "A", attacks_hint(state, measure, region.who, attacks)),
        (Grapple, "G", say("Throw somebody in base contact")),
        (Drown, "X", say("Hold an enemy under water")),
    ):
        own = tuple(a for a in attacks if isinstance(a, kind))
        if kind is Combat:
            why = short or ("" if own else _no_attack(state, measure, region))
            made.append(Button(say("Attack"), key, Tool.ATTACK, targets=own, ap=1, hint=hint, why=why))
        elif own:
            made.append(Button(term(kind.__name__), key, Tool.ATTACK, targets=own, ap=1, hint=hint, why=short))
    if vessel := vessel_hint(state, measure, region.who):
        why = vessel.why or (short if vessel.ap else "")
        made.append(Button(vessel.label, "W", Tool.ROW, ap=vessel.ap, hint=vessel.hint, why=why))
    if Dive() in offers:
        made.append(Button(say("Dive"), "D", answer=Dive(), ap=2, hint=dive_hint(state, region.who)))
    for action, key, hint in (
        (Hide(), "H", say("Enemies far off lose sight of you in cover. Ends the turn")),
        (Guard(), "U", say("Attack an enemy that moves in sight. Ends the turn")),
    ):
        why = "" if action in offers else _words_of(_refusal(state, measure, region, action))
        made.append(Button(term(action.name().capitalize()), key, answer=action, ap=1, hint=hint, why=why))
    name, ordered = names_of(state), say("1 CP: 1 AP more this turn")
    made += [
        Button(a.label(name), answer=a, hint=ability_words(c, a) if isinstance(a, UseAbility) else ordered)
        for a in offers
        if isinstance(a, (Order, UseAbility))
    ]
    plain = (Attack, Order, UseAbility, Hide, Guard, Dive, Run, Jump, Row)
    made += [
        _cast(state, measure, region.who, a) if isinstance(a, Cast) else Button(a.label(name), answer=a, ap=a.ap)
        for a in offers
        if not isinstance(a, plain)
    ]
    return made


def _no_jump(state: State, measure: Measure, who: str) -> str:
    """Why it can jump nowhere from where it is."""
    barred = forbidden(state, who, Jump(state[who].here)) or measured(Jump.barred_anywhere(state, who), state, measure)
    return _words_of(barred)


def _run(state: State, who: str, why: str) -> Button:
    if hooks.flies(state, who):
        hint = say("Fly straight to a point, without a roll; or run, climb, swim. Into contact it charges")
        return Button(say("Fly"), "R", Tool.RUN, ap=1, hint=hint, why=why)
    return Button(say("Run"), "R", Tool.RUN, ap=1, hint=say("Run, climb, swim or charge"), why=why)


def _cast(state: State, measure: Measure, who: str, cast: Cast) -> Button:
    """A spell by its name and numbers; what it does, and how likely, is its hint."""
    spell = spells.named(cast.spell)
    label = cast.label(names_of(state))
    if spell is not None:
        numbers = say("{cost} WP, {difficulty}+", cost=spell.cost, difficulty=spell.difficulty)
        label = joined("  ", (label, numbers))
    chance = _chance(state, measure, who, cast)
    hint = joined(" ", (spell_words(cast, state[who]), say("{words}.", words=capital(chance))))
    return Button(label, answer=cast, ap=cast.ap, hint=hint, chance=chance)


def _chance(state: State, measure: Measure, who: str, cast: Cast) -> str:
    """How likely a spell succeeds, alone and against whoever would dispel it; and with will points played best."""
    found = measured(action_odds.cast(state, who, cast), state, measure)
    plain, best = percent(found.plain), percent(found.alone)
    told = {"chance": plain, "best": best}
    if found.dispeller is None or found.dispelled is None:
        if plain == best:
            return say("succeeds {chance}", chance=plain)
        return say("succeeds {chance}, with will points {best}", **told)
    told |= {"dispelled": percent(found.dispelled), "name": names_of(state)(found.dispeller)}
    return say("succeeds {chance}, with will points {best}; {dispelled} against {name}", **told)


def _short(state: State, measure: Measure, region: Acts, kind: type[Action]) -> str:
    """Why there are no points left for an action of 1 AP."""
    refusal = _refusal(state, measure, region, kind())
    return refusal.words if refusal is not None and refusal.rule == "TURN-04" else ""


def _refusal(state: State, measure: Measure, region: Acts, action: Action) -> Refusal | None:
    return measured(
        refusal_of(state, region.who, action, out_of_sequence=region.out_of_sequence, free=region.free), state, measure
    )


def _words_of(refusal: Refusal | None) -> str:
    return refusal.words if refusal is not None else ""


def _no_attack(state: State, measure: Measure, region: Acts) -> str:
    """Why it can attack nobody: what keeps a weapon down that reaches an enemy in sight, else that there is none."""
    for each in measured(Combat.offers(state, region.who), state, measure):
        assert isinstance(each, Combat)
        refusal = _refusal(state, measure, region, each)
        if refusal is None or refusal.rule in OUT_OF_REACH:
            continue
        if measured(sighting.sees(state, region.who, each.target), state, measure) is None:
            return refusal.words
    return say("no enemy in sight and in range")


# --- other choices --------------------------------------------------------------------------------------------


def _offers(state: State, measure: Measure, choice: Question) -> list[Button]:
    """What can be listed besides the options."""
    return [_offer(state, measure, choice, answer, i == 0) for i, answer in enumerate(choice.offers(state, measure))]


def _offer(state: State, measure: Measure, choice: Question, answer: object, first: bool) -> Button:
    if isinstance(answer, Cast) and choice.about is not None:
        return _cast(state, measure, choice.about, answer)
    label, hint = choice.label(state, answer)
    targets = (answer,) if isinstance(answer, Attack) else ()
    if isinstance(choice, WhichAttack) and isinstance(answer, Attack):
        hint = attack_hint(state, measure, choice, answer) or hint
    return Button(label, answer=answer, targets=targets, hint=hint, primary=first and answer == choice.default)


def _counters(state: State, measure: Measure, choice: WhoCounters) -> list[Button]:
    """Who may counter, each with the best that it can do and the first who commands it, the best of all first; then by
    all others."""
    made = [(pair, choice.label(state, pair).text) for pair in choice.offers(state, measure)]
    first: dict[str, Counter] = {}
    for pair, _ in made:
        first.setdefault(pair.who, pair)
    best = {who: counter_hint(state, measure, who) for who in first}
    made.sort(key=lambda each: (first[each[0].who] is not each[0], -best[each[0].who][1]))
    shown = ((best[pair.who][0] if first[pair.who] is pair else "") for pair, _ in made)
    return [Button(words, answer=pair, hint=hint) for (pair, words), hint in zip(made, shown, strict=True)]


def _options(state: State, choice: Question, gains: Sequence[str], ends: str) -> list[Button]:
    """The options, each with what it does; of windows, with what they come to, its `gains`. `ends`: what comes of
    ending the turn here."""
    made = []
    for i, option in enumerate(choice.options):
        label, hint = choice.label(state, option)
        key = "E" if option == END else ""
        primary = option == choice.default and type(option) is type(choice.default)
        if option == END and choice.about is not None:
            left = state[choice.about].ap
            hint = ends or (counted("{n} AP unspent", "{n} AP unspent", left) if left else hint)
        made.append(Button(label, key, answer=option, hint=gains[i] if gains else hint, primary=primary))
    return made


def picks_dice(choice: Question | None) -> bool:
    """Is it answered by picking dice on the tray?"""
    return choice is not None and choice.gesture is Gesture.DICE
