"""`bauta odds`: exact odds of a roll or an attack."""

from __future__ import annotations

import click

from sim.cli.errors import UserError
from sim.cli.options import example, json_option, print_json

DICE = click.IntRange(0, 10)


@click.command(epilog=example("bauta odds --dice 5 --ace 6 --damage 1 --protection 3 --life 10"))
@click.option("--dice", type=DICE, required=True, help="Dice in the pool, the Destiny Die included.")
@click.option("--ace", type=click.IntRange(2, 10), required=True, help="The number that a die must show for an Ace.")
@click.option("--reroll", type=DICE, default=0, help="Misses that may be re-rolled (never the Destiny Die).")
@click.option("--parry", type=DICE, default=0, help="Aces that the enemy may make you re-roll.")
@click.option("--will", type=click.IntRange(0, 2), default=0, help="Will Points spent: a die each, to 10 dice.")
@click.option("--damage", type=int, default=0, help="The weapon's Damage modifier.")
@click.option("--protection", type=DICE, help="The target's protection dice, after penetration and cover.")
@click.option("--life", type=click.IntRange(1), help="The target's Life Points.")
@json_option
def command(
    dice: int,
    ace: int,
    reroll: int,
    parry: int,
    will: int,
    damage: int,
    protection: int | None,
    life: int | None,
    as_json: bool,
) -> None:
    """What may this roll show, exactly?

    With --protection it is a Combat action: what the target loses, and the chance that it falls.
    """
    from sim.carnevale.odds import attack_odds, roll_odds

    if protection is None and (life is not None or damage):
        raise UserError("--damage and --life are of an attack; give the target's dice too, as in --protection 3")
    pool = min(10, dice + will)
    odds = roll_odds(pool, ace, reroll, parry)
    loss = None if protection is None else attack_odds(pool, ace, damage, protection, reroll, parry)
    kill = loss.kill(life) if loss is not None and life is not None else None
    if as_json:
        life_lost = None if loss is None else loss.life_lost
        print_json({"outcomes": odds.outcomes, "aces": odds.aces, "life_lost": life_lost, "kill": kill})
        return
    for outcome, p in odds.outcomes.items():
        click.echo(f"{outcome:9} {p:8.3%}")
    click.echo("Aces      " + "  ".join(f"{n}: {p:.2%}" for n, p in enumerate(odds.aces)))
    if loss is not None:
        click.echo("Life lost " + "  ".join(f"{n}: {p:.2%}" for n, p in enumerate(loss.life_lost)))
        click.echo(f"On average {loss.mean:.3f} Life Points")
    if kill is not None:
        click.echo(f"Kills {kill:8.3%}")
