"""Equipment: bought with ducats, each item once, and used once in a game (EQUIP-01)."""
