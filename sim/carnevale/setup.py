"""How a game begins: a setup, all that is agreed before the first answer, and the first state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from sim.carnevale import equipment, items  # noqa: F401  (they register themselves)
from sim.carnevale.characters import Character, Point, Profile
from sim.carnevale.events import Entered
from sim.carnevale.fields import MOST_GANGS, MOST_MEMBERS, Name, Names, OwnName, Seed, Side, Source
from sim.carnevale.layout import BoardLayout
from sim.carnevale.options import Options
from sim.carnevale.scenarios import Scenario, find, known
from sim.carnevale.scenarios.deployment import SetUp
from sim.carnevale.state import Seat, State, rounded
from sim.carnevale.turn import BeginRound
from sim.carnevale.vocabulary import unknown_words
from sim.engine.requests import GameError
from sim.errors import meant
from sim.schemas import misfit, place_of
from sim.words import in_english, listed, say

__all__ = ["GangSetup", "Member", "Setup", "WrongSetup", "begin", "check_number", "dealt_sides", "setup_of"]

MOST_A_SIDE = 2  # gangs (SCEN-09)


class WrongSetup(GameError):
    """A game cannot begin like this; the message names the place and the mend."""


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character of a gang: its profile, weapons and spells fixed (GANG-02)."""

    id: Name
    profile: Profile
    at: Point | None = None  # free fights only: where it stands


class GangSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: Name
    members: Annotated[tuple[Member, ...], Meta(max_length=MOST_MEMBERS)]
    name: OwnName = ""
    faction: OwnName = ""
    equipment: Names = ()  # by name (EQUIP-01)
    side: str = ""  # in scenarios with sides, "attacker" or "defender"; empty: dealt in turn


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a journal must hold for the game to begin again, files not needed."""

    board: Source  # a map's name or a file
    gangs: Annotated[tuple[GangSetup, ...], Meta(min_length=1, max_length=MOST_GANGS)]  # in clockwise order
    size: tuple[Side, Side] = (36.0, 36.0)
    scenario: Name = "free"
    options: Options = Options()
    seed: Seed | None = None  # of the dice; None: scripted or typed in
    first: str | None = None  # free fights: who begins round 1
    layout: BoardLayout = BoardLayout()  # what the board itself lays down


def setup_of(plain: object) -> Setup:
    """A setup of its plain values. Raises WrongSetup with the place of what is wrong."""
    try:
        return msgspec.convert(plain, Setup)
    except msgspec.ValidationError as error:
        raise WrongSetup(say("setup: {words}", words=misfit(error, plain, Setup))) from None


def begin(plain: dict[str, Any]) -> State:
    """The first state. Raises WrongSetup."""
    setup = setup_of(plain)
    page = find(setup.scenario)
    if page is None and setup.scenario != "free":
        raise WrongSetup(
            say(
                "setup: there is no scenario '{scenario}'; {mend}",
                scenario=setup.scenario,
                mend=meant(setup.scenario, known()),
            )
        )
    there = [gang.seat for gang in setup.gangs]
    if setup.first is not None and setup.first not in there:
        raise WrongSetup(
            say("setup: first: there is no seat '{first}'; {mend}", first=setup.first, mend=meant(setup.first, there))
        )
    sides = dealt_sides(setup, () if page is None else page.sides)
    seats = {
        gang.seat: Seat(gang.seat, name, gang.faction, side=side, equipment=gang.equipment)
        for gang, name, side in zip(setup.gangs, _told_apart(setup.gangs), sides, strict=True)
    }
    if len(seats) < len(setup.gangs):
        raise WrongSetup(say("setup: two gangs have the same seat"))
    _check_words(setup)
    state = State(
        setup=msgspec.json.decode(msgspec.json.encode(setup, enc_hook=in_english)),
        seats=seats,
        options=setup.options,
        scenario=setup.scenario,
        size=setup.size,
        layout=setup.layout,
    )
    for gang in setup.gangs:
        for member in gang.members:
            if member.id in state.characters:
                raise WrongSetup(say("setup: two characters have the id '{id}'", id=member.id))
            at = None if member.at is None else rounded(member.at)
            state.emit(Entered(character=Character.enter(member.id, gang.seat, member.profile, at)))
    if page is None:
        state.then(BeginRound(1, setup.first or setup.gangs[0].seat))
        return state
    check_number(page, len(setup.gangs))
    state.then(SetUp())
    return state


def check_number(page: Scenario, gangs: int) -> None:
    """Raises WrongSetup where a scenario is not for so many gangs."""
    fewest, most = page.players
    if not fewest <= gangs <= most:
        told = {"title": page.title, "fewest": fewest, "most": most, "n": gangs}
        raise WrongSetup(say("setup: {title} is for {fewest} to {most} gangs, not {n}", **told))


def _told_apart(gangs: Sequence[GangSetup]) -> list[str]:
    """The names of gangs; of several that are called alike, each with its number."""
    names = [gang.name for gang in gangs]
    return [
        f"{name} {1 + names[:number].count(name)}" if name and names.count(name) > 1 else name
        for number, name in enumerate(names)
    ]


def _check_words(setup: Setup) -> None:
    """Raises WrongSetup for equipment, abilities and spells that there are not, or not for such a gang."""
    for gang in setup.gangs:
        whose = gang.name or gang.seat
        for fault in equipment.faults(gang.equipment):
            raise WrongSetup(say("setup: {gang}: {words}", gang=whose, words=fault))
        for member in gang.members:
            for place, words in unknown_words(member.profile, member.profile.spells):
                told = {"gang": whose, "id": member.id, "where": place_of(None, place), "words": words}
                raise WrongSetup(say("setup: {gang}: {id}: {where} {words}", **told))


def dealt_sides(setup: Setup, sides: tuple[str, ...]) -> list[str]:
    """Each gang's side: as the setup says, else dealt in turn. Each side has at least one gang, and at most two."""
    if not sides:
        return [""] * len(setup.gangs)
    dealt = [gang.side or sides[i % len(sides)] for i, gang in enumerate(setup.gangs)]
    for side in dealt:
        if side not in sides:
            raise WrongSetup(say("setup: there is no side '{side}'; there are {names}", side=side, names=listed(sides)))
    for side in sides:
        if not 1 <= dealt.count(side) <= MOST_A_SIDE:
            raise WrongSetup(
                say(
                    "setup: {n} gangs are {side}; 1 or {most} are wanted",
                    n=dealt.count(side),
                    side=side,
                    most=MOST_A_SIDE,
                )
            )
    return dealt
