"""What a new game is asked for with: a form that knows what fits, without a window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random, SystemRandom

import msgspec

from sim.app.kept_files import read_kept
from sim.app.table.games import NewGame, shipped_maps
from sim.app.table.model import HUMAN
from sim.board.files.finding import find_map
from sim.board.files.folders import data_dir
from sim.board.files.mapfile import MapFile, read_map
from sim.board.model.errors import BoardError, MapError
from sim.board.model.hours import HOURS, HourName
from sim.bots import base as bots
from sim.bots.duel import fielded_in
from sim.carnevale import scenarios
from sim.carnevale.board_layout import layout_of
from sim.carnevale.gangs import Gang, IllegalGang, fielded, own_gangs, shipped_gangs
from sim.carnevale.rosters import WrongData, read_text
from sim.schemas import read_toml
from sim.whole_files import write_whole
from sim.words import in_english, say, term

__all__ = ["DICE", "OPPONENT", "QUICK", "SEATS", "GangLine", "NewGameForm", "last_plan", "plan_on"]

SEATS = ("north", "south", "east", "west")
DICE = ("thrown", "typed", "sealed")
OPPONENT = "seasoned"  # who plays against a person where nobody was asked for
QUICK = ("novice", "seasoned", "master")  # the bots of a quick game, the easiest first
SHORT = ("acquisition", "secure-arms")  # scenarios of an hour, without a Street Fight: its attackers hardly ever win
LAST = "last-game.json"  # in the data folder


class GangLine(msgspec.Struct, frozen=True):
    """A gang as it is listed."""

    file: str
    name: str
    faction: str = ""
    ducats: int = 0
    members: tuple[str, ...] = ()

    @property
    def muster(self) -> str:
        """Who is in it, in a line."""
        counted = [(who, self.members.count(who)) for who in dict.fromkeys(self.members)]
        return ", ".join(who if number == 1 else f"{number} x {who}" for who, number in counted)


class NewGameForm:
    """The answers so far. `plan` is made by `begin`; where it cannot be, `trouble` says why."""

    def __init__(self, first: NewGame | None = None) -> None:
        said = first or last_plan() or NewGame(players={"north": HUMAN, "south": OPPONENT})
        self.trouble = ""
        self._read: dict[str, MapFile | None] = {}
        self.maps = tuple(dict.fromkeys((*shipped_maps(), *([first.map] if first else []))))
        self.scenarios = scenarios.known()
        self.kinds = tuple(dict.fromkeys((HUMAN, *bots.names(), *said.players.values())))
        self.map = said.map if said.map in self.maps else self.maps[0]
        self.scenario = said.scenario if said.scenario in self.scenarios else self.scenarios[0]
        if first is None:
            self._suit()  # the board of the last time may be gone
        self.players = dict(said.players)
        self.listed = _listed(said.gangs)
        self.gangs: list[str] = []
        self._field(said.gangs)
        self.seed = "" if said.seed is None else str(said.seed)
        self.hour: HourName | None = said.hour
        self.dice = "typed" if said.typed_dice else "sealed" if said.sealed_dice else "thrown"
        self.morale = said.morale

    @property
    def page(self) -> scenarios.Scenario:
        """The scenario that is chosen."""
        page = scenarios.find(self.scenario)
        assert page is not None
        return page

    @property
    def page_words(self) -> str:
        """What is played, and where gangs deploy on the board that is chosen."""
        page = self.page
        sides = [page.sides[number % len(page.sides)] if page.sides else "" for number in range(len(self.players))]
        return page.words(bool(layout_of(self.map_of(self.map), page, sides).zones))

    def line(self, file: str) -> GangLine:
        """A gang that is listed."""
        return next((each for each in self.listed if each.file == file), GangLine(file, file))

    def choosable(self, number: int) -> tuple[str, ...]:
        """The gangs that a seat may choose: of as many ducats as the scenario allows, and the one it has."""
        fit = (each.file for each in self.listed if each.ducats == self.page.ducats)
        return tuple(dict.fromkeys((*fit, self.gangs[number])))

    def map_of(self, name: str) -> MapFile | None:
        """A map that is listed; None where it cannot be read, which is said when it is chosen."""
        if name not in self._read:
            try:
                self._read[name] = read_map(find_map(name))
            except MapError:
                self._read[name] = None
        return self._read[name]

    def title_of(self, name: str) -> str | None:
        """What a map of one's own is called in it, and its file where that is called otherwise; None of those that come
        with the program, which are known by their files, and of one that cannot be read."""
        stem = name.replace("\\", "/").rpartition("/")[2].removesuffix(".toml")
        found = self.map_of(name)
        if found is None or stem == name:
            return None
        alike = stem.replace("-", " ").replace("_", " ").casefold() == found.name.casefold()
        return found.name if alike else say("{name} ({file})", name=found.name, file=stem)

    @property
    def hours(self) -> dict[HourName | None, str]:
        """The hours at which the board may be shown, in words; None: its own."""
        laid = self.map_of(self.map)
        own = say("{hour}, its own", hour=term(laid.hour)) if laid is not None else say("its own")
        return {None: own, **{hour: term(hour) for hour in HOURS}}

    def misfit(self, name: str) -> str | None:
        """Why a board is not for this scenario; None where it is."""
        found = self.map_of(name)
        return say("{name} cannot be read", name=name) if found is None else scenarios.misfit(self.page, found.size)

    def boards(self) -> Iterator[str]:
        """Those that this scenario fits, then the others."""
        for fits in (True, False):
            yield from (name for name in self.maps if (self.misfit(name) is None) is fits)

    def choose_scenario(self, id: str) -> None:
        """Another scenario: a board that it fits, gangs of as many ducats as it allows, and as many seats."""
        self.scenario = id
        self._suit()
        self.seat(min(max(len(self.players), self.page.players[0]), self.page.players[1]))
        self._field(())

    def _suit(self) -> None:
        """A board that the scenario fits."""
        if self.misfit(self.map):
            self.map = next((name for name in self.maps if not self.misfit(name)), self.map)

    def seat(self, count: int) -> None:
        """So many seats; bots take the new ones."""
        seats = [*self.players, *(seat for seat in SEATS if seat not in self.players)][:count]
        self.players = {seat: self.players.get(seat, OPPONENT) for seat in seats}
        self._field(self.gangs[:count])

    def _field(self, named: Sequence[str]) -> None:
        """The gangs that were named; for seats without, or whose gang is gone, those that nobody has yet."""
        known = {each.file for each in self.listed}
        taken = [file if file in known else "" for file in named[: len(self.players)]]
        taken += [""] * (len(self.players) - len(taken))
        fit = [each for each in self.listed if each.ducats == self.page.ducats]
        usual = [file for file in fielded_in(self.page, 2) if any(each.file == file for each in fit)]
        for file in (*usual, *(each.file for each in fit)):
            factions = [self.line(each).faction for each in taken if each]
            if "" in taken and self.line(file).faction not in factions:
                taken[taken.index("")] = file
        last = next((each for each in reversed(taken) if each), "")
        self.gangs = [each or last for each in taken]

    def begin(self) -> NewGame | None:
        """The plan as it stands, which is remembered for the next time; None where something is wrong with it."""
        seed = self.seed.strip()
        self.trouble = ""
        if seed and not (seed.isascii() and seed.isdigit()):
            self.trouble = say("Seed: {seed} is no whole number of 0 or more.", seed=seed)
        elif seed and self.dice == "sealed":
            self.trouble = say("Sealed dice come of a secret: leave the seed empty, or let the dice be thrown by it.")
        elif why := self.misfit(self.map):
            self.trouble = f"{why[:1].upper()}{why[1:]}."
        if self.trouble:
            return None
        plan = self.drafted()
        _remember(plan)
        return plan

    def drafted(self) -> NewGame:
        """The plan as it stands, right or wrong."""
        seed = self.seed.strip()
        return NewGame(
            map=self.map,
            scenario=self.scenario,
            players=dict(self.players),
            gangs=tuple(self.gangs),
            seed=int(seed) if seed.isascii() and seed.isdigit() else None,
            typed_dice=self.dice == "typed",
            sealed_dice=self.dice == "sealed",
            morale=self.morale,
            hour=self.hour,
        )

    def quick(self, bot: str, chance: Random | None = None) -> NewGame:
        """A short game against a bot: scenario, board and gangs by chance. Nothing of it is remembered."""
        rng = chance or SystemRandom()
        page = scenarios.find(rng.choice(SHORT))
        assert page is not None
        sizes = {name: found.size for name in self.maps if (found := self.map_of(name)) is not None}
        fit = [name for name, size in sizes.items() if scenarios.misfit(page, size) is None]
        files: dict[str, list[str]] = {}  # of each faction, one's own last
        for each in self.listed:
            if each.ducats == page.ducats:
                files.setdefault(each.faction, []).append(each.file)
        ready = (_first_ready(reversed(files[faction]), page) for faction in rng.sample(sorted(files), len(files)))
        gangs = tuple(islice(filter(None, ready), 2))
        return NewGame(rng.choice(fit), page.id, {"north": HUMAN, "south": bot}, gangs)


def _first_ready(files: Iterable[str], page: scenarios.Scenario) -> str:
    """The first of these gangs that may be fielded; one's own may still be in the making. None: no words."""
    for file in files:
        with suppress(WrongData, IllegalGang):
            fielded(file, SEATS[0], page.ducats, leader=page.needs_leader)
            return file
    return ""


def _listed(named: Sequence[str]) -> tuple[GangLine, ...]:
    """The gangs that come with the program, the player's own, and others that were named and are there; by faction."""
    found = [_line(path.stem, path) for path in shipped_gangs()]
    with suppress(OSError, BoardError):
        found += [_line(str(path), path) for path in own_gangs()]
    known = {each.file for each in found}
    others = (Path(name) for name in dict.fromkeys(named) if name not in known)
    found += [_line(str(path), path) for path in others if _is_there(path)]
    return tuple(sorted(found, key=lambda each: (each.faction, each.ducats)))


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # no file can be called so
        return False


def _line(file: str, path: Path) -> GangLine:
    try:
        gang = read_toml(read_text(path), Gang, str(path), WrongData)
    except WrongData:  # said when the game is opened
        return GangLine(file, path.stem)
    return GangLine(file, gang.name, gang.faction, gang.ducats, tuple(who.character for who in gang.members))


def last_plan() -> NewGame | None:
    """What was asked for the last time."""
    try:
        path = data_dir() / LAST
    except BoardError:  # there is no such folder: told where games are to be saved
        return None
    return read_kept(path, NewGame, "a new game is proposed as at first")


def plan_on(board: str, size: tuple[float, float]) -> NewGame:
    """What is proposed to who comes with a board: a scenario of its size, where there is one, against a bot."""
    first = NewGame(map=board, players={"north": HUMAN, "south": OPPONENT})
    fitting = scenarios.fitting(size)
    return msgspec.structs.replace(first, scenario=fitting[0]) if fitting else first


def _remember(plan: NewGame) -> None:
    with suppress(OSError, BoardError):
        kept = msgspec.structs.replace(plan, seed=None)
        write_whole(data_dir() / LAST, msgspec.json.encode(kept, enc_hook=in_english))
