"""The sheet of a gang: what stands on it, as a web page and as a PDF."""

from __future__ import annotations

import re
from contextvars import copy_context
from typing import Any

import msgspec
import pytest

from sim.carnevale.gangs import checked, read_gang
from sim.sheets.errors import SheetNotWritten
from sim.sheets.gang_sheet import GangSheet, gang_sheet
from sim.sheets.writing import sheet_bytes, sheet_html
from sim.words.tongues import load, speak


def sheet_of(file: str, **changes: Any) -> GangSheet:
    gang, roster = read_gang(file)
    gang = msgspec.structs.replace(gang, **changes)
    return gang_sheet(gang, checked(gang, roster, gang.ducats))


def test_every_member_has_its_boxes_and_those_alike_share_a_card() -> None:
    sheet = sheet_of("guild")
    gang, _ = read_gang("guild")
    assert sum(len(card.who) for card in sheet.cards) == len(gang.members)
    (divers,) = (card for card in sheet.cards if card.name == "2 x Lagoon Diver")
    assert [name for name, _ in divers.who] == ["1", "2"]
    leader = sheet.cards[0]
    assert [(row.label, row.boxes) for row in leader.who[0][1]] == [("Life", 13), ("Will", 4), ("Command", 5)]


def test_words_are_told_with_their_own_numbers_and_without_those_of_rules() -> None:
    leader = sheet_of("guild").cards[0]
    told = {word.name: word.text for word in leader.words}
    assert told["Acrobatic (3)"].startswith("Re-rolls up to 3 dice")
    every = [w.text for card in sheet_of("gifted").cards for w in (*card.words, *card.spells, *card.commands)]
    assert all(every)
    assert not [text for text in every if re.search(r"\([A-Z]+-\d", text)]


ONE = {"en": "up to 1 die ", "fr": "jusqu'à 1 dé ", "it": "fino a 1 dado "}
MANY = r"\b1 (dice|attacks|(more )?spells|dés|attaques|sorts|dadi|attacchi|incantesimi)\b"


@pytest.mark.parametrize("language", ONE)
def test_one_of_a_thing_is_told_in_the_singular(language: str) -> None:
    def told() -> list[str]:
        speak(load(language))
        sheets = [sheet_of(name) for name in ("doctors-100", "guild", "vatican")]
        return [word.text for sheet in sheets for card in sheet.cards for word in card.words]

    texts = copy_context().run(told)
    assert [text for text in texts if ONE[language] in text]
    assert not [text for text in texts if re.search(MANY, text)]


def test_a_sheet_is_printed_in_the_language_that_is_spoken() -> None:
    def italian() -> GangSheet:
        speak(load("it"))
        return sheet_of("guild")

    sheet = copy_context().run(italian)
    leader = sheet.cards[0]
    assert [row.label for row in leader.who[0][1]] == ["Vita", "Volontà", "Comando"]
    assert sheet.line.endswith("11 personaggi, 150 ducati su 150")
    assert next(word for word in leader.words if word.name.endswith("(3)")).text.startswith("Ritira fino a 3 dadi")
    assert sheet.language == "it"


def test_the_page_is_whole_in_itself() -> None:
    sheet = sheet_of("gifted", name="<The & Last>")
    page = sheet_html(sheet)
    assert "&lt;The &amp; Last&gt;" in page
    assert not re.search(r'(src|href)="(?!data:)', page)
    boxes = sum(row.boxes for card in sheet.cards for _, rows in card.who for row in rows)
    assert page.count("<i></i>") == boxes + sheet.rounds + sheet.agendas + len(sheet.items)


def test_a_gang_that_is_not_legal_is_printed_with_the_reasons() -> None:
    page = sheet_html(sheet_of("guild", ducats=75))
    assert "Not a legal gang: 150 ducats; 75 is the limit." in page


def test_the_pdf_is_one_and_the_same_each_time() -> None:
    sheet = sheet_of("rashaar")
    made = sheet_bytes(sheet, ".pdf")
    assert made.startswith(b"%PDF-")
    assert made == sheet_bytes(sheet, ".PDF")
    with pytest.raises(SheetNotWritten, match=r"\.html or \.pdf"):
        sheet_bytes(sheet, ".doc")


@pytest.mark.rule("ACT-03")
def test_everybody_may_fight_unarmed_as_the_card_shows() -> None:
    weapons = {card.name: [weapon[0] for weapon in card.weapons] for card in sheet_of("guild").cards}
    assert {names[-1] for names in weapons.values()} == {"Unarmed"}
    assert all(len(names) == len(set(names)) for names in weapons.values())
