"""Help and mistakes of command lines, in the language that is asked for; JSON in none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from sim.cli.main import bauta, run
from sim.cli.spoken_help import said_by
from sim.words.tongues import speak, spoken


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("BAUTA_LANGUAGE", "en")
    before = spoken()
    yield
    speak(before)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--language fr plya", "bauta : il n'y a pas de commande « plya » ; est-ce « play » ? (voir : bauta --help)"),
        ("--language=it plya", "bauta: non c'è un comando «plya»; è «play»? (vedi: bauta --help)"),
        ("--language fr play --map nowhere", "pas de carte « nowhere » : donnez le chemin d'un fichier, ou un nom"),
        ("--language it play --map nowhere", "nessuna mappa «nowhere»: dai il percorso di un file, o un nome"),
        ("--language fr play --text --gang nobody --gang guild", "il n'y a pas de bande « nobody »"),
        ("--language it play --seat north=gredy", "non c'è un bot «gredy»; è «greedy»?"),
        ("--language fr replay none.jsonl", "none.jsonl : ce fichier n'existe pas"),
        ("--language fr rules xyzzyx", "rien ne s'appelle « xyzzyx »"),
        ("play --language it", "--language stands before the command: bauta --language …"),
        ("play --map nowhere", "no map 'nowhere': give the path of a file, or a name; there are: "),
    ],
)
def test_a_mistake_is_told_in_the_language_that_is_asked_for(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(line.split()) == 2
    assert said in capsys.readouterr().err.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("language", "heading", "line"),
    [("fr", "Commandes:", "Ouvrir la table et jouer."), ("it", "Comandi:", "Apri il tavolo e gioca.")],
)
def test_the_list_of_commands_is_told(
    language: str, heading: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--language", language, "--help"]) == 0
    out = capsys.readouterr().out
    assert heading in out
    assert line in out


def test_what_a_command_keeps_of_its_help_stays_english(capsys: pytest.CaptureFixture[str]) -> None:
    for language, told in (("fr", "Montrer cette aide"), ("it", "Mostra questo aiuto")):
        assert run(["--language", language, "piece", "import", "--help"]) == 0
        assert told in capsys.readouterr().out
    assert "Show this message and exit." in [text for _, text in said_by(bauta, "bauta")]
    assert not any(text.startswith(("Montrer", "Mostra")) for _, text in said_by(bauta, "bauta"))


def test_rules_are_found_and_told_in_the_language_and_are_english_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--language", "fr", "rules", "Saut"]) == 0
    assert "JUMP-01" in (page := capsys.readouterr().out)
    assert "PA" in page
    assert run(["--language", "fr", "rules", "JUMP-01", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["name"] == "Jump"


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words that call each command."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        yield (*path, name)
        if isinstance(found, click.Group):
            yield from commands(found, (*path, name))


EVERY = tuple(commands(bauta))
BRACKETS = re.compile(r"\[[^\[\]]*\]")
MEASURES = ("WXH", "WXDXH", "fair", "human")  # what is typed so in every language


@pytest.mark.parametrize("path", [(), *EVERY], ids=" ".join)
def test_all_that_a_command_says_of_itself_is_a_message(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAUTA_LANGUAGE", "xx")
    assert run([*path, "--help"]) == 0
    rest = capsys.readouterr().out.partition("[Example:]")[0]
    while (shorter := BRACKETS.sub("", rest)) != rest:
        rest = shorter
    names = {"bauta", *MEASURES, *(word for each in EVERY for word in each)}
    assert [word for word in re.findall(r"(?<![-\w])[a-zA-Z]{3,}", rest) if word not in names] == []


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("fr", "los", "bauta los : Il manque l'argument 'PLATEAU'. (voir : bauta los --help)"),
        ("it", "los", "bauta los: Manca l'argomento 'TAVOLO'. (vedi: bauta los --help)"),
        ("fr", "measure san-canciano --from 1,2,3", "Il manque l'option '--to'."),
        ("it", "los x --form 3", "Non c'è un'opzione '--form'. (È una di: '--from', '--to'?)"),
        ("fr", "los a b", "Il y a un argument de trop (b)"),
        ("it", "odds --dice", "L'opzione '--dice' vuole un valore."),
        ("fr", "map", "bauta map : Il manque une commande."),
        ("it", "map chekc", "Non c'è un comando 'chekc'. È 'check'?"),
        ("fr", "map generate --seed x", "valeur refusée pour '--seed' : « x » n'est pas un nombre entier"),
        ("it", "map generate --seed -4", "valore non valido per '--seed': -4 non è fra 0 e 4611686018427387904"),
        ("fr", "map generate --style x", "'x' n'est aucun de 'dense', 'canals', 'piazza', 'ruins', 'islands'."),
        ("it", "drop san-canciano --at 1,2", "«1,2»: 2 numeri invece dei 3 di un punto"),
        ("fr", "los san-canciano --from 1,2,3", "donnez --from X,Y,Z et --to X,Y,Z, ou un fichier pour --pairs"),
        ("it", "reach san-canciano --at 1,2,0 --move -3", "valore non valido per '--move': -3: deve essere almeno 0"),
    ],
)
def test_what_is_wrong_on_a_command_line_is_told(
    language: str, line: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAUTA_LANGUAGE", language)
    assert run(line.split()) == 2
    assert said in capsys.readouterr().err.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", 'comes to rest at 12,10,-0.75 on the water of Rio della Panada (water), 12.75" down'),
        ("fr", "s'arrête en 12,10,-0.75, sur l'eau de Rio della Panada (l'eau), 12,75\" plus bas"),
        ("it", "si ferma in 12,10,-0.75, sull'acqua di Rio della Panada (acqua), 12,75\" più in basso"),
    ],
)
def test_what_was_measured_is_told_by_names_and_points_as_they_are_typed(
    language: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAUTA_LANGUAGE", language)
    assert run(["drop", "san-canciano", "--at", "12,10,12"]) == 0
    assert capsys.readouterr().out.strip() == said
    assert run(["drop", "san-canciano", "--at", "12,10,12", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["part"] == "rio-della-panada/water"


MAP = 'format = 1\nname = "Here"\nsize = [24, 24]\n\n[[pieces]]\npiece = "pozzo"\nat = [12, 12]\n'


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("fr", MAP + "trun = 90\n", 'ligne 8 : pieces[0] "pozzo": trun est inconnu ici : est-ce « turn » ?'),
        ("it", MAP.replace("12]", '"x"]'), "riga 7: pieces[0] \"pozzo\": at[1] è 'x': dai un numero da -1000 a 1000"),
        ("fr", MAP.replace("at = [12, 12]\n", ""), "n'a pas de « at » : donnez une liste de 2"),
        ("it", MAP.replace("pozzo", "pozo"), "nessun pezzo «pozo»: è «pozzo»?"),
        ("fr", MAP.replace("= 1", "= 7"), "format vaut 7 : ce programme lit les fichiers où format = 1"),
        ("it", MAP + "[[", "non è TOML valido"),
        ("fr", MAP + '[[canals]]\nid = "rio"\n', "veut soit un `outline`, soit une `line` et sa `width`"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place(
    language: str,
    text: str,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("BAUTA_LANGUAGE", language)
    (tmp_path / "here.toml").write_text(text, encoding="utf-8")
    assert run(["map", "check", str(tmp_path / "here.toml")]) == 2
    assert said in capsys.readouterr().err.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("language", "entry", "said"),
    [
        ("fr", {"trun": "a"}, 'do[0] : une entrée est {"turn": id}'),
        ("it", {"turn": "c"}, "do[0]: rifiutato da CHOICE: 'c' non è nessuno di ['a']"),
    ],
)
def test_what_is_wrong_in_a_script_is_told(
    language: str,
    entry: dict[str, str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("BAUTA_LANGUAGE", language)
    characters = [{"id": id, "seat": seat, "at": [x, 8, 0]} for id, seat, x in (("a", "north", 8), ("b", "south", 16))]
    script = {"board": "campiello-dei-remi", "characters": characters, "do": [entry]}
    (tmp_path / "fight.json").write_text(json.dumps(script), encoding="utf-8")
    assert run(["script", str(tmp_path / "fight.json")]) == 2
    assert said in capsys.readouterr().err.replace("\u00a0", " ")


def test_odds_are_told_in_one_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--language", "fr", "odds", "--dice", "2", "--ace", "7"]) == 0
    out = capsys.readouterr().out.replace("\u00a0", " ")
    first = [line.split()[0] for line in out.splitlines()]
    assert first == ["échec", "maladresse", "réussite", "critique", "As", "Réussit,"]
    assert "1 : 48,00 %" in out


@pytest.mark.parametrize(
    "line", ["reach san-canciano --at 28,14,0 --move 4", "los san-canciano --from 28,14,0 --to 28,24,0"]
)
def test_decimals_are_told_in_one_way(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--language", "it", *line.split()]) == 0
    assert re.findall(r"\d\.\d", capsys.readouterr().out) == []
