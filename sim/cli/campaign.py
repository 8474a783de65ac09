"""`bauta campaign`: linked games of the same gangs, which learn, bleed, earn and hire between them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from sim.carnevale.fields import MOST_DUCATS, USUAL_DUCATS
from sim.cli import campaign_decisions, campaign_games
from sim.cli.campaign_words import tell_state, tell_story
from sim.cli.duel import PERSON
from sim.cli.errors import UserError
from sim.cli.map_sharing import check_writable, written
from sim.cli.options import FILE, FOLDER, SEED, WORDS, WholeType, example, json_option, print_json, tell
from sim.cli.spoken_help import CommandGroup
from sim.words import counted, joined, listed, say, term

if TYPE_CHECKING:
    from sim.campaign.campaign import Campaign
    from sim.campaign.ending import KeptGang
    from sim.campaign.files import KeptCampaign

__all__ = ["aside", "command", "end", "new", "report", "show"]


@click.group(cls=CommandGroup, name="campaign")
def command() -> None:
    """Play linked games: gangs learn, bleed, earn and hire."""


@command.command(
    epilog=example(
        "bauta campaign new carnival --gang guild=human --gang rashaar=seasoned --seed 7",
        "bauta campaign new spring --gang my-gang.toml --gang vatican --ducats 150 --typed-dice",
    )
)
@click.argument("name", type=WORDS)
@click.option(
    "--gang", "gangs", multiple=True, required=True, metavar="FILE[=human|BOT]",
    help="A gang by name or file, and who plays it; two to four times.",
)  # fmt: skip
@click.option(
    "--ducats", type=WholeType(1, MOST_DUCATS), default=USUAL_DUCATS, show_default=True,
    help="For each gang at the beginning; what it has not spent it keeps.",
)  # fmt: skip
@click.option("--seed", type=SEED, help="Of all dice, which it foretells; none: by chance.")
@click.option("--typed-dice", is_flag=True, help="Real dice: what they show is typed in.")
@json_option
def new(name: str, gangs: tuple[str, ...], ducats: int, seed: int | None, typed_dice: bool, as_json: bool) -> None:
    """Begin a campaign of two to four gangs, played by people at this screen or by bots.

    The gangs are copied with their rosters: the campaign goes on whatever becomes of their files. The same seed throws
    the same dice.
    """
    from sim.campaign.campaign import Campaign

    _tell_or_print(Campaign.new(name, list(map(_gang, gangs)), ducats, seed, typed_dice=typed_dice), as_json)


def _gang(given: str) -> tuple[str, str]:
    """`guild=human`: a gang, and who plays it; a person where nothing is said. Raises UserError."""
    from sim.bots.base import BOTS, UnknownBot
    from sim.engine.table import HUMAN

    gang, equals, player = given.partition("=")
    player = HUMAN if player in ("", PERSON) else player
    if not gang or (equals and not given.partition("=")[2]):
        raise UserError(say("--gang {text}: write FILE=human or FILE=BOT, as in guild=seasoned", text=given))
    try:
        if player != HUMAN:
            BOTS.maker(player)
    except UnknownBot as unknown:
        raise UserError(say("--gang {text}: {why}, or {human}", text=given, why=unknown, human=HUMAN)) from None
    return gang, player


@command.command(epilog=example("bauta campaign show", "bauta campaign show carnival", "bauta campaign show --json"))
@click.argument("name", required=False, type=WORDS)
@json_option
def show(name: str | None, as_json: bool) -> None:
    """How a campaign stands, and what is to be decided now; without NAME, which campaigns there are."""
    from sim.campaign.campaign import Campaign
    from sim.campaign.files import find_campaign, kept_campaigns

    if name is not None:
        _tell_or_print(Campaign.open(find_campaign(name)), as_json)
        return
    kept = kept_campaigns()
    if as_json:
        print_json({"campaigns": list(map(_with_file, kept))})
        return
    if not kept:
        tell(say("There is no campaign yet; begin one: {how}", how="bauta campaign new NAME --gang FILE --gang FILE"))
    for each in kept:
        if each.trouble:
            tell(say("{name}: cannot be opened: {why}", name=each.path.stem, why=each.trouble))
            continue
        games = counted("{n} game", "{n} games", each.games)
        told = {"file": each.path.stem, "name": each.name, "games": games, "gangs": listed(map(term, each.gangs))}
        tell(say("{file}: {name}, {games}; {gangs}", **told))


def _with_file(kept: KeptCampaign | KeptGang) -> dict[str, object]:
    return {**msgspec.structs.asdict(kept), "path": str(kept.path)}


def _tell_or_print(campaign: Campaign, as_json: bool) -> None:
    if as_json:
        print_json(campaign_decisions.as_document(campaign))
    else:
        tell_state(campaign)


@command.command(epilog=example("bauta campaign report carnival", "bauta campaign report carnival --out story.html"))
@click.argument("name", type=WORDS)
@click.option("--out", type=FILE, help="The page, .html; default: beside the campaign's games.")
@json_option
def report(name: str, out: Path | None, as_json: bool) -> None:
    """Write the story of a campaign as a web page that is whole in itself: gangs, games, dice and decisions."""
    from sim.campaign.campaign import Campaign
    from sim.campaign.files import find_campaign
    from sim.campaign.report_page import campaign_page
    from sim.campaign.story import story_of
    from sim.words.tongues import told

    if out is not None:
        if out.suffix.lower() not in (".html", ".htm"):
            raise UserError(say("--out {file}: let its name end in .html", file=out))
        check_writable("--out", out)
    campaign = Campaign.open(find_campaign(name))
    story = story_of(campaign.file, str(campaign.path))
    page = out or campaign.journals / "report.html"
    if out is None:
        campaign.journals.mkdir(parents=True, exist_ok=True)
    written(page, campaign_page(story, told).encode())
    if as_json:
        print_json(story)
        return
    tell_story(story)
    click.echo(str(page))


@command.command(epilog=example("bauta campaign end carnival", "bauta campaign end carnival --out gangs"))
@click.argument("name", type=WORDS)
@click.option("--out", type=FOLDER, help="A folder for the gangs; default: among your own.")
@json_option
def end(name: str, out: Path | None, as_json: bool) -> None:
    """End a campaign, and keep its gangs as files for the next: each talent is worth 5 ducats in them.

    Called again, it writes the gangs again.
    """
    from sim.campaign.campaign import Campaign
    from sim.campaign.ending import export_gang
    from sim.campaign.files import find_campaign

    campaign = Campaign.open(find_campaign(name))
    if not campaign.state.over:
        campaign.end()
    kept = [export_gang(gang, campaign.file.name, out) for gang in campaign.state.gangs.values()]
    if as_json:
        print_json({"gangs": list(map(_with_file, kept))})
        return
    for each in kept:
        tell(say("{gang}: {ducats} ducats, {file}", gang=each.name, ducats=each.ducats, file=each.path))
        for note in each.notes:
            tell(joined("", (note,)), indent=2)


@command.command(epilog=example("bauta campaign aside carnival", "bauta campaign aside carnival --back"))
@click.argument("name", type=WORDS)
@click.option("--back", is_flag=True, help="Bring one back that was laid aside.")
def aside(name: str, back: bool) -> None:
    """Lay a campaign aside: it is in no list any more, and nothing of it is lost.

    Its file and its games lie in the folder "aside" of the campaigns, from where it can be brought back; who wants it
    gone deletes them there.
    """
    from sim.campaign.files import brought_back, find_campaign, laid_aside

    if back:
        tell(say("{file}: is back", file=brought_back(find_campaign(name, aside=True))))
    else:
        tell(say("{file}: is laid aside", file=laid_aside(find_campaign(name))))


for other in (
    campaign_games.play,
    campaign_games.record,
    campaign_games.abandon,
    campaign_decisions.decide,
    campaign_decisions.hire,
    campaign_decisions.dismiss,
    campaign_decisions.undo,
):
    command.add_command(other)
