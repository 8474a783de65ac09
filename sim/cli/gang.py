"""`bauta gang`: gangs and their characters, shown, printed and built."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.cli import gang_files
from sim.cli.errors import UserError, mistake_line
from sim.cli.map_sharing import check_writable, written
from sim.cli.options import (
    FILE,
    PIXELS,
    WholeType,
    example,
    json_option,
    print_json,
    tell,
)
from sim.cli.spoken_help import CommandGroup
from sim.errors import BautaError
from sim.words import counted, joined, listed, reason, say, term
from sim.words.tongues import told

if TYPE_CHECKING:
    from sim.carnevale.characters import Profile, Weapon
    from sim.carnevale.magic.spells import Spell
    from sim.carnevale.setup import GangSetup

__all__ = ["build", "check", "command", "print_", "show"]

STATS = (
    (say("MOV"), "move"), (say("DEX"), "dexterity"), (say("ATT"), "attack"), (say("PRO"), "protection"),
    (say("MND"), "mind"),
)  # fmt: skip
POINTS = ((say("AP"), "ap"), (say("LP"), "lp"), (say("WP"), "wp"), (say("CP"), "cp"))


@click.group(cls=CommandGroup, name="gang")
def command() -> None:
    """Build, check, show, print and share gangs."""


for other in (
    gang_files.new,
    gang_files.add,
    gang_files.remove,
    gang_files.text,
    gang_files.compare,
    gang_files.import_,
):
    command.add_command(other)


@command.command(epilog=example("bauta gang check guild", "bauta gang check my-gang.toml --ducats 100"))
@click.argument("gangs", metavar="GANG...", nargs=-1, required=True)
@click.option("--ducats", type=WholeType(1, 10_000), help="The limit to check against [default: the gang's own].")
@json_option
def check(gangs: tuple[str, ...], ducats: int | None, as_json: bool) -> int:
    """Whether gangs may be fielded; every reason why not is named. Exits with 2 if one may not."""
    from sim.carnevale.gangs import IllegalGang, fielded

    found: list[dict[str, object]] = []
    for file in gangs:
        try:
            gang = fielded(file, "north", ducats)
        except BautaError as wrong:
            why = wrong.reasons if isinstance(wrong, IllegalGang) else [reason(wrong)]
            found.append({"gang": file, "legal": False, "reasons": list(why)})
            if not as_json:
                click.echo(mistake_line(wrong, "bauta gang"), err=True)
            continue
        members, cost = len(gang.members), _cost(gang)
        found.append({"gang": file, "legal": True, "reasons": [], "characters": members, "ducats": cost})
        told = {"name": gang.name, "faction": gang.faction, "cost": cost}
        if not as_json:
            tell(
                counted(
                    "{name} ({faction}): legal, {n} character, {cost} ducats",
                    "{name} ({faction}): legal, {n} characters, {cost} ducats",
                    members,
                    **told,
                )
            )
    sound = all(each["legal"] for each in found)
    if as_json:
        print_json({"ok": sound, "gangs": found})
    return 0 if sound else 2


@command.command(epilog=example("bauta gang show guild", "bauta gang show my-gang.toml --json"))
@click.argument("gang", metavar="GANG")
@json_option
def show(gang: str, as_json: bool) -> None:
    """The cards of a gang's characters."""
    from sim.carnevale.gangs import fielded

    made = fielded(gang, "north")
    if as_json:
        print_json(made)
        return
    tell(say("{name} ({faction}), {cost} ducats", name=made.name, faction=made.faction, cost=_cost(made)))
    if made.equipment:
        from sim.carnevale.equipment import find

        items = (term(found.title) for found in map(find, made.equipment) if found is not None)
        tell(say("Equipment: {items}", items=joined(", ", items)))
    profiles = [member.profile for member in made.members]
    for profile in dict.fromkeys(profile.name for profile in profiles):
        alike = [each for each in profiles if each.name == profile]
        click.echo()
        click.echo("\n".join(_card(alike[0], len(alike))))


@command.command(name="print", epilog=example("bauta gang print guild --out guild.html"))
@click.argument("gang", metavar="GANG")
@click.option("--out", type=FILE, help="The file: .html or .pdf.", required=True)
@click.option("--pictures", is_flag=True, help="With a picture of each mini; drawn the first time.")
def print_(gang: str, out: Path, pictures: bool) -> None:
    """Write a gang as an A4 sheet to play by: all cards, with boxes to tick.

    A web page (.html) is whole in itself and prints from any browser. A gang that is not legal is printed, too, with
    the reasons.
    """
    from sim.carnevale.gangs import checked, read_gang
    from sim.sheets.gang_sheet import gang_sheet
    from sim.sheets.writing import ENDINGS, sheet_bytes

    if out.suffix.lower() not in ENDINGS:
        raise UserError(
            say(
                "{option} {file}: let its name end in {endings}",
                option="--out",
                file=out,
                endings=listed(ENDINGS, last="or"),
            )
        )
    check_writable("--out", out)
    made, roster = read_gang(gang)
    found = checked(made, roster, made.ducats)
    drawn = _pictures([profile for profile in found.profiles if profile is not None]) if pictures else {}
    written(out, sheet_bytes(gang_sheet(made, found, drawn), out.suffix))
    click.echo(str(out))


def _pictures(profiles: list[Profile]) -> dict[str, bytes]:
    """Pictures of minis, by their keys on the sheet. Raises UserError where nothing can draw them."""
    from sim.app.gang_builder.portraits import Sitter, make_portraits, portrait_png
    from sim.app.system import missing_table
    from sim.sheets.gang_sheet import picture_key

    if missing := missing_table():
        raise UserError(say("--pictures: {missing}", missing=missing))
    sitters = {picture_key(profile): Sitter(profile.body, profile.size) for profile in profiles}
    make_portraits(list(sitters.values())).wait()
    made = {key: portrait_png(sitter) for key, sitter in sitters.items()}
    return {key: png for key, png in made.items() if png is not None}


@command.command(epilog=example("bauta gang build", "bauta gang build guild"))
@click.argument("gang", metavar="[GANG]", default="")
@click.option("--size", type=PIXELS, default="1280x800", show_default=True, help="Of the window, in pixels.")
def build(gang: str, size: tuple[int, int]) -> None:
    """Build a gang in a window: from a roster, with its costs and what is wrong told as you go.

    Of a gang that comes with the game a copy is built, which is one of your own once it is saved.
    """
    from sim.app.system import has_display, missing_table
    from sim.carnevale.gangs import read_gang

    if gang:
        read_gang(gang)  # what is wrong with it is said before a window opens
    if missing := missing_table():
        raise UserError(
            say("{missing}; a gang is text: write it with any editor, and `bauta gang check` it", missing=missing)
        )
    if not has_display():
        raise UserError(say("no display to open a window on: a gang is text, too: write it, and `bauta gang check` it"))
    from sim.app.hud.gang_panel import GangRequest
    from sim.app.window.table_window import TableWindow

    TableWindow((max(size[0], 960), max(size[1], 640))).run(build=GangRequest(gang=gang))


def _cost(gang: GangSetup) -> int:
    """Ducats for its members and its equipment."""
    from sim.carnevale.equipment import price

    return sum(member.profile.cost for member in gang.members) + price(gang.equipment)


def _card(profile: Profile, times: int) -> list[str]:
    """A character's card: stats, weapons, abilities, spells and the cantrip, commands."""
    from sim.carnevale.characters import Character
    from sim.carnevale.magic import spells
    from sim.carnevale.names import keywords_told

    head = say(
        "{name}, {cost} ducats, {size} mm: {keywords}",
        name=profile.name, cost=profile.cost, size=profile.size, keywords=keywords_told(profile.keywords),
    )  # fmt: skip
    numbers = (say("{label} {value}", label=label, value=getattr(profile, stat)) for label, stat in (*STATS, *POINTS))
    lines = [
        told(say("{n} x {what}", n=times, what=head) if times > 1 else head),
        "  " + told(joined("  ", numbers)),
        *(f"  {told(_weapon(weapon))}" for weapon in profile.weapons),
    ]
    if profile.abilities:
        lines += _wrapped(say("Abilities: {names}", names=joined(", ", map(term, profile.abilities))))
    if known := spells.known(Character.enter(profile.name, "", profile)):
        lines += _wrapped(say("Spells: {names}", names=joined(", ", map(_spell, known))))
    for order in profile.commands:
        form, cost = term(order.form), say("{cost} CP", cost=order.cost)
        kind = joined(", ", (form, cost))
        lines += _wrapped(say("{command} ({kind}): {text}", command=term(order.name), kind=kind, text=term(order.text)))
    return [*lines, *_wrapped(term(profile.about))]


def _wrapped(words: str) -> list[str]:
    return textwrap.wrap(told(words), 110, initial_indent="  ", subsequent_indent="    ")


def _spell(spell: Spell) -> str:
    return say(
        "{spell} ({cost} WP, {difficulty}+)", spell=term(spell.name), cost=spell.cost, difficulty=spell.difficulty
    )


def _weapon(weapon: Weapon) -> str:
    reach = say('range {inches:g}"', inches=weapon.range) if weapon.range else say("close")
    numbers = {"evasion": weapon.evasion, "damage": weapon.damage, "penetration": weapon.penetration}
    words = say(
        "{weapon}: {reach}, evasion {evasion:+d}, damage {damage:+d}, penetration {penetration:+d}",
        weapon=term(weapon.name), reach=reach, **numbers,
    )  # fmt: skip
    return (
        say("{words} ({traits})", words=words, traits=joined(", ", map(term, weapon.words))) if weapon.words else words
    )
