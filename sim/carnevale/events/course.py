"""Events of the course of the game: rounds, turns, actions, points scored."""

from __future__ import annotations

from sim.board.model.verdicts import Distance
from sim.carnevale.characters import Character
from sim.carnevale.events.base import Event
from sim.carnevale.state import State

__all__ = [
    "ActionBegan",
    "ActionEnded",
    "Entered",
    "Forfeited",
    "GameEnded",
    "InitiativeTaken",
    "RoundBegan",
    "RoundEnded",
    "Scored",
    "TurnBegan",
    "TurnCutShort",
    "TurnEnded",
]


class RoundBegan(Event, frozen=True, tag="round_began"):
    round: int

    def apply(self, state: State) -> None:
        state.round = self.round
        for who, c in state.characters.items():
            acts = c.alive and not c.escaped
            state.set(who, ap=c.profile.ap if acts else 0, used_ap=0, had_turn=False, used=())


class InitiativeTaken(Event, frozen=True, tag="initiative_taken"):
    seat: str
    order: tuple[str, ...]
    unopposed: bool = False  # no other gang has a mini with Command Points to roll for it

    def apply(self, state: State) -> None:
        state.initiative = self.order


class TurnBegan(Event, frozen=True, tag="turn_began"):
    who: str

    def apply(self, state: State) -> None:
        state.active, state.turn_over = self.who, False
        state.set(self.who, used_turn=(), had_turn=True, acted=False)


class TurnCutShort(Event, frozen=True, tag="turn_cut_short"):
    """The turn ends with the action in hand (Hide, Guard); out of sequence there is no turn to end."""

    who: str
    why: str

    def apply(self, state: State) -> None:
        state.turn_over = state.turn_over or self.who == state.active


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    who: str

    def apply(self, state: State) -> None:
        state.active, state.turn_over, state.agreed = None, False, {}
        for c in [c for c in state.characters.values() if c.used_turn]:  # what others did in it counts for it, too
            state.set(c.id, used_turn=())
        state.set(self.who, ap=0, turns_ended=state[self.who].turns_ended + 1)


class RoundEnded(Event, frozen=True, tag="round_ended"):
    round: int


class GameEnded(Event, frozen=True, tag="game_ended"):
    winners: tuple[str, ...]
    scores: dict[str, int]

    def apply(self, state: State) -> None:
        state.over = True
        state.winners = self.winners


class Scored(Event, frozen=True, tag="scored"):
    """Victory Points. `near`: how near those stand who hold what is scored, where that decides it."""

    seat: str
    vp: int
    why: str
    near: tuple[Distance, ...] = ()

    def apply(self, state: State) -> None:
        state.set_seat(self.seat, vp=state.seats[self.seat].vp + self.vp)


class Forfeited(Event, frozen=True, tag="forfeited"):
    """All Victory Points of a seat are void (SCEN-10, Secondary)."""

    seat: str
    vp: int
    why: str

    def apply(self, state: State) -> None:
        state.set_seat(self.seat, vp=state.seats[self.seat].vp - self.vp)


class Entered(Event, frozen=True, tag="entered"):
    """A character joined the game (it is on the roster; deployment places it)."""

    character: Character

    def apply(self, state: State) -> None:
        state.characters[self.character.id] = self.character


class ActionBegan(Event, frozen=True, tag="action_began"):
    """A character acts. `opportunity`: it is an attack of opportunity."""

    who: str
    action: str
    ap: int
    target: str | None = None
    opportunity: bool = False

    def apply(self, state: State) -> None:
        state.doing = (*state.doing, self.who)
        if self.who == state.active and len(state.doing) == 1:
            state.set(self.who, acted=True)


class ActionEnded(Event, frozen=True, tag="action_ended"):
    who: str
    action: str

    def apply(self, state: State) -> None:
        state.doing = state.doing[:-1]
