"""Record the golden games again: `python tools/golden.py [--renew] [--retell] [--verify] [NAME ...]`.

A golden game is a journal in `tests/golden` and the transcript that it must tell, sentence by sentence. What games
there are stands in `tests/golden/games.toml`. Record one again only where the rules, the board or the pieces changed
on purpose, and read the difference before committing; `--renew` finds out which those are. `--retell` writes
transcripts from the journals, where only the narration has changed. `--verify` measures every ruling of the journals
anew, and saves and resumes each game at every request.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import tempfile
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sim.board.board import Board
from sim.bots.base import Bot, make
from sim.carnevale import gangs
from sim.carnevale.game import Carnevale
from sim.carnevale.magic.spells import named
from sim.carnevale.narration import sentences
from sim.carnevale.referee import Referee
from sim.carnevale.replay import replay
from sim.carnevale.setup import GangSetup, Setup
from sim.carnevale.state import State
from sim.engine.duel import play
from sim.engine.journal import Journal, read
from sim.engine.requests import GameError
from sim.engine.session import Session
from tests.golden.games import resumed
from tools.company import Company, Player
from tools.directed import DirectedBot, LoadedDice
from tools.goals import Goal

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "golden"
GAME = Carnevale()
SEATS = ("north", "east", "south", "west")
MAPS = {"acquisition": "campiello-dei-remi", "street-fight": "calle-lunga"}
ELSEWHERE = "san-canciano"
DUCATS = 150
TRIES = 8  # seeds, for a game that has goals
SHOWN, WIDE = 5, 160  # differences that are told of a game, and characters of each


class Golden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one golden game is recorded. What is named of seats is in their order: north, east, south, west."""

    scenario: str
    gangs: tuple[str, ...]
    seed: int
    bots: tuple[str, ...] = ("random",)  # by name, or what a directed bot is out for; "together": all for the goals
    members: int = 3  # of each gang, the first of its list
    agendas: tuple[tuple[str, ...], ...] = ()  # the first that the dice show
    luck: tuple[float, ...] = ()  # of a seat's dice: over 0 good, under 0 bad
    goals: tuple[str, ...] = ()  # what the game must show: "north A4", "east does:row", "any spell:Madness"
    spells: tuple[str, ...] = ()  # that mages know, and cast where they can
    picked: tuple[tuple[int, ...], ...] = ()  # which members play instead, from 0
    equipment: tuple[tuple[str, ...], ...] = ()


def games() -> dict[str, Golden]:
    """The golden games by name."""
    plain = tomllib.loads((FOLDER / "games.toml").read_text(encoding="utf-8"))
    return msgspec.convert(plain, dict[str, Golden])


def setup_of(golden: Golden) -> Setup:
    """The game that is agreed before the first answer."""
    board = MAPS.get(golden.scenario, ELSEWHERE)
    fielded = [_field(golden, i) for i in range(len(golden.gangs))]
    return Setup(board=board, gangs=tuple(fielded), size=Board.load(board).size, scenario=golden.scenario)


def _field(golden: Golden, i: int) -> GangSetup:
    gang, roster = gangs.read_gang(golden.gangs[i])
    whole = gangs.muster(gang, roster, SEATS[i], DUCATS, leader=False)
    rows = golden.picked[i] if i < len(golden.picked) else range(golden.members)
    members = [whole.members[row] for row in rows if row < len(whole.members)]
    for k, member in enumerate(members):
        spells = _spells(golden, member)
        if spells:
            members[k] = msgspec.structs.replace(member, profile=msgspec.structs.replace(member.profile, spells=spells))
    bought = golden.equipment[i] if i < len(golden.equipment) else whole.equipment
    return msgspec.structs.replace(whole, members=tuple(members), equipment=bought)


def _spells(golden: Golden, member: Any) -> tuple[str, ...]:
    """What of the wanted spells a mage may know: as many as its abilities say, of one of its disciplines."""
    level = sum(t.x for t in member.profile.traits if t.name in ("Mage", "Expert Sorcerer"))
    wanted = [s for s in map(named, golden.spells) if s is not None and not s.cantrip]
    own = [s for s in wanted if f"Discipline ({s.discipline})" in member.profile.keywords]
    return tuple(s.name for s in own if s.discipline == own[0].discipline)[:level]


def bots_of(golden: Golden, company: Company) -> dict[str, Bot]:
    """Who plays."""
    made: dict[str, Bot] = {}
    for i in range(len(golden.gangs)):
        name, seed = golden.bots[i % len(golden.bots)], golden.seed * 1000 + i
        if name == "together":
            made[SEATS[i]] = Player(company, seed)
        elif name in ("random", "greedy"):
            made[SEATS[i]] = make(name, seed)
        else:
            made[SEATS[i]] = DirectedBot(seed, tuple(name.split()), golden.spells)
    return made


def play_one(golden: Golden, journal: Journal | None = None) -> tuple[Session[State], list[Goal]]:
    """The whole game, and what of its goals it does not show."""
    setup = setup_of(golden)
    luck = {SEATS[i]: value for i, value in enumerate(golden.luck)}
    company = Company(golden.goals, golden.seed)
    agendas = {SEATS[i]: list(ids) for i, ids in enumerate(golden.agendas)} or company.agendas()
    dice = LoadedDice(golden.seed, luck, agendas)
    state = GAME.begin(msgspec.to_builtins(setup))
    session: Session[State] = Session(GAME, state, dice, Referee(_board(setup.board)), journal)
    company.session = session
    play(session, bots_of(golden, company))
    return session, [goal for goal in company.goals if not goal.is_reached(session.state)]


@cache
def _board(name: str) -> Board:
    return Board.load(name)


def record(name: str, golden: Golden) -> bool:
    """Play one golden game and write its journal and transcript. Seeds are tried until one shows all its goals."""
    for more in range(TRIES):
        tried = msgspec.structs.replace(golden, seed=golden.seed + 1000 * more)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{name}.jsonl"
            journal = Journal.create(path, GAME.name, msgspec.to_builtins(setup_of(tried)))
            try:
                session, missed = play_one(tried, journal)
            except GameError as error:
                print(f"{name}, seed {tried.seed}: {error}", flush=True)
                continue
            finally:
                journal.close()
            if missed:
                print(f"{name}, seed {tried.seed}: not shown: {', '.join(map(str, missed))}", flush=True)
                continue
            (FOLDER / f"{name}.jsonl.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
        transcript = sentences(session.state, session.events)
        (FOLDER / f"{name}.txt").write_text("\n".join(transcript) + "\n", encoding="utf-8")
        print(f"{name}, seed {tried.seed}: {session.count} answers, {len(session.events)} events", flush=True)
        return True
    print(f"{name}: NOT RECORDED", flush=True)
    return False


def retell(name: str) -> None:
    """Write the transcript of a golden game again from its journal."""
    session = replay(FOLDER / f"{name}.jsonl.gz").session
    transcript = sentences(session.state, session.events)
    (FOLDER / f"{name}.txt").write_text("\n".join(transcript) + "\n", encoding="utf-8")


def verify(name: str) -> bool:
    """Measure a golden game anew, and resume it everywhere; tells what comes out otherwise."""
    path = FOLDER / f"{name}.jsonl.gz"
    found = replay(path, verify=True)
    header, answers = read(path)
    same = resumed(header, answers)
    ends = "the same" if same else "OTHERWISE"
    print(f"{name}: {found.rulings} rulings, {len(found.differences)} differ; resumed {ends}", flush=True)
    for difference in found.differences[:SHOWN]:
        print(f"  {str(difference)[:WIDE]}")
    return same and not found.differences


def stands(name: str) -> bool:
    """Is there a journal, and is every ruling in it measured as it was?"""
    path = FOLDER / f"{name}.jsonl.gz"
    try:
        return path.exists() and not replay(path, verify=True).differences
    except GameError:
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="which games; all of them where none is named")
    parser.add_argument("--retell", action="store_true", help="write transcripts from the journals")
    parser.add_argument("--verify", action="store_true", help="measure the journals anew")
    parser.add_argument("--missing", action="store_true", help="record those only that have no journal yet")
    parser.add_argument("--renew", action="store_true", help="record those only that are measured otherwise now")
    given = parser.parse_args()
    known = games()
    good = True
    for name in given.names or known:
        if given.retell:
            retell(name)
        elif given.verify:
            good = verify(name) and good
        elif not (given.missing and (FOLDER / f"{name}.jsonl.gz").exists()) and not (given.renew and stands(name)):
            good = record(name, known[name]) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
