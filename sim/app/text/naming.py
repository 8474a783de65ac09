"""Whom and what words name: a mini, the one in hand, a vessel."""

from __future__ import annotations

from sim.app.text.aims import MY, NotUnderstood, own_first
from sim.app.text.answering import Answering
from sim.app.text.matching import fitting, plain, typed, words_of
from sim.app.text.seat_view import SeatView
from sim.carnevale.characters import Character
from sim.words import listed, say, sense

__all__ = ["ME", "in_hand", "named_mini", "named_vessel"]

ME = sense("words to type", "me")


def named_mini(view: SeatView, asking: Answering | None, words: str) -> Character:
    """A mini by its name, or the one in hand by "me". Raises NotUnderstood."""
    if not words.strip():
        raise NotUnderstood(say("Who? Say a name; 'where' tells everybody's."))
    if plain(words) in typed(ME):
        own = in_hand(view, asking)
        if own is None:
            raise NotUnderstood(say("Nobody is in hand now; say a name."))
        return view.state[own]
    every = list(view.state.characters.values())
    found = fitting(words, [view.name(c.id) for c in every])
    if len(found) == 1:
        return every[found[0]]
    if found:
        raise NotUnderstood(
            say("Which one: {names}?", names=listed((view.name(every[i].id) for i in found), last="or"))
        )
    names = listed(view.name(c.id) for c in every)
    raise NotUnderstood(say("Nobody is called '{name}'. There are: {names}.", name=words, names=names))


def in_hand(view: SeatView, asking: Answering | None) -> str | None:
    """The mini that the question is about, or whose turn it is."""
    who = asking.choice.about if asking is not None else None
    who = who or view.state.active
    return who if who is not None and view.state[who].on_board else None


def named_vessel(view: SeatView, words: str) -> str | None:
    """The vessel that words name, where they name no mini."""
    if fitting(words, [view.name(c.id) for c in view.state.characters.values()]):
        return None
    mine = bool(set(words_of(words)) & set(typed(MY)))
    afloat = [vessel.piece for vessel in own_first(view, view.land.afloat(view.state.vessels), mine=mine)]
    named = fitting(words, [view.land.name(piece) for piece in afloat])
    if len(named) > 1:
        names = listed((view.land.name(afloat[i]) for i in named), last="or")
        raise NotUnderstood(say("Which one: {names}?", names=names))
    return afloat[named[0]] if named else None
