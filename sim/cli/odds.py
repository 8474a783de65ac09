"""`bauta odds`: exact odds of a roll, of an attack, and of several played best by both sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
    odds = _odds(**given)
    if as_json:
        print_json({key: value for key, value in odds.items() if key not in ("mean",)})
    else:
        _show(odds)


def _odds(
    *,
    dice: int,
    ace: int,
    reroll: int,
    parry: int,
    will: int,
    damage: int,
    protection: int | None,
    life: int | None,
    attacks: int | None,
    held: int,
    target_held: int,
    against: int | None,
    against_reroll: int,
    against_held: int,
    against_most: int,
) -> dict[str, Any]:
    from sim.carnevale.exchange_odds import Blow, Side, fall_chance, strikes
    from sim.carnevale.odds import attack_odds, opposed_odds, roll_odds
    from sim.carnevale.optimal_roll import PendingRoll, contest_success, success

    if protection is None and (life is not None or damage):
        raise UserError(say("--damage and --life are of an attack; give the target's dice too, as in --protection 3"))
    if attacks is not None and life is None:
        raise UserError(say("--attacks are made until the target falls; give its Life Points too, as in --life 10"))
    if against is not None and (protection is not None or parry):
        raise UserError(
            say("--against is of an opposed roll; an attack is not opposed, nor is an opposed roll parried")
        )
    if target_held and attacks is None:
        raise UserError(say("--target-held is of the target of --attacks; give these too, as in --attacks 1"))
    if against is None and (against_reroll or against_held or against_most != 10):
        raise UserError(
            say("--against-reroll, --against-held and --against-most are of an opposed roll: give --against")
        )
    pool = min(10, dice + will)
    if against is None:
        roll = roll_odds(pool, ace, reroll, parry)
    else:
        roll = opposed_odds(pool, against, ace, reroll, against_reroll, against_most)
    loss = None if protection is None else attack_odds(pool, ace, damage, protection, reroll, parry)
    odds: dict[str, Any] = {
        "outcomes": roll.outcomes,
        "aces": roll.aces,
        "life_lost": None if loss is None else loss.life_lost,
        "kill": loss.kill(life) if loss is not None and life is not None else None,
        "mean": None if loss is None else loss.mean,
    }
    throw = PendingRoll(pool, ace, reroll, parry)
    if against is not None:
        other = PendingRoll(against, ace, against_reroll)
        odds["succeeds"] = contest_success(throw, other, held, against_held, against_most)
    elif protection is None:
        odds["succeeds"] = success(throw, held)
    if attacks is not None and life is not None and protection is not None:
        blow = Blow(pool, ace, damage, protection, reroll, parry)
        sides = Side(99, held), Side(life, target_held)
        odds["kill_by"] = [fall_chance(strikes(blow, n), *sides) for n in range(1, attacks + 1)]
    return odds


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
