"""The story of a campaign as one HTML page that opens anywhere and asks nobody for anything."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable

from sim.board.files.file_names import nice
from sim.board.files.folders import assets_dir
from sim.campaign.story import CampaignStory, GangStanding, MemberStanding, StoryGame
from sim.campaign.telling import talents_told
from sim.carnevale import equipment, scenarios
from sim.words import counted, joined, listed, say, term

__all__ = ["campaign_page", "fate_told", "member_told", "standing_told"]

TEMPLATE = "campaign.html"  # in `assets/reports`
FATES = {"dead": say("dead"), "left": say("gone by night"), "dismissed": say("dismissed")}


def campaign_page(story: CampaignStory, tell: Callable[[str], str]) -> str:
    """The page, in the language of `tell`."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(assets_dir() / "reports")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["told"] = lambda words: tell(term(words))
    return environment.get_template(TEMPLATE).render(
        story=story,
        subtitle=_subtitle(story),
        gangs=[(gang, standing_told(gang), [(each, _facts(each)) for each in gang.members]) for gang in story.gangs],
        games=[(game, _heading(game)) for game in story.games],
        names={gang.seat: gang.name for gang in story.gangs},
        headings={
            "gangs": say("The gangs"), "games": say("Game by game"), "member": say("Member"), "xp": say("XP"),
            "kills": say("Kills"), "what": say("Talents, injuries, fate"), "played": say("Games"),
        },
        font=b64encode((assets_dir() / "fonts" / "GoudyBookletter1911.otf").read_bytes()).decode(),
    )  # fmt: skip


def _subtitle(story: CampaignStory) -> str:
    games = sum(bool(game.outcome) for game in story.games)
    told = counted("{n} game was played", "{n} games were played", games)
    begun = say("{games}; {ducats} ducats at the beginning; dice of seed {seed}", games=told, ducats=story.ducats,
                seed=story.seed)  # fmt: skip
    return say("{words}; it has ended", words=begun) if story.over else begun


def _heading(game: StoryGame) -> str:
    if not game.number:
        return say("Before the first game")
    page = scenarios.find(game.scenario)
    title = term(page.title) if page is not None else game.scenario
    return say("Game {n}: {title} on {map}, {ducats} ducats", n=game.number, title=title, map=nice(game.map),
               ducats=game.ducats)  # fmt: skip


def standing_told(gang: GangStanding) -> str:
    """How a gang stands, in a line."""
    words = say(
        "{won} won, {drawn} drawn, {lost} lost, {vp} VP; worth {worth} ducats, {ducats} in hand",
        won=gang.won, drawn=gang.drawn, lost=gang.lost, vp=gang.vp, worth=gang.worth, ducats=gang.ducats,
    )  # fmt: skip
    if not gang.equipment:
        return words
    items = listed(term(equipment.title(item)) for item in gang.equipment)
    return say("{words}; it has {items}", words=words, items=items)


def member_told(member: MemberStanding) -> str:
    """Who a member is: rank and cost, and what it is called after if that is not its name."""
    rank = say("{rank}, {cost} ducats", rank=term(member.rank), cost=member.cost)
    if member.character in member.name:
        return rank
    return say("{character}, {rank}", character=term(member.character), rank=rank)


def fate_told(member: MemberStanding) -> str:
    """What became of a member; empty of one who is in the gang."""
    return FATES.get(member.fate, "")


def _facts(member: MemberStanding) -> str:
    facts = [
        *talents_told(member.talents),
        *(say("{injury} in the next game", injury=term(injury)) for injury in member.injuries),
        *([say("misses the next game")] if member.misses and not member.fate else []),
        *([fate_told(member)] if member.fate else []),
    ]
    return joined(", ", facts) if facts else ""
