"""Keys point at any place of the board: behind houses, in the water under a bridge, on roofs, up a wall."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.app.table.picking import Picker
from sim.app.table.tools import Tool
from sim.app.window.gamepad import PadState
from sim.app.window.mouse_and_keys import MouseAndKeys
from sim.board.board import Board
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.terrain import Meaning
from sim.carnevale.actions import Run
from sim.carnevale.actions.counter import Counter
from sim.carnevale.characters import Weapon
from sim.carnevale.scenarios.deployment import zone_of
from tests.app.table_games import free_fight, member
from tests.app.test_table import deploying
from tests.app.test_table_window import click, key, steps, until
from tests.carnevale.tables import block, canal, gondola, house, street

BRIDGE = ("ponte/deck", Meaning(), block((9, 9, 0.0), (17, 12, 0.4)))
HOUSE = house((10, 8), (16, 16), 4.0)


def asked(window: Any) -> bool:
    table = window.table
    return table.menu is not None and not table.worker.busy and not window.scene.in_motion


def acting(window: Any, folder: Path, board: Board, at: Any, enemy: Any = (22, 22, 0), **profile: Any) -> Any:
    """A game in which A acts and its run is in hand, seen from above; the pointer is taken up."""
    model = free_fight(board, folder, [member("a", at, **profile)], [member("b", enemy)])
    window.play(model)
    until(window, lambda: asked(window))
    window.table.give("a")
    until(window, lambda: asked(window) and window.table.tool is Tool.RUN)
    key(window, "t")
    key(window, "b")
    assert window.scene.pointer.at == pytest.approx(at)
    return window.scene.pointer


def lead(window: Any, x: float | None = None, y: float | None = None) -> None:
    """Hold arrows until the pointer is there, seen from above."""
    pointer = window.scene.pointer
    for axis, goal, more, less in ((0, x, "arrow_right", "arrow_left"), (1, y, "arrow_up", "arrow_down")):
        if goal is None:
            continue
        while abs(pointer.at[axis] - goal) > 0.06:
            key(window, more if pointer.at[axis] < goal else less)


def previewed(window: Any) -> Any:
    table = window.table
    steps(window, 2)
    until(window, lambda: not table.worker.busy and table.preview is not None and table.previewed is not None)
    return table.preview


def test_a_place_behind_a_house_is_shown_and_run_to(window: Any, tmp_path: Path) -> None:
    pointer = acting(window, tmp_path, street(HOUSE), (9, 17, 0), move=8)
    lead(window, 13.0, 16.8)
    assert pointer.at == pytest.approx((13.0, 16.8, 0.0), abs=0.07)
    scene = window.scene
    scene.camera.orbit.mode, scene.camera.orbit.turn, scene.camera.orbit.steep = "orbit", -90.0, 20.0  # from the south
    steps(window, 3)
    opening = pointer.opening()
    assert opening is not None, "the house stands before it"
    assert opening.leaves_out((13.0, 12.0, 4.0))
    assert previewed(window).refusal is None
    key(window, "enter")
    until(window, lambda: asked(window) and window.table.model.shown["a"].here != (9, 17, 0))
    assert window.table.model.shown["a"].here == pytest.approx((13.0, 16.8, 0.0), abs=0.1)


def test_page_keys_step_between_a_bridge_and_the_water_under_it(window: Any, tmp_path: Path) -> None:
    pointer = acting(window, tmp_path, canal(BRIDGE), (9.2, 10.5, 0.4))
    lead(window, 13.0)
    assert pointer.at[2] == pytest.approx(0.4), "it walks on over the bridge"
    heights = []
    for name in ("page_down", "page_down", "page_up"):
        key(window, name)
        heights.append(pointer.at[2])
    assert heights == pytest.approx([-0.75, 0.4, -0.75])
    assert window.scene.pointer.overlay.labels
    steps(window, 2)
    assert window.table.point == pytest.approx((13.0, 10.5, -0.75), abs=0.07)


def test_behind_a_house_it_comes_down_from_the_roof_again(window: Any, tmp_path: Path) -> None:
    pointer = acting(window, tmp_path, street(HOUSE), (9, 12, 0))
    lead(window, 13.0)
    assert pointer.at[2] == pytest.approx(4.0)
    lead(window, 17.0)
    assert pointer.at[2] == pytest.approx(0.0)


def test_up_a_wall_a_climb_ends_where_it_points(window: Any, tmp_path: Path) -> None:
    pointer = acting(window, tmp_path, street(HOUSE), (9.3, 12, 0), move=4)
    lead(window, 9.9)
    for _ in range(8):
        window.hand.press("shift")
        key(window, "page_up")
        window.hand.release("shift")
        steps(window, 1)
    assert pointer.at[2] == pytest.approx(2.0)
    preview = previewed(window)
    assert preview.refusal is None
    assert preview.path.ends.at[2] == pytest.approx(2.0, abs=0.05)


def test_tab_leads_it_to_minis_and_enter_charges(window: Any, tmp_path: Path) -> None:
    pointer = acting(window, tmp_path, street(), (9, 12, 0), enemy=(13, 12, 0), move=8)
    key(window, "tab")
    assert pointer.under()[0] == "b"
    assert previewed(window).answer is not None
    key(window, "enter")
    until(window, lambda: window.table.pinned and window.table.preview is not None)
    key(window, "enter")
    until(window, lambda: asked(window) and window.table.model.shown["a"].here != (9, 12, 0))
    assert window.table.model.shown["a"].here == pytest.approx((11.83, 12.0, 0.0), abs=0.1)


def test_tab_points_at_a_mini_whose_base_hangs_over_an_edge(window: Any, tmp_path: Path) -> None:
    """Under the middle of its base lies the street: the pointer fell past it there, and nobody attacked it by keys."""
    crate = ("crate", Meaning(), block((13, 11, 0), (15, 13, 0.9)))
    pointer = acting(window, tmp_path, street(crate), (9, 12, 0), enemy=(12.8, 12, 0.9), move=8)
    key(window, "tab")
    assert pointer.at == pytest.approx((12.8, 12, 0.9), abs=0.05)
    assert pointer.under()[0] == "b"
    assert pointer.levels() == pytest.approx([0.0, 0.9], abs=0.01)
    lead(window, 12.0)
    assert pointer.at[2] == pytest.approx(0.0), "beside the base"


def test_arrows_lead_it_while_nobody_is_asked(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were pressed while an undo was played through were lost."""
    pointer = acting(window, tmp_path, street(), (9, 12, 0))
    with monkeypatch.context() as patch:
        patch.setattr(type(window.table), "choice", property(lambda _: None))
        for _ in range(5):
            key(window, "arrow_right")
    steps(window, 2)
    assert pointer.at == pytest.approx((9.5, 12, 0), abs=0.02)
    assert window.table.point == pytest.approx(pointer.at, abs=0.02)


def test_it_is_put_away_by_its_key_by_escape_and_by_the_mouse(window: Any, tmp_path: Path) -> None:
    pointer = acting(window, tmp_path, street(), (9, 12, 0))
    key(window, "b")
    assert pointer.at is None
    key(window, "b")
    key(window, "escape")
    assert (pointer.at, window.dialog) == (None, "")
    window.hand.move(300, 300)
    steps(window)
    key(window, "b")
    steps(window)
    window.hand.move(400, 360)
    steps(window)
    assert pointer.at is None
    assert window.table.point is not None, "the mouse points again"


def test_a_pad_leads_it_once_it_is_out(window: Any, tmp_path: Path) -> None:
    pointer = acting(window, tmp_path, canal(BRIDGE), (9.2, 10.5, 0.4))
    controls: MouseAndKeys = window.controls
    assert controls._move((1.0, 0.0), 0.2)
    assert pointer.at == pytest.approx((11.0, 10.5, 0.4), abs=0.01)
    controls._pressed_pad(True, "home")
    controls._pressed_pad(False, "home")
    steps(window, 2)
    assert pointer.at[2] == pytest.approx(-0.75)
    controls._pressed_pad(True, "mouse1")
    controls._pressed_pad(False, "mouse1")
    until(window, lambda: window.table.pinned or not asked(window))


def test_tab_holds_its_target_while_the_mouse_rests(window: Any, tmp_path: Path) -> None:
    north = [member("a", (9, 12, 0), weapons=(Weapon("Bow", range=12),))]
    south = [member("b", (14, 12, 0)), member("c", (4, 12, 0))]
    window.play(free_fight(street(), tmp_path, north, south))
    until(window, lambda: asked(window))
    window.table.give("a")
    until(window, lambda: asked(window) and window.table.tool is Tool.RUN)
    window.hand.move(500, 500)
    key(window, "a")
    seen = []
    for _ in range(2):
        key(window, "tab")
        steps(window, 3)
        seen.append(window.table.hovered)
    assert sorted(seen) == ["b", "c"]


def test_while_a_gang_is_set_up_it_begins_in_its_zone_and_tab_takes_the_next_mini(window: Any, tmp_path: Path) -> None:
    """Tab led it to an enemy at the other edge, though the button for the next mini names that key."""
    window.play(deploying(tmp_path).model)
    until(window, lambda: asked(window) and window.table.tool is Tool.DEPLOY)
    table, pointer = window.table, window.scene.pointer
    first = table.deploying
    key(window, "b")
    zone = zone_of(table.model.shown, table.choice.seat)
    assert zone.has(pointer.at)
    key(window, "arrow_right")
    led = pointer.at
    key(window, "tab")
    assert table.deploying != first
    assert pointer.at == led


def test_it_comes_to_the_zone_of_the_gang_that_is_set_up_next(window: Any, tmp_path: Path) -> None:
    window.play(deploying(tmp_path).model)
    until(window, lambda: asked(window) and window.table.tool is Tool.DEPLOY)
    key(window, "b")
    table, seat = window.table, window.table.choice.seat
    table.deploy_remaining()
    until(window, lambda: asked(window) and table.tool is Tool.DEPLOY and table.choice.seat != seat)
    steps(window, 2)
    assert zone_of(table.model.shown, table.choice.seat).has(window.scene.pointer.at)


def test_what_was_pointed_at_is_let_go_once_keys_choose(window: Any, tmp_path: Path) -> None:
    """The card told of an enemy that had been pointed at long ago, through whole turns of others."""
    north = [member("a", (6, 6, 0)), member("c", (18, 6, 0))]
    window.play(free_fight(street(), tmp_path, north, [member("b", (12, 12, 0))]))
    until(window, lambda: asked(window))
    window.hand.move(*window.scene.view.to_screen((12, 12, 0.5)))
    steps(window, 2)
    assert window.table.hovered == "b"
    key(window, "tab")
    steps(window, 2)
    assert (window.table.hovered, window.table.selected in ("a", "c")) == (None, True)


def test_a_mouse_that_rests_points_nowhere_once_keys_have_pointed(window: Any, tmp_path: Path) -> None:
    """With the pointer put away, Enter would have run to where the mouse had been left."""
    window.hand.move(640, 400)
    acting(window, tmp_path, street(), (9, 12, 0))
    key(window, "b")
    steps(window, 2)
    assert window.table.point is None


def test_tab_brings_whom_it_chooses_into_view(window: Any, tmp_path: Path) -> None:
    north = [member("a", (3, 3, 0)), member("c", (21, 21, 0))]
    window.play(free_fight(street(), tmp_path, north, [member("b", (12, 3, 0))]))
    until(window, lambda: asked(window))
    camera = window.scene.camera
    camera.show_place((3, 3, 0), 12.0)
    until(window, lambda: not camera.gliding)
    window.table.selected = "a"
    key(window, "tab")
    assert window.table.selected == "c"
    until(window, lambda: not camera.gliding)
    assert camera.orbit.centre == pytest.approx((21, 21, 0), abs=0.6)


def test_whom_an_attack_in_hand_aims_at_is_brought_into_view(window: Any, tmp_path: Path) -> None:
    """With a counter it was out of sight: the camera stayed on the shooter."""
    bow = (Weapon("Bow", range=24),)
    north = [member("n", (2, 2, 0), cp=2, keywords=("Leader",)), member("z", (3, 3, 0), weapons=bow)]
    players = {"north": "human", "south": "human"}
    window.play(free_fight(street(), tmp_path, [member("b", (21, 21, 0))], north, players))
    until(window, lambda: asked(window))
    table, camera = window.table, window.scene.camera
    table.give("b")
    until(window, lambda: asked(window) and table.tool is Tool.RUN)
    table.give(Run(to=(20.0, 21.0, 0.0)))
    until(window, lambda: asked(window) and bool(table.counters))
    camera.show_place((3, 3, 0), 9.0)
    until(window, lambda: not camera.gliding)
    table.give(Counter("n", "z"))
    until(window, lambda: asked(window) and table.tool is Tool.ATTACK)
    until(window, lambda: not camera.gliding)
    place, (wide, tall) = camera.view.to_screen((20.0, 21.0, 0.0)), window.size()
    assert place is not None
    assert 0 < place[0] < wide
    assert 0 < place[1] < tall


def test_levels_lie_over_one_another_and_none_within_walls() -> None:
    board = canal(BRIDGE, gondola(13.0, 20.0))
    picker, tableau = Picker(board), Tableau(figures=(Figure("a", (1, 1, 0), 30.0),))
    assert Picker(street(HOUSE)).levels(13.0, 12.0, tableau) == pytest.approx([4.0])
    assert picker.levels(13.0, 20.0, tableau) == pytest.approx([-0.45])
    assert picker.levels(13.0, 4.0, tableau) == pytest.approx([-0.75])
    assert picker.levels(13.0, 10.5, tableau) == pytest.approx([-0.75, 0.4])
    assert picker.levels(2.0, 2.0, tableau) == pytest.approx([0.0])


def test_the_mouse_points_through_what_is_cut_away(window: Any, tmp_path: Path) -> None:
    """A mini under a bridge that is opened, and the water beside it, are clicked where they are seen."""
    deck = ("ponte/deck", Meaning(), block((9, 6, 1.2), (17, 18, 1.5)))
    model = free_fight(canal(deck), tmp_path, [member("a", (13, 12, -0.75))], [member("b", (22, 22, 0))])
    window.play(model)
    until(window, lambda: asked(window))
    window.table.selected = "a"
    key(window, "t")
    steps(window, 4)
    scene = window.scene
    place = scene.view.to_screen((13, 12, 0.3))
    assert scene.under(place, window.size())[0] == "a"
    beside = scene.view.to_screen((14.5, 13.0, -0.75))
    assert scene.under(beside, window.size())[1] == pytest.approx((14.5, 13.0, -0.75), abs=0.1)
    click(window, place)
    until(window, lambda: asked(window) and window.table.model.shown.active == "a")


def test_a_mini_that_is_asked_for_is_pointed_at_through_the_house_that_hides_it(window: Any, tmp_path: Path) -> None:
    """Its silhouette stands over the house; a click on it went to the roof."""
    north = [member("a", (13, 17, 0)), member("c", (20, 5, 0))]
    window.play(free_fight(street(HOUSE), tmp_path, north, [member("b", (11, 17, 0))]))
    until(window, lambda: asked(window))
    orbit = window.scene.camera.orbit
    window.table.selected = None
    orbit.mode, orbit.turn, orbit.steep, orbit.distance = "orbit", -90.0, 20.0, 40.0  # from the south
    orbit.centre = (13.0, 12.0, 0.0)
    steps(window, 4)
    scene = window.scene
    a, b = (scene.view.to_screen((x, 17, 0.6)) for x in (13, 11))
    assert scene.picker.hidden(scene.view.view, window.table.model.shown.tableau()) == {"a", "b"}
    assert scene.under(b, window.size())[0] is None, "it does not answer"
    key(window, "m")
    assert scene.under(b, window.size())[0] == "b", "the tape measures to any mini that is seen"
    key(window, "m")
    window.hand.move(*a)
    steps(window, 2)
    assert window.table.hovered == "a"
    click(window, a)
    until(window, lambda: asked(window) and window.table.model.shown.active == "a")
    steps(window, 2)
    assert scene.under(scene.view.to_screen((13, 17, 0.6)), window.size())[1] is not None


def test_it_waits_unseen_while_a_mini_is_chosen_and_comes_back_to_whoever_acts(window: Any, tmp_path: Path) -> None:
    north = [member("a", (9, 17, 0)), member("c", (20, 5, 0))]
    window.play(free_fight(street(HOUSE), tmp_path, north, [member("b", (22, 22, 0))]))
    until(window, lambda: asked(window))
    window.table.give("a")
    until(window, lambda: asked(window) and window.table.tool is Tool.RUN)
    pointer = window.scene.pointer
    key(window, "b")
    assert pointer.pixel() is not None
    for _ in range(2):  # its turn, and the enemy's
        key(window, "e")
        until(window, lambda: asked(window))
        assert (pointer.pixel(), pointer.opening(), pointer.under()) == (None, None, (None, None))
        window.table.give(window.table.choice.options[0])
        until(window, lambda: asked(window) and window.table.tool is Tool.RUN)
        assert pointer.at == pytest.approx(window.table.model.shown[window.table.menu.who].here)
        assert pointer.pixel() is not None


def test_a_pads_buttons_mind_no_keys_of_ones_own(window: Any, tmp_path: Path) -> None:
    """Its button for a jump did what another key had traded places with."""
    acting(window, tmp_path, street(), (9, 12, 0))
    controls: MouseAndKeys = window.controls
    before = controls.own.map
    controls.own.map = before.with_key("j", "k")
    try:
        controls._pressed_pad(True, "j")
        controls._pressed_pad(False, "j")
        steps(window, 2)
        assert window.table.tool is Tool.JUMP
        controls.own.ask("g")
        controls._pressed_pad(True, "r")
        steps(window, 2)
        assert (controls.own.asked, window.table.tool) == ("g", Tool.JUMP), "a key is asked for, and that is none"
    finally:
        controls.own.map, controls.own.asked = before, ""


def test_of_a_pad_that_is_pulled_out_nothing_stays_held(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    acting(window, tmp_path, street(), (9, 12, 0))
    controls: MouseAndKeys = window.controls
    for held in (PadState(frozenset({"lstick"}), name="Pad"), None):
        monkeypatch.setattr(controls, "_held_pad", lambda held=held: held)
        steps(window, 2)
        assert ("page_up" in controls.keys, controls.own.pad.plugged) == ((True, "Pad") if held else (False, ""))


def test_a_way_is_chosen_corner_by_corner_without_a_mouse(window: Any, tmp_path: Path) -> None:
    """The button for it had no key, and only Shift with Enter set a corner, which nothing told beside it."""
    pointer = acting(window, tmp_path, street(), (9, 9, 0), move=8)
    table = window.table
    key(window, "q")
    assert table.by_corners
    lead(window, 11.0)
    previewed(window)
    key(window, "enter")
    assert [corner[:2] for corner in table.corners] == [pytest.approx((11.0, 9.0), abs=0.07)]
    lead(window, y=11.0)
    previewed(window)
    key(window, "enter")
    assert len(table.corners) == 2
    key(window, "q")
    assert (table.by_corners, table.corners) == (False, ())
    assert pointer.at is not None
