"""Rolls, spells and agendas in words, as panels and hints have them; questions have their own (`Choice.asks`)."""

from __future__ import annotations

from sim.carnevale import agendas, scenarios
from sim.carnevale.actions import (
    Cast,
)
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.events import DiceThrown
from sim.carnevale.magic import spells
from sim.carnevale.names import names_of
from sim.carnevale.objectives.events import ObjectiveMarked
from sim.carnevale.state import State
from sim.engine.requests import Roll


def roll_words(state: State, roll: Roll) -> tuple[str, str]:
    """Whose real dice are asked for and what for, in a line; and how they are thrown."""
    name = names_of(state)
    who, seat = name(roll.who), name(roll.seat)
    dice = f"{roll.dice} dice" if roll.dice > 1 else "1 die"
    match roll.purpose:
        case "agenda":
            drawn = sum(isinstance(event, AgendaDrawn) and event.seat == roll.seat for event in state.log)
            again = bool(state.log) and isinstance(state.log[-1], DiceThrown) and state.log[-1].purpose == "agenda"
            once_more = "That one is not in play; again. " if again else ""
            page = scenarios.find(state.scenario)
            of = f" of {page.agendas}" if page is not None and drawn < page.agendas else ""
            how = "Throw 2 dice: the table's first, then the number's."
            return f"{seat} draws agenda {drawn + 1}{of}", once_more + how
        case "deployment":
            return f"{seat} rolls for deployment", "Throw 1 die: the highest takes its zone first."
        case "hidden objective":
            number = 1 + sum(isinstance(event, ObjectiveMarked) for event in state.log)
            return f"What objective {number} hides", f"Throw a die of {roll.sides}."
        case "initiative":
            return f"{seat}: initiative of {who}" if who != seat else f"{seat}: initiative", f"Throw {dice}."
    if roll.purpose.endswith(" re-roll"):
        return f"{seat} re-rolls {who}'s {roll.purpose.removesuffix(' re-roll')}", f"Throw {dice} again."
    against = f" against {name(roll.against)}" if roll.against else ""
    first = ", the Destiny Die first" if roll.dice > 1 else ""
    needed = f" Aces on {roll.needed}+." if roll.needed else ""
    return f"{who}: {roll.purpose}{against}", f"Throw {dice}{first}.{needed}"


def spell_words(cast: Cast) -> str:
    """What a spell does."""
    spell = spells.named(cast.spell)
    return " ".join(spell.text.split()) if spell is not None else ""


def agenda_words(id: str) -> tuple[str, str]:
    """An agenda's title and condition."""
    if id == "?":
        return "secret", ""
    card = agendas.find(id)
    return (card.title, card.text) if card is not None else (id, "")
