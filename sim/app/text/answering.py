"""One question: told with its answers, and answered by a number, by words, or by a place in words."""

from __future__ import annotations

import re

from sim.app.table.previews import AttackPreview
from sim.app.table.roll_hints import hints, in_any_case
from sim.app.table.tools import Tool
from sim.app.text.aiming import Aiming
from sim.app.text.aims import are_coordinates
from sim.app.text.matching import fitting, hint, is_number, numbers_in, plain, typed, whole_number, words_of
from sim.app.text.offers import VERBS, NamedAnswer, barred, offers, together, verb_of, zones_told
from sim.app.text.text_table import TextTable
from sim.app.text.wording import wind_in
from sim.carnevale.legality import END, Acts
from sim.carnevale.questions import Question
from sim.carnevale.rerolls import RerollDice
from sim.carnevale.scenarios.deployment import SetUpMini, undeployed
from sim.carnevale.turn import WhoseTurn
from sim.carnevale.yielding import said_in_words
from sim.engine.requests import Gesture, Selection
from sim.engine.yields import Yield
from sim.words import counted, joined, listed, say, sense

__all__ = ["Answering"]

NONE = sense("words to type", "none, nothing, no")
KEEP = sense("words to type", "keep, none, no")
YES = sense("words to type", "yes, y")
NO = sense("words to type", "no, n")
AND = sense("words to type", "and")


class Answering(Aiming):
    """A question under way: its answers as they were listed, and what was looked up for it."""

    def __init__(self, game: TextTable, choice: Question) -> None:
        super().__init__(game, choice)
        self.offers: list[NamedAnswer] = offers(self.view, choice, self.found)

    # --- telling -------------------------------------------------------------------------------------------

    def tell(self, *, whole: bool = False) -> None:
        """The question, what one should know, and all answers that can be named; what each action does only where it
        was not told before, or with the `whole`."""
        choice, state, tell = self.choice, self.view.state, self.terminal.tell
        outcome = in_any_case(hints(state, self.view.measure, choice))
        tell("", *filter(None, (self._heading(), choice.detail(state), outcome)), *zones_told(self.view, choice))
        if self.deploying is not None:
            name = self.view.name(self.deploying)
            others = [self.view.name(c.id) for c in undeployed(state, choice.seat) if c.id != self.deploying]
            if others:
                tell(say("Next is {name}. Or name another: {others}.", name=name, others=listed(others, last="or")))
            else:
                tell(say("The last is {name}.", name=name))
        if choice.gesture is Gesture.DICE:
            self._tell_dice(whole)
            return
        if isinstance(choice.region, Selection):
            self.terminal.list(self.view.name(str(each)) for each in choice.region.among)
            tell(say("Say which, by numbers or names; Enter: {usual}", usual=choice.by_default(state)))
            return
        brief = self._tell_offers(whole)
        if not brief:
            self._tell_numbers()
        if self.placed and self._start() is not None:
            tell(
                say("Say a number, or a place, as in '4 east', 'beside the well', 'the well 3 inches east', '12, 3.5'.")
            )
        elif self.placed:
            tell(say("Say a number, or a place, as in 'beside the well', 'the well 3 inches east', '12, 3.5'."))
        for line in barred(self.view, choice):
            tell(line)
        if not self.acts and (choice.default is not None or None in choice.options):
            tell(say("Enter: {usual}", usual=choice.by_default(state)))

    def _tell_offers(self, whole: bool) -> bool:
        """All answers that can be named; how not to be asked again in one line where that is known, which is True."""
        known = set() if whole else self.game.known_texts
        yields = [number for number, offer in enumerate(self.offers, 1) if isinstance(offer.answer, Yield)]
        brief = bool(yields) and not whole and self.game.knows_yields
        number = 1
        for offer, alike in together(self.view, self.offers):
            if not (brief and number in yields):
                line = offer.told(whole=offer.text not in known)
                known.add(offer.text)
                if alike > 1:
                    self.terminal.tell(
                        say("{first} to {last}. {line}", first=number, last=number + alike - 1, line=line)
                    )
                else:
                    self.terminal.tell(joined(". ", (offer.key or str(number), line)))
            number += alike
        if brief:
            self.terminal.tell(
                counted(
                    "{first}. Not to be asked that again; 'again' tells how.",
                    "{first} to {last}. Not to be asked that again; 'again' tells how.",
                    len(yields), first=yields[0], last=yields[-1],
                )
            )  # fmt: skip
        self.game.knows_yields |= bool(yields)
        return brief

    def _tell_numbers(self) -> None:
        """Where some answers are numbers themselves: which are, as there may be a gap to the others."""
        keys = [offer.key for offer in self.offers if offer.key]
        others = [number for number, offer in enumerate(self.offers, 1) if not offer.key]
        if keys and others:
            words = say(
                "{least} to {most} say how many; {first} to {last} are other answers.",
                least=keys[0], most=keys[-1], first=others[0], last=others[-1],
            )  # fmt: skip
            self.terminal.tell(words)

    def _heading(self) -> str:
        """The question; of who acts, with its points and its place."""
        asks, who = self.choice.asks(self.view.state), self.choice.about
        if who is None or not self.acts:
            return asks
        c = self.view.state[who]
        points, place = self.view.points(c), self.view.stands(who)
        return say("{asks}. {points}; {place}.", asks=asks, points=points, place=place)

    def _tell_dice(self, whole: bool) -> None:
        choice = self.choice
        if isinstance(choice, RerollDice):
            for die, face in enumerate(choice.faces):
                name = say("Die {n}, the Destiny Die", n=die) if die == 0 else say("Die {n}", n=die)
                ace = say("an Ace") if die in choice.aces else ""
                stays = "" if die in choice.among else say("stays as it is")
                self.terminal.tell(say("{die}: {face}", die=name, face=joined(", ", (str(face), ace, stays))))
        yields = [offer.line for offer in self.offers if isinstance(offer.answer, Yield)]
        if yields and self.game.knows_yields and not whole:
            self.terminal.tell(say("Or: not to be asked that again; 'again' tells how."))
        else:
            self.terminal.tell(*(say("Or: {answer}", answer=line) for line in yields))
        self.game.knows_yields |= bool(yields)
        usual = choice.by_default(self.view.state)
        self.terminal.tell(say("Say the numbers of the dice to throw again; Enter: {usual}", usual=usual))

    # --- taking --------------------------------------------------------------------------------------------

    def is_meant(self, line: str) -> bool:
        """Do several words name one of the answers, whatever else the first of them may mean?"""
        if self.placed and are_coordinates(line):
            return False
        return len(words_of(line)) > 1 and len(self._named(line)) == 1

    def _named(self, line: str) -> list[int]:
        """The answers that a line names. A wind alone names no place: it is in the words of many."""
        if self.placed and wind_in(line) is not None:
            return []
        return fitting(line, [offer.said for offer in self.offers])

    def said_of(self, words: str) -> list[str]:
        """What the actions do that these words name, or why they cannot be done; of those that want no place."""
        if not words_of(words):
            return []
        named = fitting(words, [offer.said for offer in self.offers])
        told = [self.offers[i].line for i in named if self.offers[i].tool is None]
        return told or barred(self.view, self.choice, words)

    def ends(self, words: str) -> bool:
        """Is it the end of the turn that is named, and nothing else?"""
        named = fitting(words, [offer.said for offer in self.offers])
        return len(named) == 1 and self.offers[named[0]].answer == END

    def take(self, line: str) -> None:
        """A line of the player that is no command."""
        choice = self.choice
        if not line:
            self._by_default()
        elif isinstance(choice.region, Selection):
            self._several(line, choice.region)
        elif None in choice.options and plain(line) in typed(NONE):
            self.game.give(None)
        elif choice.gesture is Gesture.YES_NO and plain(line) in (*typed(YES), *typed(NO)):
            wanted = plain(line) in typed(YES)
            self.game.give(next(option for option in choice.options if bool(option) is wanted))
        elif self.placed and are_coordinates(line):
            self._by_place(line)
        elif not (self._by_number(line) or self._by_verb(line) or self._by_words(line) or self._by_place(line)):
            verbs = [verb for each in VERBS.values() for verb in typed(each)] if self.acts else []
            near = joined(" ", barred(self.view, choice, line)) or hint(
                line, [offer.said for offer in self.offers] + verbs
            )
            if isinstance(choice, WhoseTurn) and verb_of(words_of(line)[0] if words_of(line) else "") is not None:
                near = say("First begin a turn: say whose.")
            more = near or say("'again' tells the question, 'help' what is understood.")
            self.terminal.tell(say("'{line}' is no answer here. {more}", line=line, more=more))

    def _by_default(self) -> None:
        choice = self.choice
        if self.acts:
            self.tell()
        elif choice.default is not None or None in choice.options:
            self.game.give(choice.default)
        elif isinstance(choice.region, Selection):
            self.game.give(())
        else:
            self.terminal.tell(say("It must be answered; 'again' tells the question."))

    def _several(self, line: str, region: Selection) -> None:
        """Dice or minis of those that may be picked."""
        among = list(region.among)
        picked = numbers_in(line)
        if not picked and self._by_words(line):
            return
        if self.choice.gesture is Gesture.DICE:
            keeps = any(word in typed(KEEP) for word in words_of(line)[:1])
            if picked or keeps:
                self.game.give(tuple(sorted(set(picked))))
            else:
                self.terminal.tell(say("Say the numbers of dice, or keep."))
            return
        names = [self.view.name(str(each)) for each in among]
        if not picked:
            parts = [fitting(part, names) for part in _parts(line)]
            if any(len(part) != 1 for part in parts):
                self.terminal.tell(say("Say which of {names}.", names=listed(names, last="or")))
                return
            picked = [part[0] + 1 for part in parts]
        if all(1 <= number <= len(among) for number in picked):
            self.game.give(tuple(among[number - 1] for number in picked))
        else:
            self.terminal.tell(say("The numbers go from 1 to {most}.", most=len(among)))

    def _by_number(self, line: str) -> bool:
        line = line.rstrip(" !")
        if not is_number(line):
            return False
        number = whole_number(line) or 0
        keyed = next((offer for offer in self.offers if offer.key == line.replace(",", ".").removesuffix(".0")), None)
        if keyed is not None:
            self._choose(keyed)
        elif 1 <= number <= len(self.offers) and not self.offers[number - 1].key:
            self._choose(self.offers[number - 1])
        else:
            self.terminal.tell(
                counted(
                    "There is no answer {asked}; there is {n}.",
                    "There is no answer {asked}; there are {n}.",
                    len(self.offers),
                    asked=line,
                )
            )
        return True

    def _by_verb(self, line: str) -> bool:
        """What an action is called, and where to or against whom."""
        first, _, rest = line.partition(" ")
        tool = verb_of(first.rstrip("!").casefold()) if self.acts else None
        if tool is None or (tool is Tool.ATTACK and self._attack(rest)):
            return tool is not None
        if self.refuses(tool):
            pass
        elif not rest.strip(" !"):
            self.list_places(tool)
        else:
            self.go(tool, rest)
        return True

    def refuses(self, tool: Tool) -> bool:
        """Is nothing of this kind to be done now? Then it is told why."""
        if any(offer.tool is tool for offer in self.offers):
            return False
        self.terminal.tell(*self._nobody_rows(tool), *barred(self.view, self.choice))
        return True

    def _nobody_rows(self, tool: Tool) -> list[str]:
        """Why there is no rowing, which nothing is said of as long as nobody is aboard."""
        region = self.choice.region
        if tool is not Tool.ROW or not isinstance(region, Acts) or self.view.state[region.who].aboard is not None:
            return []
        return [say("Not now, Row: {who} is aboard no gondola.", who=self.view.name(region.who))]

    def _attack(self, rest: str) -> bool:
        attacks = [offer for offer in self.offers if isinstance(offer.preview, AttackPreview)]
        if not attacks:
            return False
        which = fitting(rest, [offer.said for offer in attacks]) if rest.strip() else list(range(len(attacks)))
        if len(which) == 1:
            self._choose(attacks[which[0]])
        elif which:
            self._which([attacks[i] for i in which])
        else:
            near = hint(rest, [offer.said for offer in attacks])
            self.terminal.tell(joined(" ", (say("There is no such attack."), near)))
        return True

    def _by_words(self, line: str) -> bool:
        which = self._named(line)
        if self.deploying is not None and isinstance(self.choice, SetUpMini):
            waiting = undeployed(self.view.state, self.choice.seat)
            named = fitting(line, [self.view.name(c.id) for c in waiting])
            if len(named) == 1:
                self.deploying = waiting[named[0]].id
                self.found = self._suggested(self.tool)
                self.offers = offers(self.view, self.choice, self.found)
                self.tell()
                return True
        if len(which) == 1:
            self._choose(self.offers[which[0]])
        elif which and not self.placed:
            self._which([self.offers[i] for i in which])
        return len(which) == 1 or (bool(which) and not self.placed)

    def _by_place(self, line: str) -> bool:
        if not self.placed:
            return False
        first, _, rest = line.partition(" ")
        self.go(self.tool, rest if rest and verb_of(first.casefold()) is not None else line)
        return True

    def _which(self, among: list[NamedAnswer]) -> None:
        self.terminal.tell(say("Which one?"))
        for offer in among:
            self.terminal.tell(joined(". ", (offer.key or str(self.offers.index(offer) + 1), offer.line)))

    def _choose(self, offer: NamedAnswer) -> None:
        """An answer that was listed."""
        if offer.tool is not None:
            self.list_places(offer.tool)
        elif offer.does == "deploy remaining" and isinstance(self.choice, SetUpMini):
            self.game.deploy_rest(self.choice)
        elif isinstance(offer.answer, Yield):
            self._yield(offer.answer)
        else:
            self.game.give(offer.answer)

    def _yield(self, said: Yield) -> None:
        """Not to be asked it again; that this is kept is told."""
        if not self.game.give(said):
            return
        if self.game.model.session.request is self.choice:
            self.terminal.tell(say("Kept. The exception holds now, so this one is asked."))
        else:
            self.terminal.tell(
                say("You are not asked that again {words}; 'yields' lists it.", words=said_in_words(said))
            )


def _parts(line: str) -> list[str]:
    """The names of a line, between commas and the word for "and"."""
    pattern = rf",|\b(?:{'|'.join(map(re.escape, typed(AND)))})\b"
    return [part for part in re.split(pattern, plain(line)) if part.strip()]
