"""A campaign on the desk: what is decided of it, which is worked out beside the window, and what is looked at."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from sim.app.campaign.view import CampaignView, looked_at
from sim.campaign.campaign import Campaign
from sim.campaign.questions import AskXp
from sim.carnevale.rosters import Roster
from sim.errors import BautaError
from sim.words import capital, reason, say

__all__ = ["Aside", "CampaignDesk"]

T = TypeVar("T")


class Aside:
    """Work on a thread of its own, one after the other. `threaded`: else it is done at once."""

    def __init__(self, *, threaded: bool) -> None:
        self._pool = ThreadPoolExecutor(1, "campaign") if threaded else None

    def submit(self, work: Callable[[], T]) -> Future[T]:
        if self._pool is not None:
            return self._pool.submit(work)
        done: Future[T] = Future()
        try:
            done.set_result(work())
        except BautaError as error:
            done.set_exception(error)
        return done

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True)


class CampaignDesk:
    """One campaign. `view`: how it stands; `seat`: whose decisions are shown; `chosen`: a member, by id.

    `draft`: experience that is about to be given, by the question and who gets it. It is given when its player is
    done, or leaves. `said`: what was done or refused, in words.
    """

    def __init__(self, campaign: Campaign, view: CampaignView, aside: Aside) -> None:
        self.campaign, self.view, self.aside = campaign, view, aside
        self.said, self.alert = "", False
        self.draft: dict[tuple[str, int | None, str], int] = {}
        self.chosen = ""
        self.seat = ""
        self._job: Future[tuple[CampaignView, str]] | None = None
        self._words = ""
        self._gives = False  # is what is about to be given being given?
        self._turn_to_asked()

    @property
    def busy(self) -> bool:
        """Is something being worked out?"""
        return self._job is not None

    def tick(self) -> None:
        """Once a frame: take up what is worked out by now."""
        if self._job is None or not self._job.done():
            return
        job, self._job = self._job, None
        self.view, wrong = job.result()
        self.notify(wrong or self._words, alert=bool(wrong))
        if self._gives:
            self.draft, self._gives = {}, False
        self.draft = {key: xp for key, xp in self.draft.items() if self._is_open(*key)}
        self._turn_to_asked()

    def _is_open(self, seat: str, deed: int | None, who: str) -> bool:
        asked = (each for each in self.view.of(seat) if isinstance(each, AskXp) and each.deed == deed)
        return any(option.who == who for each in asked for option in each.options)

    def notify(self, words: str, *, alert: bool = False) -> None:
        """Tell what was done or refused."""
        self.said, self.alert = words, alert

    def do(self, work: Callable[[], object], words: str = "") -> None:
        """Something is decided; what is asked while another thing is being worked out is not heard."""
        if self._job is not None:
            return

        def worked() -> tuple[CampaignView, str]:
            wrong = ""
            try:
                work()
            except BautaError as error:
                wrong = capital(reason(error))
                with suppress(BautaError):
                    self.campaign.look()  # another program may have written it: what it decided is shown
            return looked_at(self.campaign), wrong

        self._words = words
        self._job = self.aside.submit(worked)
        if self._job.done():
            self.tick()

    def give(self) -> None:
        """Give what is about to be given."""
        if self.draft and not self.busy:
            self._gives = True
            self.do(self._giving())

    def settle(self) -> None:
        """The same, and wait until that and all before it is worked out."""
        self._wait()
        self.give()
        self._wait()

    def _wait(self) -> None:
        if self._job is not None:
            self._job.exception()
            self.tick()

    # -- whose turn it is -----------------------------------------------------------------------------------

    def _turn_to_asked(self) -> None:
        """Whoever is asked, and has not decided it all."""
        asked = self.view.asked
        if self.seat not in asked and (asked or self.seat not in self.view.state.gangs):
            self.seat = asked[0] if asked else next(iter(self.view.state.gangs))

    def next_seat(self) -> None:
        """The gang beside it."""
        seats = list(self.view.state.gangs)
        self.seat = seats[(seats.index(self.seat) + 1) % len(seats)]

    # -- experience -----------------------------------------------------------------------------------------

    def pools(self) -> tuple[AskXp, ...]:
        """What the seat may give experience of."""
        return tuple(each for each in self.view.of(self.seat) if isinstance(each, AskXp))

    def drafted(self, pool: AskXp, who: str) -> int:
        """How much somebody is about to be given of it."""
        return self.draft.get((pool.seat, pool.deed, who), 0)

    def left(self, pool: AskXp) -> int:
        """What of it is not given."""
        return pool.xp - sum(self.drafted(pool, option.who) for option in pool.options)

    def left_of_all(self) -> int:
        return sum(map(self.left, self.pools()))

    def shift(self, pool: AskXp, who: str, by: int) -> None:
        """So much more, or less, for somebody; as far as there is any."""
        if self.busy:
            return
        now = self.drafted(pool, who)
        self.draft[pool.seat, pool.deed, who] = now + max(-now, min(by, self.left(pool)))
        self.draft = {key: xp for key, xp in self.draft.items() if xp}

    def _giving(self) -> Callable[[], None]:
        """Gives what is about to be given."""
        given = dict(self.draft)

        def give() -> None:
            for (seat, deed, who), xp in given.items():
                self.campaign.give(seat, who, xp, deed)

        return give

    # -- decisions ------------------------------------------------------------------------------------------

    def done(self) -> None:
        """The seat has decided all of its stage: what is about to be given is given first."""
        seat, stage = self.seat, self.view.stage(self.seat)
        if stage is None or self.busy:
            return
        give, self._gives = self._giving(), True

        def close() -> None:
            give()
            if any(isinstance(each, AskXp) for each in self.campaign.questions(seat)) or stage != "experience":
                self.campaign.done(seat)

        self.do(close)

    def accept(self) -> None:
        """Let all be decided as a bot would, until the seat is ready."""
        seat, self.draft = self.seat, {}
        self.do(lambda: self.campaign.accept(seat))

    def undo(self) -> None:
        """Take back the last that the seat has decided, or what is about to be given."""
        if self.draft:
            self.draft = dict(list(self.draft.items())[:-1])
        elif (seat := self.seat) in self.view.undoable:
            self.do(lambda: self.campaign.undo(seat), say("Taken back; dice stay as they fell."))

    # -- rosters --------------------------------------------------------------------------------------------

    def roster(self, gifted: bool) -> Roster:
        """Whose characters the seat may hire: its own, or the Gifted."""
        gang = self.view.state.gang(self.seat)
        return gang.gifted if gifted else gang.roster
