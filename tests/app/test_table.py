"""The table without a window: what is shown, what is offered, what a click does, and what is kept."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sim.app.hud.layout import PanelHeights, layout
from sim.app.hud.log_panel import LogPanel
from sim.app.hud.theme import scale_of
from sim.app.table import previews
from sim.app.table.controller import TableController
from sim.app.table.games import read_note, resume_game, saves, start
from sim.app.table.glossary import explained, terms_told
from sim.app.table.key_actions import next_mini
from sim.app.table.key_bindings import _in_game
from sim.app.table.picking import Picker
from sim.app.table.preview_marks import places
from sim.app.table.tools import Tool
from sim.board.board import Board
from sim.board.model.tableau import Figure, Tableau
from sim.bots.duel import setup_of
from sim.bots.proposals import proposals
from sim.carnevale import preview
from sim.carnevale.acting import WhichAttack
from sim.carnevale.action import How
from sim.carnevale.actions import Combat, Drown, Jump, Run
from sim.carnevale.actions.counter import Counter
from sim.carnevale.actions.jump import RunOn
from sim.carnevale.characters import Weapon
from sim.carnevale.chronicle import Chronicle
from sim.carnevale.dice import DROWN, Result
from sim.carnevale.events import Moved, Rolled
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.scenarios.gondolas import Moorings
from sim.carnevale.setup import Member
from sim.carnevale.turn import WhoseTurn
from sim.engine.dice import SeededDice
from sim.engine.requests import Choice, measured
from sim.percent import percent
from tests.app.table_games import free_fight, member, ready
from tests.carnevale.tables import canal, gondola, house, plain_street, roof_street, street

BOW = Weapon("Bow", range=12)


def skirmish(folder: Path, **more: object) -> TableController:
    """A and B, 6" apart on an empty street; A has a bow."""
    return TableController(
        free_fight(
            plain_street(),
            folder,
            [member("a", (6, 6, 0), weapons=(BOW,), wp=2)],
            [member("b", (6, 12, 0))],
            **more,  # type: ignore[arg-type]
        )
    )


def acting(table: TableController) -> TableController:
    """A's turn has begun."""
    ready(table)
    table.click("a", (6, 6, 0))
    return ready(table)


def test_when_a_round_begins_nobody_is_chosen(tmp_path: Path) -> None:
    """The card of whose turn was last, of an enemy maybe, stood beside what a player was asked."""
    table = acting(skirmish(tmp_path))
    for _ in range(2):
        assert table.selected == table.choice.about
        table.give(END)
        ready(table)
        if table.choice is not None and table.choice.about is None and table.model.shown.round == 1:
            table.click("b", (6, 12, 0))
            ready(table)
    assert table.model.shown.round == 2
    assert (table.choice.about, table.selected) == (None, None)


def test_a_click_on_a_mini_answers_whose_turn_it_is(tmp_path: Path) -> None:
    table = ready(skirmish(tmp_path))
    assert table.tool is Tool.PICK
    table.click("a", (6, 6, 0))
    ready(table)
    assert table.model.shown.active == "a"
    assert table.tool is Tool.RUN


@pytest.mark.parametrize(("waiting", "begun"), [(("a",), "a"), (("a", "c"), None)])
def test_enter_begins_the_turn_of_the_only_mini_that_is_left(
    tmp_path: Path, waiting: tuple[str, ...], begun: str | None
) -> None:
    north = [member(id, (6 + 2 * i, 6, 0)) for i, id in enumerate(waiting)]
    table = ready(TableController(free_fight(plain_street(), tmp_path, north, [member("b", (6, 12, 0))])))
    table.confirm()
    ready(table)
    assert table.model.shown.active == begun


def test_the_reach_is_measured_when_a_mini_acts(tmp_path: Path) -> None:
    table = acting(skirmish(tmp_path))
    assert table.reach is not None
    assert table.reach.area > 20


def test_pointing_previews_a_run_and_a_click_takes_it(tmp_path: Path) -> None:
    table = acting(skirmish(tmp_path))
    table.hover(None, (9.0, 6.0, 0.0))
    ready(table)
    assert isinstance(table.preview, previews.PathPreview)
    assert table.preview.path is not None
    assert table.preview.path.cost == pytest.approx(3.0, abs=0.01)
    table.click(None, (9.0, 6.0, 0.0))
    ready(table)
    assert table.model.shown["a"].here == (9.0, 6.0, 0.0)
    assert any(isinstance(event, Moved) for event in table.model.shown.log)


def test_a_refused_click_changes_nothing_and_says_which_rule(tmp_path: Path) -> None:
    table = acting(skirmish(tmp_path))
    table.click(None, (20.0, 20.0, 0.0))
    ready(table)
    assert table.model.shown["a"].here == (6.0, 6.0, 0.0)
    assert table.model.notice.startswith('No path leads there, not even one of 8"')
    assert table.model.notice.endswith(" (MOVE-01)")
    assert "Run/Climb (MOVE-01): " in terms_told(table.model.notice)


def test_what_is_said_of_a_refused_place_goes_with_it(tmp_path: Path) -> None:
    """It stood beside the preview of another place, which waited to be confirmed."""
    table = acting(skirmish(tmp_path))
    table.click(None, (20.0, 20.0, 0.0))
    ready(table)
    assert table.model.notice
    table.press(next(button for button in table.menu.buttons if button.tool is Tool.JUMP))
    table.model.notice = "Not there."
    table.click(None, (8.0, 6.0, 0.0))
    ready(table)
    assert table.pinned
    assert table.model.notice == ""


def test_an_attack_shows_distance_sight_cover_and_odds_and_waits_for_a_second_click(tmp_path: Path) -> None:
    table = acting(skirmish(tmp_path))
    assert table.menu is not None
    attack = next(b for b in table.menu.buttons if b.key == "A")
    table.press(attack)
    table.click("b", (6, 12, 0))
    ready(table)
    strike = table.preview
    assert isinstance(strike, previews.AttackPreview)
    assert strike.distance is not None
    assert strike.distance.distance == pytest.approx(6 - 30 / 25.4, abs=0.01)
    assert strike.sight is not None
    assert strike.sight.visible
    assert strike.cover is not None
    assert not strike.cover.in_cover
    assert strike.loss is not None
    assert sum(strike.loss.life_lost) == pytest.approx(1.0)
    assert not any(isinstance(event, Rolled) for event in table.model.session.state.log)
    table.click("b", (6, 12, 0))
    ready(table)
    assert isinstance(table.model.session.request, Choice)
    assert table.model.session.request.prompt == "will"


def test_a_jump_shows_a_landing_for_every_result_and_what_a_fall_costs(tmp_path: Path) -> None:
    model = free_fight(roof_street(), tmp_path, [member("a", (9, 12, 8))], [member("b", (22, 2, 0))])
    table = acting(TableController(model))
    choice = table.choice
    assert choice is not None
    leap = previews.preview_jump(model.session.state, model.session.measure, choice.region, (15.0, 12.0, 8.0))
    assert isinstance(leap.answer, Jump)
    assert leap.refusal is None
    assert sum(landing.chance for landing in leap.landings) == pytest.approx(1.0, abs=0.02)
    falls = [landing for landing in leap.landings if landing.sweep.falls]
    assert falls
    assert all("LP" in landing.life for landing in falls)
    assert any(not landing.sweep.falls for landing in leap.landings)


def test_an_answer_can_be_taken_back_until_dice_fall(tmp_path: Path) -> None:
    table = acting(skirmish(tmp_path))
    table.click(None, (9.0, 6.0, 0.0))
    ready(table)
    table.undo()
    ready(table)
    assert table.model.shown["a"].here == (6.0, 6.0, 0.0)


def test_will_points_and_rerolls_are_asked_with_their_odds(tmp_path: Path) -> None:
    table = acting(skirmish(tmp_path))
    table.give(Combat("b", "Bow"))
    ready(table)
    assert table.menu is not None
    assert "Will Points" in table.menu.question
    labels = [button.label for button in table.menu.buttons]
    assert labels == ["No Will Points", "1 WP: 6 dice", "2 WP: 7 dice"]
    assert all("%" in button.hint for button in table.menu.buttons)


def test_dice_are_picked_for_a_reroll(tmp_path: Path) -> None:
    board = plain_street()
    model = free_fight(
        board,
        tmp_path,
        [member("a", (6, 6, 0), abilities=("Expert Marksman (2)",), weapons=(BOW,), attack=4)],
        [member("b", (6, 12, 0))],
        dice=[2, 3, 3, 9, 9, 2, 5, 5, 5, 5, 5],
    )
    table = acting(TableController(model))
    table.give(Combat("b", "Bow"))
    ready(table)
    table.pick_die(0)  # the Destiny Die never
    table.pick_die(1)
    table.pick_die(2)
    table.pick_die(3)  # two are the most
    assert table.picked == {1, 2}
    for name, left in (("3", {1}), ("2", set()), ("q", {1, 2})):  # the same by keys, and which serve most
        _in_game(table, name, name)
        assert table.picked == left
    table.give_dice()
    ready(table)
    rolled = next(e for e in model.shown.log if isinstance(e, Rolled) and e.purpose == "combat")
    assert rolled.faces == (2, 9, 2, 9)


def test_an_attack_that_is_asked_for_is_in_hand_again_after_the_tape(tmp_path: Path) -> None:
    """Whom it may hit was forgotten: a click on the enemy did nothing, and Tab went from friend to friend."""
    model = free_fight(plain_street(), tmp_path, [member("a", (6, 6, 0))], [member("b", (6, 10, 0))])
    table = acting(TableController(model))
    table.give(Run(to=(6.0, 10 - 30 / 25.4, 0.0)))
    ready(table)
    assert isinstance(table.choice, WhichAttack)
    asked = table.attacks
    table.take(Tool.TAPE)
    assert table.cancel()
    assert (table.tool, table.attacks) == (Tool.ATTACK, asked)
    next_mini(table)
    assert (table.hovered, table.selected) == ("b", "a")


@pytest.mark.rule("DICE-13")
def test_the_odds_of_an_attack_of_opportunity_count_the_charge_and_stand_in_its_button(tmp_path: Path) -> None:
    """Pointed at, it was previewed as an attack that no charge led to; its button told nothing."""
    charger = member("a", (6, 6, 0), abilities=("First Strike (3)",), weapons=(Weapon("Sword"),))
    table = acting(TableController(free_fight(plain_street(), tmp_path, [charger], [member("b", (6, 10, 0))])))
    table.give(Run(to=(6.0, 10 - 30 / 25.4, 0.0)))
    ready(table)
    assert isinstance(table.choice, WhichAttack)
    sword = next(button for button in table.menu.buttons if button.answer == Combat("b", "Sword"))
    table.hover("b", table.model.shown["b"].here)
    ready(table)
    dice = table.model.shown["a"].profile.attack + 3
    assert any(words.startswith(f"ATTACK {dice}") for words in table.preview.words)
    loss = table.preview.loss
    odds = f"hits {percent(loss.roll.succeeds)}, takes {loss.taken(10):.1f} LP, kills {percent(loss.kill(10))}"
    assert sword.hint == odds


@pytest.mark.rule("DICE-13", "WATER-05")
def test_who_may_be_drowned_or_thrown_by_an_attack_of_opportunity_is_told_how_likely(tmp_path: Path) -> None:
    """Beside a weapon with its odds stood two answers without any."""
    minis = [member("a", (13, 6, -0.75), abilities=("Water Creature",))], [member("b", (13, 9, -0.75), lp=3)]
    table = acting(TableController(free_fight(canal(), tmp_path, *minis)))
    table.give(Run(to=(13.0, 9 - 30 / 25.4, -0.75)))
    ready(table)
    state, measure = table.model.session.state, table.model.session.measure
    told = {button.label.partition(":")[0]: button.hint for button in table.menu.buttons}
    odds = measured(preview.opposed(state, "a", Drown("b"), How(opportunity=True, charging=True)), state, measure).odds
    drowns = [(min(3, DROWN.read(Result(outcome, aces))), p) for outcome, aces, p in odds.joint]
    mean, kills = sum(lost * p for lost, p in drowns), sum(p for lost, p in drowns if lost == 3)
    assert told["Drown"] == f"{percent(odds.succeeds)} success, {mean:.1f} LP, kills {percent(kills)}"
    assert re.fullmatch(r"\d+% success, \d\.\d\"", told["Grapple"])


@pytest.mark.rule("JUMP-03")
@pytest.mark.parametrize(("barred", "prompt"), [(True, "act"), (False, "run_on")])
def test_how_far_it_runs_on_is_not_asked_where_it_can_only_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, barred: bool, prompt: str
) -> None:
    """A click was wasted on the one answer that there was. The journal holds that answer all the same."""
    if barred:
        monkeypatch.setattr(RunOn, "offers", lambda *_: [])
    minis = [member("a", (4, 6, 0), wp=0)], [member("b", (20, 20, 0))]
    table = acting(TableController(free_fight(plain_street(), tmp_path, *minis, dice=[7, 7, 7, 2, 2])))
    table.give(Jump((7.0, 6.0, 0.0)))
    ready(table)
    assert table.choice.prompt == prompt
    assert table.model.shown["a"].here[0] == pytest.approx(7.0, abs=0.02)


def test_the_end_of_a_turn_tells_what_it_leaves_unspent(tmp_path: Path) -> None:
    table = acting(skirmish(tmp_path))
    end = next(button for button in table.menu.buttons if button.answer == END)
    assert end.hint == f"{table.model.shown['a'].ap} AP unspent"


def test_the_measuring_tape_measures_base_to_base(tmp_path: Path) -> None:
    table = acting(skirmish(tmp_path))
    table.take(Tool.TAPE)
    table.click("a", (6, 6, 0))
    table.hover("b", (6, 12, 0))
    ready(table)
    assert isinstance(table.preview, previews.TapePreview)
    assert table.preview.words[0] == '4.82" base to base'


def test_a_bot_plays_its_turns_and_what_it_does_is_shown_one_by_one(tmp_path: Path) -> None:
    table = acting(skirmish(tmp_path, players={"south": "random"}))
    table.give("end")
    seen = set()
    for _ in range(3000):
        table.tick(0.1)
        seen.add(len(table.model.shown.log))
        if table.choice is not None and table.menu is not None and table.model.shown.round == 2:
            break
    assert table.model.shown.round == 2
    assert len(seen) > 3


def test_a_game_resumes_at_the_request_that_it_was_at(tmp_path: Path) -> None:
    table = acting(skirmish(tmp_path))
    table.give(Combat("b", "Bow"))
    ready(table)
    model = table.model
    journal = model.session.journal
    assert journal is not None
    journal.close()
    again = resume_game(journal.path, model.board)
    assert again.session.request == model.session.request
    assert again.shown.log == model.session.state.log
    assert [kept.path for kept in saves(tmp_path).games] == [journal.path]
    assert read_note(journal.path).players == {"north": "human", "south": "human"}


def test_what_is_no_journal_is_left_out_of_the_list(tmp_path: Path) -> None:
    (tmp_path / "torn.jsonl").write_text("{", encoding="utf-8")
    (tmp_path / "other.jsonl").write_text('{"game": "chess"}\n', encoding="utf-8")
    assert list(saves(tmp_path).games) == []


def test_the_nearest_mini_is_picked_and_the_ground_beside_it() -> None:
    picker = Picker(plain_street())
    tableau = Tableau((Figure("far", (6, 12, 0)), Figure("near", (6, 9, 0))))
    assert picker.figure((6, 0, 0.6), (0, 1, 0), tableau) == "near"
    assert picker.figure((9, 0, 0.6), (0, 1, 0), tableau) is None
    point = picker.point((6, 6, 10), (0, 0, -1), tableau)
    assert point is not None
    assert point == pytest.approx((6, 6, 0), abs=1e-3)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1024, 700), (2560, 1440)])
def test_panels_never_overlap_nor_leave_the_window(size: tuple[int, int]) -> None:
    where = layout(*size, scale_of(*size))
    for i, one in enumerate(where.panels):
        assert one.x >= 0
        assert one.right <= size[0]
        assert one.bottom <= size[1]
        assert one.h > 50 or one is where.bar
        for other in (*where.panels[i + 1 :], where.free):
            assert not one.meets(other)


def test_a_gondola_is_tried_the_way_round_that_fits(tmp_path: Path) -> None:
    board = canal(gondola(13, 12, id="gondola#north"))
    model = free_fight(board, tmp_path, [member("a", (4, 4, 0))], [member("b", (20, 20, 0))])
    region = Moorings("gondola#north")
    berth = previews.preview_mooring(model.session.state, model.session.measure, region, (14.6, 6.0, -0.75), None)
    assert berth.refusal is None
    across = previews.preview_mooring(model.session.state, model.session.measure, region, (14.6, 6.0, -0.75), 90.0)
    assert across.refusal is not None


def commander(at: tuple[float, float, float]) -> Member:
    return member("n", at, ap=2, cp=2, keywords=("Leader",))


def answer(table: TableController) -> Any:
    """Something that the choice allows."""
    assert table.choice is not None
    offered = proposals(table.model.shown, table.choice, table.model.session.measure, Random(1))
    return next(iter([*table.choice.options, *offered]))


def deploying(folder: Path) -> TableController:
    """Acquisition, whose agendas are secret, between two people at one screen: the first of them sets up."""
    board = Board.load("campiello-dei-remi")
    setup = setup_of(board, "campiello-dei-remi", "acquisition", ("north", "south"), [], 1)
    table = ready(TableController(start(setup, board, {}, folder / "game.jsonl", SeededDice(1))))
    while table.tool is not Tool.DEPLOY:
        table.give(answer(table))
        ready(table)
    return table


@pytest.mark.rule("SCEN-02")
def test_who_stands_is_picked_up_by_a_click_while_the_gang_is_set_up(tmp_path: Path) -> None:
    table = deploying(tmp_path)
    first = answer(table)
    table.give(first)
    ready(table)
    assert table.deploying != first.who
    table.click(first.who, first.at)
    assert (table.deploying, table.model.shown[first.who].here) == (first.who, first.at)


def test_whoever_is_set_up_on_the_street_is_told_so_and_not_plus_nothing(tmp_path: Path) -> None:
    table = deploying(tmp_path)
    table.hover(None, (2.0, 2.0, 0.0))
    ready(table)
    assert table.preview is not None
    assert table.preview.words[0] == "on street level"


@pytest.mark.rule("SCEN-10")
def test_the_chronicle_of_a_shared_screen_names_no_secret_agenda(tmp_path: Path) -> None:
    chronicle = LogPanel(deploying(tmp_path), None, [])  # type: ignore[arg-type]
    chronicle._read_log()
    model = chronicle.table.model
    drawn = [
        chronicle._chronicle.line(entry, model.names)
        for entry in chronicle._entries()
        if "agenda_drawn" in {type(event).__struct_config__.tag for event in entry.events}
    ]
    gangs = [seat.gang for seat in model.shown.seats.values()]
    assert drawn == [f"A secret agenda is drawn for {gang}." for gang in gangs for _ in range(3)]


def test_the_chronicle_is_put_in_words_once_while_nothing_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    real = Chronicle.line
    monkeypatch.setattr(Chronicle, "line", lambda self, *of: told.append(of[0].numbers[0]) or real(self, *of))
    panel = LogPanel(deploying(tmp_path), None, [])  # type: ignore[arg-type]
    panel._read_log()
    entries = panel._entries()
    words = [[panel._words_of(entry).line for entry in entries] for _ in range(2)]
    assert words[0] == words[1]
    assert len(told) == len(entries) > 3
    last = entries[-1]
    last.numbers.append(last.numbers[-1])
    last.events.append(last.events[-1])
    panel._words_of(last)
    assert len(told) == len(entries) + 1, "more has happened in it"


@pytest.mark.rule("TURN-08")
@pytest.mark.parametrize(("far", "asked"), [(6.0, "counter"), (22.0, "act")])
def test_a_player_is_asked_about_counters_when_they_can_matter(tmp_path: Path, far: float, asked: str) -> None:
    north = [member("a", (2, 2 + far, 0), ap=2)]
    model = free_fight(plain_street(), tmp_path, north, [commander((2, 2, 0)), member("m", (4, 2, 0), ap=2)])
    table = acting_as(TableController(model), "a", (2, 2 + far, 0))
    table.click(None, (3.0, 2 + far, 0.0))
    ready(table)
    assert table.choice is not None
    assert table.choice.prompt == asked


@pytest.mark.rule("TURN-08")
def test_whoever_can_harm_most_by_a_counter_is_offered_first(tmp_path: Path) -> None:
    archer = member("z", (6, 2, 0), ap=2, weapons=(Weapon("Bow", range=12),))
    south = [commander((2, 2, 0)), member("m", (4, 2, 0), ap=2), archer]
    model = free_fight(plain_street(), tmp_path, [member("a", (2, 8, 0), ap=2)], south)
    table = acting_as(TableController(model), "a", (2, 8, 0))
    table.click(None, (3.0, 8.0, 0.0))
    ready(table)
    assert table.menu is not None
    offered = [button for button in table.menu.buttons if isinstance(button.answer, Counter)]
    assert [button.answer.who for button in offered][:2] == ["z", "m"]  # type: ignore[attr-defined]
    assert offered[0].hint.startswith("A: hits")


@pytest.mark.rule("TURN-08")
@pytest.mark.parametrize(("reach", "tool"), [(12, Tool.ATTACK), (3, Tool.RUN)])
def test_a_counter_that_promised_an_attack_has_it_in_hand(tmp_path: Path, reach: int, tool: Tool) -> None:
    """A click on the street ran, and the shot that was paid for was gone."""
    archer = member("z", (6, 2, 0), ap=2, weapons=(Weapon("Bow", range=reach),))
    model = free_fight(plain_street(), tmp_path, [member("a", (2, 8, 0), ap=2)], [commander((2, 2, 0)), archer])
    table = acting_as(TableController(model), "a", (2, 8, 0))
    table.click(None, (3.0, 8.0, 0.0))
    ready(table).give(Counter("n", "z"))
    ready(table)
    assert table.tool is tool
    assert [attack.target for attack in table.attacks] == (["a"] if tool is Tool.ATTACK else [])
    if tool is Tool.ATTACK:
        table.click(None, (8.0, 2.0, 0.0))
        ready(table)
        assert table.model.shown["z"].here == (6, 2, 0)


@pytest.mark.rule("TURN-08")
def test_counters_passed_for_a_turn_are_not_asked_about_again_until_it_ends(tmp_path: Path) -> None:
    model = free_fight(
        plain_street(), tmp_path, [member("a", (2, 8, 0), ap=2)], [commander((2, 2, 0)), member("m", (4, 2, 0), ap=2)]
    )
    table = acting_as(TableController(model), "a", (2, 8, 0))
    table.click(None, (3.0, 8.0, 0.0))
    ready(table)
    assert table.menu is not None
    table.say(next(offer.said for offer in table.menu.offers if offer.said.until == "turn"))
    ready(table)
    table.click(None, (2.0, 8.0, 0.0))
    ready(table)
    assert table.choice is not None
    assert (table.choice.seat, table.choice.prompt) == ("north", "act")


def acting_as(table: TableController, who: str, at: tuple[float, float, float]) -> TableController:
    ready(table)
    table.click(who, at)
    return ready(table)


def test_a_click_elsewhere_is_never_answered_with_what_was_seen_before(tmp_path: Path) -> None:
    table = acting(skirmish(tmp_path))
    table.hover(None, (9.0, 6.0, 0.0))
    ready(table)
    table.click(None, (7.0, 6.0, 0.0))
    assert table.preview is None
    ready(table)
    assert table.model.shown["a"].here == (7.0, 6.0, 0.0)


@pytest.mark.parametrize(("eye", "inside"), [((6.0, 7.0, 2.0), True), ((12.0, 12.0, 2.0), False), ((6, 7, 6), False)])
def test_an_eye_within_a_house_is_known(eye: tuple[float, float, float], inside: bool) -> None:
    assert Picker(street(house((4, 4), (9, 9), 4.0))).within(eye) is inside


def test_panels_are_as_tall_as_they_want_to_be_and_never_overlap() -> None:
    where = layout(1280, 800, 1.0, PanelHeights(roster=900, card=310, agendas=190, tray=150, actions=120))
    assert (where.card.h, where.agendas.h, where.tray.h, where.actions.h) == (310, 190, 150, 120)
    for i, one in enumerate(where.panels):
        for other in (*where.panels[i + 1 :], where.free):
            assert not one.meets(other)


def test_a_word_on_a_card_is_explained() -> None:
    assert "DEXTERITY" in explained("Acrobatic (2)")
    assert explained("Nothing of the kind") == ""


@pytest.mark.rule("DICE-06")
@pytest.mark.parametrize(("faces", "asked"), [([8, 9, 9, 9, 9], False), ([8, 9, 2, 9, 9], True)])
def test_a_reroll_that_gains_nothing_is_not_asked_for(tmp_path: Path, faces: list[int], asked: bool) -> None:
    marksman = member("a", (6, 6, 0), abilities=("Expert Marksman (2)",), weapons=(BOW,), attack=5)
    enemy = member("b", (6, 12, 0), protection=0)
    table = acting(TableController(free_fight(plain_street(), tmp_path, [marksman], [enemy], dice=[*faces, *[5] * 30])))
    table.give(Combat("b", "Bow"))
    ready(table)
    assert table.choice is not None
    assert (table.choice.prompt == "reroll") is asked


def test_an_enemy_in_base_contact_is_struck_with_a_run_in_hand(tmp_path: Path) -> None:
    """It told to stay here: whoever touches is charged no more, and what is meant is a blow."""
    friends, enemies = [member("a", (6, 6, 0), weapons=(BOW,))], [member("b", (6, 7.1, 0)), member("c", (6, 12, 0))]
    table = acting(TableController(free_fight(plain_street(), tmp_path, friends, enemies)))
    assert table.tool is Tool.RUN
    table.hover("c", (6, 12, 0))
    ready(table)
    assert isinstance(table.preview, previews.PathPreview), "who is away is charged"
    table.hover("b", (6, 7.1, 0))
    ready(table)
    assert isinstance(table.preview, previews.AttackPreview)
    table.click("b", (6, 7.1, 0))
    ready(table)
    assert (table.tool, table.pinned) == (Tool.ATTACK, True)
    table.click("b", (6, 7.1, 0))
    ready(table)
    assert any(isinstance(event, Rolled) for event in table.model.session.state.log)


def test_who_goes_next_is_not_asked_where_one_is_left_if_one_likes(tmp_path: Path) -> None:
    friends, enemies = [member("a", (6, 6, 0)), member("c", (9, 6, 0))], [member("b", (20, 20, 0))]
    table = acting(TableController(free_fight(plain_street(), tmp_path, friends, enemies)))
    table.turns_go_on = True
    table.give(END)
    ready(table)
    assert isinstance(table.choice, WhichAction)
    assert table.choice.who == "b"
    table.give(END)
    ready(table)
    assert isinstance(table.choice, WhichAction)
    assert table.choice.who == "c"
    table.undo()
    ready(table)
    assert isinstance(table.choice, WhoseTurn), "what was taken back is asked"


def test_a_turn_with_nothing_left_ends_by_itself_if_one_likes_until_that_is_taken_back(tmp_path: Path) -> None:
    """A setting: what comes then, as an enemy's dice, may keep the end from being undone."""
    friends = [member("a", (6, 6, 0)), member("c", (9, 6, 0)), member("d", (12, 6, 0))]
    table = acting(TableController(free_fight(plain_street(), tmp_path, friends, [member("b", (20, 20, 0))])))
    first = table.model.shown["a"].ap
    for n in range(first):
        table.give(Run(to=(6, 7 + n, 0)))
        ready(table)
    assert isinstance(table.choice, WhichAction), "it is asked, as long as nobody likes it otherwise"
    table.undo()
    ready(table)
    table.turns_go_on = True
    table.give(Run(to=(6, 6 + first, 0)))
    ready(table)
    assert table.choice is not None
    assert table.choice.seat == "south"
    for _ in range(2):  # that B goes next, and the end
        table.undo()
        ready(table)
    assert isinstance(table.choice, WhichAction)
    assert (table.choice.who, table.model.shown["a"].ap) == ("a", 0)


@pytest.mark.rule("WEAP-Blast", "GEO-13")
@pytest.mark.parametrize(("weapon", "laid"), [(BOW, False), (Weapon("Bomb", range=12, abilities=("Blast",)), True)])
def test_the_marker_of_a_weapon_is_shown_before_it_is_laid(tmp_path: Path, weapon: Weapon, laid: bool) -> None:
    """Spells showed theirs; of a bomb one read whom it would hit, and saw nothing."""
    enemies = [member("b", (6, 12, 0)), member("c", (7.2, 12, 0))]
    friends = [member("a", (6, 6, 0), weapons=(weapon,))]
    table = acting(TableController(free_fight(plain_street(), tmp_path, friends, enemies)))
    table.take_up(next(button for button in table.menu.buttons if button.tool is Tool.ATTACK))
    table.hover("b", (6, 12, 0))
    ready(table)
    assert isinstance(table.preview, previews.AttackPreview)
    under = table.preview.under
    assert (under is not None) == laid
    if under is not None:
        assert set(under.hit) == {"b", "c"}
        assert len(under.outline) > 8
        assert set(under.outline) <= set(places(table.preview, table.model.shown))
