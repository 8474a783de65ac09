"""Events about objectives as sentences."""

from __future__ import annotations

from sim.carnevale.events import Event, objectives
from sim.carnevale.names import Names, objective_called
from sim.words import say, term

__all__ = ["objective_sentence"]


def objective_sentence(event: Event, name: Names) -> str:
    """An event about an objective as a sentence; empty for others."""
    objective = getattr(event, "objective", None)
    what = objective_called(objective, name) if isinstance(objective, str) else ""
    match event:
        case objectives.ObjectivePlaced():
            return say("Placed: {objective}.", objective=objective_called(event.objective.id, name))
        case objectives.ObjectiveClaimed() if event.who is not None:  # else it lay there for its gang from the start
            return say(
                "{value} claims {what} for {seat}.",
                value=name(event.who),
                what=what,
                seat=name(event.seat),
            )
        case objectives.ObjectiveRevealed():
            found = say("nothing") if event.value is None else str(event.value)
            return say("{who} turns over {what}: {found}.", who=name(event.who), what=what, found=found)
        case objectives.ObjectiveTaken():
            if event.source:
                return say(
                    "{who} takes {what} from {source}.", who=name(event.who), what=what, source=name(event.source)
                )
            return say("{who} takes {what}.", who=name(event.who), what=what)
        case objectives.ObjectiveDropped():
            return say("{who} drops {what} ({why}).", who=name(event.who), what=what, why=term(event.why))
        case objectives.ObjectiveDestroyed():
            return say("{who} destroys {what}.", who=name(event.who), what=what)
        case _:
            return ""
