"""Yields of this game (see `sim.engine.yields`): how long they last, when a window is asked all the same, their words.

What can be yielded is whatever has a `window`: Will Points, re-rolls, counters, guards, dispelling, bodyguards and
equipment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import dist
from typing import NamedTuple

from sim.carnevale import agendas
from sim.carnevale.action import Attack
from sim.carnevale.actions.counter import Counters, WhoCounters
from sim.carnevale.gain import NOTHING
from sim.carnevale.legality import Acts
from sim.carnevale.magic.casting import TryToDispel
from sim.carnevale.names import names_of, roll_named
from sim.carnevale.questions import Question
from sim.carnevale.rerolls import RerollDice
from sim.carnevale.state import State
from sim.carnevale.will import SpendWill, will_left
from sim.carnevale.window_odds import kill_chance
from sim.engine.requests import Choice, Measure, kinds_of
from sim.engine.yields import Yield
from sim.words import capital, counted, joined, say, term

__all__ = ["CONDITIONS", "SPARING", "YieldOffer", "excepted", "offered", "said_in_words", "spans", "topic_in_words"]

CONDITIONS = {
    "kill": say("it can kill, with a chance of so many per cent"),
    "will": say("a mini that it concerns holds so many Will Points"),
    "gain": say("there is something to gain, for the roll or for an agenda"),
    "near": say("whoever could counter can attack, or is within so many inches of an enemy"),
}
CLOSE = 8  # inches: an enemy so near can be charged or fled from
SPARING = (  # what a person begins with: nothing is asked where there is nothing to decide
    Yield(topic="will", unless={"gain": 1}),
    Yield(topic="reroll", unless={"gain": 1}),
    Yield(topic="counter", unless={"near": CLOSE}),
)
COSTS_WILL = (SpendWill, TryToDispel)  # windows that are answered with Will Points
LASTS = {"turn": say("this turn"), "round": say("this round"), "game": say("this game")}


class YieldOffer(NamedTuple):
    """A yield that a window can be answered with."""

    label: str
    hint: str
    said: Yield


def spans(state: State) -> dict[str, str]:
    """A turn is that of one character."""
    return {"turn": f"{state.round}/{state.active or ''}", "round": str(state.round), "game": ""}


def excepted(state: State, choice: Choice, unless: Mapping[str, int], measure: Measure) -> bool:
    """Does one of these exceptions hold for a window, or can that not be told?"""
    if not isinstance(choice, Question) or unless.keys() - _HOLDS:
        return True
    return any(_HOLDS[name](state, measure, choice, number) for name, number in unless.items())


def _can_kill(state: State, measure: Measure, choice: Question, per_cent: int) -> bool:
    chance = kill_chance(state, measure, choice)
    return chance is None or (chance > 0 and 100 * chance >= per_cent)


def _holds_will(state: State, measure: Measure, choice: Question, points: int) -> bool:
    return will_held(state, choice) >= points


def will_held(state: State, choice: Question) -> int:
    """The most Will Points that one of the seat's minis holds whom a window concerns."""
    named = (choice.about, getattr(choice, "against", None), *getattr(choice, "ready", ()))
    own = [who for who in named if who in state.characters and state[who].seat == choice.seat]
    return max((will_left(state, who) for who in own), default=0)


def _gains(state: State, measure: Measure, choice: Question, _: int) -> bool:
    """Is there a difference for the roll, or for the agendas of whoever is asked? Other windows always make one."""
    if not isinstance(choice, SpendWill | RerollDice):
        return True
    spends = "will" if isinstance(choice, SpendWill) else "reroll"
    held = [agendas.find(id) for id in state.seats[choice.seat].agendas]
    return choice.gain() != NOTHING or any(card is not None and card.spending == spends for card in held)


def _is_near(state: State, measure: Measure, choice: Question, inches: int) -> bool:
    """Could somebody who may counter attack, or is an enemy so close to it?"""
    if not isinstance(choice, WhoCounters):
        return True
    for who in dict.fromkeys(pair.who for pair in Counters(choice.seat).offers(state, measure)):
        if any(dist(state[who].here, enemy.here) <= inches for enemy in state.enemies(who)):
            return True
        acts = Acts(who, out_of_sequence=True).offers(state, measure)
        if any(isinstance(action, Attack) and state[action.target].seat != state[who].seat for action in acts):
            return True
    return False


_HOLDS: dict[str, Callable[[State, Measure, Question, int], bool]] = {
    "kill": _can_kill,
    "will": _holds_will,
    "gain": _gains,
    "near": _is_near,
}


# --- what is offered, and how it is told ----------------------------------------------------------------------


def offered(state: State, measure: Measure, choice: Question) -> tuple[YieldOffer, ...]:
    """The yields that make sense at a window; none where the question is always asked."""
    if choice.topic is None:
        return ()
    what = topic_in_words(state, choice.topic)
    made = [
        YieldOffer(capital(words), say("Not again {words}: {what}", words=words, what=what), Yield(until=until))
        for until, words in LASTS.items()
        if until != "round" or isinstance(choice, WhoCounters)
    ]
    if kill_chance(state, measure, choice) is not None:
        hint = say("Not again this game, unless it can kill (by 1% or more): {what}", what=what)
        made.append(YieldOffer(say("Unless it can kill"), hint, Yield(unless={"kill": 1})))
    if isinstance(choice, COSTS_WILL) and will_held(state, choice) > 0:
        hint = say("Not again this game, unless so many Will Points are held: {what}", what=what)
        made.append(YieldOffer(say("Unless I hold"), hint, Yield(unless={"will": 2})))
    return tuple(made)


def topic_in_words(state: State, topic: str) -> str:
    """`will/a/jump` as a player reads it."""
    prompt, *matter = topic.split("/")
    kind = next((kind for kind in kinds_of() if kind.window and kind.__struct_config__.tag == prompt), None)
    name = names_of(state)
    about = joined(", ", (name(part) if part in state.characters else roll_named(part) for part in matter))
    noun = capital(term(kind.window if kind is not None else prompt))
    return say("{what} ({about})", what=noun, about=about) if about else noun


def said_in_words(said: Yield) -> str:
    """How long, and unless what."""
    unless = (_unless(name, number) for name, number in said.unless.items())
    return joined(", ", (LASTS.get(said.until, said.until), *unless))


def _unless(name: str, number: int) -> str:
    match name:
        case "kill":
            if number > 1:
                return say("unless it can kill ({number}% or more)", number=number)
            return say("unless it can kill")
        case "will":
            return counted("unless {n} Will Point is held", "unless {n} Will Points are held", number)
        case "gain":
            return say("unless there is something to gain")
        case _:
            return say('unless an enemy is within {number}" or can be attacked', number=number)
