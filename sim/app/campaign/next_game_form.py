"""The next game of a campaign as it is asked for, without a window: what fits, who takes part, and why not."""

from __future__ import annotations

from concurrent.futures import Future
from typing import NamedTuple

import msgspec

from sim.app.campaign.desk import CampaignDesk
from sim.app.table.games import NewGame
from sim.app.table.new_game_form import NewGameForm
from sim.campaign.campaign_file import Fielded
from sim.campaign.fielding import able, fielding_faults, usual_fielding
from sim.campaign.next_game import NextGame
from sim.campaign.state import CampaignMember
from sim.carnevale import equipment, scenarios
from sim.carnevale.fields import MOST_DUCATS
from sim.engine.table import HUMAN
from sim.errors import BautaError
from sim.words import capital, reason

__all__ = ["NextGameForm"]


class _Answer(NamedTuple):
    """What the rules say to it. `plan`: None where it may not be, and `trouble` says why."""

    fielded: dict[str, Fielded]
    faults: dict[str, tuple[str, ...]]
    plan: NextGame | None
    trouble: str


class NextGameForm:
    """The answers so far, and what the rules say to them. `playing`: the seats that take part."""

    def __init__(self, desk: CampaignDesk) -> None:
        self.desk = desk
        last = next(iter(reversed(desk.view.state.games)), None)
        first = NewGame() if last is None else NewGame(map=last.map, scenario=last.scenario)
        seats = desk.view.state.gangs
        self.form = NewGameForm(msgspec.structs.replace(first, players=desk.campaign.players))
        self.playing: list[str] = list(seats)
        self.ducats = self.form.page.ducats
        self._own: dict[str, Fielded] = {}  # what was chosen by hand
        self._answer = _Answer({}, {}, None, "")
        self._job: Future[_Answer] | None = None
        self._stale = False
        if not self._fits(self.form.page.players):
            fitting = (page for page in self.form.scenarios if self._fits(self._players(page)))
            self.form.choose_scenario(next(fitting, self.form.scenario))
        self.take_scenario()

    def _players(self, id: str) -> tuple[int, int]:
        page = scenarios.find(id)
        return page.players if page is not None else (0, 0)

    def _fits(self, players: tuple[int, int]) -> bool:
        return players[0] <= len(self.desk.view.state.gangs)

    @property
    def busy(self) -> bool:
        """Is what the rules say still to come?"""
        return self._job is not None

    @property
    def plan(self) -> NextGame | None:
        """The game, once nothing speaks against it."""
        return None if self._job is not None else self._answer.plan

    @property
    def trouble(self) -> str:
        """What speaks against it."""
        return self.form.misfit(self.form.map) or self._answer.trouble

    @property
    def bots_alone(self) -> bool:
        """Does no person take part?"""
        return all(self.desk.view.state.gangs[seat].player != HUMAN for seat in self.playing)

    def fielded(self, seat: str) -> Fielded:
        """Who of a gang takes part, and with what."""
        return self._own.get(seat) or self._answer.fielded.get(seat) or Fielded(())

    def faults(self, seat: str) -> tuple[str, ...]:
        """What speaks against the selection of a gang."""
        return self._answer.faults.get(seat, ())

    def spent(self, seat: str) -> int:
        """The ducats of those who take part."""
        fielded, cards = self.fielded(seat), self.desk.view.cards
        return sum(cards[who].cost for who in fielded.members) + equipment.price(fielded.equipment)

    def able(self, seat: str) -> tuple[CampaignMember, ...]:
        """Those of a gang who can take part."""
        return able(self.desk.view.state.gang(seat))

    # -- answers --------------------------------------------------------------------------------------------

    def take_scenario(self) -> None:
        """Another scenario was chosen: its ducats, as many gangs as it is for, and whoever they pay."""
        page = self.form.page
        self.ducats = page.ducats
        self.playing = list(self.desk.view.state.gangs)[: page.players[1]]
        self._own.clear()
        self._ask()

    def limit(self, ducats: int) -> None:
        """So many ducats for each gang, and whoever they pay."""
        self.ducats = max(1, min(MOST_DUCATS, ducats))
        self._own.clear()
        self._ask()

    def turn(self, seat: str) -> None:
        """A gang takes part, or it does not."""
        if seat in self.playing:
            self.playing.remove(seat)
        else:
            order = list(self.desk.view.state.gangs)
            self.playing = sorted((*self.playing, seat), key=order.index)
        self._ask()

    def turn_member(self, seat: str, who: str) -> None:
        """A member takes part, or it does not."""
        now = self.fielded(seat)
        there = {*now.members} ^ {who}
        ids = tuple(member.id for member in self.able(seat) if member.id in there)
        self._own[seat] = Fielded(ids, now.equipment)
        self._ask()

    def turn_item(self, seat: str, number: int) -> None:
        """An item of the gang, by its place, is taken along or left at home."""
        owned, now = self.desk.view.state.gang(seat).equipment, self.fielded(seat)
        item = owned[number]
        taken = list(now.equipment)
        if self.takes(seat, number):
            taken.remove(item)
        else:
            taken.append(item)
        self._own[seat] = Fielded(now.members, tuple(taken))
        self._ask()

    def takes(self, seat: str, number: int) -> bool:
        """Is an item of the gang, by its place, taken along? Of several alike the first are."""
        owned = self.desk.view.state.gang(seat).equipment
        before = owned[:number].count(owned[number])
        return before < self.fielded(seat).equipment.count(owned[number])

    def usual(self, seat: str) -> None:
        """As many as the ducats pay."""
        self._own.pop(seat, None)
        self._ask()

    # -- what the rules say ---------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask the rules; what was asked before is overtaken."""
        if self._job is not None:
            self._stale = True
            return
        self._stale = False
        state, campaign, page, ducats = self.desk.view.state, self.desk.campaign, self.form.page, self.ducats
        own, playing, board = dict(self._own), tuple(self.playing), self.form.map

        def answered() -> _Answer:
            gangs = {seat: state.gang(seat) for seat in playing}
            leader = page.needs_leader
            fielded = {seat: own.get(seat) or usual_fielding(gang, ducats, leader=leader)
                       for seat, gang in gangs.items()}  # fmt: skip
            faults = {seat: tuple(fielding_faults(gang, fielded[seat], ducats, leader=leader))
                      for seat, gang in gangs.items()}  # fmt: skip
            try:
                plan = campaign.plan(board, page.id, ducats, playing, fielded)
            except BautaError as error:
                return _Answer(fielded, faults, None, capital(reason(error)))
            return _Answer(fielded, faults, plan, "")

        self._job = self.desk.aside.submit(answered)
        if self._job.done():
            self.tick()

    def tick(self) -> None:
        """Once a frame: take up what the rules say."""
        if self._job is not None and self._job.done():
            self._answer, self._job = self._job.result(), None
            if self._stale:
                self._ask()

    def take_board(self) -> None:
        """Another board was chosen."""
        self._ask()
