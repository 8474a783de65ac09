"""`bauta odds`: exact odds of a roll, of an attack, and of several played best by both sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from sim.cli.errors import UserError
from sim.cli.options import (
    WholeType,
    example,
    json_option,
    print_json,
    tell,
)
from sim.percent import percent
from sim.words import say, term
from sim.words.tongues import told

if TYPE_CHECKING:
    from sim.carnevale.odds import Odds

__all__ = ["command"]

DICE = WholeType(0, 10)
POINTS = WholeType(0, 30)


@click.command(
    epilog=example(
        "bauta odds --dice 5 --ace 6 --damage 1 --protection 3 --life 10",
        "bauta odds --dice 5 --ace 6 --protection 3 --life 7 --attacks 3 --held 2 --target-held 1",
        "bauta odds --dice 4 --ace 7 --against 3 --against-held 1 --against-most 2",
    )
)
@click.option("--dice", type=DICE, required=True, help="Dice in the pool, the Destiny Die included.")
@click.option("--ace", type=WholeType(2, 10), required=True, help="The number that a die must show for an Ace.")
@click.option("--reroll", type=DICE, default=0, help="Misses that may be re-rolled (never the Destiny Die).")
@click.option("--parry", type=DICE, default=0, help="Aces that the enemy may make you re-roll.")
@click.option("--will", type=WholeType(0, 2), default=0, help="Will Points spent: a die each, to 10 dice.")
@click.option("--damage", type=WholeType(-20, 20), default=0, help="The weapon's Damage modifier.")
@click.option("--protection", type=DICE, help="The target's protection dice, after penetration and cover.")
@click.option("--life", type=WholeType(1, 200), help="The target's Life Points.")
@click.option("--attacks", type=WholeType(1, 3), help="So many of these attacks in a row, played best to kill.")
@click.option("--held", type=POINTS, default=0, help="Will Points in hand, to be spent where they serve best.")
@click.option("--target-held", type=POINTS, default=0, help="Those of the target, for its protection.")
@click.option("--against", type=DICE, help="An opposed roll: the dice of the other side, which rolls first.")
@click.option("--against-reroll", type=DICE, default=0, help="Misses that the other side may re-roll.")
@click.option("--against-held", type=POINTS, default=0, help="Will Points of the other side, played best.")
@click.option("--against-most", type=DICE, default=10, help="How many of its Aces count (a dispeller's Mage level).")
@json_option
def command(**given: Any) -> None:
    """What may this roll show, exactly?

    With --protection it is a Combat action: what the target loses, and the chance that it falls. With --attacks, a
    whole turn of them; with --against, an opposed roll. --held is played best by whoever holds it.
    """
    as_json = given.pop("as_json")
    asked = RollAsked(**given)
    asked.check()
    odds = _odds(asked)
    if as_json:
        print_json({key: value for key, value in odds.items() if key not in ("mean",)})
    else:
        _show(odds)


class RollAsked(NamedTuple):
    """The options of the command."""

    dice: int
    ace: int
    reroll: int
    parry: int
    will: int
    damage: int
    protection: int | None
    life: int | None
    attacks: int | None
    held: int
    target_held: int
    against: int | None
    against_reroll: int
    against_held: int
    against_most: int

    def check(self) -> None:
        """Do they go together? Raises UserError."""
        if self.protection is None and (self.life is not None or self.damage):
            raise UserError(
                say("--damage and --life are of an attack; give the target's dice too, as in --protection 3")
            )
        if self.attacks is not None and self.life is None:
            raise UserError(say("--attacks are made until the target falls; give its Life Points too, as in --life 10"))
        if self.against is not None and (self.protection is not None or self.parry):
            raise UserError(
                say("--against is of an opposed roll; an attack is not opposed, nor is an opposed roll parried")
            )
        if self.target_held and self.attacks is None:
            raise UserError(say("--target-held is of the target of --attacks; give these too, as in --attacks 1"))
        if self.against is None and (self.against_reroll or self.against_held or self.against_most != 10):
            raise UserError(
                say("--against-reroll, --against-held and --against-most are of an opposed roll: give --against")
            )


def _odds(asked: RollAsked) -> dict[str, Any]:
    from sim.carnevale.dice import MOST_DICE
    from sim.carnevale.exchange_odds import Blow, Side, fall_chance, strikes
    from sim.carnevale.odds import attack_odds, opposed_odds, roll_odds
    from sim.carnevale.optimal_roll import PendingRoll, contest_success, success

    ace, reroll, parry, life = asked.ace, asked.reroll, asked.parry, asked.life
    pool = min(MOST_DICE, asked.dice + asked.will)
    throw = PendingRoll(pool, ace, reroll, parry)
    if asked.against is not None:
        roll = opposed_odds(pool, asked.against, ace, reroll, asked.against_reroll, asked.against_most)
        other = PendingRoll(asked.against, ace, asked.against_reroll)
        succeeds = contest_success(throw, other, asked.held, asked.against_held, asked.against_most)
        return _of_roll(roll) | {"succeeds": succeeds}
    roll = roll_odds(pool, ace, reroll, parry)
    if asked.protection is None:
        return _of_roll(roll) | {"succeeds": success(throw, asked.held)}
    loss = attack_odds(pool, ace, asked.damage, asked.protection, reroll, parry)
    odds = _of_roll(roll) | {"life_lost": loss.life_lost, "mean": loss.mean}
    if life is not None:
        odds["kill"] = loss.kill(life)
    if life is not None and asked.attacks is not None:
        blow = Blow(pool, ace, asked.damage, asked.protection, reroll, parry)
        sides = Side(99, asked.held), Side(life, asked.target_held)
        odds["kill_by"] = [fall_chance(strikes(blow, n), *sides) for n in range(1, asked.attacks + 1)]
    return odds


def _of_roll(roll: Odds) -> dict[str, Any]:
    """What every roll has; what only attacks have is not known."""
    return {"outcomes": roll.outcomes, "aces": roll.aces, "life_lost": None, "kill": None, "mean": None}


def _show(odds: dict[str, Any]) -> None:
    named = {told(term(outcome)): told(percent(p, 3)) for outcome, p in odds["outcomes"].items()}
    aces, lost = told(say("Aces")), told(say("Life lost"))
    wide = max(map(len, (*named, aces, lost)))
    for outcome, chance in named.items():
        click.echo(f"{outcome:{wide}} {chance:>12}")
    click.echo(f"{aces:{wide}} {_row(odds['aces'])}")
    if odds["life_lost"] is not None:
        click.echo(f"{lost:{wide}} {_row(odds['life_lost'])}")
        tell(say("On average {mean:.3f} Life Points", mean=odds["mean"]))
    if odds["kill"] is not None:
        tell(say("Kills {kill}", kill=percent(odds["kill"], 3)))
    if "succeeds" in odds:
        tell(say("Succeeds, played best {succeeds}", succeeds=percent(odds["succeeds"], 3)))
    for n, p in enumerate(odds.get("kill_by", ()), start=1):
        tell(say("Killed by attack {n}, played best {p}", n=n, p=percent(p, 3)))


def _row(chances: Sequence[float]) -> str:
    """The chance of none, of one, and so on."""
    return "  ".join(told(say("{n}: {chance}", n=n, chance=percent(p, 2))) for n, p in enumerate(chances))
