"""The game in a terminal: whole in every language, and played in the player's own words or in English ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sim.app.table.games import NewGame
from sim.app.table.lessons import begin_lesson
from sim.app.table.model import TableModel
from sim.app.text.landmarks import Landmarks
from sim.app.text.lesson_game import LessonGame
from sim.app.text.start import play_text
from sim.app.text.terminal import EndOfWords
from sim.board.board import Board
from sim.board.files.folders import assets_dir, maps_dir
from sim.board.files.mapfile import read_map
from sim.carnevale.gangs import read_gang
from sim.carnevale.rosters import read_roster
from sim.lessons.catalogue import board_source, lessons_dir
from sim.lessons.lesson_file import read_lesson
from sim.words import Message
from sim.words.tongues import PSEUDO, Tongue, load, speak, spoken
from tests.app.table_games import free_fight, member
from tests.app.test_every_word import names, plain_words
from tests.app.test_text_play import SCRIPT
from tests.app.text_games import terminal, told
from tests.carnevale.tables import house, roof_street, street
from tools.words import read

WORD = re.compile(r"[^\W\d_]{3,}")
ASKS = (  # all that tells of the game, in English, which every language understands
    "help", "where", "look", "look around", "look at b", "who sees me", "measure a to b", "map", "card b", "score",
    "log 40 measured", "agendas", "yields", "yields 9", "save", "rules JUMP-01", "rules jump", "rules xyzzy", "go",
    "jump", "try go 3 north", "try jump 3 north", "xyzzy", "99", "go nowhere", "go 40 north", "look at nobody",
    "agree b", "measure", "row 3 north", "attack",
)  # fmt: skip

BEGIN = ("a new game", "acquisition", "nowhere", "corte", "2", "person", "", "random", "", "", "quit")


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("COLUMNS", "5000")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    before = spoken()
    yield
    speak(before)


@pytest.fixture(autouse=True, scope="module")
def boards() -> Iterator[None]:
    """A board is read once: what is measured of it is the same in every language."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Board, "load", staticmethod(cache(Board.load)))
        yield


class Heard(Tongue):
    """A language that remembers which messages it has no words for, and what was filled in as it stands."""

    def __init__(self, language: str) -> None:
        super().__init__(language, load(language).words)
        self.known = {(each.id if isinstance(each.id, str) else each.id[0], each.context) for each in read(language)}
        self.unsaid: set[str] = set()
        self.as_it_is: set[str] = set()

    def _sentence(self, text: Message) -> str:
        has_words = WORD.search(re.sub(r"\{[^}]*\}", "", text.sentence)) is not None
        if has_words and (text.sentence, text.context or None) not in self.known:
            self.unsaid.add(text.sentence)
        return super()._sentence(text)

    def _field(self, value: object) -> object:
        if isinstance(value, str) and not isinstance(value, Message) and WORD.search(value):
            self.as_it_is.add(value)
        return super()._field(value)


def names_of_cards() -> set[str]:
    """What cards call people, weapons, abilities, commands and spells: the same in every language."""
    found: set[str] = set()
    for file in (assets_dir() / "characters").glob("*.toml"):
        for card in read_roster(file).characters:
            found |= {card.name, *(weapon.name for weapon in card.weapons)}
            found |= {ability.partition(" (")[0] for ability in card.abilities} | {each.name for each in card.commands}
    return found


def duel(folder: Path, board: Board | None = None) -> TableModel:
    """A, and B 8 inches north of it."""
    folder.mkdir(exist_ok=True)
    return free_fight(
        board or street(house((5, 9), (8, 11), 4.0)), folder,
        [member("a", (6, 6, 0), ap=3, wp=2)], [member("b", (6, 14, 0), wp=2)], dice=[8, 3] * 60,
    )  # fmt: skip


def everything(folder: Path) -> Iterator[str]:
    """What is told in several games: all that can be asked, fights, roofs, a lesson, a whole game by a script."""
    yield told(duel(folder / "duel"), "a", *ASKS, "charge b", "yes", *["", "unarmed", "1"] * 12)
    climber = [member("a", (3, 6, 0), ap=3)]
    roofs = free_fight(roof_street(), folder, climber, [member("b", (22, 22, 0))], dice=[8] * 60)
    yield told(roofs, "a", "climb up!", "", "look", "go", "jump", "jump 3 east!", "", "", "map")
    typed, out = terminal(["", "", "end", "end", "1", "show", "", "step again", "go 2 east", "show", "", ""])
    file = lessons_dir() / "first-steps.toml"
    lesson = read_lesson(file)
    game = LessonGame(begin_lesson(file, lesson, Board.load(board_source(file, lesson)), folder / "l.jsonl"), typed)
    with suppress(EndOfWords):
        game.play()
    yield out.getvalue()
    typed, out = terminal(BEGIN)
    play_text(None, None, typed)
    yield out.getvalue()
    typed, out = terminal(SCRIPT)
    play_text(NewGame("corte-nova", "acquisition", {"north": "random", "south": "human"}, seed=3), None, typed)
    yield out.getvalue()


def test_every_line_of_the_game_stands_in_brackets(tmp_path: Path) -> None:
    """In the language of brackets, what has none was forgotten, but for names and what the player types."""
    speak(load(PSEUDO))
    lines = "\n".join(everything(tmp_path)).splitlines()
    assert len(lines) > 1000
    known = names()
    left = {line for line in lines if not re.match(r"[^>]{0,40}> ", line) and WORD.search(plain_words(line, known))}
    assert "\n".join(left) == ""


@pytest.mark.parametrize("language", ["fr", "it"])
def test_every_message_has_its_words_and_only_names_are_filled_in_as_they_are(language: str, tmp_path: Path) -> None:
    heard = Heard(language)
    speak(heard)
    lines = "\n".join(everything(tmp_path))
    assert len(lines) > 100_000
    cards = names_of_cards()
    called = {read_gang(path.stem)[0].name for path in (assets_dir() / "gangs").glob("*.toml")}  # as their players do
    assert "\n".join(each for each in heard.unsaid - cards - called if not NAMED.search(each)) == ""
    marks = {mark.name for mark in Landmarks(Board.load("corte-nova")).all.values()}
    boards = {read_map(path).name for path in maps_dir().glob("*.toml")}
    gangs = {path.stem.replace("-", " ").title() for path in (assets_dir() / "gangs").glob("*.toml")}
    typed_in = {*ASKS, *SCRIPT, *BEGIN, "unarmed", "Five of Rialto"}
    named = sorted(filter(None, cards | marks | boards | gangs | typed_in | set(names())), key=len, reverse=True)
    strange = {each for each in heard.as_it_is if not NAMED.search(each) and WORD.search(plain_words(each, named))}
    assert sorted(strange - PLAYED) == []


NAMED = re.compile(r"^[A-Z]+-|^(The North|The South)$")  # ids of rules, parts and files
PLAYED = {
    "Banco",
    "East",
    "West",
    "Zanetta",
    "Casa del Pozzo",
    "east",
    "west",
    "nobody",
    "yes",
    "show",
}  # of the lesson and the roofs


MOVES: list[tuple[str, str, tuple[float, float, float]]] = [
    ("fr", "aller 3 est", (9.0, 6.0, 0.0)),
    ("fr", "marche 2 pouces au sud 1 pouce à l'ouest", (5.0, 4.0, 0.0)),
    ("fr", "va 2,5 est", (8.5, 6.0, 0.0)),
    ("fr", "courir à 8 ; 7", (8.0, 7.0, 0.0)),
    ("fr", "aller 8,5 ; 6,5", (8.5, 6.5, 0.0)),
    ("fr", "aller b 5 sud", (6.0, 9.0, 0.0)),
    ("fr", "go 3 east", (9.0, 6.0, 0.0)),
    ("it", "vai 3 est", (9.0, 6.0, 0.0)),
    ("it", "cammina 2 pollici a sud e 1 pollice a ovest", (5.0, 4.0, 0.0)),
    ("it", "corri a 8; 7", (8.0, 7.0, 0.0)),
    ("it", "go to 8, 7", (8.0, 7.0, 0.0)),
]


@pytest.mark.parametrize(("language", "words", "at"), MOVES)
def test_one_goes_where_the_words_of_the_language_say(
    language: str, words: str, at: tuple[float, float, float], tmp_path: Path
) -> None:
    speak(load(language))
    model = duel(tmp_path, street())
    told(model, "a", words)
    assert model.session.state["a"].here == pytest.approx(at, abs=0.15)


@pytest.mark.parametrize(
    ("language", "words", "said"),
    [
        ("fr", "regarder autour", "  Au nord : "),
        ("fr", "qui me voit", "B, 8 pouces au nord"),
        ("fr", "où", "The North :"),
        ("fr", "mesurer a à b", "6,82 pouces de socle à socle"),
        ("fr", "règles saut", "JUMP-01"),
        ("fr", "fiche b", "MOUVEMENT 5, DEXTÉRITÉ 5"),
        ("fr", "chronique", "Au tour d'A."),
        ("fr", "gadre", "Voulez-vous dire : Garde ?"),
        ("fr", "essayer aller 3 nord", "3 pouces au nord"),
        ("it", "guarda intorno", "  A nord: "),
        ("it", "chi mi vede", "B, 8 pollici a nord"),
        ("it", "dove", "The North:"),
        ("it", "misura a a b", "6,82 pollici da base a base"),
        ("it", "regole salto", "JUMP-0"),
        ("it", "scheda b", "MOVIMENTO 5, DESTREZZA 5"),
        ("it", "prova vai 3 nord", "3 pollici a nord"),
    ],
)
def test_what_is_asked_in_the_language_is_told_in_it(language: str, words: str, said: str, tmp_path: Path) -> None:
    speak(load(language))
    assert said in told(duel(tmp_path, street()), "a", words).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ["attaquer mains nues", "", "finir"]),
        ("fr", ["unarmed b", "", "fin"]),
        ("it", ["attacca mani nude", "", "fine"]),
        ("it", ["attack unarmed b", "", "end"]),
    ],
)
def test_attacks_and_ends_of_turns_are_said_in_the_language_or_in_english(
    language: str, words: list[str], tmp_path: Path
) -> None:
    speak(load(language))
    model = free_fight(
        street(), tmp_path, [member("a", (6, 6, 0), ap=3)], [member("b", (6, 6 + 30 / 25.4, 0))], dice=[5, 6] * 60
    )
    told(model, "a", *words)
    log = [type(event).__name__ for event in model.session.state.log]
    assert "Rolled" in log
    assert model.session.state["a"].had_turn


def test_the_same_script_plays_the_same_game_in_every_language(tmp_path: Path) -> None:
    ends = []
    for language in ("en", "fr", "it"):
        speak(load(language))
        model = duel(tmp_path / language, street())
        told(model, "a", "go 3 east", "try jump 2 north", "hide", "b", "go towards a!", "end")
        ends.append([(c.id, c.at, c.ap) for c in model.session.state.characters.values()])
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize(("language", "words", "said"), [("fr", "annuler", "Rien à"), ("it", "annulla", "Nulla da")])
def test_that_nothing_can_be_taken_back_is_told_in_the_language(
    language: str, words: str, said: str, tmp_path: Path
) -> None:
    speak(load(language))
    assert said in told(duel(tmp_path), words).partition(f"> {words}")[2]


def test_a_name_brings_its_article_where_the_sentence_wants_one(tmp_path: Path) -> None:
    speak(load("fr"))
    land: Any = Landmarks(Board.load("san-canciano"))
    well = land.all["pozzo"]
    beside = land.near((well.middle[0], well.high[1] + 0.3, 0.0))
    assert load("fr").told(beside) == "à côté du puits"
    assert load("it").told(beside) == "accanto al pozzo"
    assert load("fr").told(land.part("ca-alta/house", 7.4)) == "le toit de Ca Alta"
    assert load("it").told(land.part("ca-alta/balcony-e", 3.8)) == "il balcone est di Ca Alta"
