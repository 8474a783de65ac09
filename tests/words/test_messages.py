"""Messages are English text, and are told in the language of whoever looks."""

from __future__ import annotations

import gettext
import pickle
from datetime import datetime
from io import BytesIO

import msgspec
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from sim.percent import percent
from sim.words import capital, counted, in_english, joined, listed, phrase, say, sense, term
from sim.words.elision import met
from sim.words.tongues import PSEUDO, Tongue, load, speak, spoken, told


def french(**words: str | tuple[str, str]) -> Tongue:
    """A tongue that knows so much: each message by its English, `context: message` where it has one."""
    catalogue = Catalog("fr")
    for said, translated in words.items():
        context, _, sentence = said.rpartition(": ")
        one, _, many = sentence.partition("||")
        catalogue.add((one, many) if many else sentence, translated, context=context or None)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    return Tongue("fr", gettext.GNUTranslations(BytesIO(compiled.getvalue())))


def test_a_message_is_its_english_text() -> None:
    words = say('{who} leaps {inches:.1f}"', who="Bianca", inches=2.25)
    assert words == 'Bianca leaps 2.2"'
    assert hash(words) == hash('Bianca leaps 2.2"')
    assert told(words) == words
    assert type(str(words)) is str


def test_a_date_is_told_in_another_language() -> None:
    tongue = french(**{"On {when:%d %b}": "Le {when:%d/%m}"})
    assert tongue.told(say("On {when:%d %b}", when=datetime(2026, 11, 28))) == "Le 28/11"


def test_it_is_told_whole_in_another_language_with_its_fields_in_their_new_places() -> None:
    tongue = french(
        **{"{who} takes {what} from {whom}": "{whom} perd {what}, que prend {who}", "the chest": "le coffre"}
    )
    words = say("{who} takes {what} from {whom}", who="Bianca", what=say("the chest"), whom="Zorzi")
    assert tongue.told(words) == "Zorzi perd le coffre, que prend Bianca"


def test_what_is_no_message_stays_as_it_is() -> None:
    tongue = french(Round="Manche")
    assert tongue.told("Round") == "Round"
    assert tongue.told(say("Round")) == "Manche"
    assert tongue.told(say("{who}", who="Round")) == "Round"


@pytest.mark.parametrize(("n", "shown"), [(0, "0 dé"), (1, "1 dé"), (2, "2 dés")])
def test_numbers_take_the_form_that_the_language_has_for_them(n: int, shown: str) -> None:
    tongue = french(**{"{n} die||{n} dice": ("{n} dé", "{n} dés")})
    assert tongue.told(counted("{n} die", "{n} dice", n)) == shown


def test_english_has_two_forms() -> None:
    assert [counted("{n} die", "{n} dice", n) for n in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]


def test_decimals_have_a_comma_where_that_is_the_custom() -> None:
    assert french().told(say("{x:.1f} of {n} in {who}", x=2.5, n=3, who="St. Mark")) == "2,5 of 3 in St. Mark"


def test_one_word_may_be_several_elsewhere() -> None:
    tongue = french(**{"a setting: on": "oui", "on": "sur"})
    assert (tongue.told(sense("a setting", "on")), tongue.told(say("on"))) == ("oui", "sur")


def test_a_term_with_a_number_is_known_by_its_name() -> None:
    assert term("Fear (2)") == "Fear (2)"
    assert french(Fear="Peur").told(term("Fear (2)")) == "Peur (2)"


@pytest.mark.parametrize(
    ("language", "words"), [("fr", "Garde du corps (Docteur)"), ("it", "Guardia del corpo (Dottore)")]
)
def test_a_keyword_in_an_ability_is_called_as_on_the_card_of_whoever_has_it(language: str, words: str) -> None:
    assert load(language).told(term("Bodyguard (Doctor)")) == words
    assert load(language).told(term("Doctor")) in words


def test_a_sentence_begins_with_a_capital_letter_in_every_language() -> None:
    words = capital(say("a draw"))
    assert (words, french(**{"a draw": "égalité"}).told(words)) == ("A draw", "Égalité")


def test_a_capital_letter_and_what_ends_it_are_apart() -> None:
    ends = french(**{"a draw.": "égalité."})
    for words in (capital(phrase(say("a draw."))), phrase(capital(say("a draw.")))):
        assert (words, ends.told(words)) == ("A draw", "Égalité")


def test_things_in_a_row_and_messages_one_after_the_other() -> None:
    tongue = french(**{"{several} and {last}": "{several} et {last}", "here": "ici"})
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(iter(())) == ""
    assert tongue.told(listed(["a", "b", say("here")])) == "a, b et ici"
    assert tongue.told(joined("; ", ["a", "", say("here")])) == "a\u00a0; ici"


def test_a_message_outlives_being_written_and_read() -> None:
    words = pickle.loads(pickle.dumps(capital(counted("{n} die", "{n} dice", 2))))
    assert french(**{"{n} die||{n} dice": ("{n} dé", "{n} dés")}).told(words) == "2 dés"


def test_what_was_forgotten_shows_in_the_language_of_brackets() -> None:
    before = spoken()
    speak(load(PSEUDO))
    try:
        assert told(say("{who} leaps", who="Bianca")) == "[Bianca leaps]"
        assert told("forgotten") == "forgotten"
    finally:
        speak(before)


def test_what_is_written_is_the_english_text_and_nothing_unknown_is() -> None:
    told = {"why": say("{who} falls", who="Bravo"), "at": [1, 2]}
    assert msgspec.json.encode(told, enc_hook=in_english) == b'{"why":"Bravo falls","at":[1,2]}'
    assert type(msgspec.to_builtins(told, enc_hook=in_english)["why"]) is str
    with pytest.raises(TypeError, match="object"):
        msgspec.json.encode(object(), enc_hook=in_english)


@pytest.mark.parametrize(
    ("language", "before", "field", "words"),
    [
        ("fr", "à côté de ", "le puits", "à côté du puits"),
        ("fr", "De ", "les quais", "Des quais"),
        ("fr", "le toit de ", "Ca Rosa", "le toit de Ca Rosa"),
        ("fr", "le toit de ", "Le do Rive", "le toit de Le do Rive"),
        ("fr", "le tour de ", "Angelo", "le tour d'Angelo"),
        ("fr", "vide ", "le puits", "vide le puits"),
        ("it", "accanto a ", "il pozzo", "accanto al pozzo"),
        ("it", "su ", "l'altana", "sull'altana"),
        ("it", "il tetto di ", "gli archi", "il tetto degli archi"),
        ("en", "of ", "the well", "of the well"),
    ],
)
def test_a_word_and_the_article_after_it_run_together(language: str, before: str, field: str, words: str) -> None:
    assert met(language, before, field) == words


def test_signs_between_fields_stand_as_french_has_them() -> None:
    words = say("{what}: {share}; {time}", what="sol", share=joined(": ", ("a", "b")), time="12:30")
    assert load("fr").told(words) == "sol\u00a0: a\u00a0: b\u00a0; 12:30"
    assert load("it").told(words) == "sol: a: b; 12:30"
    assert load("fr").told(percent(0.995)) == "plus de 99\u00a0%"


def test_what_is_quoted_has_the_quotes_that_french_has() -> None:
    """They come from its catalogue, though there is no word between them."""
    title = say("“{title}”", title="Carnival")
    assert load("fr").told(say("A new agenda for {seat}: {agenda}.", seat="Lion", agenda=title)) == (
        "Un nouvel agenda pour Lion\u00a0: «\u00a0Carnival\u00a0»."
    )


@pytest.mark.parametrize(
    ("who", "turn"),
    [("Orso", "Orso's turn."), ("Gastaldo of the Ferries", "Gastaldo of the Ferries' turn."), ("Boss", "Boss's turn.")],
)
def test_what_ends_in_s_owns_something_without_another(who: str, turn: str) -> None:
    """In English, and wherever a sentence says it; what was made of it is told in French as ever."""
    own = say("{who}'s turn.", who=who)
    assert own == turn
    assert say("{what} {now}", what=own, now=say("It's {who} who's on.", who=who)) == f"{turn} It's {who} who's on."
    assert told(own) == turn
    assert french(**{"{who}'s turn.": "{who} joue."}).told(own) == f"{who} joue."
