"""What a character would cost by one formula, beside the ducats on its card: `python tools/prices.py [FACTION ...]`.

A fighter is worth what it strikes times what it lasts, both by exact odds against an ordinary henchman; what odds do
not tell (will, command, magic, a way over the roofs) has a price of its own. It is where to start from; games between
the gangs (`tools/balance.py`) have the last word.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from math import sqrt

from sim.board.files.folders import assets_dir
from sim.carnevale.characters import UNARMED, Trait, Weapon
from sim.carnevale.odds import attack_odds
from sim.carnevale.rosters import Sheet, read_roster

FOE = {"attack": 5, "dexterity": 5, "protection": 3, "lp": 9}  # an ordinary henchman
BASE, FIGHT, WILL, COMMAND = -1.0, 6.1, 0.35, 0.5  # ducats: for being there, and for fighting, a WP and a CP
CROWDED = 0.6  # power in one body is worth less than in two: it strikes, and is struck, in one place
SHARE_OF_SHOTS = 0.5  # of a fighter's rounds: an enemy in sight, none in contact
ORDINARY, LONGEST = 11.0, 1.5  # inches: a range that meets enemies as often; and how much more the longest does
POISON, STUN, KNOCK, MORE = 2.2, 0.5, 0.3, 0.4  # Life Points that a hit is worth more by these; by a template
ABILITIES: dict[str, float] = {  # ducats, for every point of those that have a number
    "Acrobatic": 0.3,
    "Aerial Attack": 0.5,
    "Berserk": 0.7,
    "Boat Crew": 0.3,
    "Bodyguard": 0.5,
    "Brave": 0.2,
    "Bulky": -0.7,
    "Companion": 0.3,
    "Engage": 0.5,
    "Ethereal": 1.5,
    "Expert Grappler": 0.3,
    "Expert Sorcerer": 1.0,
    "Fast Swimmer": 0.3,
    "Fear": 0.5,
    "Flight": 2.0,
    "Frenzied": 1.0,
    "Hunter": 0.8,
    "Infiltration": 0.5,
    "Limited Movement": -0.5,
    "Mage": 1.7,
    "Mindless": -0.3,
    "Pickpocket": 0.7,
    "Primitive": -0.5,
    "Slippery": 0.8,
    "Water Creature": 0.7,
}
A_MAGE = 0.7  # for a cantrip, and to dispel


def price(sheet: Sheet) -> float:
    """Ducats by the formula."""
    traits: defaultdict[str, int] = defaultdict(int)
    for trait in map(Trait.parse, sheet.abilities):
        traits[trait.name] += trait.x if trait.x or trait.name == "Mage" else 1
    fight = sqrt(_strikes(sheet, traits) * _lasts(sheet, traits)) ** CROWDED
    more = sum(ABILITIES.get(name, 0.0) * x for name, x in traits.items())
    return BASE + FIGHT * fight + WILL * sheet.wp + COMMAND * sheet.cp + more + (A_MAGE if "Mage" in traits else 0.0)


def _strikes(sheet: Sheet, traits: dict[str, int]) -> float:
    """Life Points that it takes in a round."""
    weapons = [*sheet.weapons, *(choice[0] for choice in sheet.choices), UNARMED]
    close = [(w, _blow(sheet, traits, w, contact=True)) for w in weapons if w.range <= 2]
    far = [(w, _blow(sheet, traits, w, contact=False)) for w in weapons if w.range > 2]
    blows = max((sheet.ap - 0.7) * worth for w, worth in close if not _uses(w))
    limited = max((worth for w, worth in close if _uses(w)), default=0.0)
    shots = max((min(_uses(w) or sheet.ap, sheet.ap) * _far(w) * worth for w, worth in far), default=0.0)
    reach = 0.75 + 0.05 * sheet.move
    return SHARE_OF_SHOTS * shots + (1 - SHARE_OF_SHOTS / 2 * bool(shots)) * reach * (blows + 0.4 * limited)


def _blow(sheet: Sheet, traits: dict[str, int], weapon: Weapon, *, contact: bool) -> float:
    """Life Points that one attack with a weapon takes, or what is as good."""
    own = {trait.name for trait in weapon.traits}
    dice = sheet.attack + 0.4 * contact * (traits["First Strike"] + traits["Brawler"])
    rerolls = traits["Expert Offence"] if contact else traits["Expert Marksman"]
    needed = min(10, max(2, FOE["dexterity"] + weapon.evasion))
    protection = max(0, FOE["protection"] + weapon.penetration)
    means, hits, bleeds = [], [], []
    for whole in (int(dice), int(dice) + 1):
        loss = attack_odds(whole, needed, weapon.damage, protection, rerolls)
        means.append(loss.mean)
        hits.append(loss.roll.succeeds)
        bleeds.append(1 - loss.life_lost[0])
    part = dice - int(dice)
    mean, hit, bleed = (low + part * (high - low) for low, high in (means, hits, bleeds))
    worth = 0.0 if "Harmless" in own else mean * (1 + MORE * bool(own & {"Blast", "Template"}))
    worth += hit * (STUN * ("Stun" in own) + KNOCK * ("Knockback" in own))
    return worth + bleed * (POISON * ("Poisoned" in own) + 0.5 * contact * traits["Vampiric Attack"])


def _lasts(sheet: Sheet, traits: dict[str, int]) -> float:
    """Rounds that it stands against the henchman's two blows a round."""
    protection = max(sheet.protection + 0.4 * traits["Concealment"], 0)
    means = [
        attack_odds(FOE["attack"], sheet.dexterity, 0, whole, 0, traits["Parry"], traits["Expert Protection"]).mean
        for whole in (int(protection), int(protection) + 1)
    ]
    part = protection - int(protection)
    hurt = means[0] + part * (means[1] - means[0])
    return (sheet.lp + 0.5 * sheet.wp + 0.3 * traits["Universal Shielding"]) / (2 * hurt)


def _far(weapon: Weapon) -> float:
    """How much more often a weapon of this range has somebody to shoot at."""
    return min(LONGEST, weapon.range / ORDINARY)


def _uses(weapon: Weapon) -> int:
    """How often a round it can be used; 0 without limit."""
    return sum(trait.x for trait in weapon.traits if trait.name == "Reload")


def main() -> None:
    wanted = [name.casefold() for name in sys.argv[1:]]
    for path in sorted((assets_dir() / "characters").glob("*.toml")):
        roster = read_roster(path)
        if wanted and roster.faction.casefold() not in wanted:
            continue
        print(f"{roster.faction}: ducats, and by the formula")
        for sheet in roster.characters:
            worth = price(sheet)
            print(f"  {sheet.name:34} {sheet.rank:9} {sheet.cost:3}  {worth:5.1f}  {sheet.cost - worth:+5.1f}")


if __name__ == "__main__":
    main()
