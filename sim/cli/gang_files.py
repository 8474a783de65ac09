"""`bauta gang new`, `add`, `remove`, `text`, `compare` and `import`: gangs as files, without the window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.carnevale.fields import LONGEST_NAME, MOST_DUCATS, USUAL_DUCATS
from sim.cli.errors import UserError
from sim.cli.map_sharing import check_writable, written
from sim.cli.options import FILE, FOLDER, WORDS, WholeType, example, json_option, print_json, tell
from sim.words import counted, joined, listed, say, term

if TYPE_CHECKING:
    from sim.carnevale.gangs import Gang
    from sim.carnevale.rosters import Roster
    from sim.gangs.changing import GangText
    from sim.gangs.comparing import GangDifference, GangSums

__all__ = ["add", "compare", "import_", "new", "remove", "text"]

DUCATS = WholeType(1, MOST_DUCATS)
POINTS = {"ap": say("AP"), "lp": say("LP"), "wp": say("WP"), "cp": say("CP")}


@click.command(epilog=example('bauta gang new "The Night Watch" Capodecina Bravo Cutpurse --faction guild --ducats 75'))
@click.argument("name", type=WORDS)
@click.argument("characters", metavar="CHARACTER...", nargs=-1, required=True, type=WORDS)
@click.option("--faction", type=WORDS, help="Whose characters they are.")
@click.option("--roster", help="A roster of your own that they are of: its name or file.")
@click.option(
    "--ducats", type=DUCATS, default=USUAL_DUCATS, show_default=True, help="The limit that the gang is made for."
)
@click.option("--out", type=FILE, help="The file; default: among your own gangs, named after it.")
def new(
    name: str, characters: tuple[str, ...], faction: str | None, roster: str | None, ducats: int, out: Path | None
) -> None:
    """Begin a gang of these characters; what it still lacks is told."""
    from sim.carnevale.gangs import Gang
    from sim.gangs.changing import recruit

    file = _roster_file(roster)
    theirs = _roster(faction, file)
    if not name.strip() or len(name.strip()) > LONGEST_NAME:
        raise UserError(say("NAME has 1 to {most} letters", most=LONGEST_NAME))
    members = tuple(recruit(theirs, character) for character in characters)
    own = str(file.resolve()) if file is not None else None
    gang = Gang(1, name.strip(), theirs.faction, members, ducats, roster=own)
    _keep(gang, theirs, out)


@click.command(
    epilog=example("bauta gang add my-gang Bravo Bravo", "bauta gang add my-gang Cutpurse --as Tita --buy poison")
)
@click.argument("gang", metavar="GANG")
@click.argument("characters", metavar="[CHARACTER]...", nargs=-1, type=WORDS)
@click.option("--as", "name", type=WORDS, default="", help="A name of its own.")
@click.option("--weapon", "weapons", multiple=True, type=WORDS, help="That its card lets it choose.")
@click.option("--spell", "spells", multiple=True, type=WORDS, help="That it knows.")
@click.option("--buy", "bought", multiple=True, type=WORDS, metavar="ITEM", help="Equipment.")
@click.option("--out", type=FILE, help="Write it here, and leave the gang's own file as it is.")
def add(
    gang: str,
    characters: tuple[str, ...],
    name: str,
    weapons: tuple[str, ...],
    spells: tuple[str, ...],
    bought: tuple[str, ...],
    out: Path | None,
) -> None:
    """Characters join a gang, and equipment is bought. All else in its file stays as it was written."""
    from sim.gangs.changing import added, recruit

    if not characters and not bought:
        raise UserError(say("nobody is named, and nothing bought: give a CHARACTER, or --buy ITEM"))
    if len(characters) != 1 and (name or weapons or spells):
        raise UserError(say("--as, --weapon and --spell are of one character: name one"))
    was, path = _own(gang, out)
    joining = [
        recruit(was.roster, each, name=name[:LONGEST_NAME], weapons=weapons, spells=spells) for each in characters
    ]
    _put(added(was, joining, bought), path)


@click.command(epilog=example("bauta gang remove my-gang Beppo", "bauta gang remove my-gang Bravo poison"))
@click.argument("gang", metavar="GANG")
@click.argument("leaving", metavar="WHO...", nargs=-1, required=True, type=WORDS)
@click.option("--out", type=FILE, help="Write it here, and leave the gang's own file as it is.")
def remove(gang: str, leaving: tuple[str, ...], out: Path | None) -> None:
    """Members leave a gang, by their own names or their characters', and equipment is given back."""
    from sim.gangs.changing import removed

    was, path = _own(gang, out)
    _put(removed(was, leaving), path)


@click.command(epilog=example("bauta gang text guild", "bauta gang text my-gang > my-gang.txt"))
@click.argument("gang", metavar="GANG")
def text(gang: str) -> None:
    """Print a gang as text to paste into a chat; `bauta gang import` reads it again."""
    from sim.carnevale.gangs import read_gang
    from sim.gangs.share_text import share_text

    click.echo(share_text(read_gang(gang)[0]), nl=False)


@click.command(epilog=example("bauta gang compare guild guild-100", "bauta gang compare my-gang old.toml --json"))
@click.argument("first", metavar="GANG")
@click.argument("second", metavar="GANG")
@json_option
def compare(first: str, second: str, as_json: bool) -> None:
    """What is different between two gangs: who is in one of them alone, and what they come to."""
    from sim.carnevale.gangs import read_gang
    from sim.gangs import comparing

    found = comparing.compare(read_gang(first), read_gang(second))
    if as_json:
        print_json(found)
        return
    for sums in found.gangs:
        tell(_sums(sums))
    if not found.members and not found.equipment:
        tell(say("Both have the same members and equipment."))
    for difference in (*found.members, *found.equipment):
        tell(_difference(difference), indent=2)


@click.command(
    name="import", epilog=example("bauta gang import from-a-chat.txt", "bauta gang import carnevale.gst *.cat")
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@click.option("--roster", help="A roster of your own that the characters of a text are of: its name or file.")
@click.option("--out", type=FOLDER, help="A folder; default: among your own gangs and rosters.")
@json_option
def import_(files: tuple[Path, ...], roster: str | None, out: Path | None, as_json: bool) -> None:
    """Make gangs and rosters of what other programs wrote; what is not understood is told, and left out.

    A gang is made of a text that `bauta gang text` or another list builder wrote, or of a list of BattleScribe (.ros,
    .rosz); a roster, for `--roster`, of each of its catalogues (.cat, .catz). Give catalogues all at once, with their
    game system (.gst, .gstz): they refer to one another.
    """
    from sim.gangs.bringing import bring

    made = bring(files, _roster_file(roster), out)
    if as_json:
        print_json(
            [
                {"file": str(each.path), "gang": each.gang is not None, "left_out": each.notes,
                 "characters": len(each.roster.characters if each.gang is None else each.gang.members)}
                for each in made
            ]
        )  # fmt: skip
        return
    for each in made:
        for words in each.notes:
            tell(words, err=True)
        if each.gang is not None:
            _tell_kept(each.path, each.gang, each.roster)
        else:
            tell(
                counted(
                    "{file}: the roster of the {faction}, {n} character",
                    "{file}: the roster of the {faction}, {n} characters",
                    len(each.roster.characters), file=each.path, faction=each.roster.faction,
                )
            )  # fmt: skip


def _roster_file(named: str | None) -> Path | None:
    """A roster of the player's own, by its file or its name. Raises UserError."""
    from sim.carnevale.gangs import own_rosters, own_rosters_dir
    from sim.errors import meant

    if named is None or named.endswith(".toml"):
        return None if named is None else Path(named)
    names = [path.stem for path in own_rosters()]
    if named not in names:
        mend = meant(named, names) if names else say("you have none; `bauta gang import` makes them")
        raise UserError(say("--roster {name}: give a .toml file, or a name; {mend}", name=named, mend=mend))
    return own_rosters_dir() / f"{named}.toml"


def _roster(faction: str | None, own: Path | None) -> Roster:
    """The roster that is asked for. Raises UserError, and WrongData of a file that is none."""
    from sim.carnevale.gangs import shipped_rosters
    from sim.carnevale.rosters import read_roster
    from sim.errors import meant

    if own is not None:
        return read_roster(own)
    rosters = shipped_rosters()
    found = next((each for each in rosters if faction and each.faction.casefold() == faction.casefold()), None)
    if found is None:
        names = [each.faction for each in rosters]
        if faction is None:
            raise UserError(say("give --faction, one of: {names}; or --roster FILE", names=listed(names)))
        raise UserError(say("--faction {faction}: there is none; {mend}", faction=faction, mend=meant(faction, names)))
    return found


def _own(gang: str, out: Path | None) -> tuple[GangText, Path]:
    """A gang that may be changed, and where it is written. Raises UserError of one that comes with the game."""
    from sim.carnevale.gangs import find_gang, shipped_gangs
    from sim.gangs.changing import read_gang_text

    path = find_gang(gang)
    if out is not None:
        check_writable("--out", out)
    elif path.resolve() in [each.resolve() for each in shipped_gangs()]:
        raise UserError(
            say("{gang} comes with the game and stays as it is: give --out FILE for one of your own", gang=gang)
        )
    return read_gang_text(path), out or path


def _put(made: GangText, path: Path) -> None:
    written(path, made.text.encode())
    _tell_kept(path, made.gang, made.roster)


def _keep(gang: Gang, roster: Roster, out: Path | None) -> None:
    """A new gang is written, and told with what it lacks."""
    from sim.gangs.document import GangDocument
    from sim.gangs.files import save_gang
    from sim.gangs.writing import gang_text

    if out is None:
        path = save_gang(GangDocument(gang))
    else:
        check_writable("--out", out)
        written(path := out, gang_text(gang).encode())
    _tell_kept(path, gang, roster)


def _tell_kept(path: Path, gang: Gang, roster: Roster) -> None:
    """Where a gang lies now, what it costs, and every reason why it may not be fielded yet."""
    from sim.carnevale.gangs import checked

    check = checked(gang, roster, gang.ducats)
    tell(
        counted(
            "{file}: {name}, {n} character, {cost} of {limit} ducats",
            "{file}: {name}, {n} characters, {cost} of {limit} ducats",
            len(gang.members), file=path, name=gang.name, cost=check.spent, limit=check.limit,
        )
    )  # fmt: skip
    for fault in check.faults:
        tell(fault.words, indent=2)


def _sums(sums: GangSums) -> str:
    ranks = joined(", ", [say("{label} {value}", label=term(rank), value=n) for rank, n in sums.ranks.items()])
    points = joined(", ", [say("{label} {value}", label=POINTS[key], value=n) for key, n in sums.points.items()])
    told = say(
        "{name} ({faction}): {cost} of {limit} ducats; {ranks}; {points}",
        name=sums.name, faction=sums.faction, cost=sums.ducats, limit=sums.limit, ranks=ranks, points=points,
    )  # fmt: skip
    return joined("; ", (told, *sums.faults))


def _difference(difference: GangDifference) -> str:
    return say(
        "{what}: {first} and {second}", what=term(difference.what), first=difference.first, second=difference.second
    )
