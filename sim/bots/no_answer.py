"""What is told where a bot finds no answer: mostly that a board lacks the room which a scenario asks for."""

from __future__ import annotations

from sim.carnevale.objectives.placing import WhereObjectiveLies
from sim.carnevale.scenarios.deployment import SetUpMini
from sim.engine.bots import NoAnswer
from sim.engine.requests import Choice
from sim.words import say, term

__all__ = ["no_answer"]

CHECK = "bauta map check"


def no_answer(choice: Choice) -> NoAnswer:
    """Why the bot of a seat answers nothing, and where that is told in full."""
    told = {"seat": choice.seat, "command": CHECK}
    match choice:
        case WhereObjectiveLies(objective=objective):
            called = term(objective.id.replace("-", " "))
            lacks = say(
                "the bot of {seat} finds no place for {objective}: {command} tells what the board lacks",
                objective=called,
                **told,
            )
            return NoAnswer(lacks)
        case SetUpMini():
            return NoAnswer(
                say("the bot of {seat} finds no room in its zone: {command} tells what the board lacks", **told)
            )
        case _:
            return NoAnswer(
                say("the bot of {seat} finds no answer to '{prompt}'", seat=choice.seat, prompt=choice.prompt)
            )
