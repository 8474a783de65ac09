"""Events as sentences, for the log and for replays."""

from __future__ import annotations

from collections.abc import Iterable

from sim.carnevale import agendas, equipment, events
from sim.carnevale.actions.favour import FavourAwarded
from sim.carnevale.agendas.check import AgendaAchieved, AgendaKept
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.agendas.plan import AgendaDiscarded
from sim.carnevale.equipment import EquipmentUsed
from sim.carnevale.events import objectives
from sim.carnevale.names import Names, names_of
from sim.carnevale.scenarios.deployment import ZoneTaken
from sim.carnevale.scenarios.gondolas import VesselSetUp
from sim.carnevale.state import State

__all__ = ["SILENT", "STIRRED", "narrate", "narrate_hidden", "sentences", "way_words"]

STIRRED = 0.05  # inches: less of a fall is not worth a word

COUNTERS = {"hidden": "Hidden", "guarding": "Guard", "underwater": "Underwater", "stunned": "Stunned"}
POINTS = {"ap": "Action Point", "lp": "Life Point", "wp": "Will Point", "cp": "Command Point"}
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
    name = names_of(game)
    return [sentence for event in log if (sentence := narrate(event, name))]


def narrate(event: events.Event, name: Names) -> str:
    """An event as a sentence; empty for those that a player need not read."""
    if isinstance(event, SILENT):
        return ""
    parts = (_course, _dice, _places, _people, _objectives)
    return next((sentence for part in parts if (sentence := part(event, name))), "")


def narrate_hidden(event: events.Event, name: Names) -> str:
    """What is told of an event to those who may not see it."""
    match event:
        case AgendaDrawn():
            return f"{name(event.seat)} draws a secret agenda."
        case AgendaDiscarded():
            return f"{name(event.seat)} plans anew, and gives up a secret agenda."
        case _:
            return ""


def _course(event: events.Event, name: Names) -> str:
    """The course of the game."""
    match event:
        case events.RoundBegan():
            return f"Round {event.round} begins."
        case events.InitiativeTaken():
            return f"{name(event.seat)} takes the initiative."
        case events.TurnBegan():
            return f"{name(event.who)}'s turn."
        case events.TurnCutShort():
            return f"{name(event.who)}'s turn ends with {event.why}."
        case events.TurnEnded():
            return f"{name(event.who)} is done."
        case events.GameEnded():
            score = ", ".join(f"{name(seat)} {vp}" for seat, vp in event.scores.items())
            who = " and ".join(map(name, event.winners))
            return f"The game is over: {who} {'win' if len(event.winners) > 1 else 'wins'} ({score})."
        case events.Scored():
            return f"{name(event.seat)} scores {event.vp}: {event.why}."
        case AgendaDrawn():
            return f"{name(event.seat)} draws the agenda {_title(event.agenda)}."
        case AgendaDiscarded():
            return f"{name(event.seat)} plans anew, and gives up {_title(event.agenda)}."
        case AgendaAchieved():
            return f"{name(event.seat)} has achieved {_title(event.agenda)}."
        case AgendaKept():
            return f"{name(event.seat)} keeps {_title(event.agenda)} in play for double."
        case ZoneTaken():
            return f"{name(event.seat)} deploys on the {event.zone}."
        case VesselSetUp():
            return f"{name(event.seat)} moors a gondola."
        case events.Forfeited():
            return f"{name(event.seat)} forfeits {_count(event.vp, 'Victory Point')}: {event.why}."
        case EquipmentUsed():
            gear = equipment.find(event.item)
            for_ = f" for {name(event.who)}" if event.who else ""
            return f"{name(event.seat)} uses {gear.title.casefold() if gear else event.item}{for_}."
        case FavourAwarded():
            story = f" “{event.story}”" if event.story else ""
            return f"Fortune's Favour goes to {name(event.seat)} for {name(event.who)}'s feat.{story}"
        case events.Overruled():
            return f"By agreement, {name(event.who)} {_agreed(event.change, name)}: {event.why}."
        case _:
            return ""


def _agreed(change: events.Change, name: Names) -> str:
    """What the Golden Rule set of a character."""
    parts = []
    for field, value in change.fields.items():
        if field == "at":
            parts.append("is put at " + ", ".join(f"{n:g}" for n in value))
        elif field in POINTS:
            parts.append(f"has {_points(value, field)}")
        else:
            word = COUNTERS[field]
            parts.append(f"has {value} {word}" if field == "underwater" else f"is {'' if value else 'not '}{word}")
    for kind, words in (("sees", ("sees", "does not see")), ("in_cover", ("is in cover from", "has no cover from"))):
        parts += [f"{words[not so]} {name(other)}" for other, so in change.verdicts.get(kind, {}).items()]
    return ", ".join(parts) or "stays as it is"


def _title(agenda: str) -> str:
    card = agendas.find(agenda)
    return f"“{card.title}”" if card is not None else agenda


def _dice(event: events.Event, name: Names) -> str:
    match event:
        case events.Rolled():
            faces = " ".join(map(str, event.faces)) or "no dice"
            if not event.needed:
                return f"{name(event.who)} rolls {faces} for {event.purpose}."
            against = f" against {name(event.against)}" if event.against else ""
            read = f"{event.outcome}, {_count(event.aces, 'Ace')}"
            return f"{name(event.who)} rolls {event.purpose}{against} [{faces}], {event.needed}+: {read}."
        case events.Rerolled():
            faces, by = " ".join(map(str, event.faces)), ", ".join(event.sources)
            return f"{name(event.seat)} re-rolls {_count(len(event.dice), 'die', 'dice')} [{faces}]: {by}."
        case _:
            return ""


def _places(event: events.Event, name: Names) -> str:
    match event:
        case events.Deployed():
            return f"{name(event.who)} takes position."
        case events.Moved():
            return f"{name(event.who)} {way_words(event.how)}{_inches(event.cost)}."
        case events.MoveGained():
            return f'{name(event.who)} may go {event.inches:g}" further: {event.why}.'
        case events.MoveLost():
            return f"{name(event.who)} goes no further: {event.why}."
        case events.Jumped():
            stopped = f", stopped by {name(event.stopped_by)}" if event.stopped_by else ""
            return f'{name(event.who)} leaps {event.length:.1f}"{stopped}.'
        case events.Fell() if event.fallen >= STIRRED:
            return f'{name(event.who)} falls {event.fallen:.1f}" onto {_LANDINGS[event.landing]}.'
        case events.Pushed():
            by = f" by {name(event.by)}" if event.by else ""
            return f"{name(event.who)} is thrown{by} ({event.why})."
        case events.Rowed():
            return f'{name(event.who)} rows {event.length:.1f}".'
        case events.Shaken():
            return f"The ground shakes under {name(event.who)}: {event.outcome}."
        case events.Charged():
            above = " from above" if event.from_above else ""
            return f"{name(event.who)} charges {' and '.join(map(name, event.targets))}{above}!"
        case events.Disengaged():
            stays = " and does not get away" if event.stays else ""
            return f"{name(event.who)} breaks away from {name(event.against)}: {event.outcome}{stays}."
        case _:
            return ""


def _people(event: events.Event, name: Names) -> str:
    match event:
        case events.ActionBegan():
            at = f" against {name(event.target)}" if event.target else ""
            kind = "attack of opportunity" if event.opportunity else event.action
            return f"{name(event.who)}: {kind}{at}."
        case events.Attacked():
            cover = ", in cover" if event.in_cover else ""
            return f"{name(event.who)} hits {name(event.target)} with {event.weapon}{cover}: {event.damage} Damage."
        case events.PointsSpent() if event.what != "ap":
            return f"{name(event.who)} spends {_points(event.points, event.what)} on {event.on}."
        case events.PointsGained():
            return f"{name(event.who)} gains {_points(event.points, event.what)}: {event.why}."
        case events.PointsLost():
            return f"{name(event.who)} loses {_points(event.points, event.what)}: {event.why}."
        case events.Damaged():
            return f"{name(event.who)} takes {event.damage} of {event.before_protection} Damage."
        case events.LostLife():
            return f"{name(event.who)} loses {_points(event.lost, 'lp')} ({event.why})."
        case events.Killed():
            by = f" by {name(event.by)}" if event.by else ""
            return f"{name(event.who)} is out of the fight, felled{by} ({event.why})."
        case events.Escaped():
            return f"{name(event.who)} is away over the far edge."
        case events.CommandGranted():
            return f"{name(event.who)} has {_points(event.points, 'cp')} more: {event.why}."
        case events.Stunned():
            return f"{name(event.who)} is Stunned: {event.why}."
        case events.CounterGained():
            times = f" x{event.number}" if event.number > 1 else ""
            return f"{name(event.who)} gains {COUNTERS[event.counter]}{times}."
        case events.CounterLost():
            return f"{name(event.who)} loses {COUNTERS[event.counter]}: {event.why}."
        case events.EffectBegan() if event.effect.until != "end_of_action":  # an aura is told once, when it begins
            return f"{name(event.who)} is under {event.effect.source}."
        case events.SpellCast():
            at = f" on {name(event.target)}" if event.target else ""
            return f"{name(event.who)} casts {event.spell}{at}: {event.outcome}."
        case events.SpellReached():
            return f"{event.spell} reaches {' and '.join(map(name, event.targets))}."
        case events.TemplateTouched():
            return _touched(event, name)
        case events.SpellLaid():
            return f"{event.effect.spell} lies on the board."
        case events.SpellLifted():
            return f"{event.spell} is gone."
        case events.Swayed():
            return f"{name(event.who)} fights for {name(event.seat)}: {event.why}."
        case events.DispelTried():
            return f"{name(event.who)} tries to dispel {event.spell}."
        case events.CommandUsed():
            return f"{name(event.who)} commands: {event.command}."
        case _:
            return ""


def _touched(event: events.TemplateTouched, name: Names) -> str:
    """Whom a marker or template touches, and who is cut off from it."""
    touched = " and ".join(map(name, event.under.hit)) or "nobody"
    behind = "".join(f"; {name(who)} is behind {part}" for who, part in event.under.shielded)
    return f"{event.source} touches {touched}{behind}."


def _objectives(event: events.Event, name: Names) -> str:
    what = str(getattr(event, "objective", "")).replace("-", " ")
    match event:
        case objectives.ObjectivePlaced():
            return f"The {event.objective.name} is placed."
        case objectives.ObjectiveClaimed():
            return f"{name(event.who or event.seat)} claims the {what} for {name(event.seat)}."
        case objectives.ObjectiveRevealed():
            return f"{name(event.who)} turns over the {what}: {'nothing' if event.value is None else event.value}."
        case objectives.ObjectiveTaken():
            source = f" from {name(event.source)}" if event.source else ""
            return f"{name(event.who)} takes the {what}{source}."
        case objectives.ObjectiveDropped():
            return f"{name(event.who)} drops the {what}: {event.why}."
        case objectives.ObjectiveDestroyed():
            return f"{name(event.who)} destroys the {what}."
        case _:
            return ""


_WAYS = {
    "run": "runs",
    "climb": "climbs",
    "swim": "swims",
    "fly": "flies",
    "underwater": "glides underwater",
    "rowed": "is rowed",
    "balance": "keeps its feet",
    "gateway": "steps out of a gateway",
    "swept aside": "is swept aside",
}
_LANDINGS = {
    "soft": "something soft",
    "water": "water",
    "solid": "solid ground",
    "difficult": "rough ground",
    "dangerous": "something dangerous",
}


def way_words(how: str) -> str:
    """A way of going as a verb: `runs`."""
    return _WAYS.get(how, "moves")


def _inches(cost: float) -> str:
    return f' {cost:.1f}"' if cost else ""


def _points(points: int, what: str) -> str:
    return _count(points, POINTS[what])


def _count(n: int, one: str, many: str = "") -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"
