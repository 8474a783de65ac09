"""Help and mistakes of command lines, in the language that is asked for; JSON in none."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from sim.cli.main import run
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


def test_rules_are_found_and_told_in_the_language_and_are_english_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--language", "fr", "rules", "Saut"]) == 0
    assert "JUMP-01" in (page := capsys.readouterr().out)
    assert "PA" in page
    assert run(["--language", "fr", "rules", "JUMP-01", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["name"] == "Jump"
