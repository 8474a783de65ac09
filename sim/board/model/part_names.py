"""What stands on a board, by names that one can say: `casa-bruciata/chimney` is the chimney of Casa Bruciata.

Verdicts, journals and JSON keep the ids of pieces and parts; sentences say these names.
"""

from __future__ import annotations

import re

from sim.words import Message, say, sense

__all__ = [
    "BASE",
    "CANAL",
    "SIDES",
    "SMALL_WORDS",
    "STREET",
    "base_called",
    "base_of",
    "bearer_of",
    "kind_of",
    "on",
    "part_called",
    "piece_called",
    "piece_of",
    "vessel_called",
]

KINDS = {  # what a piece is, by the first words of its name
    "barricata-leggera": say("light barricade"),
    "barricata-pesante": say("heavy barricade"),
    "bottega": say("shop"),
    "botti": say("barrels"),
    "botte": say("barrel"),
    "bricola": say("mooring piles"),
    "campanile": say("bell tower"),
    "carretto": say("cart"),
    "casa": say("house"),
    "casse": say("crates"),
    "cassa": say("crate"),
    "chiesa": say("church"),
    "cipresso": say("cypress"),
    "fondamenta": say("quay"),
    "gondola": say("gondola"),
    "jetty": say("jetty"),
    "ladder": say("ladder"),
    "lampione": say("street lamp"),
    "locanda": say("inn"),
    "magazzino": say("warehouse"),
    "muro": say("wall"),
    "palazzo": say("palace"),
    "palo": say("mooring pole"),
    "peata": say("barge"),
    "ponte-di-legno": say("wooden bridge"),
    "ponte-di-pietra": say("stone bridge"),
    "ponte": say("bridge"),
    "pozzo": say("well"),
    "quay-ladder": say("quay ladder"),
    "relitto": say("wreck"),
    "rovina": say("ruin"),
    "sandolo": say("boat"),
    "scaffold": say("scaffold"),
    "scuola": say("hall"),
    "stall": say("stall"),
    "statua": say("statue"),
    "vasi": say("pots"),
    "water-steps": say("water steps"),
    "barca-del-mercato": say("market boat"),
    "stairs": say("stairs"),
}
MADE = {  # what the program builds of a plan, by its kind
    "house": say("house"), "palazzo": say("palace"), "bridge": say("bridge"), "quay": say("quay"),
    "stairs": say("stairs"), "wall": say("wall"), "scaffolding": say("scaffold"), "church": say("church"),
    "campanile": say("bell tower"),
}  # fmt: skip
CANAL = say("canal")
EDGE = say("the edge of the board")  # as a push names it
NAMED = {  # the same, of this piece: elsewhere with its article
    "light barricade": sense("this one", "light barricade"),
    "heavy barricade": sense("this one", "heavy barricade"),
    "shop": sense("this one", "shop"),
    "barrels": sense("this one", "barrels"),
    "barrel": sense("this one", "barrel"),
    "mooring piles": sense("this one", "mooring piles"),
    "bell tower": sense("this one", "bell tower"),
    "cart": sense("this one", "cart"),
    "house": sense("this one", "house"),
    "crates": sense("this one", "crates"),
    "crate": sense("this one", "crate"),
    "church": sense("this one", "church"),
    "cypress": sense("this one", "cypress"),
    "quay": sense("this one", "quay"),
    "gondola": sense("this one", "gondola"),
    "barge": sense("this one", "barge"),
    "jetty": sense("this one", "jetty"),
    "ladder": sense("this one", "ladder"),
    "street lamp": sense("this one", "street lamp"),
    "inn": sense("this one", "inn"),
    "warehouse": sense("this one", "warehouse"),
    "wall": sense("this one", "wall"),
    "palace": sense("this one", "palace"),
    "mooring pole": sense("this one", "mooring pole"),
    "wooden bridge": sense("this one", "wooden bridge"),
    "stone bridge": sense("this one", "stone bridge"),
    "bridge": sense("this one", "bridge"),
    "well": sense("this one", "well"),
    "quay ladder": sense("this one", "quay ladder"),
    "wreck": sense("this one", "wreck"),
    "ruin": sense("this one", "ruin"),
    "boat": sense("this one", "boat"),
    "scaffold": sense("this one", "scaffold"),
    "hall": sense("this one", "hall"),
    "stall": sense("this one", "stall"),
    "statue": sense("this one", "statue"),
    "pots": sense("this one", "pots"),
    "water steps": sense("this one", "water steps"),
    "market boat": sense("this one", "market boat"),
    "stairs": sense("this one", "stairs"),
    "canal": sense("this one", "canal"),
}
PARTS = {  # of a piece, that one may stand on: elsewhere with its article
    "roof": sense("this part", "roof"),
    "chimney": sense("this part", "chimney"),
    "ladder": sense("this part", "ladder"),
    "balcony": sense("this part", "balcony"),
    "altana": sense("this part", "altana"),
    "base": sense("this part", "base"),
    "rail": sense("this part", "rail"),
    "balcony rail": sense("this part", "balcony rail"),
    "altana rail": sense("this part", "altana rail"),
    "parapet": sense("this part", "parapet"),
    "steps": sense("this part", "steps"),
    "step": sense("this part", "step"),
    "stairs": sense("this part", "stairs"),
    "floor": sense("this part", "floor"),
    "deck": sense("this part", "deck"),
    "gallery": sense("this part", "gallery"),
    "belfry": sense("this part", "belfry"),
    "tower": sense("this part", "tower"),
    "spire": sense("this part", "spire"),
    "awning": sense("this part", "awning"),
    "wall": sense("this part", "wall"),
    "walls": sense("this part", "walls"),
    "table": sense("this part", "table"),
    "cloth": sense("this part", "cloth"),
    "post": sense("this part", "post"),
    "posts": sense("this part", "posts"),
    "pole": sense("this part", "pole"),
    "poles": sense("this part", "poles"),
    "piles": sense("this part", "piles"),
    "nets": sense("this part", "nets"),
    "baskets": sense("this part", "baskets"),
    "timber": sense("this part", "timber"),
    "rubble": sense("this part", "rubble"),
    "head": sense("this part", "head"),
    "ring": sense("this part", "ring"),
    "hoist": sense("this part", "hoist"),
    "beams": sense("this part", "beams"),
    "pedestal": sense("this part", "pedestal"),
    "door": sense("this part", "door"),
    "arcade": sense("this part", "arcade"),
    "hull": sense("this part", "hull"),
    "cheeks": sense("this part", "cheeks"),
    "stair head": sense("this part", "stair head"),
    "gallery rail": sense("this part", "gallery rail"),
    "saint": sense("this part", "saint"),
    "hay": sense("this part", "hay"),
    "wheels": sense("this part", "wheels"),
    "barricade": sense("this part", "barricade"),
    "house": sense("this part", "house"),
    "church": sense("this part", "church"),
    "back balcony": sense("this part", "back balcony"),
    "back balcony rail": sense("this part", "back balcony rail"),
    "deck low": sense("this part", "lower deck"),
    "deck high": sense("this part", "upper deck"),
    "ladder low": sense("this part", "lower ladder"),
    "ladder high": sense("this part", "upper ladder"),
    "awning left": sense("this part", "left awning"),
    "awning right": sense("this part", "right awning"),
}
_WINDS = (
    (("east", "e"), sense("of a house's side", "east")),
    (("northeast", "ne"), sense("of a house's side", "north-east")),
    (("north", "n"), sense("of a house's side", "north")),
    (("northwest", "nw"), sense("of a house's side", "north-west")),
    (("west", "w"), sense("of a house's side", "west")),
    (("southwest", "sw"), sense("of a house's side", "south-west")),
    (("south", "s"), sense("of a house's side", "south")),
    (("southeast", "se"), sense("of a house's side", "south-east")),
)
SIDES = {word: side for words, side in _WINDS for word in words}  # of a house, by the end of a part's name
BY_ID = {  # what a piece is that has a name of its own, by the first word of that
    "banco": KINDS["stall"],
    "barca": KINDS["sandolo"],
    "gradini": KINDS["water-steps"],
    "merce": KINDS["casse"],
    "merci": KINDS["casse"],
    "ponteggio": KINDS["scaffold"],
    "pontile": KINDS["jetty"],
    "scala": KINDS["ladder"],
    "scaletta": KINDS["ladder"],
}
STREET = say("the street")
BASE = "base"  # of a mini
TOPS = ("house", "church", "tower", "walls", "parapet")  # parts that one stands on top of, as on a roof
ROOF = 1.0  # inches over its foot: so high a house is stood on as on a roof
WHOLE = frozenset(KINDS.values()) - frozenset(
    ("house", "palace", "inn", "shop", "warehouse", "hall", "church", "bell tower", "ruin", "scaffold", "bridge",
     "stone bridge", "wooden bridge")
)  # what is so small that it is named, and no part of it  # fmt: skip
PLAIN = ("", "hull", "deck", "bridge", "quay", "raft")  # parts that are the piece itself
SMALL_WORDS = (
    "a",
    "al",
    "alla",
    "alle",
    "da",
    "de",
    "dei",
    "del",
    "della",
    "delle",
    "dello",
    "di",
    "e",
)  # of a name: they have no capital letter


def kind_of(piece: str) -> str:
    """What a piece is; its own name where that is not known."""
    bare = re.sub(r"-\d+$", "", piece.partition("#")[0])
    if bare in MADE:
        return MADE[bare]
    known = next((word for name, word in KINDS.items() if bare.startswith(name)), "")
    return known or BY_ID.get(bare.partition("-")[0]) or bare.replace("-", " ")


def piece_called(id: str, kind: str = "") -> str:
    """A piece as one says it: its own name, or what it is with its number. `kind`: what it is, if not by its id. A boat
    that was brought, `gondola#ours`, has the name that it was given."""
    id, kind = (id.partition("#")[2], kind or kind_of(id.partition("#")[0])) if "#" in id else (id, kind)
    known, kind = bool(kind), kind or kind_of(id)
    bare, number = re.fullmatch(r"(.*?)(?:-(\d+))?", id).groups()  # type: ignore[union-attr]  # it matches all
    if bare in KINDS or ((known or kind in NAMED) and bare == kind.replace(" ", "-")):
        if number is None:
            return say("the {kind}", kind=NAMED.get(kind, kind))
        return Message("{kind} {number}", {"kind": NAMED.get(kind, kind), "number": number})
    name = " ".join(word if word in SMALL_WORDS else word.capitalize() for word in bare.split("-"))
    return name if number is None else f"{name} {number}"


def piece_of(part: str) -> str:
    """The id of the piece that a part is of, by its name; of a mesh's part that is of none, the part itself."""
    return part.rpartition("/")[0] or part


def base_of(mini: str) -> str:
    """The base of a mini as a part, where verdicts tell it from the mini itself."""
    return f"{mini}/{BASE}"


def bearer_of(part: str) -> str:
    """Whose base it is; "" of all other parts."""
    mini, _, own = part.rpartition("/")
    return mini if own == BASE else ""


def base_called(mini: str) -> str:
    """The base of a mini that is called so."""
    return say("the {part} of {name}", part=PARTS[BASE], name=mini)


def vessel_called(piece: str, seat: str) -> str:
    """A vessel that a seat brings, by its piece."""
    return say("{seat}'s {vessel}", seat=seat, vessel=NAMED.get(kind_of(piece), kind_of(piece)))


def part_called(part: str, name: str = "", kind: str = "", high: float = 0.0) -> str:
    """A part of the board, `ca-rosa/house`: `Ca Rosa`, or `the roof of Ca Rosa` from so `high` over the street.

    `name`, `kind`: what its piece is called, and what it is, if not by its id.
    """
    piece, _, own = part.partition("/")
    if piece == "ground":
        return STREET
    if part == EDGE:
        return EDGE
    name, kind = name or piece_called(piece, kind), kind or kind_of(piece)
    first, *words = [word for word in own.split("-") if not word.isdigit()] or [""]
    at_side = next((SIDES[word] for word in words if word in SIDES), "")
    own = " ".join((first, *(word for word in words if word not in SIDES)))
    if own == "water":
        return say("the water of {name}", name=name)
    if own in TOPS and not at_side:
        return say("the roof of {name}", name=name) if high > ROOF else name
    if kind in WHOLE or own in PLAIN or own in name.casefold():
        return name
    if at_side:
        return say("the {side} {part} of {name}", side=at_side, part=PARTS.get(own, own), name=name)
    return say("the {part} of {name}", part=PARTS.get(own, own), name=name)


def on(ground: str) -> str:
    """On some ground: in many languages one is *in* a street."""
    if ground.startswith(STREET):
        return sense("a street", "on {ground}", ground=ground)
    return say("on {ground}", ground=ground)
