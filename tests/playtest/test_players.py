"""Whose games are whose: after a gang or an own bot was changed, they are played anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from sim.board.files.folders import assets_dir
from sim.playtest.games import pairs
from sim.playtest.playing import ChangedPlayers, ask, play_game

EVEN = str(Path(__file__).parent / "even.toml")
BOT = """
from sim.bots.base import BOTS

class Mine:
    def __init__(self, seed):
        self.bot = BOTS.make("random", seed)

    def choose(self, view, choice, measure):
        return self.bot.choose(view, choice, measure)
"""


@pytest.fixture
def gang(tmp_path: Path) -> Path:
    made = tmp_path / "mine.toml"
    made.write_text((assets_dir() / "gangs" / "guild-75.toml").read_text())
    return made


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    made = tmp_path / "mine.py"
    made.write_text(BOT)
    return made


Change = Callable[[Path, Path], object]


def _other_minis(gang: Path, bot: Path) -> None:
    gang.write_text(gang.read_text().replace('character = "Bravo"', 'character = "Cutpurse"', 1))


def _other_bot(gang: Path, bot: Path) -> None:
    bot.write_text(bot.read_text() + "\n# thinks again\n")


@pytest.mark.parametrize("change", [_other_minis, _other_bot])
def test_games_of_before_a_change_are_others(gang: Path, bot: Path, change: Change) -> None:
    gangs, player = (str(gang), "patricians-75"), f"{bot}:Mine"
    before = ask(EVEN, "acquisition", gangs, player, 1)
    assert ask(EVEN, "acquisition", gangs, player, 1) == before
    change(gang, bot)
    after = ask(EVEN, "acquisition", gangs, player, 1)
    assert after == msgspec.structs.replace(before, players=after.players)
    assert after.players != before.players
    with pytest.raises(ChangedPlayers, match=r"mine\.toml, patricians-75 or .*mine\.py:Mine was changed while"):
        play_game(next(pairs(before))[0])


def test_a_comment_in_a_gang_changes_nothing(gang: Path) -> None:
    before = ask(EVEN, "acquisition", (str(gang), "patricians-75"), "random", 1)
    gang.write_text(gang.read_text() + "\n# the same as ever\n")
    assert ask(EVEN, "acquisition", (str(gang), "patricians-75"), "random", 1) == before


def test_gangs_are_the_same_at_either_seat(gang: Path) -> None:
    asked = ask(EVEN, "acquisition", (str(gang), "patricians-75"), "random", 1)
    both = ask(EVEN, "acquisition", ("patricians-75", str(gang)), "random", 1)
    assert both.players == asked.players
