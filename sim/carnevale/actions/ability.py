"""ABILITY (TURN-09): the command abilities of a profile, AURA and PULSE."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

import msgspec

from sim.board.model.verdicts import Distance
from sim.carnevale import rulings
from sim.carnevale.action import Action
from sim.carnevale.characters import Character, Command, Effect, Trait
from sim.carnevale.events import CommandUsed, EffectBegan, PointsGained, PointsSpent, Used
from sim.carnevale.names import Names, names_of
from sim.carnevale.state import State
from sim.engine.requests import Refusal, Rule
from sim.words import joined, say, term

__all__ = ["USED", "UseAbility", "command_of"]

USED = "command ability"  # one in each turn, and each character one a round (TURN-10)


class UseAbility(Action, frozen=True, tag="ability"):
    """Use a command ability of the character's own, for the CP that it costs; on one character, where it is for one.

    `name`: the ability. `target`: that character.
    """

    ap: ClassVar[int] = 0
    command: ClassVar[bool] = True

    ability: str = msgspec.field(name="name")
    target: str | None = None

    def label(self, name: Names) -> str:
        what = term(self.ability)
        return say("{what}: {whom}", what=what, whom=name(self.target)) if self.target else what

    def refusal(self, game: State, who: str) -> Rule[Refusal | None]:
        c = game[who]
        command = command_of(c, self.ability)
        if command is None:
            own = joined(", ", (term(each.name) for each in c.profile.commands)) or say("none")
            return Refusal(
                "TURN-09",
                say(
                    "{who} has no command ability '{ability}', but {own}",
                    who=names_of(game)(c.id),
                    ability=self.ability,
                    own=own,
                ),
            )
        if c.cp < command.cost:
            return Refusal(
                "TURN-05",
                say(
                    "{command} costs {cost} CP and {who} has {cp}",
                    command=term(command.name),
                    cost=command.cost,
                    who=names_of(game)(c.id),
                    cp=c.cp,
                ),
            )
        if USED in c.used:
            return Refusal("TURN-10", say("{who} has used a command ability this round", who=names_of(game)(c.id)))
        if not _single(command):
            return None if self.target is None else _not_for_one(command)
        fitting = [other.id for other in _concerned(game, who, command)]
        if self.target not in fitting:
            return Refusal(
                "TURN-09",
                say(
                    "{command} is for one of: {value}",
                    command=term(command.name),
                    value=joined(", ", map(names_of(game), fitting)) or say("nobody"),
                ),
            )
        itself = self.target == who
        if not itself and (yield from rulings.reached(game, who, self.target, command.reach)) is None:
            target = names_of(game)(self.target)
            far = say("{target} is more than {reach:g} inches away", target=target, reach=command.reach)
            return Refusal(
                "TURN-09", say("{far}, and {command} reaches no further", far=far, command=term(command.name))
            )
        return None

    def perform(self, game: State, who: str) -> Rule[None]:
        command = command_of(game[who], self.ability)
        assert command is not None
        game.emit(PointsSpent(who=who, what="cp", points=command.cost, on=command.name))
        game.emit(Used(who=who, what=USED, each="round"))
        near = None
        if self.target not in (None, who):
            near = yield from rulings.shown_distance(who, self.target)
        game.emit(CommandUsed(who=who, command=command.name, cost=command.cost, near=near))
        if command.form == "aura" and command.on != "self":
            side: Literal["friends", "enemies"] = "friends" if command.on in ("friend", "friends") else "enemies"
            for effect in _effects(game[who], command):
                aura = msgspec.structs.replace(effect, aura=side, reach=command.reach)
                game.emit(EffectBegan(who=who, effect=aura))
            return
        targets = [self.target] if self.target is not None else [c.id for c in _concerned(game, who, command)]
        for target in targets:
            near = None if target == who else (yield from rulings.reached(game, who, target, command.reach))
            if near is not None or target == who:
                _pulse(game, game[who], target, command, near)

    @classmethod
    def offers(cls, game: State, who: str) -> Rule[Sequence[Action]]:
        return [
            cls(command.name, target)
            for command in game[who].profile.commands
            for target in ([c.id for c in _concerned(game, who, command)] if _single(command) else [None])
        ]
        yield


def command_of(c: Character, name: str) -> Command | None:
    return next((command for command in c.profile.commands if command.name == name), None)


def _single(command: Command) -> bool:
    return command.on in ("friend", "enemy")


def _not_for_one(command: Command) -> Refusal:
    return Refusal("TURN-09", say("{command} is not for one character: name nobody", command=term(command.name)))


def _concerned(game: State, who: str, command: Command) -> list[Character]:
    """Whom the command is for, range apart; every friend includes the character itself (GEO-15)."""
    if command.on == "self":
        return [game[who]]
    if command.on in ("friend", "friends"):
        return [game[who], *game.friends(who)]
    return game.enemies(who)


def _effects(c: Character, command: Command) -> Iterator[Effect]:
    """What the command grants, each as an effect to the end of the round."""
    source = f"{command.name} ({c.name})"
    for trait in command.grants:
        yield Effect(source, "end_of_round", trait=Trait.parse(trait))
    if command.stat is not None and command.change:
        yield Effect(source, "end_of_round", stat=command.stat, change=command.change)


def _pulse(game: State, c: Character, target: str, command: Command, near: Distance | None) -> None:
    for what, points in command.gains.items():
        game.emit(PointsGained(who=target, what=what, points=points, why=command.name, near=near))
    for effect in _effects(c, command):
        game.emit(EffectBegan(who=target, effect=effect, near=near))
