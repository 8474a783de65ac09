"""Bots and dice that are out to show something: for recording games that must contain it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from math import dist
from random import Random
from typing import Any

from sim.bots import candidate_places
from sim.bots.random_bot import RandomCarnevaleBot
from sim.carnevale.actions import Grapple, Jump, Run
from sim.carnevale.agendas.check import ScoreOrKeep
from sim.carnevale.agendas.draw import read
from sim.carnevale.agendas.plan import DropAgenda
from sim.carnevale.legality import Acts
from sim.carnevale.magic.casting import Cast, TryToDispel
from sim.carnevale.rerolls import RerollDice
from sim.carnevale.scenarios import Scenario
from sim.carnevale.state import State
from sim.carnevale.will import SpendWill
from sim.engine.dice import SeededDice
from sim.engine.requests import Choice, Measure, Roll

LOOKS = 24  # places that are looked at for a move
EAGER = 0.85  # how often it does what it is out for, where it can
HIGH = 6.0  # inches


class DirectedBot(RandomCarnevaleBot):
    """Does what it is out for as often as it can, in the order given, and anything legal otherwise.

    `wants`: names of actions; `water`, `up`, `down`, `towards` (the nearest enemy) are moves; `leap` is a jump of 4"
    or more, `drop` one with a controlled landing; `spend` pays all Will Points and takes all re-rolls and dispels.
    """

    def __init__(self, seed: int, wants: tuple[str, ...], spells: tuple[str, ...]) -> None:
        super().__init__(seed)
        self._wants, self._spells = wants, spells

    def choose(self, view: State, choice: Choice, measure: Measure) -> Any:
        """An answer to the choice."""
        spends = "spend" in self._wants
        match choice:
            case SpendWill():
                return choice.most if spends else 0
            case RerollDice() if spends:
                return choice.among[: choice.most]
            case TryToDispel():
                return spends
            case DropAgenda() | ScoreOrKeep():
                return choice.options[0]
        if isinstance(choice.region, Acts) and self._rng.random() < EAGER:
            for want in self._wants:
                for action in self._meant(want, choice.region, view, measure):
                    if choice.region.refusal(view, measure, action) is None:
                        return action
        return super().choose(view, choice, measure)

    def _meant(self, want: str, region: Acts, view: State, measure: Measure) -> Iterator[Any]:
        who = region.who
        if not view[who].ap:
            return
        moves: dict[str, Callable[[Any], float]] = {
            "water": lambda at: at[2],
            "up": lambda at: -at[2],
            "towards": lambda at: min((dist(at, c.here) for c in view.enemies(who)), default=0.0),
        }
        if want in moves:
            found = list(islice(candidate_places.within(view, who, measure, self._rng), LOOKS))
            best = sorted(found, key=moves[want])[:3]
            here = moves[want](view[who].here)
            yield from (Run(to=at) for at in best if moves[want](at) < here - 0.3)
        elif want in ("leap", "drop", "down"):
            found = list(islice(candidate_places.to_jump_to(view, who, measure, self._rng), LOOKS))
            far = [at for at in found if dist(at, view[who].here) >= 5.0]
            low = sorted(found, key=lambda at: at[2])[:4]
            yield from (Jump(at, controlled=want == "drop") for at in (low if want == "down" else far or found))
        else:
            offers = [a for a in region.offers(view, measure) if self._is(a, want, view, who)]
            self._rng.shuffle(offers)
            yield from offers

    def _is(self, action: Any, want: str, view: State, who: str) -> bool:
        if action.name() != want:
            return False
        if isinstance(action, Cast):
            return not self._spells or action.spell in self._spells
        return not isinstance(action, Grapple) or view[action.target].seat != view[who].seat


class LoadedDice(SeededDice):
    """Dice that favour some seats, and show the agendas that are wanted."""

    def __init__(self, seed: int, luck: dict[str, float], agendas: dict[str, list[str]]) -> None:
        super().__init__(seed)
        self._luck, self._agendas = luck, {seat: list(ids) for seat, ids in agendas.items()}

    def copy(self) -> LoadedDice:
        """Dice that fall as these will, for a game that is tried out."""
        return LoadedDice(self.seed, self._luck, self._agendas)

    def throw(self, roll: Roll, thrown: int) -> tuple[int, ...]:
        """The faces of a roll."""
        if roll.purpose == "agenda" and self._agendas.get(roll.seat):
            return faces_of(self._agendas[roll.seat].pop(0))
        faces = super().throw(roll, thrown)
        lucky, chance = self._luck.get(roll.seat, 0.0), Random(f"{self.seed} {thrown}")
        if roll.purpose == "deployment" or not lucky:
            return faces
        if lucky > 0:
            return tuple(max(face, chance.randint(7, 10)) if chance.random() < lucky else face for face in faces)
        return tuple(min(face, chance.randint(2, 5)) if chance.random() < -lucky else face for face in faces)


def faces_of(agenda: str) -> tuple[int, int]:
    """Two dice that show an agenda."""
    return next((a, b) for a in (1, 4, 7, 10) for b in range(1, 11) if read((a, b), Scenario.agenda_tables) == agenda)
