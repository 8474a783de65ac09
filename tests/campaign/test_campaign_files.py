"""The files of campaigns: laid aside and brought back, written by two programs at once, left by one that is killed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from sim.campaign.campaign import Campaign
from sim.campaign.cards import member_of_game
from sim.campaign.errors import CampaignError
from sim.campaign.files import brought_back, find_campaign, kept_campaigns, laid_aside
from sim.carnevale.names import names_of
from sim.carnevale.replay import GAME
from tests.campaign.campaigns import begin, campaign, told

GIVES = """
import sys
from sim.campaign.campaign import Campaign
from sim.campaign.errors import CampaignError
from pathlib import Path
given = 0
while given < 10:
    made = Campaign.open(Path(sys.argv[1]))
    try:
        made.give("north", "Captain", 1)
    except CampaignError as error:
        assert "meanwhile" in str(error), error
    else:
        given += 1
"""
KILLED = """
import os, sys
from pathlib import Path
import sim.whole_files as whole
from sim.campaign.campaign import Campaign
made = Campaign.open(Path(sys.argv[1]))
whole.os.fsync = lambda file: os._exit(9)
made.give("north", "Captain", 5)
"""


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    return campaign(tmp_path)


def test_a_campaign_that_is_laid_aside_is_in_no_list_and_comes_back_whole(made: Campaign) -> None:
    made.journals.mkdir()
    (made.journals / "game-1.jsonl").write_text("kept")
    content = made.path.read_bytes()
    aside = laid_aside(made.path)
    assert kept_campaigns() == ()
    assert [kept.name for kept in kept_campaigns(aside=True)] == ["Test"]
    with pytest.raises(CampaignError, match="laid aside; bauta campaign aside test --back brings it back"):
        find_campaign("test")
    assert brought_back(aside) == made.path
    assert made.path.read_bytes() == content
    assert (made.journals / "game-1.jsonl").read_text() == "kept"


def test_one_of_the_same_name_that_was_begun_meanwhile_is_not_written_over(made: Campaign, tmp_path: Path) -> None:
    aside = laid_aside(made.path)
    again = campaign(tmp_path)
    back = brought_back(aside)
    assert back != again.path
    assert sorted(kept.path for kept in kept_campaigns()) == sorted([back, again.path])


def test_two_programs_that_decide_at_once_lose_nothing(made: Campaign) -> None:
    told(made, points={"north": 20})
    both = [subprocess.Popen([sys.executable, "-c", GIVES, str(made.path)]) for _ in range(2)]
    assert [each.wait() for each in both] == [0, 0]
    north = Campaign.open(made.path).gang("north")
    assert (north.points, north.called("Captain").xp) == (0, 20)


def test_a_program_that_is_killed_while_it_writes_leaves_what_was_before(made: Campaign) -> None:
    told(made, points={"north": 20})
    before = made.path.read_bytes()
    assert subprocess.run([sys.executable, "-c", KILLED, str(made.path)], check=False).returncode == 9
    assert made.path.read_bytes() == before
    Campaign.open(made.path).give("north", "Captain", 5)
    assert made.look()
    assert made.gang("north").called("Captain").xp == 5
    assert not made.look()


@pytest.mark.rule("CAMP-01")
def test_whoever_takes_the_field_alone_of_its_kind_is_called_as_in_the_campaign(made: Campaign) -> None:
    gang = made.gang("north")
    assert member_of_game(gang, gang.called("Bravo 2")).profile.name == "Bravo 2"
    setup = begin(made)
    name = names_of(GAME.begin(setup))
    assert name("north-bravo-1") == "Bravo 1"  # and not "Bravo 1 1", though the others have one, too
    assert msgspec.json.encode(setup).count(b'"Bravo 2"') == 2


def test_a_gang_whose_file_is_changed_or_gone_plays_on_as_it_was(made: Campaign, tmp_path: Path) -> None:
    told(made)
    before = made.gang("north")
    (tmp_path / "Us.toml").write_text("format = 1\n")
    (tmp_path / "Us-roster.toml").unlink()
    again = Campaign.open(made.path)
    assert again.gang("north") == before


def test_a_member_that_is_taken_out_of_the_file_by_hand_is_missed_where_the_log_names_it(made: Campaign) -> None:
    told(made, points={"north": 3})
    made.give("north", "Bravo 2", 3)
    held = json.loads(made.path.read_text())
    held["players"][0]["gang"]["members"].pop()
    made.path.write_text(json.dumps(held))
    with pytest.raises(CampaignError, match=r"test\.json: log\[0\]: Us: nobody of Us is called 'north-bravo-2'"):
        Campaign.open(made.path)
