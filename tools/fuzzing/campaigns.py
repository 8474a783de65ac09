"""Files of campaigns at each of their stages, and the commands that tell them, decide in them or end them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tools.fuzzing.case import FOLDER, Case
from tools.fuzzing.values import Mutated, mutate_tree

if TYPE_CHECKING:
    from sim.campaign.campaign import Campaign

__all__ = ["campaign_case", "campaigns", "log_mutated", "sound_campaigns"]

BOARD = "campiello-dei-remi"
TELLING = (
    ("show", "{campaign}"),
    ("show", "{campaign}", "--json"),
    ("report", "{campaign}", "--out", f"{FOLDER}/story.html"),
    ("report", "{campaign}", "--out", f"{FOLDER}/story.html", "--json"),
)
DECIDING = (
    ("decide", "{campaign}", "give", "Capodecina", "2"),
    ("decide", "{campaign}", "give", "Capodecina", "1", "of", "1"),
    ("decide", "{campaign}", "learn", "Capodecina", "Brave", "--json"),
    ("decide", "{campaign}", "die", "7"),
    ("decide", "{campaign}", "done", "--json"),
    ("decide", "{campaign}", "accept", "--json"),
    ("hire", "{campaign}", "Cutpurse", "--as", "Tita"),
    ("hire", "{campaign}", "--buy", "poison"),
    ("dismiss", "{campaign}", "Capodecina"),
    ("undo", "{campaign}"),
    ("abandon", "{campaign}"),
    ("record", "{campaign}", "--won", "draw", "--points", "north=3"),
    ("end", "{campaign}", "--out", f"{FOLDER}/gangs"),
    ("play", "{campaign}", "--map", BOARD, "--scenario", "acquisition", "--begin"),
)


@cache
def campaigns() -> dict[str, bytes]:
    """A campaign of two small gangs from its first day to its last, by the stage that it is at."""
    with TemporaryDirectory() as folder:
        return dict(_stages(Path(folder)))


def _stages(folder: Path) -> Iterator[tuple[str, bytes]]:
    from sim.board.board import Board
    from sim.campaign.campaign import Campaign
    from sim.campaign.campaign_file import CampaignFile, CampaignPlayer
    from sim.campaign.recording import told_outcome
    from sim.carnevale.gangs import read_gang, shipped_rosters

    players = []
    for seat, name in (("north", "guild-75"), ("south", "rashaar-75")):
        gang, roster = read_gang(name)
        players.append(CampaignPlayer(seat, "human", gang, roster))
    gifted = next(roster for roster in shipped_rosters() if roster.faction == "Gifted")
    made = Campaign(folder / "carnival.json", CampaignFile(1, "Carnival", 7, 90, tuple(players), gifted), None)
    made.begin(made.plan(BOARD, "acquisition"), Board.load(BOARD))
    yield "under-way", made.path.read_bytes()
    north, south = (list(each.members) for each in made.state.games[-1].fielded.values())
    deeds = [("Ambitious", 2, north[:2])]
    made.record_told(
        told_outcome(made.state, "north", [north[1], south[1]], (), {"north": 9, "south": 4}, {north[0]: 3}, deeds)
    )
    yield "experience", made.path.read_bytes()
    yield from _decided(made)


def _decided(made: Campaign) -> Iterator[tuple[str, bytes]]:
    from sim.campaign.questions import AskHire, AskTalent, AskXp

    for stage, asked in (("talents", AskXp), ("hiring", AskTalent), ("ready", AskHire)):
        while isinstance(question := next(iter(made.questions("north")), None), asked):
            entry = made.suggested(question)
            assert entry is not None
            made.decide(entry)
        yield stage, made.path.read_bytes()
    made.undo("north")
    yield "taken-back", made.path.read_bytes()
    made.accept("north")
    made.accept("south")
    made.end()
    yield "over", made.path.read_bytes()


def log_mutated(document: dict[str, Any], chance: Random) -> Mutated:
    """Entries of the log that are wrong, lost, doubled or elsewhere."""
    log = document["log"]
    which, kind = chance.randrange(len(log)), chance.choice(["value", "value", "value", "lose", "double", "move"])
    about, poisoned = f"log[{which}] {kind}", False
    match kind:
        case "lose":
            del log[which]
        case "double":
            log.insert(chance.randrange(len(log) + 1), log[which])
        case "move":
            log.insert(chance.randrange(len(log)), log.pop(which))
        case _:
            made = mutate_tree(log[which], chance)
            log[which], about, poisoned = made.value, f"log[{which}] {made.about}", made.poisoned
    return Mutated(json.dumps(document).encode(), about, poisoned)


def campaign_case(stage: str, made: Mutated, chance: Random) -> Case:
    """A campaign with something wrong in it, given to a command that tells it, or decides in it."""
    words = chance.choice(TELLING if chance.random() < 0.5 else DECIDING)
    must = "refuse" if made.poisoned else ""
    return Case(_words(words), {"carnival.json": made.value}, must, f"{stage}: {made.about}")


def sound_campaigns() -> list[Case]:
    """What is mutated here, as it stands."""
    return [
        Case(_words(words), {"carnival.json": data}, about=f"sound campaign: {stage}")
        for stage, data in campaigns().items()
        for words in TELLING
    ]


def _words(words: tuple[str, ...]) -> tuple[str, ...]:
    return ("campaign", *(word.replace("{campaign}", f"{FOLDER}/carnival.json") for word in words))
