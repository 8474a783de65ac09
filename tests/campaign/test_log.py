"""A campaign is the fold of its log: nothing else is kept, decisions are taken back, nothing comes of nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.campaign.campaign import Campaign
from sim.campaign.campaign_file import DecisionUndone, DieFell, ItemBought, MemberHired, TalentLearned
from sim.campaign.cards import cost
from sim.campaign.errors import CampaignError
from sim.campaign.files import read_campaign, write_campaign
from sim.campaign.folding import state_of, steps_of
from sim.campaign.questions import AskDie, AskHire, AskTalent, AskXp
from sim.campaign.recording import told_outcome
from sim.campaign.report_page import campaign_page
from sim.campaign.story import story_lines, story_of
from sim.carnevale import equipment
from sim.carnevale.talents import TALENTS
from tests.campaign.campaigns import FLAT, begin, campaign

Draw = Callable[[Any], Any]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    return tmp_path


def test_the_story_names_boards_as_people_write_them(data: Path) -> None:
    """It called them by their files, as in "on corte-nova"."""
    made = campaign(data)
    made.begin(made.plan("campiello-dei-remi", "acquisition"), FLAT)
    (words,) = [line.words for line in story_lines(made.file, "it", 0) if "is begun" in line.words]
    assert words.startswith("Game 1 is begun: Acquisition on Campiello dei Remi, ")
    assert "Acquisition on Campiello dei Remi" in campaign_page(story_of(made.file, "it"), str)


def decided(made: Campaign, draw: Draw) -> None:
    """One answer to something that is asked, or an undoing."""
    seat = draw(st.sampled_from(list(made.state.gangs)))
    asked = made.questions(seat)
    if made.can_undo(seat) and draw(st.integers(0, 4)) == 0:
        made.undo(seat)
        return
    if not asked:
        return
    question = draw(st.sampled_from(asked))
    match question:
        case AskDie():
            made.throw(seat, draw(st.integers(1, 10)))
        case _ if draw(st.integers(0, 3)) == 0:
            made.done(seat)
        case AskXp():
            who = draw(st.sampled_from([each.who for each in question.options if not each.unique] or [""]))
            if who:
                made.give(seat, who, draw(st.integers(1, question.xp)), question.deed)
        case AskTalent() | AskHire():
            entry = made.suggested(question)
            assert entry is not None
            made.decide(entry)


def play(made: Campaign, draw: Draw) -> None:
    """A game is told, with whatever outcome."""
    begin(made)
    game = made.state.open_game
    assert game is not None
    there = [who for fielded in game.fielded.values() for who in fielded.members]
    some = st.lists(st.sampled_from(there), unique=True, max_size=4)
    lost, killers = draw(some), draw(some)
    own = [who for who in draw(some) if who.startswith("north")]
    deeds = [("A deed", draw(st.integers(1, 3)), own)] if own else []
    points = {seat: draw(st.integers(0, 9)) for seat in game.fielded}
    kills = {who: draw(st.integers(1, 3)) for who in killers}
    won = draw(st.sampled_from([None, *game.fielded]))
    made.record_told(told_outcome(made.state, won, lost, (), points, kills, deeds))


def balanced(made: Campaign) -> None:
    """XP and ducats come of games and dice, and go where they were spent, and nowhere else."""
    standing = [(made.file.log[number], before, after) for number, before, after in steps_of(made.file, "it")]
    for seat, gang in made.state.gangs.items():
        outcomes = [
            each for game in made.state.games if game.outcome for each in game.outcome.seats if each.seat == seat
        ]
        brought = sum(
            each.primary + sum(each.kills.values()) + sum(deed.vp for deed in each.deeds) for each in outcomes
        )
        own = [(entry, before) for entry, before, _ in standing if getattr(entry, "seat", "") == seat]
        dice = [entry for entry, _ in own if isinstance(entry, DieFell)]
        brought += sum(die.purpose == "injury" and die.face == 10 for die in dice)
        spent = sum(TALENTS[entry.talent] for entry, _ in own if isinstance(entry, TalentLearned))
        assert sum(member.earned for member in gang.members) <= brought
        assert sum(member.xp for member in gang.members) <= sum(member.earned for member in gang.members) - spent
        assert all(member.xp >= 0 for member in gang.members)
        earned = 5 * sum(die.purpose == "income" and die.face >= 7 for die in dice)
        hired = sum(cost(gang, member) for member in gang.members if member.joined)
        again = sum(bool(entry.again) for entry, _ in own if isinstance(entry, MemberHired))
        bought = sum(equipment.price([entry.item]) for entry, _ in own if isinstance(entry, ItemBought))
        assert gang.ducats == earned - hired - bought
        assert gang.ducats >= 0
        assert not again  # nobody of the Gifted is here


@given(st.data())
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.rule("CAMP-06")
def test_whatever_is_decided_the_state_is_the_fold_of_the_log_and_nothing_comes_of_nothing(
    data: Path, chosen: st.DataObject
) -> None:
    for left in data.glob("campaigns/*"):
        left.unlink()
    made = campaign(data)
    for _ in range(3):
        play(made, chosen.draw)
        for _ in range(chosen.draw(st.integers(0, 25))):
            decided(made, chosen.draw)
        while questions := made.questions():
            if isinstance(questions[0], AskDie):
                made.throw(questions[0].seat, chosen.draw(st.integers(1, 10)))
            else:
                made.done(questions[0].seat)
        assert Campaign.open(made.path).state == made.state
        balanced(made)


@given(st.data())
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_each_decision_that_is_taken_back_leaves_what_was_before_it(data: Path, chosen: st.DataObject) -> None:
    for left in data.glob("campaigns/*"):
        left.unlink()
    made = campaign(data, typed_dice=False)
    play(made, chosen.draw)
    for _ in range(chosen.draw(st.integers(1, 12))):
        asked = made.questions("north")
        if not asked:
            break
        before = made.gang("north")
        entry = made.suggested(asked[0])
        assert entry is not None
        made.decide(entry)
        if made.gang("north").fallen == before.fallen:  # no die has fallen on it
            assert made.undo("north") == entry
            assert made.gang("north") == before
            made.decide(entry)
    while made.can_undo("north"):
        made.undo("north")
    assert all(member.talents == () for member in made.gang("north").members)


def test_dice_that_fell_stay_as_they_fell_whatever_is_taken_back(data: Path) -> None:
    made = campaign(data, typed_dice=False)
    begin(made)
    made.record_told(told_outcome(made.state, None, ["north-bravo-1"], points={"north": 3}))
    assert dict(made.gang("north").fallen).keys() == {("injury", "north-bravo-1")}
    made.done("north")
    fallen = dict(made.gang("north").fallen)
    assert len(fallen) == 3
    made.undo("north")
    assert dict(made.gang("north").fallen) == fallen
    assert made.gang("north").points == 3
    made.done("north")
    assert dict(made.gang("north").fallen) == fallen


def test_the_same_seed_throws_the_same_dice(data: Path) -> None:
    faces = []
    for folder in ("one", "two"):
        (data / folder).mkdir()
        made = campaign(data / folder, typed_dice=False, players=("greedy", "greedy"))
        begin(made)
        game = made.state.open_game
        assert game is not None
        made.record_told(told_outcome(made.state, "north", list(game.fielded["south"].members)))
        faces.append((game.seed, [entry.face for entry in made.file.log if isinstance(entry, DieFell)]))
        made.path.unlink()
    assert faces[0] == faces[1]
    assert len(faces[0][1]) >= 6


def test_nothing_is_ever_taken_out_of_the_log(data: Path) -> None:
    made = campaign(data, typed_dice=False)
    begin(made)
    made.record_told(told_outcome(made.state, None, [], points={"north": 3}))
    before = made.file.log
    made.give("north", "Captain", 2)
    made.undo("north")
    assert made.file.log[: len(before)] == before
    assert isinstance(made.file.log[-1], DecisionUndone)
    with pytest.raises(CampaignError, match="no decision of"):
        made.undo("north")


def test_what_two_programs_write_at_once_is_not_lost(data: Path) -> None:
    made = campaign(data)
    other = Campaign.open(made.path)
    begin(other)
    with pytest.raises(CampaignError, match="another program wrote it meanwhile"):
        begin(made)
    assert Campaign.open(made.path).state == other.state
    assert made.state.open_game is None


def test_an_entry_that_the_rules_do_not_allow_is_named_with_its_place(data: Path) -> None:
    made = campaign(data)
    begin(made)
    made.record_told(told_outcome(made.state, None, []))
    file, content = read_campaign(made.path)
    forged = msgspec.structs.replace(file, log=(*file.log, TalentLearned("north", "north-bravo-1", "Brave")))
    write_campaign(made.path, forged, content)
    with pytest.raises(CampaignError, match=r"test\.json: log\[2\]: Brave costs 6 XP; Bravo 1 has 0"):
        Campaign.open(made.path)
    assert state_of(file, "it").games[0].outcome is not None
