"""What is built is kept after every edit, and the file is never written over behind anybody's back."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.board.files.finding import own_maps_dir
from sim.builder.drafts import ChangedOutside, Drafts, InHand, own_copy_of, path_of_new
from sim.builder.errors import BuilderError


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    path = tmp_path / "quarter.toml"
    path.write_text("first", encoding="utf-8")
    return path


def test_a_draft_of_a_program_that_ended_is_found_by_the_next(file: Path) -> None:
    killed = Drafts(file)
    assert killed.left() is None
    killed.keep("second")
    killed.keep("third\r\n")
    killed.flush()
    killed._lock.release()  # as when a process ends
    found = Drafts(file).left()
    assert found is not None
    assert found.text == "third\r\n"


def test_saving_keeps_what_was_there_as_a_version_and_leaves_no_draft(file: Path) -> None:
    drafts = Drafts(file)
    drafts.keep("second")
    drafts.save("second")
    assert file.read_text() == "second"
    assert drafts.left() is None
    assert [version.text for version in drafts.versions()] == ["first"]
    drafts.save("third")
    assert [version.text for version in drafts.versions()] == ["second", "first"]


def test_a_draft_that_is_no_text_is_put_aside_and_told(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    drafts = Drafts(file)
    drafts.draft.write_bytes(b"\xff\xfe")
    drafts.close()
    drafts = Drafts(file)
    assert drafts.left() is None
    (aside,) = drafts.folder.glob("damaged-*.toml")
    assert aside.read_bytes() == b"\xff\xfe"
    assert f"put aside as {aside}" in caplog.text
    drafts.close()


def test_a_draft_that_is_not_wanted_becomes_a_version(file: Path) -> None:
    drafts = Drafts(file)
    drafts.keep("second")
    drafts.drop()
    assert drafts.left() is None
    assert [version.text for version in drafts.versions()] == ["second"]


def test_a_file_changed_by_another_program_is_noticed_and_not_written_over(file: Path) -> None:
    drafts = Drafts(file)
    assert drafts.outside() is None
    file.write_text("theirs", encoding="utf-8")
    assert drafts.outside() == "theirs"
    with pytest.raises(ChangedOutside, match=r"quarter\.toml"):
        drafts.save("mine")
    assert file.read_text() == "theirs"
    drafts.save("mine", over=True)
    assert drafts.outside() is None
    assert drafts.versions()[0].text == "theirs"


def test_a_map_is_in_one_hand_at_a_time(file: Path) -> None:
    first = Drafts(file)
    with pytest.raises(InHand, match="another window"):
        Drafts(file)
    first.close()
    Drafts(file).close()


def test_a_draft_that_cannot_be_written_is_said(file: Path) -> None:
    drafts = Drafts(file)
    drafts.draft.mkdir()
    drafts.keep("second")
    drafts.flush()
    assert "cannot be written" in drafts.trouble


def test_new_maps_lie_among_ones_own_or_where_they_are_asked_for(file: Path) -> None:
    assert path_of_new("Campo San Zan") == own_maps_dir() / "campo-san-zan.toml"
    assert path_of_new("Cà d'Oro") == own_maps_dir() / "ca-d-oro.toml"
    assert path_of_new("CON") == own_maps_dir() / "con-map.toml"
    assert path_of_new(str(file.parent / "x")) == file.parent / "x.toml"
    with pytest.raises(BuilderError, match="there already"):
        path_of_new(str(file))
    with pytest.raises(BuilderError, match="no letters"):
        path_of_new("!!")
    copy = own_copy_of(Path("maps/calle-lunga.toml"))
    copy.parent.mkdir()
    copy.touch()
    assert own_copy_of(Path("maps/calle-lunga.toml")).name == "my-calle-lunga-2.toml"
