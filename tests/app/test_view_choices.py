"""How a player wants the table to look: folded panels, palettes, labels, open houses; and minis that houses hide."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from sim.app.hud.layout import PanelHeights, layout
from sim.app.hud.theme import scale_of
from sim.app.render.board_view import BoardView
from sim.app.render.camera import CameraView, from_above
from sim.app.render.cutaway import Cutaway
from sim.app.render.figures import SEAT_COLOURS, FigureLook
from sim.app.render.overlay import Overlay
from sim.app.render.screen import Screen
from sim.app.render.silhouettes import Silhouettes
from sim.app.table.picking import Picker
from sim.app.table.view_choices import FOLDS, ViewChoices, ViewSettings, words_dir
from sim.board.model.tableau import Figure, Marker, Tableau
from sim.board.model.terrain import Meaning
from sim.words.tongues import load
from tests.app.pictures import SIZE, own_cache, screen
from tests.app.render_boards import house_on_a_quay
from tests.carnevale.tables import block, canal, gondola, house, street

__all__ = ["own_cache", "screen"]

WANTED = PanelHeights(roster=270, card=310, agendas=170, tray=120, actions=84)
BEHIND, BEFORE = Figure("behind", (6, 7, 0)), Figure("before", (6, 1.5, 0))
FROM_THE_SOUTH = CameraView((6.0, -9.0, 4.0), (6.0, 4.0, 1.0), fov=50.0)


# --- choices -------------------------------------------------------------------------------------------------


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("command", ["palette", "labels", "calm", "open houses", *(f"fold {name}" for name in FOLDS)])
def test_what_is_chosen_is_kept_for_the_next_time(own_data: Path, command: str) -> None:
    settings = ViewSettings()
    assert settings.obey(command)
    assert settings.choices != ViewChoices()
    assert ViewSettings().choices == settings.choices


def test_the_next_game_is_shown_as_fast(own_data: Path) -> None:
    settings = ViewSettings()
    settings.keep_pace(4.0)
    settings.keep_pace(100.0)  # no pace that can be chosen
    assert ViewSettings().choices.pace == 4.0


def test_palettes_and_labels_go_round_and_folds_go_back(own_data: Path) -> None:
    settings = ViewSettings()
    for command in ("palette", "labels") * 3 + ("calm", "fold card") * 2:
        settings.obey(command)
    assert settings.choices == ViewChoices()


@pytest.mark.parametrize("text", ["", "{", '{"palette": "neon"}', '{"folded": ["bar"]}', "[" * 5000])
def test_choices_that_cannot_be_read_are_those_at_first(own_data: Path, text: str) -> None:
    (own_data / "view.json").write_text(text)
    assert ViewSettings().choices == ViewChoices()


def test_all_languages_are_read_before_one_is_chosen(own_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_CACHE", str(own_data))
    load.cache_clear()
    ViewSettings().read_languages().join()
    assert {path.name[:2] for path in words_dir().glob("*.mo")} == {"fr", "it"}
    asked = load.cache_info().misses
    load("it", words_dir())
    assert load.cache_info().misses == asked


def test_other_commands_are_none_of_the_settings(own_data: Path) -> None:
    assert not ViewSettings().obey("undo")
    assert not ViewSettings().obey("fold window")


# --- panels --------------------------------------------------------------------------------------------------


def test_at_1280_by_800_the_board_has_well_over_half_of_the_window() -> None:
    assert layout(1280, 800, 1.0, WANTED, ViewChoices().folded).open_share > 0.65
    assert layout(1280, 800, 1.0, WANTED, FOLDS).open_share > 0.78


@pytest.mark.parametrize("size", [(960, 640), (1280, 800), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("folded", [(), ("roster", "log"), ("card", "agendas", "tray"), FOLDS])
def test_panels_never_overlap_at_any_size_of_text(size: tuple[int, int], text: float, folded: tuple[str, ...]) -> None:
    where = layout(*size, scale_of(*size) * text, WANTED, folded)
    for i, one in enumerate(where.panels):
        assert one.x >= 0
        assert one.y >= 0
        assert one.right <= size[0]
        assert one.bottom <= size[1]
        for other in (*where.panels[i + 1 :], where.free):
            assert not one.meets(other), (one, other)
    assert where.free.w > size[0] * 0.4
    assert where.free.h > size[1] * 0.2


@pytest.mark.parametrize("size", [(960, 640), (1280, 800), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize("text", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("folded", [(), ("roster", "log")])
def test_the_coach_goes_before_the_chronicle(size: tuple[int, int], text: float, folded: tuple[str, ...]) -> None:
    """The more it has to say the less is left of the chronicle, down to a tab with its title."""
    scale = scale_of(*size) * text
    talks = msgspec.structs.replace(WANTED, agendas=600 * scale)
    where = layout(*size, scale, talks, folded, coached=True)
    plain = layout(*size, scale, talks, folded)
    assert where.agendas.h >= plain.agendas.h
    assert where.agendas.w >= plain.agendas.w
    assert where.log.h >= round(30 * scale)
    assert where.agendas.h == round(600 * scale) or where.log.h < round(104 * scale)
    for i, one in enumerate(where.panels):
        assert one.right <= size[0]
        assert one.bottom <= size[1]
        for other in (*where.panels[i + 1 :], where.free):
            assert not one.meets(other), (one, other)


# --- what houses hide ----------------------------------------------------------------------------------------


def test_minis_that_a_house_hides_are_known() -> None:
    picker, tableau = Picker(house_on_a_quay()), Tableau((BEHIND, BEFORE))
    assert picker.hidden(FROM_THE_SOUTH, tableau) == {"behind"}
    assert picker.hidden(from_above((12, 12)), tableau) == frozenset()
    assert picker.hidden(FROM_THE_SOUTH, Tableau()) == frozenset()


def test_minis_that_a_boat_hides_are_known_and_whoever_is_aboard_is_not_hidden_by_it() -> None:
    picker = Picker(canal(gondola(13.0, 8.0)))
    low = CameraView((13.0, -9.0, 0.6), (13.0, 12.0, -0.5), fov=50.0)
    swims, sits = Figure("swims", (13.0, 12.5, -0.75)), Figure("sits", (13.0, 8.0, -0.45))
    ashore = Figure("ashore", (9.0, 12.5, 0.0))
    tableau = Tableau((swims, sits, ashore))
    assert picker.hidden(low, tableau) == {"swims"}
    assert picker.hidden(from_above((13, 8)), tableau) == frozenset()


@pytest.mark.rule("WEAP-Smoke", "SPELL-Abyssal-Mist")
@pytest.mark.parametrize(
    ("at", "height", "hidden"),
    [((0.0, 0.0), 3.0, {"in"}), ((0.0, -2.2), 3.0, {"in"}), ((0.0, 2.2), 3.0, set()), ((0.0, 0.0), 0.0, set())],
)
def test_minis_in_smoke_and_behind_it_are_known(at: tuple[float, float], height: float, hidden: set[str]) -> None:
    """Whoever stood in a mist was not to be seen at all, and neither was its stripes."""
    x, y, z = BEFORE.at
    mist = Marker("mist", "smoke", (x + at[0], y + at[1], z), height=height)
    inside = msgspec.structs.replace(BEFORE, id="in")
    far = msgspec.structs.replace(BEFORE, id="far", at=(x + 6, y, z))
    picker = Picker(house_on_a_quay())
    assert picker.hidden(FROM_THE_SOUTH, Tableau((inside, far), markers=(mist,))) == hidden
    haze = msgspec.structs.replace(mist, kind="haze")
    assert picker.hidden(FROM_THE_SOUTH, Tableau((inside, far), markers=(haze,))) == set(), "that is flat"


@pytest.fixture(scope="module")
def view(screen: Screen, own_cache: None) -> BoardView:
    if not screen.shaders:
        pytest.skip("only the tiny renderer is here: no shaders")
    return BoardView(screen, house_on_a_quay(), size=SIZE)


def test_the_silhouette_of_a_mini_behind_a_house_is_drawn_in_its_seats_colour(view: BoardView) -> None:
    view.update(Tableau((BEHIND, BEFORE)), {"behind": FigureLook(seat=0), "before": FigureLook(seat=1)})
    view.look(FROM_THE_SOUTH)
    plain = view.picture(1)
    silhouettes = Silhouettes(view)
    silhouettes.show({"behind", "before"})
    shown = view.picture(1)
    silhouettes.show(())
    gone = view.picture(1)
    silhouettes.remove()
    changed = np.abs(shown - plain).max(-1) > 0.1
    y, x = np.argwhere(changed).mean(0)
    place = view.to_screen((6.0, 7.0, 0.8)) or (0.0, 0.0)
    assert np.hypot(x - place[0], y - place[1]) < 6, "the mini in the open is left alone"
    assert np.abs(shown[changed] - SEAT_COLOURS[0]).max(-1).min() < 0.05
    assert np.abs(gone - plain).max() < 0.01


def test_a_silhouette_is_the_shape_that_its_mini_has_from_afar(view: BoardView) -> None:
    """Where there is one nothing is made of it while frames are drawn."""
    view.update(Tableau((BEHIND,)))
    if view.far_shape(BEHIND, FigureLook()) is None:
        pytest.skip("a card draws no shapes from afar")
    silhouettes = Silhouettes(view)
    silhouettes.show({"behind"})
    shape = silhouettes._shapes[BEHIND.body, BEHIND.base_mm]
    silhouettes.remove()
    far = view.figure("behind")[2].find("**/far").node()  # type: ignore[index]
    assert shape.get_geom(0).get_vertex_data() == far.get_geom(0).get_vertex_data()


def test_one_body_a_frame_is_made_for_silhouettes(view: BoardView, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes some hundredths of a second: all at once would hold a frame up."""
    monkeypatch.setattr(view, "far_shape", lambda *_: None)
    wide = Figure("wide", (7.5, 7, 0), 50.0)
    view.update(Tableau((BEHIND, wide)))
    silhouettes = Silhouettes(view)
    shown = []
    for _ in range(2):
        silhouettes.begin()
        silhouettes.show({"behind", "wide"})
        shown.append((len(silhouettes._nodes), silhouettes.owed))
    silhouettes.remove()
    assert shown == [(1, True), (2, False)]


def test_a_mini_keeps_its_light_where_the_rest_is_darkened(view: BoardView) -> None:
    view.update(Tableau((BEFORE,)))
    view.look(FROM_THE_SOUTH)
    plain = view.picture(1)
    layer, silhouettes = Overlay(view.renderer), Silhouettes(view)
    layer.veil([np.array([[(6.0, 0.2, 0.02), (6.5, 0.2, 0.02), (6.5, 0.5, 0.02)]])])
    dark = view.picture(1)
    silhouettes.spare({"before"})
    spared = view.picture(1)
    layer.remove()
    silhouettes.remove()
    x, y = (int(v) for v in view.to_screen((6.0, 1.5, 0.8)) or (0.0, 0.0))
    beside = int((view.to_screen((8.0, 1.5, 0.0)) or (0.0, 0.0))[0])
    assert dark[y, x].mean() < 0.85 * plain[y, x].mean()
    assert spared[y, x] == pytest.approx(plain[y, x], abs=0.02)
    assert spared[y, beside] == pytest.approx(dark[y, beside], abs=0.02)


def test_an_open_house_is_not_drawn_above_and_stands_again_after(view: BoardView) -> None:
    view.update(Tableau((BEHIND,)))
    view.look(FROM_THE_SOUTH)
    plain = view.picture(1)
    view.renderer.open(Cutaway((6.0, 4.5), (2.4, 1.9), 0.2))
    opened = view.picture(1)
    view.renderer.open(Cutaway((30.0, 4.5), (2.4, 1.9), 0.2))
    elsewhere = view.picture(1)
    view.renderer.open(None)
    again = view.picture(1)
    x, y = view.to_screen((6.0, 3.0, 3.5)) or (0.0, 0.0)
    assert np.abs(opened[int(y), int(x)] - plain[int(y), int(x)]).max() > 0.1
    assert np.abs(elsewhere - plain).max() < 0.05
    assert np.abs(again - plain).max() < 0.01


def test_what_stands_over_a_mini_is_its_whole_piece_from_above_its_head() -> None:
    board = street(house((4, 4), (9, 9), 4.0), ("deck/planks", Meaning(), block((14, 4, 2.4), (18, 9, 2.6))))
    picker = Picker(board)
    opening = picker.over(Figure("under", (16, 6, 0)))
    assert opening is not None
    assert opening.at == pytest.approx((16, 6.5))
    assert 1.5 < opening.above < 2.4
    assert picker.over(Figure("open", (12, 12, 0))) is None
    assert picker.over(Figure("roof", (6, 6, 4.0))) is None
    assert picker.above(Figure("open", (12, 12, 0))).above == pytest.approx(1.9, abs=0.5)


def test_the_floor_of_an_open_house_does_not_flicker(view: BoardView) -> None:
    """The foot of a house lies in one plane with the street: its back, which is seen from within, does not cover that,
    nowhere and from nowhere."""
    view.renderer.open(Cutaway((6.0, 4.5), (2.4, 1.9), 0.2))
    for aside in (0.0, 0.37, 0.74):
        view.look(CameraView((6.0 + aside, -14.0, 10.0), (6.0, 4.5, 0.0)))
        drawn = view.picture(1)
        places = [(4.6 + 0.07 * n, 3.6 + 0.06 * m, 0.0) for n in range(40) for m in range(30)]
        pixels = [view.to_screen(place) or (0.0, 0.0) for place in places]
        floor = np.array([drawn[int(y), int(x)].sum() for x, y in pixels])
        assert (floor < 0.28).mean() < 0.02, "nothing of the dark underside"
    view.renderer.open(None)
