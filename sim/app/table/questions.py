"""Choices in words: what is asked, and what each option, action, spell and agenda is called."""

from __future__ import annotations

from typing import Any

from sim.carnevale import agendas, gain, moving, scenarios
from sim.carnevale.actions import (
    Cast,
    Combat,
    Drown,
    Grapple,
    UseAbility,
)
from sim.carnevale.actions.base import Action
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.events import DiceThrown
from sim.carnevale.magic import spells
from sim.carnevale.objectives.events import ObjectiveMarked
from sim.carnevale.state import State
from sim.carnevale.telling import names_of
from sim.engine.requests import Choice, Roll


def about(choice: Choice) -> str | None:
    """Whom a choice is about."""
    region = choice.region
    if isinstance(region, moving.Further):
        return region.by.figure
    who = getattr(region, "who", None) or choice.facts.get("who")
    return who if isinstance(who, str) else None


def question_of(state: State, choice: Choice) -> tuple[str, str]:
    """What is asked, in a line, and what one should know."""
    name, facts = names_of(state), choice.facts
    who = name(facts["who"]) if isinstance(facts.get("who"), str) else ""
    against = f" against {name(facts['against'])}" if facts.get("against") else ""
    match choice.prompt:
        case "plan":
            return "Plan: drop an agenda and draw another?", "For 1 Command Point."
        case "turn":
            return "Whose turn is it?", "Click one of your minis."
        case "act":
            return f"{name(about(choice) or '')} acts", "A counter: one action of 1 AP" if "why" in facts else ""
        case "initiative":
            return "Who rolls for initiative?", "The remaining Command Points are the dice."
        case "zone":
            return "Choose a deployment zone", "Click a zone."
        case "gondola":
            return "Moor your gondola", "Click on water; turn it with , and ."
        case "deploy":
            return "Set up your gang", f"In the {facts.get('zone')}. Click where; Tab takes the next mini."
        case "agree":
            said = "; ".join(f"{name(id)}: {_change_words(change)}" for id, change in facts["changes"].items())
            return f"{str(facts['by']).capitalize()} calls the Golden Rule. Agreed?", f"{said}. {facts['why']}"
        case "will":
            needed = f", {facts['needed']}+" if facts.get("needed") else ""
            return f"Will Points for {who}'s {facts['purpose']} roll{against}?", f"{facts['explained']}{needed}"
        case "reroll":
            source = ", ".join(facts["sources"])
            worth = gain.words("reroll", facts)
            return f"Re-roll dice of {who}'s {facts['purpose']}{against}?", f"Up to {facts['most']}: {source}. {worth}"
        case "opportunity":
            return f"{who}: attack of opportunity", str(facts.get("why", "")).capitalize()
        case "guard":
            return f"{who} is on guard", f"{name(facts['against'])} moves in sight."
        case "counter":
            return "Counter?", f"{name(facts['after'])} has acted. A friend in sight of a commander may answer."
        case "push":
            return f"Where is {who} thrown?", f'Up to {facts["inches"]:g}".'
        case "run_on":
            return "Run on along the line?", f'Up to {facts["inches"]:.1f}" of the jump are left.'
        case "jump_length":
            return f"How far does {who} jump?", "The whole way ends in a fall."
        case "chained_jump":
            return f"{who} may jump once more", f"From {facts['obstacle']}, for 0 AP."
        case "move_on":
            return f'{who} may go {facts["inches"]:g}" further', ""
        case "underwater":
            return f'{who} may glide {facts["inches"]:g}" underwater', ""
        case "keep_feet":
            return f'{who} keeps its feet: step up to {facts["inches"]:g}"?', ""
        case "row":
            return f'The gondola may go {facts["inches"]:g}"', "Click where; or row as aimed."
        case "which_enemy":
            return f"Who holds {who}?", "One of yours resists the break."
        case "bodyguard":
            return f"Does {who} step in?", f"{name(facts['against'])} charges its ward."
        case "double":
            return f"Agenda achieved: {facts['title']}", "Score now, or keep it in play for double."
        case "place_objective":
            return f"Lay the {facts['objective'].replace('-', ' ')}", '4" from zones and from other objectives.'
        case "objective":
            return f"{who} ends its turn at an objective", ""
        case "equipment":
            return f"{facts['title']} for {who}'s {facts['purpose']}{against}?", str(facts["text"])
        case "lantern":
            return "Light the lantern?", str(facts["text"])
        case "intercepted-papers":
            return "Who has read the intercepted papers?", str(facts["text"])
        case "grant_command":
            return "Who commands the defence?", f"{facts['points']} more Command Points for the whole game."
        case "favour":
            return f"Fortune's Favour for {who}?", str(facts["story"])
        case "spell_targets":
            return f"Whom does {facts['spell']} reach?", f"Up to {facts['most']}: click them, then Enter."
        case "spell_place":
            reach = f'Within {facts["inches"]:g}", in sight.' if facts["inches"] else "In sight."
            return f"Where does {who} aim {facts['spell']}?", reach
        case "wave":
            return "Where does the wave end?", f'Up to {facts["inches"]:g}" from where it begins.'
        case "gateway":
            return f"Where does {who} step out?", f'Up to {facts["inches"]:g}" away, out of base contact.'
        case "chariot":
            return f"{who} runs at once", "It may not charge."
        case "justice":
            return f"{who} casts another spell", "For 0 AP: its own, or one that a mage in sight knows."
        case "madness":
            return f"{who} acts as your friend", "One action, for 0 AP."
        case "template":
            return "Where does the template begin?", ""
    return f"{choice.prompt.replace('_', ' ').capitalize()}?", who


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
    against = f" against {name(roll.facts['against'])}" if roll.facts.get("against") else ""
    first = ", the Destiny Die first" if roll.dice > 1 else ""
    needed = f" Aces on {roll.facts['needed']}+." if roll.facts.get("needed") else ""
    return f"{who}: {roll.purpose}{against}", f"Throw {dice}{first}.{needed}"


def _change_words(change: dict[str, Any]) -> str:
    return ", ".join(f"{field.upper() if len(field) == 2 else field} {value}" for field, value in change.items())


def label_of(state: State, answer: Any) -> str:
    """An action as a button names it."""
    name = names_of(state)
    match answer:
        case Combat():
            return f"{answer.weapon}: {name(answer.target)}"
        case Grapple() | Drown():
            return f"{answer.name().capitalize()}: {name(answer.target)}"
        case UseAbility():
            target = getattr(answer, "target", None)
            return answer.ability + (f": {name(target)}" if target else "")
        case Action():
            target = answer.subject
            spell = getattr(answer, "spell", None)
            if isinstance(spell, str):
                return spell + (f": {name(target)}" if target else "")
            return answer.name().capitalize() + (f": {name(target)}" if target else "")
    return str(answer)


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
