"""Bodies: what sees stands over its base."""

from __future__ import annotations

import tomllib

import pytest

from sim.board.files.bodies import load_body
from sim.board.files.folders import assets_dir

SIZES: dict[str, float] = {path.stem: 30.0 for path in (assets_dir() / "bodies").glob("*.glb")}
OF_CHARACTERS: dict[str, float] = {}
for path in sorted((assets_dir() / "characters").glob("*.toml")):
    for each in tomllib.loads(path.read_text(encoding="utf-8"))["characters"]:
        OF_CHARACTERS[each["body"]] = min(each["size"], OF_CHARACTERS.get(each["body"], each["size"]))


@pytest.mark.rule("GEO-06")
@pytest.mark.parametrize(("body", "size"), sorted((SIZES | OF_CHARACTERS).items()))
def test_head_and_torso_lie_over_the_smallest_base_that_a_body_stands_on(body: str, size: float) -> None:
    """Else a mini whose base touches a thin wall looks through it."""
    radius = size / 25.4 / 2
    corners = load_body(body).target.triangles.reshape(-1, 3)
    assert ((corners[:, 0] ** 2 + corners[:, 1] ** 2) ** 0.5).max() <= radius


def test_how_far_a_body_reaches_over_a_smaller_base() -> None:
    giant = load_body("giant")
    assert giant.beyond(50.0) == 0.0
    assert giant.beyond(25.0) == pytest.approx(0.974 - 25 / 50.8, abs=0.002)
