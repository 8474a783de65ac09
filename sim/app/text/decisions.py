"""What people decide between the games of a campaign, asked and answered in words like every question of a game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from sim.app.text import lore
from sim.app.text.campaign_words import decide_in_words, decision_of
from sim.app.text.decision_offers import DecisionOffer, hire_offers, refused_hires, talent_lines, xp_offers
from sim.app.text.matching import beginning, fitting, hint, plain, typed, whole_number
from sim.app.text.menus import AGAIN, HELP, QUIT, RULES, Back, Menus, Nothing, title_of
from sim.app.text.terminal import Terminal
from sim.campaign.campaign import Campaign
from sim.campaign.cards import member_of_game
from sim.campaign.errors import CampaignError
from sim.campaign.questions import AskDie, AskHire, AskTalent, AskXp, CampaignQuestion
from sim.campaign.report_page import standing_told
from sim.campaign.roster_words import gang_told, member_line
from sim.campaign.story import standing_of, story_lines
from sim.carnevale.characters import Profile
from sim.errors import BautaError
from sim.words import capital, joined, reason, say, sense, term

__all__ = ["Decisions"]

UNDO = sense("words to type", "undo, back")
GANGS = sense("words to type", "gangs, gang, where, look")
CARD = sense("words to type", "card")
DISMISS = sense("words to type", "dismiss")
NOT_NOW = sense("words to type", "none, nothing, no")
FACES = 10
ABOUT = (
    say("Answer by the number of an answer, or by the beginnings of its words. Enter gives what is named last."),
    say("give NAME 3; learn NAME TALENT: decide at once. dismiss NAME: somebody leaves for good."),
    say("done: nothing more of this kind; accept: all that is left as a bot would decide it; undo: the last decision."),
    say("gangs: how all stand; card NAME, also of whom you may hire; rules WORD; again: the question once more."),
    say("quit: leaves; what is decided is kept, and the rest is asked again."),
)


class Decisions:
    """The dialogue of one campaign: gang by gang, in the order of the rulebook."""

    def __init__(self, campaign: Campaign, terminal: Terminal) -> None:
        self.campaign, self.terminal = campaign, terminal
        self._menus = Menus(terminal, goes_back=True)
        self._passed: list[tuple[str, str]] = []  # questions that are closed, but not their stage: a seat, and which

    def run(self) -> bool:
        """Until nothing is asked of people (True), or the player leaves (False). Raises EndOfWords."""
        try:
            while (question := self._next()) is not None:
                self._put(question)
        except Nothing:
            self.terminal.tell(say("What was decided is kept; the rest is asked again."))
            return False
        return True

    def _next(self) -> CampaignQuestion | None:
        """What is asked next. A stage of which everything is passed is done."""
        while questions := self.campaign.questions():
            for seat in dict.fromkeys(question.seat for question in questions):
                own = [question for question in questions if question.seat == seat]
                left = [question for question in own if (seat, _key(question)) not in self._passed]
                if left:
                    return left[0]
                self._finish(seat)
                break
        return None

    def _finish(self, seat: str) -> None:
        """All of a stage is passed."""
        self._passed = [each for each in self._passed if each[0] != seat]
        self._do(lambda: self.campaign.done(seat))

    # --- a question --------------------------------------------------------------------------------------------

    def _put(self, question: CampaignQuestion) -> None:
        """Ask once, until it is answered, or anything else has changed what is asked."""
        if isinstance(question, AskDie):
            self._throw(question)
            return
        offers, usual = self._offers(question)
        self._tell(question, offers, usual)
        before = self.campaign.file.log, list(self._passed)
        while (self.campaign.file.log, self._passed) == before:
            line = self.terminal.ask(self._prompt(question.seat))
            number = whole_number(line)
            if not line:
                self._do(offers[usual].does)
            elif number is not None and 1 <= number <= len(offers):
                self._do(offers[number - 1].does)
            elif plain(line) in typed(NOT_NOW):
                offers[-1].does()
            elif plain(line) in typed(AGAIN):
                self._tell(question, offers, usual)
            elif not self._obeys(question, line):
                self._match(question, offers, line)

    def _prompt(self, seat: str) -> str:
        people = sum(map(self.campaign.is_human, self.campaign.state.gangs))
        return self.campaign.gang(seat).name if people > 1 else ""

    def _match(self, question: CampaignQuestion, offers: list[DecisionOffer], line: str) -> None:
        lines = [offer.line for offer in offers]
        found = fitting(line, list(map(title_of, lines))) or fitting(line, lines)
        if len(found) == 1:
            self._do(offers[found[0]].does)
            return
        if found:
            which = joined(", ", (str(each + 1) for each in found))
            self.terminal.tell(say("Which one: {names}?", names=which))
            return
        for name, why in refused_hires(question) if isinstance(question, AskHire) else ():
            if fitting(line, [name]):
                self.terminal.tell(say("{name}: {why}.", name=name, why=why))
                return
        more = hint(line, lines) or say("Say a number, or its first words.")
        self.terminal.tell(say("'{line}' is none of them. {more}", line=line, more=more))

    def _offers(self, question: CampaignQuestion) -> tuple[list[DecisionOffer], int]:
        """The answers, and which of them Enter gives."""
        campaign, menus = self.campaign, self._menus
        if isinstance(question, AskXp):
            offers = list(xp_offers(campaign, question, menus))
            last = say("Nobody: what is not given when the next game begins is lost")
        elif isinstance(question, AskTalent):
            offers = list(talent_lines(campaign, question, menus))
            last = say("None now: the XP are kept")
        else:
            assert isinstance(question, AskHire)
            offers = list(hire_offers(campaign, question, menus, self._ask))
            last = say("Nothing more: the ducats are kept")
        usual = next((n for n, offer in enumerate(offers) if offer.usual), len(offers))
        return [*offers, DecisionOffer(last, lambda: self._passed.append((question.seat, _key(question))))], usual

    def _ask(self, question: str) -> str:
        self.terminal.tell(question)
        return self.terminal.ask()

    def _tell(self, question: CampaignQuestion, offers: list[DecisionOffer], usual: int) -> None:
        gang = self.campaign.gang(question.seat).name
        if isinstance(question, AskXp):
            words = say("Who is given of the {n} XP of the primary objective?", n=question.xp)
            if question.deed is not None:
                words = say("Who is given of the {n} XP of “{title}”?", n=question.xp, title=term(question.title))
        elif isinstance(question, AskTalent):
            words = say("Which talent does {who} learn, who has {xp} XP?", who=question.name, xp=question.xp)
        else:
            assert isinstance(question, AskHire)
            words = say("Who is hired, or what bought? {n} ducats are in hand.", n=question.ducats)
        self.terminal.tell("", say("{gang}: {words}", gang=gang, words=words))
        self.terminal.list([offer.line for offer in offers])
        self.terminal.tell(say("Enter: {usual}", usual=str(usual + 1)))

    def _throw(self, die: AskDie) -> None:
        """A real die, typed in."""
        words = die.asks()
        self.terminal.tell("", say("{gang}: {words}", gang=self.campaign.gang(die.seat).name, words=words))
        before = self.campaign.file.log
        while self.campaign.file.log == before:
            line = self.terminal.ask(say("Faces"))
            face = whole_number(line)
            if face is not None and 1 <= face <= FACES:
                self._do(lambda face=face: self.campaign.throw(die.seat, face))  # type: ignore[misc]
            elif not self._obeys(die, line):
                self.terminal.tell(say("Say what the die shows: a number from 1 to 10."))

    # --- what is done ------------------------------------------------------------------------------------------

    def _do(self, act: Callable[[], object]) -> None:
        """Do it and tell what came of it; or why it may not be."""
        campaign, since = self.campaign, len(self.campaign.file.log)
        try:
            act()
        except Back:
            self.terminal.tell(say("Nothing is done."))
            return
        except BautaError as error:
            self.terminal.tell(capital(say("{why}.", why=reason(error))))
            with suppress(BautaError):
                campaign.look()  # another program may have written it: its questions are asked anew
            return
        names = {seat: gang.name for seat, gang in campaign.state.gangs.items()}
        for line in story_lines(campaign.file, str(campaign.path), since):
            self.terminal.tell(joined(": ", (names[line.seat], line.words)) if line.seat else line.words)

    def _obeys(self, question: CampaignQuestion, line: str) -> bool:
        """Do what is understood at every question; False: it is no such words."""
        if plain(line) in typed(QUIT):
            raise Nothing
        if plain(line) in typed(HELP):
            self.terminal.tell(*ABOUT)
        elif plain(line) in typed(UNDO):
            self._undo(question.seat)
        elif plain(line) in typed(GANGS):
            self._tell_gangs()
        elif (name := beginning(CARD, line)) is not None:
            self._card(question.seat, name)
        elif (word := beginning(RULES, line)) is not None:
            self.terminal.tell(*lore.rules(word))
        elif (who := beginning(DISMISS, line)) is not None:
            self._dismiss(question.seat, who)
        elif decision_of(line) is not None:
            self._do(lambda: decide_in_words(self.campaign, question.seat, line))
        else:
            return False
        return True

    def _undo(self, seat: str) -> None:
        own = [each for each in self._passed if each[0] == seat]
        if own:
            self._passed = [each for each in self._passed if each != own[-1]]
            self.terminal.tell(say("Taken back."))
            return
        since = len(self.campaign.file.log)
        self._do(lambda: self.campaign.undo(seat))
        if len(self.campaign.file.log) > since:
            self.terminal.tell(say("Taken back; dice stay as they fell."))

    def _tell_gangs(self) -> None:
        for gang in map(standing_of, self.campaign.state.gangs.values()):
            self.terminal.tell(say("{gang}: {words}.", gang=gang_told(gang), words=standing_told(gang)))
            for member in gang.members:
                self.terminal.tell(joined("", ("  ", member_line(member))))

    def _card(self, seat: str, asked: str) -> None:
        """The card of a member as it is played next, or of whoever may join."""
        gang = self.campaign.gang(seat)
        known: dict[str, Profile] = {}
        for each in self.campaign.state.gangs.values():
            for member in each.present:
                known.setdefault(member.name, member_of_game(each, member).profile)
        for roster in (gang.roster, gang.gifted):
            for sheet in roster.characters:
                arms = tuple(choice[0] for choice in sheet.choices)
                known.setdefault(sheet.name, sheet.profile(roster.faction, arms))
        names = list(known)
        found = fitting(asked, names) if asked else []
        if len(found) != 1:
            some = joined(", ", (names[each] for each in found)) if found else joined(", ", names)
            self.terminal.tell(say("Whose card? There are: {names}.", names=some))
            return
        profile = known[names[found[0]]]
        points = say("{lp} LP, {wp} WP, {ap} AP", lp=profile.lp, wp=profile.wp, ap=profile.ap)
        self.terminal.tell(say("{name}: {points}.", name=names[found[0]], points=points), *lore.printed(profile))

    def _dismiss(self, seat: str, who: str) -> None:
        try:
            member = self.campaign.gang(seat).called(who)
        except CampaignError as error:
            self.terminal.tell(capital(say("{why}.", why=reason(error))))
            return
        if self.terminal.confirms(say("{who} leaves for good, and nothing is paid back.", who=member.name)):
            self._do(lambda: self.campaign.dismiss(seat, member.id))


def _key(question: CampaignQuestion) -> str:
    """What tells a question of a seat from its others."""
    match question:
        case AskXp():
            return f"experience {question.deed}"
        case AskTalent():
            return f"talent {question.who}"
    return type(question).__name__
