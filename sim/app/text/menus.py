"""Questions before there is a game: one of a list each, and back to the one before."""

from __future__ import annotations

from collections.abc import Sequence

from sim.app.text import lore
from sim.app.text.matching import beginning, fitting, hint, plain, typed, whole_number
from sim.app.text.terminal import Terminal
from sim.words import Message, listed, say, sense

__all__ = ["AGAIN", "HELP", "QUIT", "RULES", "Back", "Menus", "Nothing", "title_of", "titled"]

AGAIN = sense("words to type", "again, repeat")
BACK = sense("words to type", "back, undo")
HELP = sense("words to type", "help")
QUIT = sense("words to type", "quit")
RULES = sense("words to type", "rules")


class Nothing(Exception):
    """The player wants no game."""


class Back(Exception):
    """The question before is to be asked once more."""


class Menus:
    """Menus one after the other, and what was answered: whoever goes back begins anew, without the last answer.

    `goes_back`: also from the first, to what was before the menus."""

    def __init__(self, terminal: Terminal, *, goes_back: bool = False) -> None:
        self._terminal, self._goes_back = terminal, goes_back
        self._answers: list[int] = []
        self._asked = 0

    def go_back(self) -> None:
        """From the beginning, up to the question before."""
        self._answers = self._answers[:-1]
        self._asked = 0

    def one(self, question: str, among: Sequence[str], usual: int = 0, first: int = 1) -> int:
        """One of a list, by its number (from `first`) or words; Enter for the usual one. Raises Nothing, Back or
        EndOfWords."""
        if self._asked == len(self._answers):
            self._answers.append(self._chosen(question, among, usual, first))
        self._asked += 1
        return self._answers[self._asked - 1]

    def number(self, question: str, most: int, usual: int) -> int:
        """A number from 1 on; Enter for the usual one. It is no menu that one goes back to. Raises Nothing, Back or
        EndOfWords."""
        terminal = self._terminal
        terminal.tell(question, say("Enter: {usual}", usual=str(usual)))
        while True:
            line = terminal.ask()
            number = whole_number(line) if line else usual
            if number is not None and 1 <= number <= most:
                return number
            if plain(line) in typed(QUIT):
                raise Nothing
            if plain(line) in typed(BACK):
                raise Back
            terminal.tell(say("Say a number from 1 to {most}.", most=most))

    def _chosen(self, question: str, among: Sequence[str], usual: int, first: int) -> int:
        terminal = self._terminal
        self._tell(question, among, usual, first)
        while True:
            line = terminal.ask()
            if not line:
                return usual
            number = whole_number(line)
            if number is not None and first <= number < first + len(among):
                return number - first
            if plain(line) in typed(QUIT):
                raise Nothing
            if plain(line) in typed(AGAIN):
                self._tell(question, among, usual, first)
                continue
            if plain(line) in typed(HELP):
                terminal.tell(
                    say("Say a number, or the first words of an answer; Enter takes the number that is named last."),
                    say("again: the question once more; back: the question before; quit: no game."),
                    say("rules WORD, as in rules Acquisition: what is said of a scenario, an ability or a rule."),
                )
                continue
            if word := beginning(RULES, line):
                terminal.tell(*lore.rules(word))
                continue
            if plain(line) in typed(BACK):
                if self._answers or self._goes_back:
                    raise Back
                terminal.tell(say("This is the first question."))
                continue
            found = fitting(line, list(map(title_of, among))) or fitting(line, among)
            if len(found) == 1:
                return found[0]
            if found:
                which = listed((str(i + first) for i in found), last="or")
                terminal.tell(say("Which one: {names}?", names=which))
                continue
            more = hint(line, among) or say("Say a number, or its first words.")
            terminal.tell(say("'{line}' is none of them. {more}", line=line, more=more))

    def _tell(self, question: str, among: Sequence[str], usual: int, first: int) -> None:
        self._terminal.tell("", question)
        self._terminal.list(among, first)
        self._terminal.tell(say("Enter: {number}, {usual}", number=usual + first, usual=title_of(among[usual])))


def titled(title: str, words: str) -> str:
    """One of a list, with what is said of it."""
    return say("{title}: {words}", title=title, words=words) if words else title


def title_of(one: str) -> str:
    """What one of a list is called."""
    if isinstance(one, Message) and one.sentence == "{title}: {words}":
        title: str = one.fields["title"]
        return title
    return one
