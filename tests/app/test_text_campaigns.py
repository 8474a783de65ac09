"""Campaigns among the questions before a game in the terminal: the next game, one under way, what follows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.text.campaign_words import decide_in_words
from sim.app.text.decisions import Decisions
from sim.app.text.start import play_text
from sim.app.text.terminal import EndOfWords, Terminal
from sim.campaign.campaign import Campaign
from sim.campaign.state import CampaignGang
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
    assert "one thing after the other" in played("Campaign Lent", "quit")
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


# --- what follows a game, as a dialogue ----------------------------------------------------------------------


def north(campaign: Campaign) -> CampaignGang:
    """The person's gang, as the file has it."""
    return Campaign.open(campaign.path).gang("north")


@pytest.fixture
def after_a_game() -> Campaign:
    """North has 2 XP of a deed of Capodecina and Facchino to give, 9 XP of the primary objective, and 30 ducats."""
    campaign = begun(("human", "seasoned"), ducats=180)
    told_game(campaign)
    return campaign


DECIDE = ("Campaign Lent", "1")


def test_experience_is_given_by_numbers_names_or_the_words_of_the_command(after_a_game: Campaign) -> None:
    words = played(*DECIDE, "facchino", "2", "give capodecina 3", "1", "", "quit")
    assert 'The Ten of Rialto: Who is given of the 2 XP of "Ambitious"?' in words
    assert "The Ten of Rialto: Capodecina is given 3 XP." in words
    gang = north(after_a_game)
    assert gang.called("Facchino").xp == 2
    assert (gang.called("Capodecina").xp, gang.points) == (2 + 3 + 6, 0)


def test_a_talent_is_told_with_its_rule_and_learned_or_left(after_a_game: Campaign) -> None:
    words = played(*DECIDE, "1", "", "1", "", "parry", "quit")
    assert "Parry (1): 6 XP. Makes an attacker in base contact re-roll" in words
    assert north(after_a_game).called("Capodecina").talents == ("Parry (1)",)


def test_whoever_learns_nothing_now_keeps_its_experience(after_a_game: Campaign) -> None:
    played(*DECIDE, "1", "", "1", "", "none", "quit")
    gang = north(after_a_game)
    assert (gang.called("Capodecina").talents, gang.called("Capodecina").xp) == ((), 13)
    assert "talents" in gang.done


def test_recruits_choose_their_weapons_and_have_names_and_what_speaks_against_others_is_told(
    after_a_game: Campaign,
) -> None:
    words = played(*DECIDE, "done", "capodecina", "cutpurse", "Tita", "buy poison", "nothing", "quit")
    assert "Capodecina: 2 Leaders; exactly one is wanted." in words
    gang = north(after_a_game)
    assert gang.called("Tita").chosen.character == "Cutpurse"
    assert gang.equipment.count("poison") == 1
    assert "hiring" in gang.done


def test_the_last_decision_is_taken_back_also_where_a_question_was_passed(after_a_game: Campaign) -> None:
    words = played(*DECIDE, "1", "", "undo", "nobody", "undo", "quit")
    assert words.count("Taken back") == 2
    assert words.count('of "Ambitious"?') == 3
    assert sum(deed.xp for deed in north(after_a_game).deeds) == 2


def test_back_in_the_middle_of_an_answer_does_nothing(after_a_game: Campaign) -> None:
    assert "Nothing is done." in played(*DECIDE, "1", "back", "quit")
    assert sum(deed.xp for deed in north(after_a_game).deeds) == 2


def test_cards_gangs_and_rules_are_told_at_every_question(after_a_game: Campaign) -> None:
    words = played(*DECIDE, "card cutpurse", "gangs", "rules CAMP-06", "help", "again", "xyzzy", "quit")
    assert "MOVE 6, DEXTERITY 6, ATTACK 3" in words
    assert "Acqua Alta (south, Rashaar, the seasoned bot)" in words
    assert "'xyzzy' is none of them." in words


def test_somebody_is_let_go_only_if_that_is_confirmed(after_a_game: Campaign) -> None:
    played(*DECIDE, "done", "dismiss bravo 4", "no", "quit")
    assert not north(after_a_game).called("Bravo 4").fate
    played(*DECIDE, "dismiss bravo 4", "yes", "quit")
    assert "Bravo 4" not in [member.name for member in north(after_a_game).present]


def test_real_dice_are_typed_in() -> None:
    campaign = begun(("human", "seasoned"), typed_dice=True)
    told_game(campaign)
    words = played(*DECIDE, "eleven", "11", "5", "quit")
    assert "Throw a D10 for the injury of" in words
    assert words.count("a number from 1 to 10") == 2
    assert list(north(campaign).fallen.values()) == [5]


def test_what_two_people_decide_is_asked_gang_by_gang_and_leads_on_to_the_next_game() -> None:
    campaign = begun(("human", "human"))
    told_game(campaign)
    words = played(*DECIDE, "accept", "accept", "quit")
    assert "Acqua Alta> accept" in words
    assert "Which scenario?" in words
    assert Campaign.open(campaign.path).questions() == ()


def test_what_another_program_decided_meanwhile_is_not_lost(after_a_game: Campaign) -> None:
    out = terminal(())[1]

    def read(sign: str) -> str:
        steps.append(sign)
        if len(steps) == 1:
            Campaign.open(after_a_game.path).give("north", "Capodecina", 9)
            return "2"
        if len(steps) == 2:
            return "2"
        raise EOFError

    steps: list[str] = []
    with pytest.raises(EndOfWords):
        Decisions(Campaign.open(after_a_game.path), Terminal(read, out)).run()
    assert "another program wrote it meanwhile" in out.getvalue()
    assert north(after_a_game).points == 0
    assert out.getvalue().count('of "Ambitious"?') == 2


@pytest.mark.parametrize(("language", "verb"), [("xx", "give"), ("en", "GIVE")])
def test_decisions_are_understood_in_the_language_that_is_spoken_and_in_english(
    language: str, verb: str, after_a_game: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAUTA_LANGUAGE", language)
    decide_in_words(after_a_game, "north", f"{verb} Capodecina 4")
    assert north(after_a_game).called("Capodecina").xp == 6
