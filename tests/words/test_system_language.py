"""The language is what was asked for, else what the system says."""

from __future__ import annotations

import pytest

from sim.words.system_language import language_for


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "it_IT@euro"}, "it"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:it:fr"}, "it"),
        ({"LANG": "C", "LANGUAGE": "it"}, "en"),  # as gettext has it: C is English whatever is wished
        ({"LANG": "fr_FR.UTF-8", "BAUTA_LANGUAGE": "it"}, "it"),
        ({"LANG": "fr_FR.UTF-8", "BAUTA_LANGUAGE": "klingon"}, "fr"),
        ({"BAUTA_LANGUAGE": "xx"}, "xx"),
    ],
)
def test_the_variables_of_unix(environ: dict[str, str], language: str) -> None:
    assert language_for(environ=environ, system="linux") == language


def test_what_the_player_chose_comes_before_the_system_and_after_the_variable() -> None:
    environ = {"LANG": "fr_FR.UTF-8"}
    assert language_for("it", environ, "linux") == "it"
    assert language_for("it", environ | {"BAUTA_LANGUAGE": "en"}, "linux") == "en"
    assert language_for("system", environ, "linux") == "fr"
