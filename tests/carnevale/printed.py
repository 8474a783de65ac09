"""What the rulebook prints, by name: all of it must be there, and nobody is kept from adding to it."""

from __future__ import annotations

ABILITIES = frozenset(
    {
        "Acrobatic", "Aerial Attack", "Berserk", "Boat Crew", "Bodyguard", "Brave", "Brawler", "Bulky", "Companion",
        "Concealment", "Engage", "Ethereal", "Expert Grappler", "Expert Marksman", "Expert Offence",
        "Expert Protection", "Expert Sorcerer", "Fast Swimmer", "Fear", "First Strike", "Flight", "Frenzied", "Hunter",
        "Infiltration", "Limited Movement", "Mage", "Mindless", "Parry", "Pickpocket", "Primitive", "Slippery",
        "Universal Shielding", "Vampiric Attack", "Water Creature",
    }
)  # fmt: skip
WEAPON_ABILITIES = frozenset(
    {
        "Aquatic", "Black Powder", "Blast", "Harmless", "Knockback", "Poisoned", "Reload", "Smoke", "Stun", "Template",
        "Two-handed",
    }
)  # fmt: skip
SPELLS = frozenset(
    {
        "Cantrip of the Devil", "Boiling Veins", "Bloodlust", "Blood Drain", "Kraken's Breath", "Mother Hydra's Claws",
        "Abyssal Mist",
        "Cantrip of the Sun", "Protection of the Eye", "Eldritch Armour", "Rejuvenation", "Holy Light",
        "Defender of Destiny", "Aqua Curativa",
        "Cantrip of the Stars", "Marksman's Misfortune", "Blessing of the Sky", "Curse of the Rent",
        "Glimpse of Glory", "Otherworldly Oddity", "Fate's Bounty",
        "Cantrip of the Chariot", "Renewed Vigour", "Fiery Rhetoric", "Walk Between Worlds", "Waves of Force",
        "Ice Lock", "Madness",
        "Cantrip of Justice", "They Sleep Underwater", "Healing", "Summon Vermin", "Gateway", "Sunder Armour",
        "Groundsnap",
    }
)  # fmt: skip
AGENDAS = frozenset([*(f"{table}{n}" for table in "ABC" for n in range(1, 11)), *(f"D{n}" for n in range(1, 6))])
SCENARIOS = frozenset({"acquisition", "gang-war", "secure-arms", "street-fight", "take-what-is-theirs"})
