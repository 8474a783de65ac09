"""What `bauta campaign` prints: how a campaign stands, what is asked, and what happened just now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.cli.options import tell
from sim.words import capital, counted, listed, say, term

if TYPE_CHECKING:
    from sim.campaign.campaign import Campaign
    from sim.campaign.questions import AskHire, AskTalent, AskXp, CampaignQuestion
    from sim.campaign.story import CampaignStory, GangStanding

__all__ = ["question_told", "tell_questions", "tell_since", "tell_state", "tell_story"]


def tell_state(campaign: Campaign) -> None:
    """The gangs with their members, the game under way, and what is to be decided."""
    from sim.campaign.story import standing_of

    state = campaign.state
    games = counted(
        "{n} game was played", "{n} games were played", sum(game.outcome is not None for game in state.games)
    )
    tell(say("{name}: {games}.", name=campaign.file.name, games=games))
    for gang in state.gangs.values():
        tell_gang(standing_of(gang))
    tell_questions(campaign)


def tell_gang(gang: GangStanding) -> None:
    """A gang and all who are or were in it."""
    from sim.campaign.report_page import standing_told
    from sim.campaign.roster_words import gang_told, member_line

    tell("")
    tell(gang_told(gang))
    tell(capital(standing_told(gang)), indent=2)
    for member in gang.members:
        tell(member_line(member), indent=4)


def tell_questions(campaign: Campaign) -> None:
    """What people are asked, with the command that answers it; or that a game is under way, or may begin."""
    state, name = campaign.state, campaign.path.stem
    tell("")
    if state.over:
        tell(say("The campaign has ended."))
        return
    if (game := state.open_game) is not None:
        tell(say("Game {n} is under way on {map}: bauta campaign play {name}", n=game.number, map=game.map, name=name))
        return
    questions = campaign.questions()
    for seat in dict.fromkeys(question.seat for question in questions):
        tell(say("Asked of {gang}:", gang=campaign.gang(seat).name))
        own = [question for question in questions if question.seat == seat]
        for question in own:
            for line in question_told(question, name):
                tell(line, indent=2)
        if type(own[0]).__name__ != "AskDie":
            several = sum(map(campaign.is_human, state.gangs)) > 1
            done = f"bauta campaign decide {name} done" + (f" --seat {seat}" if several else "")
            tell(say("That is all: {command}", command=done), indent=2)
    if not questions:
        tell(say("All gangs are ready: bauta campaign play {name}", name=name))


def question_told(question: CampaignQuestion, name: str) -> list[str]:
    """What is asked and how it is answered, a line each."""
    match type(question).__name__:
        case "AskDie":
            return [_die(question, name)]
        case "AskXp":
            return [_xp(question, name)]  # type: ignore[arg-type]
        case "AskTalent":
            return [_talent(question, name)]  # type: ignore[arg-type]
    return _hire(question, name)  # type: ignore[arg-type]


def _die(question: CampaignQuestion, name: str) -> str:
    why = {
        "injury": say("a D10 for the injury of {who}", who=getattr(question, "name", "")),
        "mortal wound": say("a D10 for the life of {who}", who=getattr(question, "name", "")),
        "income": say("a D10 for what {who} earns", who=getattr(question, "name", "")),
        "gifted": say("a D10 for whether {who} stays", who=getattr(question, "name", "")),
    }[getattr(question, "purpose", "injury")]
    return say("throw {die}: {command}", die=why, command=f"bauta campaign decide {name} die FACE")


def _xp(question: AskXp, name: str) -> str:
    can = [each.name for each in question.options if not each.unique]
    if question.deed is None:
        told: dict[str, object] = {"n": question.xp, "command": f"bauta campaign decide {name} give WHO XP"}
        if len(can) < len(question.options):
            return say("{n} XP of the primary objective, for anybody who is not Unique: {command}", **told)
        return say("{n} XP of the primary objective, for anybody: {command}", **told)
    give = f"bauta campaign decide {name} give WHO XP of {question.deed + 1}"
    told = {"n": question.xp, "title": term(question.title), "who": listed(can), "command": give}
    return say("{n} XP of “{title}”, to be divided among {who}: {command}", **told)


def _talent(question: AskTalent, name: str) -> str:
    can = listed([say("{talent} for {price}", talent=term(each.talent), price=each.price)
                  for each in question.options if not each.against], last="or")  # fmt: skip
    learn = f"bauta campaign decide {name} learn WHO TALENT"
    return say("a talent for {who}, who has {xp} XP: {can}: {command}", who=question.name, xp=question.xp, can=can,
               command=learn)  # fmt: skip


def _hire(question: AskHire, name: str) -> list[str]:
    who = [
        say("{name} for {cost}", name=each.name if each.again else term(each.name), cost=each.cost)
        for each in question.recruits
        if not each.against
    ]
    items = [say("{name} for {cost}", name=term(each.title), cost=each.cost) for each in question.items
             if not each.against]  # fmt: skip
    told = [say("{n} ducats are in hand", n=question.ducats)]
    if who:
        told.append(
            say("to hire: {who}: {command}", who=listed(who, last="or"), command=f"bauta campaign hire {name} WHO")
        )
    if items:
        buy = f"bauta campaign hire {name} --buy ITEM"
        told.append(say("to buy: {items}: {command}", items=listed(items, last="or"), command=buy))
    return told


def tell_since(campaign: Campaign, since: int) -> None:
    """What happened since the log had so many entries, and what is asked now."""
    from sim.campaign.story import story_lines

    seat = ""
    for line in story_lines(campaign.file, str(campaign.path), since):
        if line.seat and line.seat != seat:
            tell(say("{gang}:", gang=campaign.gang(line.seat).name))
        seat = line.seat
        tell(line.words, indent=2 if seat else 0)
    tell_questions(campaign)


def tell_story(story: CampaignStory) -> None:
    """The standings, a line for each gang, the best first."""
    from sim.campaign.report_page import standing_told

    for gang in sorted(story.gangs, key=lambda each: (-each.won, -each.vp)):
        tell(say("{gang}: {standing}", gang=gang.name, standing=standing_told(gang)))
