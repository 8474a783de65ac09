"""Campaigns in a window without a display, driven by mouse and keys: a new one, a game, what follows it, the next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from imgui_bundle import imgui

from sim.app.campaign import now_pane
from sim.app.campaign import room as campaign_room
from sim.app.campaign.dialogs import SHEET
from sim.app.campaign.layout import KEYS, campaign_command, campaign_layout
from sim.app.campaign.next_game_form import NextGameForm
from sim.app.campaign.room import CampaignRoom
from sim.app.hud import widgets
from sim.app.key_map import KeyMap
from sim.app.table.campaign_games import campaign_of, campaign_stands
from sim.app.window.campaign_door import CampaignRequest
from sim.board.board import Board
from sim.bots.base import BOTS
from sim.campaign.campaign import Campaign
from sim.campaign.files import kept_campaigns
from sim.carnevale.replay import resume
from sim.engine import duel
from sim.words.tongues import told
from tests.app.kept_campaigns import BOARD, begun, given, told_game
from tests.app.test_gang_builder import click, key
from tests.app.test_table_window import steps, until


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    monkeypatch.setattr("sim.app.gang_builder.gallery.make_portraits", lambda _: None)


def entered(window: Any, campaign: Campaign) -> CampaignRoom:
    """The room of a campaign."""
    window.rooms.campaigns.enter(window, CampaignRequest(campaign.path))
    steps(window)
    room: CampaignRoom = window.rooms.campaigns.room
    assert room.desk is not None
    return room


def reread(campaign: Campaign) -> Campaign:
    return Campaign.open(campaign.path)


# --- a new one ------------------------------------------------------------------------------------------------


def test_a_campaign_is_begun_from_the_start_screen_by_keys(window: Any) -> None:
    window.show_start()
    key(window, "k")
    until(window, lambda: window.rooms.campaigns.room is not None)
    room = window.rooms.campaigns.room
    assert room.page == "campaigns"
    key(window, "f")
    assert room.page == "founding"
    room.founding.name = "Lent of 1797"
    room.founding.seat(3)
    key(window, "enter")
    until(window, lambda: room.desk is not None)
    (kept,) = kept_campaigns()
    assert (kept.name, len(kept.gangs)) == ("Lent of 1797", 3)
    assert len(set(kept.gangs)) == 3
    assert [gang.player for gang in room.desk.view.state.gangs.values()] == ["human", "seasoned", "seasoned"]
    key(window, "escape")
    until(window, lambda: window.start is not None)


def test_why_a_campaign_cannot_be_begun_is_said(window: Any) -> None:
    begun()
    window.rooms.campaigns.enter(window, CampaignRequest())
    steps(window)
    room = window.rooms.campaigns.room
    key(window, "f")
    room.founding.name = "Lent"
    key(window, "enter")
    assert "there is such a campaign already" in room.founding.trouble
    room.founding.limit(1)
    key(window, "enter")
    assert "No gang" in room.founding.trouble


def test_the_list_says_where_each_stands_and_opens_it(window: Any) -> None:
    campaign = begun()
    window.rooms.campaigns.enter(window, CampaignRequest())
    steps(window)
    room = window.rooms.campaigns.room
    assert [line.stands for line in room.list.lines] == ["0 games were played; ready for the next"]
    told_game(campaign)
    assert campaign_stands(campaign) == "1 game was played; what follows is up to The Ten of Rialto"
    room.list.look()
    key(window, "enter")
    until(window, lambda: room.desk is not None)
    assert room.desk.view.played == 1


def test_a_campaign_that_cannot_be_read_is_told_in_the_list(window: Any) -> None:
    campaign = begun()
    campaign.path.write_text("{}")
    window.rooms.campaigns.enter(window, CampaignRequest(campaign.path))
    steps(window)
    room = window.rooms.campaigns.room
    assert room.page == "campaigns"
    assert "lent.json" in room.list.said
    assert "format" in room.list.lines[0].stands


# --- what follows a game --------------------------------------------------------------------------------------


@pytest.mark.rule("CAMP-02")
def test_experience_is_given_by_clicks_and_keys_and_written_once_it_is_done(window: Any) -> None:
    campaign = begun()
    told_game(campaign, points=4)
    room = entered(window, campaign)
    desk = room.desk
    assert desk is not None
    deed, points = desk.pools()
    first = deed.options[0].who
    before = desk.view.state.gang("north").member(first).xp
    key(window, "arrow_right")
    key(window, "arrow_right")
    key(window, "arrow_right")  # no more is there
    assert (desk.drafted(deed, first), desk.left(deed)) == (2, 0)
    key(window, "arrow_left")
    assert desk.left(deed) == 1
    key(window, "z", "control")
    assert desk.left(deed) == 2
    key(window, "arrow_right")
    for _ in range(len(deed.options)):
        key(window, "arrow_down")
    for _ in range(4):
        key(window, "arrow_right")
    assert desk.left(points) == 0
    assert reread(campaign).state == campaign.state  # nothing is written yet
    key(window, "arrow_up")
    key(window, "arrow_right")
    assert desk.left_of_all() == 0
    key(window, "enter")
    assert not desk.draft
    assert desk.view.stage("north") != "experience"
    assert reread(campaign).state.gang("north").member(first).xp >= before + 1


def test_what_is_about_to_be_given_is_given_when_its_player_leaves(window: Any) -> None:
    campaign = begun()
    told_game(campaign)
    desk = entered(window, campaign).desk
    assert desk is not None
    who = desk.pools()[1].options[1].who
    before = desk.view.state.gang("north").member(who).xp
    desk.shift(desk.pools()[1], who, 3)
    key(window, "escape")
    until(window, lambda: window.start is not None)
    assert reread(campaign).state.gang("north").member(who).xp == before + 3


def test_whose_player_still_decides_is_told_on_the_tabs(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = begun(["human", "human"])
    told_game(campaign)
    room = entered(window, campaign)
    hints: dict[str, str] = {}
    words: list[str] = []
    button, wrapped = now_pane.key_button, widgets.wrapped

    def pressed(fonts: Any, label: str, *rest: Any, hint: str = "", **how: Any) -> bool:
        hints[told(label).split("##")[0]] = told(hint)
        return bool(button(fonts, label, *rest, hint=hint, **how))

    def written(text: str, *rest: Any) -> None:
        words.append(told(text))
        wrapped(text, *rest)

    monkeypatch.setattr(now_pane, "key_button", pressed)
    monkeypatch.setattr(widgets, "wrapped", written)
    north, south = (gang.name for gang in campaign.state.gangs.values())
    steps(window)
    assert [hints[name] for name in (north, south)] == [
        f"something is left for {name} to decide" for name in (north, south)
    ]
    assert room.desk is not None
    room.desk.accept()
    until(window, lambda: room.desk is not None and room.desk.view.asked == ("south",))
    room.desk.seat = "north"
    words.clear()
    steps(window)
    assert (hints[north], hints[south]) == ("", f"something is left for {south} to decide")
    assert f"Still asked to decide: {south}" in words


@pytest.mark.rule("CAMP-03")
def test_a_talent_is_learned_and_what_it_is_stands_beside_it(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = begun()
    told_game(campaign)
    given(campaign)
    room = entered(window, campaign)
    desk, talents = room.desk, room.now.talents
    assert desk is not None
    assert desk.view.stage("north") == "talents"
    talents.talent = "Brave"
    tips: list[str] = []
    monkeypatch.setattr(widgets, "tooltip", lambda _, text, *_more: tips.append(str(text)))
    side = campaign_layout(1280, 800, window.fonts.scale).side
    for y in range(round(side.y), round(side.bottom), 12):
        window.hand.move(side.x + 60, y)
        steps(window, 2)
    assert any(tip.startswith("Brave: ") for tip in tips)
    who = talents.who
    key(window, "enter")
    assert desk.view.state.gang("north").member(who).talents == ("Brave",)
    key(window, "z", "control")
    assert desk.view.state.gang("north").member(who).talents == ()
    assert reread(campaign).state == desk.view.state


@pytest.mark.rule("CAMP-06")
def test_recruits_are_hired_by_a_double_click_and_refused_with_the_reason(window: Any) -> None:
    campaign = begun(gangs=("guild-75", "rashaar-75"))
    told_game(campaign, points=0)
    room = entered(window, campaign)
    desk, hiring = room.desk, room.now.hiring
    assert desk is not None
    while desk.view.stage("north") != "hiring":
        desk.done()
    steps(window)
    hiring.picked = "recruit Bravo False"
    hiring.fields.name = ""
    count = len(desk.view.state.gang("north").present)
    key(window, "enter")
    assert len(desk.view.state.gang("north").present) == count + 1
    joined = desk.view.state.gang("north").members[-1]
    assert joined.chosen.character == "Bravo"
    desk.chosen = joined.id
    key(window, "delete")
    assert desk.view.state.gang("north").member(joined.id).fate == "dismissed"
    hiring.fitting = False
    ducats = desk.view.state.gang("north").ducats
    hiring.picked = "recruit Maestra of Masks True"
    steps(window)
    key(window, "enter")
    leads = [offer for question in desk.view.of("north") for offer in question.recruits if offer.rank == "Leader"]  # type: ignore[union-attr]
    assert leads
    assert all(offer.against for offer in leads)
    assert desk.view.state.gang("north").ducats == ducats


@pytest.mark.rule("CAMP-05")
def test_real_dice_are_typed_by_their_digits(window: Any) -> None:
    campaign = begun(("human", "human"), typed_dice=True)
    told_game(campaign)
    desk = entered(window, campaign).desk
    assert desk is not None
    die = desk.view.die_of("north")
    assert die is not None
    key(window, "1")
    mortal = desk.view.die_of("north")
    assert mortal is not None
    assert (die.purpose, mortal.purpose) == ("injury", "mortal wound")
    key(window, "0")
    assert desk.view.state.gang("north").member(die.who).misses


def test_bots_have_decided_and_say_what(window: Any) -> None:
    campaign = begun()
    told_game(campaign)
    room = entered(window, campaign)
    assert room.desk is not None
    key(window, "tab")
    assert room.desk.seat == "south"
    lines = [line.words for line in room.now._lines()]
    assert any("is given 2 XP" in words for words in lines)
    dice = [words for words in lines if words in room.desk.view.faces]
    assert dice
    assert all(f"({room.desk.view.faces[words]})" in words for words in dice)
    before = reread(campaign).file
    key(window, "z", "control")  # what a bot decided is not taken back
    assert reread(campaign).file == before


def test_bots_alone_play_beside_the_window_and_what_follows_is_shown(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that plays is called with the game that was asked for; once it is over, the file is read again."""
    called: list[list[str]] = []
    campaign = begun(("greedy", "seasoned"))

    class Played:
        def poll(self) -> int:
            return 0

    def play(_: str, words: list[str]) -> Played:
        called.append(words)
        told_game(Campaign.open(campaign.path))
        return Played()

    monkeypatch.setattr("sim.app.campaign.bot_game.begun", play)
    room = entered(window, campaign)
    key(window, "n")
    assert room.game is not None
    fielded = room.game.form.fielded("north").members
    key(window, "b")
    until(window, lambda: room.page == "campaign" and not room.in_motion)
    assert called[0][:3] == ["campaign", "play", str(campaign.path)]
    assert {*fielded} <= {*called[0]}
    assert room.desk is not None
    assert room.desk.view.played == 1


# --- the next game --------------------------------------------------------------------------------------------


@pytest.mark.rule("CAMP-01")
def test_who_takes_part_is_ticked_and_what_speaks_against_it_is_said() -> None:
    campaign = begun()
    form = NextGameForm(_desk(campaign))
    form.form.choose_scenario("acquisition")
    form.take_scenario()
    assert form.ducats == 75
    assert form.plan is not None
    assert form.spent("north") <= 75
    left_out = next(member for member in form.able("north") if member.id not in form.fielded("north").members)
    form.turn_member("north", left_out.id)
    assert form.plan is None
    assert form.faults("north")
    assert "75 is the limit" in form.trouble
    form.usual("north")
    assert form.plan is not None


def test_of_four_gangs_two_play_where_the_others_stay_at_home() -> None:
    form = NextGameForm(_desk(begun(("human",) * 4)))
    for seat in ("east", "west"):
        form.turn(seat)
    assert form.plan is not None
    assert list(form.plan.fielded) == ["north", "south"]
    form.turn("south")
    assert form.plan is None
    assert form.trouble


def _desk(campaign: Campaign) -> Any:
    from sim.app.campaign.desk import Aside, CampaignDesk
    from sim.app.campaign.view import looked_at

    return CampaignDesk(campaign, looked_at(campaign), Aside(threaded=False))


def test_nobody_loses_experience_by_a_key_pressed_too_soon(window: Any) -> None:
    campaign = begun()
    told_game(campaign)
    room = entered(window, campaign)
    key(window, "n")
    assert (room.dialog, room.page) == ("undecided", "campaign")
    key(window, "enter")
    assert (room.dialog, room.page) == ("", "campaign")


def test_a_game_is_begun_left_gone_on_with_and_leads_back_at_its_end(window: Any) -> None:
    """From the campaign to the table and back: in the middle of it, and at its end, to what follows it."""
    campaign = begun(("human", "greedy"), gangs=("guild-75", "rashaar-75"))
    room = entered(window, campaign)
    key(window, "n")
    assert room.game is not None
    room.game.form.form.map = BOARD
    room.game.form.form.choose_scenario("acquisition")
    room.game.form.take_scenario()
    key(window, "enter")
    until(window, lambda: window.table is not None)
    journal = window.table.model.session.journal.path
    assert campaign_of(journal) == campaign.path
    assert window.table.model.players == {"north": "human", "south": "greedy"}
    window.run_command("campaign")
    until(window, lambda: window.rooms.campaigns.room is not None)
    game = window.rooms.campaigns.room.desk.view.state.open_game
    assert game is not None
    key(window, "enter")  # go on with it
    until(window, lambda: window.table is not None)
    assert window.table.model.session.journal.path == journal
    window.show_start()
    session = resume(journal, Board.load(BOARD))
    duel.play(session, BOTS.seated({"north": "greedy", "south": "greedy"}, 7))
    session.journal.close()
    window.go_on(journal)
    until(window, lambda: window.pages is not None and window.pages._ended)
    window.pages.end.press("c")
    window.run_command(window.pages.end.press("c"))
    until(window, lambda: window.rooms.campaigns.room is not None)
    desk = window.rooms.campaigns.room.desk
    assert desk.view.played == 1
    assert desk.view.state.open_game is None
    assert reread(campaign).state.games[0].outcome is not None
    desk.accept()
    key(window, "n")
    assert window.rooms.campaigns.room.game is not None  # the next


def test_the_end_of_any_other_game_offers_another_of_the_kind(tmp_path: Path) -> None:
    assert campaign_of(None) is None
    assert campaign_of(tmp_path / "games" / "2026-11-29-gang-war-1.jsonl") is None
    assert campaign_of(tmp_path / "games" / "game-1.jsonl") is None


def test_a_game_is_abandoned_and_a_campaign_ended_only_by_those_who_are_sure(window: Any) -> None:
    campaign = begun()
    board = Board.load(BOARD)
    campaign.begin(campaign.plan(BOARD, "acquisition"), board)
    room = entered(window, campaign)
    room.command("abandon")
    key(window, "enter")
    assert reread(campaign).state.open_game is not None
    room.command("abandon")
    room._answer("sure")
    assert reread(campaign).state.open_game is None
    room.command("end")
    room._answer("sure")
    assert reread(campaign).state.over
    room.command("keep north")
    assert "Kept among your own gangs" in room.desk.said  # type: ignore[union-attr]


# --- keys -----------------------------------------------------------------------------------------------------


def test_every_key_of_the_page_does_what_it_says() -> None:
    rows = [(key, command) for _, rows in KEYS for key, command, _ in rows if command]
    for shown, command in rows:
        held = {"control"} if shown.startswith("Ctrl ") else set()
        assert campaign_command(shown.removeprefix("Ctrl ").lower(), held) == command
    assert campaign_command("-", set()) == "less"
    assert campaign_command("+", set()) == "more"
    assert len(SHEET.groups) == len(KEYS)


def test_the_line_at_the_foot_names_the_players_own_keys(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It named them as they are at first."""
    room = entered(window, begun())
    said: list[str] = []
    real = campaign_room.squeezed
    monkeypatch.setattr(campaign_room, "squeezed", lambda f, words, *how: (said.append(words), real(f, words, *how))[1])
    monkeypatch.setattr(window.controls.own, "map", KeyMap().with_key("d", "x").with_key("tab", "insert"))
    steps(window, 2)
    assert room.page == "campaign"
    assert said[-1].startswith("Ins: the next gang     Up, Down: pick")
    assert "X: done" in said[-1]


@pytest.mark.rule("CAMP-05")
def test_what_an_injury_means_stands_with_the_card_of_its_bearer(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = begun(typed_dice=True)
    told_game(campaign)
    room = entered(window, campaign)
    desk = room.desk
    assert desk is not None
    die = desk.view.die_of("north")
    assert die is not None
    key(window, "2")
    assert desk.view.state.gang("north").member(die.who).injuries == ("Broken Leg",)
    told: list[str] = []
    wrapped = widgets.wrapped
    monkeypatch.setattr(widgets, "wrapped", lambda text, *more: told.append(str(text)) or wrapped(text, *more))
    first = campaign_layout(1280, 800, window.fonts.scale).columns(2, 8)[0]
    for y in range(round(first.y) + 90, round(first.bottom) - 40, 30):
        window.hand.move(first.x + 150, y)
        steps(window, 2)
    assert any(each.startswith("Broken Leg: ") for each in told)


def test_a_click_on_a_member_chooses_it_and_another_puts_it_back(window: Any) -> None:
    campaign = begun()
    room = entered(window, campaign)
    assert room.desk is not None
    first = campaign_layout(1280, 800, window.fonts.scale).columns(2, 8)[0]
    click(window, (first.x + 150, first.y + 110))
    chosen = room.desk.chosen
    assert chosen in [member.id for member in room.desk.view.state.gang("north").members]
    click(window, (first.x + 150, first.y + 110))
    assert room.desk.chosen == ""
    assert not imgui.is_popup_open("", int(imgui.PopupFlags_.any_popup))


# --- laid aside -----------------------------------------------------------------------------------------------


def test_a_campaign_is_laid_aside_from_the_list_and_brought_back(window: Any) -> None:
    begun()
    window.rooms.campaigns.enter(window, CampaignRequest())
    steps(window)
    room = window.rooms.campaigns.room
    assert [line.kept.name for line in room.list.lines] == ["Lent"]
    key(window, "delete")
    assert (list(room.list.lines), kept_campaigns()) == ([], ())
    key(window, "g")
    assert [line.kept.name for line in room.list.lines] == ["Lent"]
    key(window, "enter")
    key(window, "escape")
    assert [line.kept.name for line in room.list.lines] == ["Lent"]
    assert room.wants == ""


def test_one_that_cannot_be_read_can_be_laid_aside(window: Any) -> None:
    begun().path.write_text("{}")
    window.rooms.campaigns.enter(window, CampaignRequest())
    steps(window)
    key(window, "delete")
    assert kept_campaigns() == ()
