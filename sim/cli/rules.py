"""`bauta rules`: abilities, spells, equipment, agendas and scenarios, explained from the texts that the rules carry."""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Iterator, Sequence

import click
import msgspec

from sim.cli.errors import UserError
from sim.cli.options import example, json_option, print_json

WIDTH = 100


class Entry(msgspec.Struct, frozen=True):
    """One thing that can be looked up. `id` is how files and journals call it, where that is not its name."""

    kind: str
    name: str
    text: str
    id: str = ""
    numbers: str = ""


@click.command(epilog=example("bauta rules", "bauta rules Fear", "bauta rules A3", "bauta rules gondola"))
@click.argument("word", metavar="[ID|WORD]", required=False)
@json_option
def command(word: str | None, as_json: bool) -> None:
    """Explain an ability, spell, piece of equipment, agenda or scenario, in words of our own.

    By its name or id; else all whose name holds the word, else all whose text does. Without a word: a list of all.
    """
    found = tuple(entries()) if word is None else _found(word)
    if as_json:
        print_json(found)
    else:
        click.echo(_list(found) if word is None else "\n\n".join(map(_page, found)))


def entries() -> Iterator[Entry]:
    """Everything that can be looked up, kind by kind, as the rules registered it."""
    import sim.carnevale.game  # noqa: F401  (registers all that there is)
    from sim.carnevale import agendas, hooks, scenarios
    from sim.carnevale.equipment import base as equipment
    from sim.carnevale.magic import spells

    kinds = {"abilities": "ability", "weapons": "weapon ability"}
    plug_ins = [
        Entry(kinds.get(type(each).__module__.split(".")[2], "effect"), each.name, _doc(each)) for each in hooks.every()
    ]
    for kind in (*kinds.values(), "effect"):
        yield from sorted((each for each in plug_ins if each.kind == kind), key=lambda each: each.name)
    for name in spells.names():
        spell = spells.named(name)
        assert spell is not None
        numbers = f"{spell.discipline}, {'cantrip, ' if spell.cantrip else ''}{spell.cost} WP, {spell.difficulty}+"
        yield Entry("spell", name, _one(spell.text), numbers=numbers)
    for id in equipment.known():
        item = equipment.find(id)
        assert item is not None
        yield Entry("equipment", item.title, item.text, id, f"{item.price} ducats")
    for id in agendas.known():
        agenda = agendas.find(id)
        assert agenda is not None
        yield Entry("agenda", agenda.title, agenda.text, id)
    for id in scenarios.known():
        page = scenarios.find(id)
        assert page is not None
        wide, deep = page.size
        numbers = f'{page.ducats} ducats, {wide:g}" x {deep:g}", {page.rounds} rounds, {page.agendas} agendas'
        yield Entry("scenario", page.title, page.text, id, numbers)


def _found(word: str) -> Sequence[Entry]:
    """What the word names, best: by name or id, then in a name, then in a text. Raises UserError where nothing is."""
    every = tuple(entries())
    asked = _plain(word)
    for fits in (
        [each for each in every if asked in (_plain(each.name), each.id.casefold())],
        [each for each in every if asked in each.name.casefold()],
        [each for each in every if asked in each.text.casefold()],
    ):
        if asked and fits:
            return fits
    names = {_plain(name): name for each in every for name in (each.name, each.id) if name}
    near = [names[name] for name in difflib.get_close_matches(asked, names, n=3, cutoff=0.65)]
    raise UserError(
        f"nothing is called '{word}'; " + (f"near: {', '.join(near)}" if near else "`bauta rules` lists what there is")
    )


def _plain(word: str) -> str:
    """As names are compared: without its number, as cards write `Fear (2)`."""
    return word.partition("(")[0].strip().casefold()


def _page(entry: Entry) -> str:
    about = ", ".join(filter(None, (entry.kind, entry.id, entry.numbers)))
    return f"{entry.name} ({about})\n{textwrap.fill(entry.text, WIDTH, initial_indent='  ', subsequent_indent='  ')}"


def _list(found: Sequence[Entry]) -> str:
    kinds = dict.fromkeys(entry.kind for entry in found)
    return "\n\n".join(
        f"{kind}:\n" + textwrap.fill(_names(found, kind), WIDTH, initial_indent="  ", subsequent_indent="  ")
        for kind in kinds
    )


def _names(found: Sequence[Entry], kind: str) -> str:
    return ", ".join(
        f"{entry.id} {entry.name}" if entry.kind == "agenda" else entry.name for entry in found if entry.kind == kind
    )


def _doc(plug_in: object) -> str:
    return _one(type(plug_in).__doc__ or "")


def _one(text: str) -> str:
    return " ".join(text.split())
