"""Drawing agendas (SCEN-11): two dice, table and number; what cannot be is drawn again."""

from __future__ import annotations

from sim.carnevale.agendas import base
from sim.carnevale.agendas.tale import Tale
from sim.carnevale.events import DiceThrown, Event
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.engine.requests import Roll, Rule

LAST_OF_D = 5  # table D has five; 6 to 10 count as 1 to 5


class AgendaDrawn(Event, frozen=True, tag="agenda_drawn"):
    seat: str
    agenda: str
    faces: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.set_seat(self.seat, agendas=(*state.seats[self.seat].agendas, self.agenda))


class DrawAgendas(Step, frozen=True, tag="draw_agendas"):
    seat: str
    number: int

    def run(self, game: State) -> Rule[None]:
        for _ in range(self.number):
            yield from draw(game, self.seat)


def draw(game: State, seat: str) -> Rule[None]:
    """One agenda that the seat does not hold or has had, and that its gang could achieve."""
    tale = Tale(game)
    had = {event.agenda for event in game.log if isinstance(event, AgendaDrawn) and event.seat == seat}
    while True:
        faces: tuple[int, ...] = yield Roll(seat=seat, who=seat, purpose="agenda", dice=2)
        game.tell(DiceThrown(who=seat, purpose="agenda", faces=faces))
        drawn = base.find(read(faces))
        if drawn is not None and drawn.id not in had and drawn.possible(tale, seat):
            game.tell(AgendaDrawn(seat=seat, agenda=drawn.id, faces=faces))
            return


def read(faces: tuple[int, ...]) -> str:
    """The agenda that two dice show."""
    table, number = faces
    if table == 10:
        return f"D{(number - 1) % LAST_OF_D + 1}"
    return f"{'ABC'[(table - 1) // 3]}{number}"
