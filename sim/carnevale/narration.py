"""Events as sentences, for the log and for replays."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist

from sim.carnevale import agendas, equipment, events
from sim.carnevale.actions.favour import FavourAwarded
from sim.carnevale.agendas.check import AgendaAchieved, AgendaKept
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.agendas.plan import AgendaDiscarded
from sim.carnevale.agreed_words import agreed
from sim.carnevale.dice_sentences import dice_sentence
from sim.carnevale.equipment import EquipmentUsed
from sim.carnevale.events import objectives
from sim.carnevale.names import Names, names_of, roll_named
from sim.carnevale.objective_sentences import objective_sentence
from sim.carnevale.scenarios.deployment import ZoneTaken
from sim.carnevale.scenarios.gondolas import VesselSetUp
from sim.carnevale.sentence_parts import LANDINGS, counter_gained, counter_lost, points_words, went
from sim.carnevale.state import State
from sim.words import counted, joined, listed, say, term

__all__ = ["SILENT", "STIRRED", "narrate", "narrate_hidden", "sentences"]

STIRRED = 0.05  # inches: less of a fall is not worth a word

SILENT = (
    events.DiceThrown,
    events.ActionEnded,
    events.Used,
    events.Remembered,
    events.Entered,
    events.EffectsEnded,
    events.RoundEnded,
    objectives.ObjectiveMarked,
    objectives.ObjectiveSettled,
    objectives.TurnBeganAt,
)


def sentences(game: State, log: Iterable[events.Event]) -> list[str]:
    """The sentences of some events; what only keeps books has none."""
    name = names_of(game, gangs=False)
    return [sentence for event in log if (sentence := narrate(event, name))]


def narrate(event: events.Event, name: Names) -> str:
    """An event as a sentence; empty for those that a player need not read."""
    if isinstance(event, SILENT):
        return ""
    parts = (_course, _agendas, dice_sentence, _places, _leaps_and_falls, _people, _points, _spells, objective_sentence)
    return next((sentence for part in parts if (sentence := part(event, name))), "")


def narrate_hidden(event: events.Event, name: Names) -> str:
    """What is told of an event to those who may not see it."""
    match event:
        case AgendaDrawn():
            return say("A secret agenda is drawn for {seat}.", seat=name(event.seat))
        case AgendaDiscarded():
            return say("A change of plan for {seat}: a secret agenda is given up.", seat=name(event.seat))
        case _:
            return ""


def _end(event: events.GameEnded, name: Names) -> str:
    """Who has won, or how many share it."""
    score = joined(", ", (say("{seat} {vp}", seat=name(seat), vp=vp) for seat, vp in event.scores.items()))
    who = listed(map(name, event.winners))
    if len(event.winners) > 1:
        return say("The game is over: a draw between {who} ({score}).", who=who, score=score)
    return say("The game is over: victory for {who} ({score}).", who=who, score=score)


def _course(event: events.Event, name: Names) -> str:
    """The course of the game."""
    match event:
        case events.RoundBegan():
            return say("Round {round} begins.", round=event.round)
        case events.InitiativeTaken():
            if event.unopposed:
                return say(
                    "The initiative goes to {seat}, as nobody else has Command Points left to roll for it.",
                    seat=name(event.seat),
                )
            return say("The initiative goes to {seat}.", seat=name(event.seat))
        case events.TurnBegan():
            return say("{who}'s turn.", who=name(event.who))
        case events.TurnCutShort():
            return say("{who}'s turn ends with {why}.", who=name(event.who), why=term(event.why))
        case events.TurnEnded():
            return say("{who} is done.", who=name(event.who))
        case events.GameEnded():
            return _end(event, name)
        case events.Scored():
            return say("{vp} VP for {seat}: {why}.", seat=name(event.seat), vp=event.vp, why=term(event.why))
        case ZoneTaken():
            return say("The {zone} goes to {seat}.", seat=name(event.seat), zone=term(event.zone))
        case VesselSetUp():
            return say("A gondola is moored for {seat}.", seat=name(event.seat))
        case events.Forfeited():
            return say(
                "{points} forfeited by {seat}: {why}.",
                seat=name(event.seat),
                points=points_words(event.vp, "vp"),
                why=term(event.why),
            )
        case EquipmentUsed():
            gear = equipment.find(event.item)
            item = term(gear.title.casefold() if gear else event.item)
            if event.who:
                return say("Used by {seat}, for {who}: {item}.", seat=name(event.seat), item=item, who=name(event.who))
            return say("Used by {seat}: {item}.", seat=name(event.seat), item=item)
        case FavourAwarded():
            goes = say("Fortune's Favour goes to {seat} for {who}'s feat.", seat=name(event.seat), who=name(event.who))
            return say("{goes} “{story}”", goes=goes, story=event.story) if event.story else goes
        case events.Overruled():
            return say(
                "By agreement, {who} {agreed}: {why}.",
                who=name(event.who),
                agreed=agreed(event.change, name),
                why=term(event.why),
            )
        case _:
            return ""


def _agendas(event: events.Event, name: Names) -> str:
    """What becomes of agendas."""
    match event:
        case AgendaDrawn():
            return say("A new agenda for {seat}: {agenda}.", seat=name(event.seat), agenda=agendas.quoted(event.agenda))
        case AgendaDiscarded():
            return say(
                "A change of plan for {seat}: {agenda} is given up.",
                seat=name(event.seat),
                agenda=agendas.quoted(event.agenda),
            )
        case AgendaAchieved():
            return say("{agenda} is achieved by {seat}.", seat=name(event.seat), agenda=agendas.quoted(event.agenda))
        case AgendaKept():
            return say(
                "{agenda} stays in play for {seat}, for double.",
                seat=name(event.seat),
                agenda=agendas.quoted(event.agenda),
            )
        case _:
            return ""


def _places(event: events.Event, name: Names) -> str:
    match event:
        case events.Deployed():
            return say("{who} takes position.", who=name(event.who))
        case events.LeftOut():
            return say("There is no room for {who}: it stays out of this game.", who=name(event.who))
        case events.Moved():
            far = event.cost or dist(event.path[0], event.to)
            if (event.how == "swept aside" or event.leg is not None) and far < STIRRED:
                return ""
            return say("{who} {did}.", who=name(event.who), did=went(event.how, far))
        case events.MoveGained():
            return say(
                '{who} may go {inches:g}" further: {why}.',
                who=name(event.who),
                inches=event.inches,
                why=term(event.why),
            )
        case events.MoveLost():
            return say("{who} goes no further ({why}).", who=name(event.who), why=term(event.why))
        case events.Pushed():
            if event.by:
                return say(
                    "{who} is thrown by {by} ({why}).",
                    who=name(event.who),
                    by=name(event.by),
                    why=roll_named(event.why),
                )
            return say("{who} is thrown ({why}).", who=name(event.who), why=roll_named(event.why))
        case events.Rowed():
            return say('{who} rows {length:.1f}".', who=name(event.who), length=event.length)
        case events.Shaken():
            return say("The ground shakes under {who}: {outcome}.", who=name(event.who), outcome=term(event.outcome))
        case events.Charged():
            whom = listed(map(name, event.targets))
            if event.from_above:
                return say("{who} charges {whom} from above!", who=name(event.who), whom=whom)
            return say("{who} charges {whom}!", who=name(event.who), whom=whom)
        case events.Disengaged():
            said = {"who": name(event.who), "against": name(event.against), "outcome": term(event.outcome)}
            if event.stays:
                return say("{who} does not get away from {against} ({outcome}).", **said)
            return say("{who} breaks away from {against} ({outcome}).", **said)
        case _:
            return ""


def _leaps_and_falls(event: events.Event, name: Names) -> str:
    match event:
        case events.Jumped() if event.length < STIRRED:
            if event.stopped_by:
                return say("{who} leaps, and {by} stops it at once.", who=name(event.who), by=name(event.stopped_by))
            return say("{who} leaps and gets nowhere.", who=name(event.who))
        case events.Jumped():
            if event.stopped_by:
                by = name(event.stopped_by)
                return say(
                    '{who} leaps {inches:.1f}", stopped by {by}.', who=name(event.who), inches=event.length, by=by
                )
            return say('{who} leaps {inches:.1f}".', who=name(event.who), inches=event.length)
        case events.Fell(landing="water") if event.fallen >= STIRRED:
            return say('{who} falls {fallen:.1f}" into the water.', who=name(event.who), fallen=event.fallen)
        case events.Fell() if event.fallen >= STIRRED:
            return say(
                '{who} falls {fallen:.1f}" onto {landing}.',
                who=name(event.who),
                fallen=event.fallen,
                landing=LANDINGS[event.landing],
            )
        case _:
            return ""


def _hit(event: events.Attacked, name: Names) -> str:
    """An attack that met its target, and what cover that was in."""
    hit = {
        "who": name(event.who),
        "target": name(event.target),
        "weapon": term(event.weapon),
        "damage": event.damage,
    }
    if event.lost_to:
        return say(
            "{who} hits {target} with {weapon}, in cover that is worth nothing to it ({ability}): {damage} Damage.",
            ability=term(event.lost_to),
            **hit,
        )
    if event.in_cover:
        return say("{who} hits {target} with {weapon}, in cover: {damage} Damage.", **hit)
    return say("{who} hits {target} with {weapon}: {damage} Damage.", **hit)


def _people(event: events.Event, name: Names) -> str:
    match event:
        case events.ActionBegan():
            begun = {"who": name(event.who), "action": term(event.action.replace("_", " "))}
            if event.opportunity:
                whom = name(event.target or event.who)
                return say("{who} has an attack of opportunity against {target}.", who=begun["who"], target=whom)
            if event.target:
                return say("{who} takes an action against {target}: {action}.", target=name(event.target), **begun)
            return say("{who} takes an action: {action}.", **begun)
        case events.Attacked():
            return _hit(event, name)
        case events.Damaged():
            taken = {"who": name(event.who), "damage": event.damage, "before": event.before_protection}
            if event.damage > event.before_protection:  # a Fumble of protection adds some
                return say("{who} takes {damage} Damage instead of {before}.", **taken)
            return say("{who} takes {damage} of {before} Damage.", **taken)
        case events.LostLife():
            who, why = name(event.who), roll_named(event.why)
            if not event.is_last:
                return say("{who} loses {lost} ({why}).", who=who, lost=points_words(event.lost, "lp"), why=why)
            return counted(
                "{who} loses its last Life Point ({why}).",
                "{who} loses its last {n} Life Points ({why}).",
                event.taken,
                who=who,
                why=why,
            )
        case events.Killed():
            who, why = name(event.who), roll_named(event.why)
            if event.by:
                return say("{who} is out of the fight, felled by {by} ({why}).", who=who, by=name(event.by), why=why)
            return say("{who} is out of the fight, felled ({why}).", who=who, why=why)
        case events.Escaped():
            return say("{who} is away over the far edge.", who=name(event.who))
        case events.Fled():
            return say("{who} flees from the fight.", who=name(event.who))
        case events.Wavered():
            return _wavered(event, name)
        case events.EffectBegan() if event.effect.until != "end_of_action":  # an aura is told once, when it begins
            return say("{who} is under the effect of {source}.", who=name(event.who), source=term(event.effect.source))
        case events.Swayed():
            return say(
                "{who} fights for {seat}: {why}.", who=name(event.who), seat=name(event.seat), why=term(event.why)
            )
        case events.DispelTried():
            return say("{who} tries to dispel {spell}.", who=name(event.who), spell=term(event.spell))
        case events.CommandUsed():
            return say("{who} commands: {command}.", who=name(event.who), command=term(event.command))
        case _:
            return ""


def _wavered(event: events.Wavered, name: Names) -> str:
    """Why a gang takes morale tests."""
    gang = name(event.seat)
    if event.leaders:
        return counted(
            "{names}, the Leader, is lost to {gang}: each takes a morale test.",
            "{names}, the Leaders, are lost to {gang}: each takes a morale test.",
            len(event.leaders),
            gang=gang,
            names=listed(map(name, event.leaders)),
        )
    return say(
        "Of {gang} {left} of {began} still fight: each takes a morale test.",
        gang=gang,
        left=event.left,
        began=event.began,
    )


def _points(event: events.Event, name: Names) -> str:
    """Points and counters."""
    match event:
        case events.PointsSpent() if event.what != "ap":
            return say(
                "{who} spends {points}: {on}.",
                who=name(event.who),
                points=points_words(event.points, event.what),
                on=roll_named(event.on),
            )
        case events.PointsGained():
            return say(
                "{who} gains {points}: {why}.",
                who=name(event.who),
                points=points_words(event.points, event.what),
                why=term(event.why),
            )
        case events.PointsLost():
            return say(
                "{who} loses {points}: {why}.",
                who=name(event.who),
                points=points_words(event.points, event.what),
                why=term(event.why),
            )
        case events.CommandGranted():
            return say(
                "{who} has {points} more: {why}.",
                who=name(event.who),
                points=points_words(event.points, "cp"),
                why=term(event.why),
            )
        case events.Stunned():
            return say("{who} is Stunned ({why}).", who=name(event.who), why=roll_named(event.why))
        case events.CounterGained():
            return counter_gained(event.counter, name(event.who), event.number)
        case events.CounterLost(counter="hidden", why="hide") | events.CounterLost(counter="guarding", why="guard"):
            return ""  # it gains it again at once
        case events.CounterLost():
            return counter_lost(event.counter, name(event.who), term(event.why.replace("_", " ")))
        case _:
            return ""


def _spells(event: events.Event, name: Names) -> str:
    match event:
        case events.SpellCast():
            cast = {"who": name(event.who), "spell": term(event.spell), "outcome": term(event.outcome)}
            if event.target:
                return say("{who} casts {spell} on {target} ({outcome}).", target=name(event.target), **cast)
            return say("{who} casts {spell} ({outcome}).", **cast)
        case events.SpellReached():
            return say("{spell} reaches {targets}.", spell=term(event.spell), targets=listed(map(name, event.targets)))
        case events.TemplateTouched():
            return _touched(event, name)
        case events.SpellLaid():
            return say("{spell} lies on the board.", spell=term(event.effect.spell))
        case events.SpellLifted():
            return say("{spell} is gone.", spell=term(event.spell))
        case _:
            return ""


def _touched(event: events.TemplateTouched, name: Names) -> str:
    """Whom a marker or template touches, and who is cut off from it."""
    whom = listed(map(name, event.under.hit)) if event.under.hit else say("nobody")
    touches = say("{source} touches {whom}", source=term(event.source), whom=whom)
    behind = (say("{who} is behind {part}", who=name(who), part=name(part)) for who, part in event.under.shielded)
    return say("{sentences}.", sentences=joined("; ", (touches, *behind)))
