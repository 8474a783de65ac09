"""What a player chooses for every game is kept."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sim.app.key_map import KeyMap
from sim.app.preferences import TEXT_SIZES, Preferences, keep_preferences, kept_preferences


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    return tmp_path


def test_what_is_kept_is_there_the_next_time() -> None:
    chosen = Preferences(text=1.5, keys=KeyMap().with_key("r", "k"), size=(1600, 900), full=True)
    keep_preferences(chosen)
    assert kept_preferences() == chosen


@pytest.mark.parametrize(
    "text", ['{"text": 3}', '{"text": "NaN"}', '{"keys": {"own": {"r": "k"}}}', "{", '{"size": [1, 1]}']
)
def test_a_file_that_is_wrong_leaves_what_there_is_at_first(folder: Path, text: str) -> None:
    (folder / "preferences.json").write_text(text)
    assert kept_preferences() == Preferences()


def test_text_grows_by_steps_to_twice_its_size() -> None:
    chosen, sizes = Preferences(), []
    for _ in range(8):
        chosen = chosen.with_text(1)
        sizes.append(chosen.text)
    assert sizes == [*TEXT_SIZES[1:], 2.0, 2.0, 2.0]
    assert chosen.with_text(-20).text == 1.0
    assert msgspec.structs.replace(chosen, text=1.4).with_text(1).text == 1.5
