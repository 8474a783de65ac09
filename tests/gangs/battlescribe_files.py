"""Small files as BattleScribe writes them, with what is odd in those that players have."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

SPACE = "http://www.battlescribe.net/schema"


def attributes(ap: object = 3, lp: object = 12, wp: object = 3, cp: object = 0, size: object = "30mm") -> str:
    return profile("Attributes", "", Actions=ap, Life=lp, Will=wp, Command=cp, Base_Size=size)


def statistics(abilities: str = "-", move: object = '5"', dex: object = 5, mind: object = 4) -> str:
    values = {"MOVE": move, "DEX.": dex, "ATTACK": 4, "PROT.": 3, "MIND": mind, "Abilities": abilities}
    return profile("Statistics", "", **values)


def weapon(name: str, abilities: str = "-", **values: object) -> str:
    columns = {"Range": "-", "Evasion": "0", "Damage": "+1", "Penetration": "-1", **values, "Abilities": abilities}
    return profile("Weapon", name, **columns)


def profile(table: str, name: str, id: str = "", **values: object) -> str:
    cells = "".join(
        f"<characteristic name={quoteattr(key.replace('_', ' '))}>{value}</characteristic>"
        for key, value in values.items()
    )
    head = f'<profile id="{id}" name={quoteattr(name)} typeName="{table}">'
    return f"{head}<characteristics>{cells}</characteristics></profile>"


def entry(
    name: str, inside: str, id: str = "", kind: str = "model", cost: float = 0.0, *, most: int | None = None,
    least: int | None = None, hidden: bool = False,
) -> str:  # fmt: skip
    """A selection entry, as catalogues have them."""
    limits = "".join(
        f'<constraint type="{type}" value="{value}.0" field="selections" scope="parent"/>'
        for type, value in (("min", least), ("max", most))
        if value is not None
    )
    return (
        f'<selectionEntry id="{id}" name={quoteattr(name)} type="{kind}" hidden="{str(hidden).lower()}">'
        f'<constraints>{limits}</constraints><costs><cost name=" ducats" value="{cost}"/>'
        f'<cost name="Spell slots" value="2.0"/></costs>{inside}</selectionEntry>'
    )


def group(name: str, inside: str, *, most: int | None = None) -> str:
    limit = "" if most is None else f'<constraint type="max" value="{most}.0" field="selections" scope="parent"/>'
    return (
        f'<selectionEntryGroup name="{name}"><constraints>{limit}</constraints>'
        f"<selectionEntries>{inside}</selectionEntries></selectionEntryGroup>"
    )


def profiles(*each: str) -> str:
    return f"<profiles>{''.join(each)}</profiles>"


def categories(*names: str) -> str:
    links = "".join(f'<categoryLink name="{name}"/>' for name in names)
    return f"<categoryLinks>{links}</categoryLinks>"


def catalogue(name: str, inside: str, shared: str = "") -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><catalogue xmlns="{SPACE}/catalogueSchema" name="{name}">'
        f"{inside}{shared}</catalogue>"
    )


def game_system(shared: str = "") -> str:
    return f'<gameSystem xmlns="{SPACE}/gameSystemSchema" name="Carnevale">{shared}</gameSystem>'
