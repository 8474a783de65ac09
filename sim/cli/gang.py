"""`bauta gang`: gangs and their characters."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from sim.cli.options import example, json_option, print_json

if TYPE_CHECKING:
    from sim.carnevale.characters import Profile, Weapon
    from sim.carnevale.magic.spells import Spell
    from sim.carnevale.setup import GangSetup

__all__ = ["check", "command", "show"]

STATS = (("Move", "move"), ("Dex", "dexterity"), ("Attack", "attack"), ("Prot", "protection"), ("Mind", "mind"))
POINTS = (("AP", "ap"), ("LP", "lp"), ("WP", "wp"), ("CP", "cp"))


@click.group(name="gang")
def command() -> None:
    """Check and show gangs."""


@command.command(epilog=example("bauta gang check guild", "bauta gang check my-gang.toml --ducats 100"))
@click.argument("gangs", metavar="GANG...", nargs=-1, required=True)
@click.option("--ducats", type=click.IntRange(1, 10_000), help="The limit to check against [default: the gang's own].")
def check(gangs: tuple[str, ...], ducats: int | None) -> None:
    """Whether gangs may be fielded; every reason why not is named."""
    for name in gangs:
        gang = _muster(name, ducats)
        cost = _cost(gang)
        click.echo(f"{gang.name} ({gang.faction}): legal, {len(gang.members)} characters, {cost} ducats")


@command.command(epilog=example("bauta gang show guild", "bauta gang show my-gang.toml --json"))
@click.argument("gang", metavar="GANG")
@json_option
def show(gang: str, as_json: bool) -> None:
    """The cards of a gang's characters."""
    made = _muster(gang, None)
    if as_json:
        print_json(made)
        return
    click.echo(f"{made.name} ({made.faction}), {_cost(made)} ducats")
    if made.equipment:
        click.echo("Equipment: " + ", ".join(made.equipment))
    profiles = [member.profile for member in made.members]
    for profile in dict.fromkeys(profile.name for profile in profiles):
        alike = [each for each in profiles if each.name == profile]
        click.echo()
        click.echo("\n".join(_card(alike[0], len(alike))))


def _muster(name_or_path: str, ducats: int | None) -> GangSetup:
    from sim.carnevale.gangs import muster, read_gang

    gang, roster = read_gang(name_or_path)
    return muster(gang, roster, "north", ducats or gang.ducats)


def _cost(gang: GangSetup) -> int:
    """Ducats for its members and its equipment."""
    from sim.carnevale.equipment import price

    return sum(member.profile.cost for member in gang.members) + price(gang.equipment)


def _card(profile: Profile, times: int) -> list[str]:
    """A character's card: stats, weapons, abilities, spells and the cantrip, commands."""
    from sim.carnevale.characters import Character
    from sim.carnevale.magic import spells

    count = f"{times} x " if times > 1 else ""
    lines = [
        f"{count}{profile.name}, {profile.cost} ducats, {profile.size} mm: {', '.join(profile.keywords)}",
        "  " + "  ".join(f"{name} {getattr(profile, stat)}" for name, stat in (*STATS, *POINTS)),
        *(f"  {_weapon(weapon)}" for weapon in profile.weapons),
    ]
    known = spells.known(Character.enter(profile.name, "", profile))
    for name, words in (("Abilities", profile.abilities), ("Spells", [_spell(each) for each in known])):
        if words:
            lines += _wrapped(f"{name}: {', '.join(words)}")
    for order in profile.commands:
        lines += _wrapped(f"{order.name} ({order.form}, {order.cost} CP): {order.text}")
    return [*lines, *_wrapped(profile.about)]


def _wrapped(words: str) -> list[str]:
    return textwrap.wrap(words, 110, initial_indent="  ", subsequent_indent="    ")


def _spell(spell: Spell) -> str:
    return f"{spell.name} ({spell.cost} WP, {spell.difficulty}+)"


def _weapon(weapon: Weapon) -> str:
    reach = f'range {weapon.range:g}"' if weapon.range else "close"
    numbers = f"evasion {weapon.evasion:+d}, damage {weapon.damage:+d}, penetration {weapon.penetration:+d}"
    traits = f" ({', '.join(weapon.words)})" if weapon.words else ""
    return f"{weapon.name}: {reach}, {numbers}{traits}"
