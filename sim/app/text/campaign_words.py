"""What is decided after a game of a campaign, in the words of whoever plays: `give Bravo 1 3`, `learn Bravo 1 Parry`.

The same words are understood by `bauta campaign decide` and at the text table.
"""

from __future__ import annotations

from collections.abc import Iterable

from sim.app.text.matching import beginning, plain, split_at, typed, words_of
from sim.campaign.campaign import Campaign
from sim.campaign.errors import CampaignError
from sim.campaign.learning import spells_to_learn
from sim.carnevale.talents import TALENTS
from sim.errors import meant
from sim.words import say, sense, term
from sim.words.tongues import told

__all__ = ["called", "decide_in_words", "decision_of"]

VERBS = {
    "give": sense("words to type", "give"),
    "learn": sense("words to type", "learn"),
    "die": sense("words to type", "die, dice"),
    "done": sense("words to type", "done, ready"),
    "accept": sense("words to type", "accept"),
}
OF = sense("words to type", "of")
WITH = sense("words to type", "with")
FACES, MOST = 10, 1000  # of a die; of what is given at once


def decision_of(line: str) -> tuple[str, str] | None:
    """Which decision a line begins with, by its English word, and the rest of the line; None: it is none."""
    for verb, words in VERBS.items():
        rest = beginning(words, line)
        if rest is not None:
            return verb, rest
    return None


def decide_in_words(campaign: Campaign, seat: str, line: str) -> None:
    """Decide for a seat what a line says. Raises BautaError where it is no decision, or may not be decided."""
    found = decision_of(line)
    if found is None:
        word, known = (line.split() or [""])[0], [typed(words)[0] for words in VERBS.values()]
        raise CampaignError(say("'{word}' is nothing that can be decided; {mend}", word=word, mend=meant(word, known)))
    verb, rest = found
    match verb:
        case "give":
            _give(campaign, seat, rest)
        case "learn":
            _learn(campaign, seat, rest)
        case "die":
            _throw(campaign, seat, rest)
        case "done":
            campaign.done(seat)
        case _:
            campaign.accept(seat)


def _give(campaign: Campaign, seat: str, rest: str) -> None:
    words, deed = rest.split() or [""], None
    if len(words) > 2 and plain(words[-2]) in typed(OF):  # a name may have the word in it, too
        deed, words = _number(words[-1], words[-2]) - 1, words[:-2]
    *who, xp = words
    if not who:
        raise CampaignError(say("write: {form}", form="give WHO XP"))
    campaign.give(seat, " ".join(who), _number(xp, typed(VERBS["give"])[0]), deed)


def _number(word: str, of: str) -> int:
    if not (word.isascii() and word.isdigit()) or not 1 <= int(word[:9]) <= MOST:
        raise CampaignError(say("{what} {word}: a whole number from 1 to 1000 is wanted", what=of, word=word))
    return int(word)


def _learn(campaign: Campaign, seat: str, rest: str) -> None:
    """Where WHO ends and TALENT begins is found by the talents that there are."""
    words, spell = split_at(WITH, rest) or (rest, "")
    parts = words.split()
    for cut in range(1, len(parts)):
        talent = called(" ".join(parts[cut:]), TALENTS)
        if talent is not None:
            who = campaign.gang(seat).called(" ".join(parts[:cut]))
            spells = spells_to_learn(campaign.gang(seat), who, talent)
            campaign.learn(seat, who.id, talent, called(spell, spells) or spell)
            return
    raise CampaignError(
        say("write: {form}; {mend}", form="learn WHO TALENT", mend=meant(parts[-1] if parts else "", TALENTS))
    )


def called(word: str, known: Iterable[str]) -> str | None:
    """A talent or spell by its name, in English or as it is told, with or without its number."""
    asked = plain(word)
    for each in known:
        for name in (plain(each), plain(told(term(each)))):
            if asked in (name, name.removesuffix(" (1)")):
                return each
    return None


def _throw(campaign: Campaign, seat: str, rest: str) -> None:
    words = words_of(rest)
    if not words:
        raise CampaignError(say("write: {form}", form="die FACE"))
    faces = [_number(word, typed(VERBS["die"])[0]) for word in words]
    if wrong := [face for face in faces if face > FACES]:
        raise CampaignError(say("die {face}: a D10 shows 1 to 10", face=wrong[0]))
    for face in faces:
        campaign.throw(seat, face)
