"""Whether a board is its own image: asked of what stands there."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.board.board import Board
from sim.builder.likeness import Likeness, likenesses

STAIRS = '{ kind = "stairs", height = 3, width = 1.6 }'
BRIDGE = '{ kind = "bridge", length = 6, width = 2.3, rise = 1.1 }'


def placed(piece: str, id: str, at: tuple[float, float], turn: float = 0.0, rest: str = "") -> str:
    return f'[[pieces]]\npiece = {piece}\nid = "{id}"\nat = [{at[0]}, {at[1]}]\nturn = {turn}\n{rest}\n'


def by(tmp_path: Path, *pieces: str, canal: str = "") -> dict[str, Likeness]:
    path = tmp_path / "likeness.toml"
    path.write_text('format = 1\nname = "Likeness"\nsize = [24, 24]\n' + "".join(pieces) + canal, encoding="utf-8")
    return {each.symmetry: each for each in likenesses(Board.load(str(path)))}


def test_a_half_turn_takes_pieces_to_each_other_and_a_mirror_only_those_that_are_mirrored(tmp_path: Path) -> None:
    two = placed(STAIRS, "south", (7, 5), 20), placed(STAIRS, "north", (17, 19), 200)
    found = by(tmp_path, *two)
    assert found["half turn"] == Likeness("half turn", 2, (), 0.0)
    assert found["half turn"].whole
    assert found["east-west"].odd == ("south", "north")
    mirrored = by(tmp_path, two[0], placed(STAIRS, "east", (17, 5), -20, "mirror = true"))
    assert mirrored["east-west"].whole
    assert mirrored["half turn"].odd == ("south", "east")
    assert not by(tmp_path, *two, placed(STAIRS, "alone", (12, 3), 0))["quarter turns"].whole


def test_a_bridge_that_is_alike_from_both_ends_is_its_own_half_turn(tmp_path: Path) -> None:
    assert by(tmp_path, placed(BRIDGE, "ponte", (12, 12), 358))["half turn"].whole


@pytest.mark.parametrize(
    "other",
    [
        '{ kind = "bridge", length = 6, width = 2.5, rise = 1.1 }',
        '{ kind = "bridge", length = 6, width = 2.3, rise = 1.3 }',
    ],
)
def test_bridges_of_different_width_or_rise_are_no_images(tmp_path: Path, other: str) -> None:
    found = by(tmp_path, placed(BRIDGE, "one", (6, 12), 90), placed(other, "two", (18, 12), 270))
    assert found["half turn"].odd == ("one", "two")
    assert found["east-west"].odd == ("one", "two")


def test_water_without_an_image_is_told_in_square_inches(tmp_path: Path) -> None:
    middle = '[[canals]]\nid = "rio"\nline = [[-2, 12], [26, 12]]\nwidth = 5\n'
    aside = middle.replace("12]", "11]")
    assert by(tmp_path, canal=middle)["half turn"].whole
    assert by(tmp_path, canal=aside)["half turn"].water == pytest.approx(24 * 2, abs=0.1)
    assert by(tmp_path, canal=aside)["east-west"].whole


def test_a_mesh_has_no_pieces_to_ask_about() -> None:
    assert likenesses(Board.load(str(Path(__file__).parents[1] / "carnevale" / "post.stl"))) == ()
