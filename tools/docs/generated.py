"""What pages have of the program itself, made when the documentation is built: directives for Sphinx.

`{commands}` is the help of every command, `{rulebook}` the rules in our own words, `{keys}` those of the table,
`{tolerances}` those of the geometry, `{rooms}` every module in a line, `{modules} PACKAGE` the docstrings of all
modules of a package, `{playtests}` how those of the boards that ship went, `{plotted} NAME` a picture and the program
that made it.
"""

from __future__ import annotations

import ast
import os
import pkgutil
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import ClassVar

import click
import sources  # tools/docs/sources.py
from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from sim.carnevale import rulebook
from sim.cli.main import COMMANDS, bauta
from sim.percent import percent
from sim.playtest.shipped import ShippedFigures, shipped_figures

MOST_MODULES = 5  # are named where a rule is told
KEYS = "sim/app/hud/keys_page.py"
TOLERANCES = "sim/geometry/tolerance.py"

CHAPTERS = {
    "GEO": "Measuring, sight and cover",
    "DICE": "Dice",
    "TURN": "Rounds, turns and commands",
    "MOVE": "Running and climbing",
    "JUMP": "Jumping",
    "FALL": "Falling",
    "WATER": "Water",
    "ACT": "Other actions",
    "MAGIC": "Magic",
    "TERR": "Terrain",
    "ABIL": "Abilities in general",
    "GANG": "Gangs",
    "EQUIP": "Equipment in general",
    "SCEN": "Scenarios and agendas in general",
}
"""Chapters of the numbered rules, by what their ids begin with; others are told under "At the table"."""

KINDS = {
    "action": "Actions",
    "ability": "Abilities of characters",
    "weapon ability": "Abilities of weapons",
    "effect": "Effects",
    "spell": "Spells",
    "equipment": "Equipment",
    "agenda": "Agendas",
    "scenario": "Scenarios",
}


class Page(SphinxDirective):
    """What all of them share: sections made of nodes, so that no text is read as markup."""

    def section(self, title: str, *body: nodes.Node) -> nodes.section:
        made = nodes.section("", nodes.title("", "", *inline(title)), *body, ids=[nodes.make_id(title)])
        self.state.document.note_explicit_target(made, made)
        self.led_to(made["ids"][0], title)
        return made

    def led_to(self, id: str, title: str) -> None:
        """Any page can lead here: [its words](#id)."""
        self.env.domains.standard_domain.note_hyperlink_target(id, self.env.docname, id, title)


class Commands(Page):
    """`{commands}`: what every command's `--help` says."""

    def run(self) -> list[nodes.Node]:
        root = click.Context(bauta, info_name="bauta")
        return [self._told(click.Context(_found(bauta, root, name), parent=root, info_name=name)) for name in COMMANDS]

    def _told(self, ctx: click.Context) -> nodes.section:
        command = ctx.command
        body = [nodes.literal_block("", _usage(ctx), language="text"), *paragraphs(command.help or "")]
        records = [
            record
            for each in command.get_params(ctx)
            if "--help" not in each.opts and (record := each.get_help_record(ctx)) and record[1]
        ]
        body.append(definitions(((nodes.literal("", name), told) for name, told in records), "options"))
        if command.epilog:
            lines = [line.strip() for line in command.epilog.splitlines() if line.startswith("  ")]
            body.append(nodes.literal_block("", "\n".join(lines), language="text"))
        if isinstance(command, click.Group):
            for name in command.list_commands(ctx):
                below = click.Context(_found(command, ctx, name), parent=ctx, info_name=name)
                body.append(self._told(below))
        return self.section(ctx.command_path, *body)


class Rulebook(Page):
    """`{rulebook}`: what `bauta rules` explains, chapter by chapter."""

    def run(self) -> list[nodes.Node]:
        entries = rulebook.entries()
        rules = [entry for entry in entries if entry.kind == "rule"]
        chapters = [
            self._chapter(title, [rule for rule in rules if _chapter_of(rule) == begins])
            for begins, title in {**CHAPTERS, "": "At the table"}.items()
        ]
        others = [self._chapter(KINDS[kind], [e for e in entries if e.kind == kind]) for kind in KINDS]
        return [*chapters, *others]

    def _chapter(self, title: str, entries: list[rulebook.Entry]) -> nodes.section:
        made = definitions((self._term(entry), entry.text) for entry in entries)
        for item, entry in zip(made, entries, strict=True):
            where = _where(entry)
            if where:
                item[-1] += nodes.paragraph("", "", *inline(f"in {where}"), classes=["numbers"])
        return self.section(title, made)

    def _term(self, entry: rulebook.Entry) -> nodes.Node:
        """Its name and numbers."""
        said = nodes.inline("", "", nodes.Text(entry.name))
        numbers = ", ".join(filter(None, (entry.id, entry.numbers)))
        if numbers:
            said += nodes.inline("", f" {numbers}", classes=["numbers"])
        if entry.rule:
            said["ids"].append(nodes.make_id(entry.rule))
            self.led_to(said["ids"][0], entry.rule)
        return said


class Rooms(Page):
    """`{rooms}`: every module in a line, room by room."""

    def run(self) -> list[nodes.Node]:
        rooms: dict[str, list[sources.Module]] = {}
        for module in sources.modules():
            package = sources.CHECKOUT.joinpath(*module.name.split("."))
            rooms.setdefault(module.name if package.is_dir() else module.name.rpartition(".")[0], []).append(module)
        return [self._room(room, inside) for room, inside in sorted(rooms.items())]

    def _room(self, room: str, inside: list[sources.Module]) -> nodes.section:
        own = [told for each in inside if each.name == room for told in paragraphs(each.told)]
        pairs = ((nodes.literal("", each.name), each.told) for each in inside if each.name != room)
        return self.section(room, *own, definitions(pairs, "options"))


class _Unsaid(ast.NodeTransformer):
    """The words of each `say(...)` in its place."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return node.args[0]


class Keys(SphinxDirective):
    """`{keys}`: the table's own page of keys. It is read as text: the module itself wants what draws the table."""

    def run(self) -> list[nodes.Node]:
        tree = ast.parse((sources.CHECKOUT / KEYS).read_text(encoding="utf-8"))
        given = [each for each in tree.body if isinstance(each, ast.Assign) and ast.unparse(each.targets) == "KEYS"]
        if len(given) != 1:
            raise self.error(f"{KEYS}: there is no table KEYS any more")
        made: list[nodes.Node] = []
        for heading, rows in ast.literal_eval(_Unsaid().visit(given[0].value)):
            keys = definitions(((nodes.literal("", key), told) for key, told in rows), "options")
            made.append(nodes.container("", nodes.rubric("", heading), keys))
        return [nodes.container("", *made, classes=["keys"])]


class Tolerances(SphinxDirective):
    """`{tolerances}`: each length of `sim.geometry.tolerance` with its reason, which is the comment behind it."""

    def run(self) -> list[nodes.Node]:
        text = (sources.CHECKOUT / TOLERANCES).read_text(encoding="utf-8")
        found = re.findall(r"^([A-Z_]+)(?:: \w+)? = ([^#\n]+?)(?:  # (.+))?$", text, re.MULTILINE)
        without = [name for name, _, why in found if not why]
        if without or not found:
            raise self.error(f"{TOLERANCES}: no reason is given for {', '.join(without) or 'anything'}")
        said = ((nodes.literal("", f"{name} = {value}"), why[:1].upper() + why[1:] + ".") for name, value, why in found)
        return [definitions(said, "options")]


class Playtests(SphinxDirective):
    """`{playtests}`: the figures of the boards that ship, with the commands that made them."""

    def run(self) -> list[nodes.Node]:
        found = [(nodes.Text(f"{each.map}, {each.scenario}"), _played(each)) for each in shipped_figures()]
        if not found:
            raise self.error("no board that ships is as it was when it was played on")
        return [definitions(found, "options")]


def _played(figures: ShippedFigures) -> str:
    """A play-test in a line, with its command."""
    zones = ", ".join(
        f"{zone.name} {percent(zone.share.share)} ({percent(zone.share.low)} to {percent(zone.share.high)}, "
        f"{zone.points:.1f} points a game)"
        for zone in figures.zones
    )
    first = figures.first_turn
    return (
        f"{figures.games} games, {figures.draws} drawn: {zones}. Who had the first turn: {percent(first.share)} "
        f"({percent(first.low)} to {percent(first.high)}). `{figures.command}`"
    )


class Plotted(SphinxDirective):
    """`{plotted} NAME`: a program that leaves an image of Pillow in `picture`, and that picture below it."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"alt": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        code = "\n".join(self.content)
        left: dict[str, object] = {}
        exec(compile(code, f"{self.env.docname}: {self.arguments[0]}", "exec"), left)
        folder = Path(self.env.app.doctreedir) / "plotted"
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{self.arguments[0]}.png"
        left["picture"].save(file)  # type: ignore[attr-defined]
        here = Path(self.env.doc2path(self.env.docname)).parent
        image = nodes.image(uri=Path(os.path.relpath(file, here)).as_posix(), alt=self.options["alt"])
        return [nodes.literal_block("", code, language="python"), image]


class Modules(SphinxDirective):
    """`{modules} PACKAGE`: the package's own docstring is left to the page, those of its modules are told."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        package = __import__(self.arguments[0], fromlist=["__path__"])
        names = sorted(each.name for each in pkgutil.iter_modules(package.__path__) if not each.name.startswith("_"))
        lines = [line for name in names for line in _automodule(f"{package.__name__}.{name}")]
        holder = nodes.section()
        holder.document = self.state.document
        self.state.nested_parse(StringList(lines, "generated"), 0, holder, match_titles=True)
        return holder.children


def _automodule(name: str) -> Iterator[str]:
    yield from (f"## {name}", "", "```{eval-rst}", f".. automodule:: {name}", "```", "")


def _found(group: click.Group, ctx: click.Context, name: str) -> click.Command:
    command = group.get_command(ctx, name)
    assert command is not None, name
    return command


def _usage(ctx: click.Context) -> str:
    return ctx.command.get_usage(ctx).removeprefix("Usage: ")


def _where(entry: rulebook.Entry) -> str:
    """The modules that an entry is played in, or that name a rule; nothing for what is told everywhere."""
    found = sources.module_of(entry)
    names = (found,) if found is not None else sources.naming().get(entry.id, ())
    return ", ".join(f"`{name}`" for name in names[:MOST_MODULES]) + (" ..." if len(names) > MOST_MODULES else "")


def _chapter_of(entry: rulebook.Entry) -> str:
    begins, dash, _ = entry.id.partition("-")
    return begins if dash and begins in CHAPTERS else ""


def definitions(pairs: Iterable[tuple[nodes.Node, str]], look: str = "") -> nodes.definition_list:
    """Terms and what is said of them; `look` is a class of the style sheet."""
    items = [
        nodes.definition_list_item("", nodes.term("", "", term), nodes.definition("", *paragraphs(told)))
        for term, told in pairs
    ]
    return nodes.definition_list("", *items, classes=[look] if look else [])


def paragraphs(text: str) -> list[nodes.paragraph]:
    """Plain text with `code` in backticks, as paragraphs."""
    return [
        nodes.paragraph("", "", *inline(" ".join(each.split())))
        for each in re.split(r"\n\s*\n", text.replace("\b", ""))
        if each.strip()
    ]


def inline(text: str) -> list[nodes.Node]:
    """Text with `code` in backticks."""
    parts = text.split("`")
    return [nodes.literal("", part) if number % 2 else nodes.Text(part) for number, part in enumerate(parts) if part]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("commands", Commands)
    app.add_directive("rulebook", Rulebook)
    app.add_directive("keys", Keys)
    app.add_directive("modules", Modules)
    app.add_directive("playtests", Playtests)
    app.add_directive("plotted", Plotted)
    app.add_directive("rooms", Rooms)
    app.add_directive("tolerances", Tolerances)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
