"""Campaigns among the questions before a game in the terminal: the next game, one under way, what follows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.text.start import play_text
from sim.campaign.campaign import Campaign
from tests.app.kept_campaigns import begun, told_game
from tests.app.text_games import terminal

BEGIN = ("Campaign Lent", "Acquisition", "Campiello dei Remi")


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))


def played(*words: str) -> str:
    """What is told while these lines are typed."""
    typed, out = terminal(words)
    play_text(None, None, typed)
    return out.getvalue()


def test_the_next_game_of_a_campaign_is_begun_left_and_gone_on_with() -> None:
    campaign = begun(("human", "seasoned"), gangs=("guild-75", "rashaar-75"))
    assert "0 games were played; ready for the next" in played("quit")
    assert "Kept in" in played(*BEGIN, "quit")
    game = Campaign.open(campaign.path).state.open_game
    assert game is not None
    assert (game.map, game.scenario) == ("campiello-dei-remi", "acquisition")
    journal = campaign.journal_of(game)
    assert str(journal) in played("Campaign Lent", "quit")
    assert Campaign.open(campaign.path).state.open_game == game


def test_what_is_still_to_be_decided_is_asked_before_the_next_game() -> None:
    campaign = begun(("human", "seasoned"))
    told_game(campaign)
    assert "bauta campaign show lent" in played("Campaign Lent", "quit")
    played("Campaign Lent", "Decide it all", "Acquisition", "Campiello dei Remi", "quit")
    state = Campaign.open(campaign.path).state
    assert state.open_game is not None
    assert state.gang("north").points == 0
    assert sum(member.earned for member in state.gang("north").members) >= 9


def test_once_its_game_is_over_what_follows_is_told() -> None:
    campaign = begun(("greedy", "greedy"), ducats=75, gangs=("guild-75", "rashaar-75"))
    words = played(*BEGIN)
    state = Campaign.open(campaign.path).state
    assert state.open_game is None
    assert state.games[0].outcome is not None
    assert "Lent: 1 game was played; ready for the next." in words


def test_a_campaign_that_cannot_be_read_is_left_out() -> None:
    begun().path.write_text("{}")
    assert "Left out: " in played("quit")
