"""`bauta campaign decide`, `hire`, `dismiss` and `undo`: what players decide between two games."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from sim.carnevale.fields import LONGEST_NAME
from sim.cli.campaign_words import tell_since
from sim.cli.errors import UserError
from sim.cli.options import WORDS, example, json_option, print_json, tell
from sim.words import listed, say

if TYPE_CHECKING:
    from sim.campaign.campaign import Campaign
    from sim.campaign.state import CampaignGang

__all__ = ["as_document", "decide", "dismiss", "hire", "opened", "told_since", "undo"]

SEAT = click.option("--seat", type=WORDS, help="Whose decision it is, where several people play.")


@click.command(
    epilog=example(
        'bauta campaign decide carnival give "Bravo 1" 3',
        "bauta campaign decide carnival give Bravo 1 1 of 1",
        "bauta campaign decide carnival learn Bravo 1 Parry",
        "bauta campaign decide carnival done",
    )
)
@click.argument("name", type=WORDS)
@click.argument("words", metavar="WORD...", nargs=-1, required=True, type=WORDS)
@SEAT
@json_option
def decide(name: str, words: tuple[str, ...], seat: str | None, as_json: bool) -> None:
    """Decide what `bauta campaign show` asks.

    give WHO XP: points of the primary objective; with "of 1" those of the first deed that several share.
    learn WHO TALENT: and with "with SPELL" the spell that comes with Expert Sorcerer.
    die FACE...: what real dice show, in the order in which they are asked for.
    accept: what a bot would decide, until the gang is ready.
    done: nothing more of what is asked now; what is not given is lost when the next game begins.
    """
    from sim.app.text.campaign_words import decide_in_words

    campaign = opened(name)
    whose = _seat(campaign, seat, lambda gang: _asked(campaign, gang))
    since = len(campaign.file.log)
    decide_in_words(campaign, whose, " ".join(words))
    told_since(campaign, since, as_json)


def _asked(campaign: Campaign, gang: CampaignGang) -> bool:
    return bool(campaign.questions(gang.seat))


@click.command(
    epilog=example(
        "bauta campaign hire carnival Bravo --as Tita",
        "bauta campaign hire carnival --buy poison",
    )
)
@click.argument("name", type=WORDS)
@click.argument("character", required=False, type=WORDS)
@click.option("--as", "called", type=WORDS, default="", help="A name of its own.")
@click.option("--weapon", "weapons", multiple=True, type=WORDS, help="That its card lets it choose.")
@click.option("--spell", "spells", multiple=True, type=WORDS, help="That it knows.")
@click.option("--buy", "bought", multiple=True, type=WORDS, metavar="ITEM", help="Equipment.")
@SEAT
@json_option
def hire(
    name: str,
    character: str | None,
    called: str,
    weapons: tuple[str, ...],
    spells: tuple[str, ...],
    bought: tuple[str, ...],
    seat: str | None,
    as_json: bool,
) -> None:
    """A character joins a gang for ducats, of its faction or of the Gifted; equipment is bought.

    Gangs hire after a game, once their Leaders and Heroes have earned. Whom the gang may have, `bauta campaign show`
    says.
    """
    campaign = opened(name)
    if character is None and not bought:
        raise UserError(say("nobody is named, and nothing bought: give a CHARACTER, or --buy ITEM"))
    if character is None and (called or weapons or spells):
        raise UserError(say("--as, --weapon and --spell are of a character: name one"))
    whose = _seat(campaign, seat, lambda gang: _asked(campaign, gang))
    since = len(campaign.file.log)
    if character is not None:
        campaign.hire(whose, character, name=called[:LONGEST_NAME], weapons=weapons, spells=spells)
    for item in bought:
        campaign.buy(whose, item)
    told_since(campaign, since, as_json)


@click.command(epilog=example('bauta campaign dismiss carnival "Bravo 2"'))
@click.argument("name", type=WORDS)
@click.argument("who", type=WORDS)
@SEAT
@json_option
def dismiss(name: str, who: str, seat: str | None, as_json: bool) -> None:
    """A member leaves its gang for good; nothing is paid back."""
    campaign = opened(name)
    whose = _seat(campaign, seat, lambda gang: any(who.casefold() == each.name.casefold() for each in gang.present))
    since = len(campaign.file.log)
    campaign.dismiss(whose, who)
    told_since(campaign, since, as_json)


@click.command(epilog=example("bauta campaign undo carnival"))
@click.argument("name", type=WORDS)
@SEAT
@json_option
def undo(name: str, seat: str | None, as_json: bool) -> None:
    """Take back the last decision since the last game; dice stay as they fell."""
    from sim.campaign.folding import steps_of
    from sim.campaign.telling import entry_told

    campaign = opened(name)
    whose = _seat(campaign, seat, lambda gang: campaign.can_undo(gang.seat))
    steps = list(steps_of(campaign.file, str(campaign.path)))
    since = len(campaign.file.log)
    entry = campaign.undo(whose)
    words = next((entry_told(a, entry, b) for n, a, b in reversed(steps) if campaign.file.log[n] is entry), "")
    if not as_json:
        tell(say("Taken back: {what}", what=words) if words else say("Taken back."))
    told_since(campaign, since, as_json)


# --- what commands share ----------------------------------------------------------------------------------------


def opened(name: str) -> Campaign:
    """The campaign of this name. Raises CampaignError."""
    from sim.campaign.campaign import Campaign
    from sim.campaign.files import find_campaign

    return Campaign.open(find_campaign(name))


def _seat(campaign: Campaign, given: str | None, concerns: Callable[[CampaignGang], bool]) -> str:
    """The seat that is meant: the one given, or of those that people play the only one, or that it concerns."""
    people = [seat for seat in campaign.state.gangs if campaign.is_human(seat)]
    if given is not None:
        campaign.gang(given)
        if given not in people:
            raise UserError(say("--seat {seat}: a bot plays it, and decides for itself", seat=given))
        return given
    if not people:
        raise UserError(say("bots play all gangs of this campaign, and decide for themselves"))
    concerned = [seat for seat in people if concerns(campaign.gang(seat))]
    if len(people) == 1 or len(concerned) == 1:
        return (concerned or people)[0]
    raise UserError(say("say whose decision it is: --seat {seats}", seats=listed(people, last="or")))


def told_since(campaign: Campaign, since: int, as_json: bool) -> None:
    """What came of it."""
    if as_json:
        print_json(as_document(campaign))
    else:
        tell_since(campaign, since)


def as_document(campaign: Campaign) -> dict[str, object]:
    """A campaign as one JSON document: how it stands, and what is asked."""
    from sim.campaign.stages import stage_of
    from sim.campaign.story import standing_of

    state, game = campaign.state, campaign.state.open_game
    return {
        "name": campaign.file.name,
        "file": str(campaign.path),
        "seed": campaign.file.seed,
        "ducats": campaign.file.ducats,
        "over": state.over,
        "games": sum(each.outcome is not None for each in state.games),
        "under_way": None if game is None else {"game": game, "journal": str(campaign.journal_of(game))},
        "gangs": [standing_of(gang) for gang in state.gangs.values()],
        "stages": {seat: stage_of(gang) for seat, gang in state.gangs.items()},
        "questions": campaign.questions(),
    }
