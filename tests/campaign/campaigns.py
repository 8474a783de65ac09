"""Campaigns of two small gangs, with real dice that tests type in, and games that are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from sim.board.board import Board
from sim.campaign.campaign import Campaign
from sim.campaign.campaign_file import Fielded
from sim.campaign.questions import owed_dice
from sim.campaign.recording import told_outcome
from sim.carnevale.setup import Setup

FLAT = Board.of_map('format = 1\nname = "Flat"\nsize = [24, 24]\n', Path("flat.toml"))
ROSTER = """format = 1
faction = "{faction}"
"""
SHEET = """
[[characters]]
name = "{name}"
rank = "{rank}"
cost = {cost}
ap = 3
lp = 10
wp = 2
move = 5
dexterity = 5
attack = 5
protection = 3
mind = 4
{more}
"""
SHEETS = (
    ("Captain", "Leader", 20, 'abilities = ["Parry (2)"]'),
    ("Old Marco", "Hero", 15, "unique = true"),
    ("Bravo", "Henchman", 10, ""),
    ("Witch", "Henchman", 12, 'abilities = ["Mage (1)"]\nkeywords = ["Discipline (Wild Magic)"]'),
)
US = ("Captain", "Old Marco", "Bravo", "Bravo")


def roster(faction: str) -> str:
    """All of a faction."""
    return ROSTER.format(faction=faction) + "".join(
        SHEET.format(name=name, rank=rank, cost=cost, more=more) for name, rank, cost, more in SHEETS
    )


def gang_file(folder: Path, name: str, members: Sequence[str] = US, more: str = "") -> str:
    """A gang of a faction that is called as it is."""
    (folder / f"{name}-roster.toml").write_text(roster(name), encoding="utf-8")
    text = f'format = 1\nname = "{name}"\nfaction = "{name}"\nroster = "{name}-roster.toml"\n{more}'
    path = folder / f"{name}.toml"
    path.write_text(text + "".join(f'[[members]]\ncharacter = "{who}"\n' for who in members), encoding="utf-8")
    return str(path)


def campaign(folder: Path, ducats: int = 55, players: Sequence[str] = ("human", "human"), **more: bool) -> Campaign:
    """Us against Them, of 55 ducats each, all spent; dice are typed in unless `typed_dice` is false."""
    gangs = [(gang_file(folder, name), player) for name, player in zip(("Us", "Them"), players, strict=True)]
    return Campaign.new("Test", gangs, ducats, 7, **{"typed_dice": True, **more})


def begin(made: Campaign, ducats: int | None = None, chosen: Mapping[str, Fielded] | None = None) -> Setup:
    """The next game, on a flat board."""
    return made.begin(made.plan("flat", "acquisition", ducats, chosen=chosen), FLAT)


def told(
    made: Campaign,
    lost: Sequence[str] = (),
    points: Mapping[str, int] | None = None,
    kills: Mapping[str, int] | None = None,
    deeds: Sequence[tuple[str, int, Sequence[str]]] = (),
) -> None:
    """The next game, told by hand."""
    begin(made)
    made.record_told(told_outcome(made.state, None, lost, (), points, kills, deeds))


def throw(made: Campaign, *faces: int) -> None:
    """Dice as they are asked for, whosever they are."""
    for face in faces:
        made.throw(owed_dice(made.state)[0].seat, face)


def settle(made: Campaign) -> None:
    """All dice show 5 and nothing more is decided, until the next game may begin."""
    while questions := made.questions():
        if owed := owed_dice(made.state):
            made.throw(owed[0].seat, 5)
        else:
            made.done(questions[0].seat)
