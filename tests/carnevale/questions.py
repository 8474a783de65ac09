"""All questions of the game, and one of each as it came up: in the golden games, or in a small scene."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache

import msgspec

import sim.carnevale
from sim.carnevale.characters import Weapon
from sim.carnevale.events import Killed
from sim.carnevale.questions import Question
from sim.carnevale.scenarios.deployment import TakeZone
from sim.carnevale.script import BETWEEN
from sim.carnevale.state import State
from sim.engine.dice import TypedDice
from sim.engine.journal import read
from sim.engine.requests import Choice, kinds_of
from sim.engine.session import Session
from tests.carnevale.fighters import TOUCH, duel, fighter
from tests.carnevale.stages import played, setup
from tests.carnevale.tables import GAME, Table, fight, plain_street, take_turn
from tests.carnevale.test_magic import mage, wound
from tests.carnevale.test_terrain import cart, jump
from tests.golden.games import JOURNALS, no_board


class Asked(msgspec.Struct, frozen=True):
    """A question as it came up: in which game, and how things stood."""

    question: Question
    state: State
    game: str
    session: Table  # that asks it: its own, too
    saved: bytes = b""  # it, of those that are kept


@cache
def kinds() -> tuple[type[Question], ...]:
    """Every type of question that the rules define, found by walking their modules."""
    for module in pkgutil.walk_packages(sim.carnevale.__path__, "sim.carnevale."):
        importlib.import_module(module.name)
    found = {kind for kind in kinds_of() if kind.__module__.startswith("sim.")}
    assert all(issubclass(kind, Question) for kind in found)
    return tuple(sorted((kind for kind in found if issubclass(kind, Question)), key=lambda kind: kind.__name__))


def in_golden_games() -> Iterator[Asked]:
    """Every question of the golden games. The state is the game's own: look at once, or copy it."""
    for name, path in JOURNALS.items():
        header, answers = read(path)
        session: Session[State] = Session(GAME, GAME.begin(header.setup), TypedDice(), no_board, step=True)
        for answer in answers:
            session.skip_unrecorded_evidence(answer)
            if isinstance(session.request, Question):
                yield Asked(session.request, session.state, name, session)
            session.replay([answer])


# --- scenes: of what no golden game asks --------------------------------------------------------------------

SCENES: list[Callable[[], Table]] = []


def scene(make: Callable[[], Table]) -> Callable[[], Table]:
    """A small game in which a question comes up that no golden game asks (a decorator)."""
    SCENES.append(make)
    return make


@scene
def _favour() -> Table:
    table = fight(plain_street(), *duel(apart=6))
    table.answer({"act": "favour", "character": "a", "story": "What a leap!"})
    return table


@scene
def _golden_rule() -> Table:
    table = fight(plain_street(), *duel(apart=6))
    table.answer({"act": "override", "changes": {"b": {"lp": 4}}, "why": "the mini had slipped"})
    return table


@scene
def _rejuvenation() -> Table:
    friend = fighter("c", "north", (8, 6, 0))
    table = fight(plain_street(), *duel(a=mage("Rejuvenation", level=2), apart=5), friend, dice=[7, 2, 2])
    wound(table, "a", 3)
    wound(table, "c", 3)
    take_turn(table, "a")
    table.answer({"act": "cast", "spell": "Rejuvenation"})
    return table


@scene
def _cantrip_of_the_devil() -> Table:
    table = fight(plain_street(), *duel(a=mage("Cantrip of the Devil", level=2), apart=2), dice=[9] * 12)
    take_turn(table, "a")
    table.answer({"act": "cast", "spell": "Cantrip of the Devil", "target": "b"})
    return table


@scene
def _pickpocket() -> Table:
    thief = {"abilities": ("Pickpocket", "Slippery"), "wp": 2}
    friend = fighter("c", "north", (6, 1.0, 0), wp=2)
    table = fight(plain_street(), *duel(a=thief, b={"wp": 2}), friend, dice=[2] * 20)
    for who in "ac":
        table.state.set(who, wp=1)
    take_turn(table, "a")
    table.answer({"act": "run", "path": [(6, 3, 0)]})
    return table


@scene
def _bodyguard() -> Table:
    minis = [
        fighter("a", "north", (6, 7, 0)),
        fighter("ward", "south", (6, 12, 0), keywords=("Leader",)),
        fighter("guard", "south", (9, 12, 0), abilities=("Bodyguard (Leader)",)),
    ]
    table = fight(plain_street(), *minis, dice=[2] * 10)
    take_turn(table, "a")
    table.answer({"act": "run", "path": [(6, 12 - TOUCH, 0)]})
    return table


@scene
def _morale() -> Table:
    """One of four is left at the end of the round."""
    fallen = [fighter(who, "south", (x, 20, 0)) for who, x in (("c", 4), ("d", 8), ("e", 12))]
    losses = [Killed(who=each["id"], by="a", why="Sword", where=each["at"]) for each in fallen]
    table = fight(
        plain_street(), *duel(apart=6), *fallen, dice=[7, 2, 2, 2, 5, 3], options={"morale": True}, before=losses
    )
    while isinstance(table.request, Choice) and table.request.prompt != "morale":
        table.answer(table.request.default)
    return table


@scene
def _held_by_two() -> Table:
    held = [fighter("a", "north", (6, 6, 0)), fighter("b", "south", (6 + TOUCH, 6, 0))]
    held.append(fighter("c", "south", (6 - TOUCH, 6, 0)))
    table = fight(plain_street(), *held, dice=[2] * 40)
    take_turn(table, "a")
    table.answer({"act": "run", "path": [(6, 2, 0)]})
    return table


@scene
def _template() -> Table:
    spray = {"weapons": (Weapon("Spray", range=3, abilities=("Template",)),)}
    others = fighter("c", "north", (6.8, 7.3, 0)), fighter("d", "south", (7, 10.5, 0))
    table = fight(plain_street(), *duel(a=spray, apart=3.2), *others, dice=[5] + [2] * 30)
    take_turn(table, "a")
    table.answer({"act": "combat", "target": "b", "weapon": "Spray"})
    return table


@scene
def _unstable() -> Table:
    table = cart([10, 7, 2, 2, 2])
    take_turn(table, "a")
    table.answer(jump(10.7, 7, 1.5))
    return table


@scene
def _papers() -> Table:
    gangs = {"north": ("n1", "n2"), "south": ("s",)}
    game = GAME.begin(setup("acquisition", gangs, equipment={"north": ("intercepted-papers",)}))
    game.todo = []
    game.then(TakeZone("north"))
    return played(game)


# --- all of them ----------------------------------------------------------------------------------------------


def in_scenes() -> Iterator[Asked]:
    """The questions of each scene, answered by default until the action is over."""
    for make in SCENES:
        table = make()
        while isinstance(table.request, Question) and not isinstance(table.request, BETWEEN):
            yield Asked(table.request, table.state, make.__name__, table)
            if table.request.default is None and None not in table.request.options:
                break
            table.answer(table.request.default)


@cache
def examples() -> dict[type[Question], Asked]:
    """One of each kind, as it came up first."""
    found: dict[type[Question], Asked] = {}
    for source in (in_golden_games, in_scenes):
        for asked in source():
            if type(asked.question) not in found:
                kept = msgspec.structs.replace(asked, state=asked.state.copy(), saved=asked.session.save())
                found[type(asked.question)] = kept
    return found
