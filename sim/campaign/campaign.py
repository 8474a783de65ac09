"""A campaign in hand: it is asked and told here, and kept in its file at every step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import SystemRandom

import msgspec

from sim.board.board import Board
from sim.campaign.campaign_file import (
    CampaignEnded,
    CampaignEntry,
    CampaignFile,
    CampaignPlayer,
    DecisionUndone,
    DieFell,
    Fielded,
    GameAbandoned,
    GameBegun,
    GameRecorded,
    ItemBought,
    MemberDismissed,
    MemberHired,
    StageDone,
    TalentLearned,
    XpGiven,
)
from sim.campaign.cards import GIFTED
from sim.campaign.choices import suggestion
from sim.campaign.dice import thrown
from sim.campaign.errors import CampaignError
from sim.campaign.files import fresh_campaign, keep_journal, read_campaign, write_campaign
from sim.campaign.folding import applied, last_decision, started, state_of
from sim.campaign.next_game import NextGame, plan_game, setup_for, setup_hash
from sim.campaign.questions import CampaignQuestion, owed_dice, questions_of
from sim.campaign.recording import journal_outcome
from sim.campaign.recruits import joining
from sim.campaign.stages import stage_of
from sim.campaign.state import CampaignGame, CampaignGang
from sim.carnevale import equipment
from sim.carnevale.aftermath import GameOutcome
from sim.carnevale.gangs import read_gang, shipped_rosters
from sim.carnevale.setup import Setup
from sim.engine.table import HUMAN
from sim.errors import meant
from sim.words import say

__all__ = ["SEATS", "Campaign"]

SEATS = ("north", "south", "east", "west")
MOST_SEED = 1_000_000


class Campaign:
    """A campaign and its file. Every change is written before it counts.

    After each game and each decision dice fall and bots decide for their gangs of themselves, until a person is asked
    or everything is ready. Raises CampaignError for whatever may not be, and nothing has changed then.
    """

    def __init__(self, path: Path, file: CampaignFile, content: bytes | None) -> None:
        self.path, self.file = path, file
        self._content = content
        self.state = state_of(file, str(path))

    @classmethod
    def open(cls, path: Path) -> Campaign:
        """Raises CampaignError where the file is wrong."""
        file, content = read_campaign(path)
        return cls(path, file, content)

    @classmethod
    def new(
        cls,
        name: str,
        gangs: Sequence[tuple[str, str]],
        ducats: int,
        seed: int | None = None,
        *,
        typed_dice: bool = False,
    ) -> Campaign:
        """Begin a campaign of gangs (a name or file, and who plays it); seats are dealt in their order.

        Raises WrongData, IllegalGang, and CampaignError where there is such a campaign already.
        """
        if not 2 <= len(gangs) <= len(SEATS):
            raise CampaignError(say("a campaign is of two to four gangs, not {n}", n=len(gangs)))
        players = []
        for seat, (file, player) in zip(SEATS, gangs, strict=False):
            gang, roster = read_gang(file)
            players.append(CampaignPlayer(seat, player, msgspec.structs.replace(gang, roster=None), roster))
        gifted = next(roster for roster in shipped_rosters() if roster.faction == GIFTED)
        dealt = SystemRandom().randrange(1, MOST_SEED) if seed is None else seed
        begun = CampaignFile(1, name, dealt, ducats, tuple(players), gifted, typed_dice)
        started(begun)  # a wrong gang is told without the file that there will be
        made = cls(fresh_campaign(name), begun, None)
        made._write()
        return made

    # --- looked at -----------------------------------------------------------------------------------------

    def look(self) -> bool:
        """Read the file anew where another program wrote it; did one? Raises CampaignError where it is wrong now."""
        file, content = read_campaign(self.path)
        if content == self._content:
            return False
        self.state = state_of(file, str(self.path))
        self.file, self._content = file, content
        return True

    def gang(self, seat: str) -> CampaignGang:
        """Raises CampaignError where there is no such seat."""
        return self.state.gang(seat)

    def is_human(self, seat: str) -> bool:
        return self.gang(seat).player == HUMAN

    @property
    def players(self) -> dict[str, str]:
        """Who plays each seat, as a table takes it."""
        return {seat: gang.player for seat, gang in self.state.gangs.items()}

    def questions(self, seat: str | None = None) -> tuple[CampaignQuestion, ...]:
        """All that is to be decided by people now, or by one of them."""
        return questions_of(self.state, seat)

    def suggested(self, question: CampaignQuestion) -> CampaignEntry | None:
        """What a bot would decide; None where a real die is to be thrown."""
        return suggestion(self.gang(question.seat), question)

    def can_undo(self, seat: str) -> bool:
        """Has this gang decided anything since the last game?"""
        return self.state.open_game is None and last_decision(self.file.log, None, seat) is not None

    @property
    def journals(self) -> Path:
        """The folder of the games' journals."""
        return self.path.with_suffix("")

    def journal_of(self, game: CampaignGame) -> Path:
        """Where the table keeps a game."""
        return self.journals / game.journal

    # --- decided -------------------------------------------------------------------------------------------

    def decide(self, entry: CampaignEntry) -> None:
        """Whatever a person may decide, as an entry of the log."""
        self._put(entry)

    def give(self, seat: str, who: str, xp: int, deed: int | None = None) -> None:
        """Points of the primary objective, or of a shared deed by its place, become experience of a member."""
        self._put(XpGiven(seat, self.gang(seat).called(who).id, xp, deed))

    def learn(self, seat: str, who: str, talent: str, spell: str = "") -> None:
        """A member learns a talent, and with Expert Sorcerer a spell."""
        self._put(TalentLearned(seat, self.gang(seat).called(who).id, talent, spell))

    def hire(
        self, seat: str, character: str, *, name: str = "", weapons: Sequence[str] = (), spells: Sequence[str] = ()
    ) -> None:
        """A character joins: of the gang's roster, of the Gifted, or one who left. Raises WrongData, too."""
        chosen, gifted, again = joining(self.gang(seat), character, name=name, weapons=weapons, spells=spells)
        self._put(MemberHired(seat, chosen, gifted, again))

    def buy(self, seat: str, item: str) -> None:
        """An item by its id or title."""
        id = equipment.named(item)
        if id is None:
            mend = meant(item, equipment.known())
            raise CampaignError(say("there is no equipment '{id}'; {near}", id=item, near=mend))
        self._put(ItemBought(seat, id))

    def dismiss(self, seat: str, who: str) -> None:
        """A member leaves for good."""
        self._put(MemberDismissed(seat, self.gang(seat).called(who).id))

    def done(self, seat: str) -> None:
        """Nothing more is decided of what a gang is asked now; what comes next is asked."""
        stage = stage_of(self.gang(seat))
        if stage is None:
            raise CampaignError(say("nothing is left for {gang} to decide", gang=self.gang(seat).name))
        self._put(StageDone(seat, stage))

    def throw(self, seat: str, face: int) -> None:
        """The next real die of a gang shows this."""
        die = next((die for die in owed_dice(self.state) if die.seat == seat), None)
        if die is None:
            raise CampaignError(say("there is no die for {gang} to throw", gang=self.gang(seat).name))
        self._put(DieFell(seat, die.purpose, die.who, face))

    def accept(self, seat: str) -> None:
        """What is suggested is decided, until the gang is ready or a real die is to be thrown."""
        self.gang(seat)
        self._put(accepting=seat)

    def undo(self, seat: str) -> CampaignEntry:
        """Take the gang's last decision back, and say which; dice stay as they fell."""
        place = None if self.state.open_game is not None else last_decision(self.file.log, None, seat)
        if place is None:
            raise CampaignError(say("no decision of {gang} could be taken back", gang=self.gang(seat).name))
        self._put(DecisionUndone(seat))
        return self.file.log[place]

    def end(self) -> None:
        """No game follows."""
        self._put(CampaignEnded())

    # --- games ---------------------------------------------------------------------------------------------

    def plan(
        self,
        map_: str,
        scenario: str,
        ducats: int | None = None,
        between: Sequence[str] = (),
        chosen: Mapping[str, Fielded] | None = None,
    ) -> NextGame:
        """The next game, with a legal selection of each gang; see `plan_game`."""
        return plan_game(self.state, map_, scenario, ducats, between, chosen)

    def setup(self, plan: NextGame, board: Board) -> Setup:
        """What the planned game would be begun with."""
        return setup_for(self.file, self.state, plan, board)

    def begin(self, plan: NextGame, board: Board) -> Setup:
        """The game is under way; what a table begins it with. What was not given by now is lost (CAMP-02)."""
        setup = self.setup(plan, board)
        number, tries = len(self.state.games) + 1, sum(isinstance(each, GameBegun) for each in self.file.log)
        assert setup.seed is not None
        self._put(
            GameBegun(
                map=plan.map,
                scenario=plan.scenario,
                ducats=plan.ducats,
                seed=setup.seed,
                fielded=plan.fielded,
                setup=setup_hash(setup),
                journal=f"game-{number}.jsonl" if tries < number else f"game-{number}-{tries - number + 2}.jsonl",
            )
        )
        return setup

    def setup_of_open_game(self, board: Board) -> Setup:
        """The setup of the game that is under way, once more. Raises CampaignError where the board is another now."""
        game = self._open_game()
        setup = self.setup(NextGame(game.map, game.scenario, game.ducats, dict(game.fielded)), board)
        if setup_hash(setup) != game.setup:
            raise CampaignError(say("{board} is not what it was when the game was begun: abandon it", board=game.map))
        return setup

    def abandon(self) -> None:
        """The game that is under way is given up; all is as before it. Its journal stays."""
        self._open_game()
        self._put(GameAbandoned())

    def record(self, journal: Path | None = None) -> None:
        """The game under way is over: its journal is read, where the table keeps it or elsewhere; then a copy of it is
        kept beside the campaign."""
        game = self._open_game()
        found, content = journal_outcome(game, journal or self.journal_of(game))
        if journal is not None:
            keep_journal(journal, self.journal_of(game))
        self._put(GameRecorded(found, content))

    def record_told(self, outcome: GameOutcome) -> None:
        """The game under way is over, as its players tell it (`told_outcome`)."""
        self._put(GameRecorded(outcome))

    def _open_game(self) -> CampaignGame:
        game = self.state.open_game
        if game is None:
            raise CampaignError(say("no game is under way"))
        return game

    # --- kept ----------------------------------------------------------------------------------------------

    def _put(self, *entries: CampaignEntry, accepting: str = "") -> None:
        """Add to the log what is decided, and what follows of itself; `accepting`: a seat that decides as bots do."""
        before = self.file, self.state
        try:
            for entry in entries:
                self._add(entry)
            while (follows := self._next(accepting)) is not None:
                self._add(follows)
            self._write()
        except Exception:
            self.file, self.state = before
            raise

    def _add(self, entry: CampaignEntry) -> None:
        self.file = msgspec.structs.replace(self.file, log=(*self.file.log, entry))
        if isinstance(entry, DecisionUndone | GameAbandoned):
            self.state = state_of(self.file, str(self.path))
        else:
            self.state = applied(self.state, entry)

    def _next(self, accepting: str) -> CampaignEntry | None:
        """What follows of itself: a die of the program's, or what a bot decides."""
        if (owed := owed_dice(self.state)) and not self.file.typed_dice:
            return thrown(self.file.seed, self.state, owed[0])
        for question in questions_of(self.state):
            if question.seat == accepting or not self.is_human(question.seat):
                entry = suggestion(self.gang(question.seat), question)
                if entry is not None:
                    return entry
        return None

    def _write(self) -> None:
        self._content = write_campaign(self.path, self.file, self._content)
