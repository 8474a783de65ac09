"""Journals that were damaged, packed, or cut off: told in a line, and never gone on with as if nothing were wrong."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from sim.engine.dice import SeededDice
from sim.engine.header import Agreed
from sim.engine.journal import Answer, Journal, header_of, read, read_all
from sim.engine.line_file import InUse
from sim.engine.requests import CorruptJournal
from sim.engine.session import Session
from tests.engine.toy import Toy, measure

TOY = Toy()
ANSWERS: list[Any] = [{"coins": 3}, True, "yes", {"coins": 2}, False, "yes", {"coins": 1}, True, "yes"]


def begin(path: Path, answers: int = len(ANSWERS), agreed: Agreed | None = None) -> Path:
    journal = Journal.create(path, TOY.name, {}, agreed)
    session = Session(TOY, TOY.begin({}), SeededDice(5), measure, journal)
    for answer in ANSWERS[:answers]:
        session.answer(answer)
    journal.close()
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return begin(tmp_path / "game.jsonl")


def look_at(path: Path) -> tuple[str, list[Answer] | None]:
    """What is said of a journal, and the answers that it would be gone on with, if it would."""
    try:
        contents = read_all(path)
    except CorruptJournal as error:
        return str(error), None
    return " ".join([*map(str, contents.changed), contents.notice]), None if contents.changed else contents.answers


def test_no_byte_of_a_journal_can_be_changed_without_a_word(tmp_path: Path) -> None:
    path = begin(tmp_path / "game.jsonl", agreed=Agreed("0.1", {"board": "b"}, {"map.toml": b"a map" * 40}))
    whole, answers = path.read_bytes(), list(read(path)[1])
    silent = []
    for at in range(len(whole)):
        for bit in (0x01, 0x20, 0x80):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :])
            header, standing = look_at(path)
            if not header or (standing is not None and standing != answers):
                silent.append(at)
    assert silent == []


def test_a_journal_cut_at_any_byte_has_the_answers_of_its_whole_lines(path: Path) -> None:
    whole, answers = path.read_bytes(), read(path)[1]
    for cut in range(whole.index(b"\n") + 1, len(whole)):
        path.write_bytes(whole[:cut])
        contents = read_all(path)
        assert tuple(contents.answers) == answers[: whole[:cut].count(b"\n") - 1]
        assert bool(contents.notice) == (whole[cut - 1 : cut] != b"\n")
        assert not contents.changed


def test_an_answer_whose_end_alone_is_damaged_stands_when_the_game_goes_on(path: Path) -> None:
    whole, answers = path.read_bytes(), read(path)[1]
    path.write_bytes(whole[:-1] + b"\x0b")
    journal = Journal.open(path)
    journal.close()
    assert "its answer stands" in journal.notice
    assert read(path)[1] == answers
    assert path.read_bytes() == whole


def test_a_line_taken_out_is_found(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-2] + lines[-1:]))
    with pytest.raises(CorruptJournal, match="expected answer"):
        read(path)


def test_a_changed_line_is_named_and_not_gone_on_with(path: Path) -> None:
    lines = path.read_bytes().splitlines()
    number = next(i for i, line in enumerate(lines) if b'"roll"' in line)
    record = json.loads(lines[number])
    record["roll"] = [9 for _ in record["roll"]]
    lines[number] = json.dumps(record, separators=(",", ":")).encode()
    path.write_bytes(b"\n".join(lines) + b"\n")
    message = rf"line {number + 1} \(answer {record['n']}\) was changed after it was written"
    with pytest.raises(CorruptJournal, match=message):
        Journal.open(path)
    assert len(read_all(path).changed) == 1


def test_a_game_in_hand_is_not_opened_twice(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "game.jsonl", TOY.name, {})
    with pytest.raises(InUse, match="another program"):
        Journal.open(journal.path)
    assert read(journal.path)[1] == ()  # looking on is free
    journal.close()
    Journal.open(journal.path).close()


def test_a_damaged_journal_is_left_as_it_is(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"n":2', b'"n":7') + b"torn")
    before = path.read_bytes()
    with pytest.raises(CorruptJournal):
        Journal.open(path)
    assert path.read_bytes() == before


def test_a_packed_game_goes_on_unpacked_beside_it(tmp_path: Path) -> None:
    path = begin(tmp_path / "game.jsonl", 4)
    packed = tmp_path / "game.jsonl.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    kept, answers = packed.read_bytes(), read(path)[1]
    path.unlink()
    journal = Journal.open(packed)
    assert journal.path == path
    assert "was unpacked" in journal.notice
    journal.write(answers[0])
    journal.close()
    assert read(path)[1] == (*answers, answers[0])
    assert packed.read_bytes() == kept


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.99])
def test_a_packed_game_that_is_cut_off_says_so(path: Path, share: float) -> None:
    packed = path.with_suffix(".jsonl.gz")
    whole = gzip.compress(path.read_bytes())
    packed.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(CorruptJournal, match=r"cut off|no header"):
        read(packed)


def test_a_newer_programs_game_is_refused_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b'{"game":"toy","setup":{},"format":3,"program":"9.1","more":{}}\n')
    with pytest.raises(CorruptJournal, match=r"journal format 3 of Bauta 9\.1; this program \(0\.1\.0\).*up to date"):
        read_all(path, "0.1.0")
    with pytest.raises(CorruptJournal, match="journal format 3"):
        header_of(path)


def test_a_game_of_the_first_format_goes_on_in_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b'{"game":"toy","setup":{},"format":1}\n{"n":1,"choice":{"coins":3}}\n')
    journal = Journal.open(path)
    journal.write(journal.answers[0])
    journal.close()
    assert path.read_bytes().endswith(b'{"n":2,"choice":{"coins":3}}\n')
    assert len(read(path)[1]) == 2
