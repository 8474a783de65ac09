"""`bauta rules`: the book of rules, in our own words, with the tests that show each rule."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import click
import msgspec

from sim.carnevale import rulebook
from sim.carnevale.rulebook import Entry
from sim.cli.errors import UserError
from sim.cli.options import example, json_option, print_json
from sim.words import in_english, joined, say, term
from sim.words.tongues import told

__all__ = ["command"]

WIDTH = 100
TESTS = 6  # named on a page; --json names all


@click.command(epilog=example("bauta rules", "bauta rules Fear", "bauta rules JUMP-03", "bauta rules gondola"))
@click.argument("words", metavar="[ID|WORD]...", nargs=-1)
@json_option
def command(words: tuple[str, ...], as_json: bool) -> None:
    """Explain a rule, action, ability, spell, piece of equipment, agenda or scenario, in words of our own.

    By its name or id; else all whose name holds the words, else all whose text does, one after the other or anywhere.
    Without a word: a list of all.
    """
    word = " ".join(words) if words else None
    found = rulebook.entries() if word is None else _found(word)
    if as_json:
        print_json([{**msgspec.to_builtins(entry, enc_hook=in_english), "tests": _tests(entry)} for entry in found])
    else:
        click.echo(_list(found) if word is None else "\n\n".join(map(_page, found)))


def _found(word: str) -> Sequence[Entry]:
    """What the word names. Raises UserError where nothing is."""
    found = rulebook.find(word, told)
    if found:
        return found
    near = rulebook.near(word)
    if near:
        raise UserError(say("nothing is called '{word}'; near: {names}", word=word, names=joined(", ", near)))
    raise UserError(say("nothing is called '{word}'; `bauta rules` lists what there is", word=word))


def _page(entry: Entry) -> str:
    about = told(joined(", ", (term(entry.kind), entry.id, entry.numbers)))
    text = textwrap.fill(told(term(entry.text)), WIDTH, initial_indent="  ", subsequent_indent="  ")
    return f"{told(term(entry.name))} ({about})\n{text}{_shown(entry)}"


def _shown(entry: Entry) -> str:
    """The tests that show it, a line each."""
    if not entry.rule:
        return ""
    tests = _tests(entry)
    if tests is None:
        missing = say("{rule}: its tests are in the source code, and are not installed here.", rule=entry.rule)
        return f"\n  {told(missing)}"
    more = [told(say("and {n} more", n=len(tests) - TESTS))] if len(tests) > TESTS else []
    shown = told(say("{rule}, shown by", rule=entry.rule))
    return "\n    ".join([f"\n  {shown}", *tests[:TESTS], *more]) if tests else ""


def _tests(entry: Entry) -> Sequence[str] | None:
    """As `path::name`; None where the program is installed without its tests."""
    index = rulebook.shown_by()
    return None if index is None else index.get(entry.rule, ())


def _list(found: Sequence[Entry]) -> str:
    kinds = dict.fromkeys(entry.kind for entry in found)
    return "\n\n".join(
        told(say("{kind}:", kind=term(kind)))
        + "\n"
        + textwrap.fill(_names(found, kind), WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
        for kind in kinds
    )


def _names(found: Sequence[Entry], kind: str) -> str:
    numbered = kind in ("agenda", "rule")
    names = ((entry.id, told(term(entry.name))) for entry in found if entry.kind == kind)
    return ", ".join(f"{id} {name}" if numbered else name for id, name in names)
