"""Every piece and body by the name of its file, and who makes it."""

from __future__ import annotations

from collections.abc import Callable

from pieces import houses, landmarks, props, waterside
from pieces.clergy import CLERGY
from pieces.creatures import CREATURES
from pieces.deepfolk import DEEPFOLK
from pieces.figures import PEOPLE
from pieces.hospital import HOSPITAL
from pieces.masquers import MASQUERS
from pieces.nightfolk import NIGHTFOLK
from sim.board.architecture import carpentry
from sim.board.architecture.model import Model

PIECES: dict[str, Callable[[], Model]] = {
    "palazzo": houses.palazzo,
    "casa-ocra": houses.casa_ocra,
    "casa-rosa": houses.casa_rosa,
    "casa-alta": houses.casa_alta,
    "casa-stretta": houses.casa_stretta,
    "locanda": houses.locanda,
    "magazzino": houses.magazzino,
    "bottega": houses.bottega,
    "scuola": houses.scuola,
    "chiesa": landmarks.church,
    "campanile": landmarks.campanile,
    "ponte-di-pietra": landmarks.ponte_di_pietra,
    "ponte-di-legno": landmarks.ponte_di_legno,
    "rovina": landmarks.ruin,
    "water-steps": waterside.water_steps,
    "jetty": waterside.jetty,
    "quay-ladder": waterside.quay_ladder,
    "fondamenta": waterside.fondamenta,
    "palo": waterside.palo,
    "bricola": waterside.bricole,
    "gondola": waterside.gondola,
    "peata": waterside.peata,
    "sandolo": waterside.sandolo,
    "barca-del-mercato": waterside.market_boat,
    "relitto": waterside.stage,
    "ladder-4": lambda: carpentry.ladder(4.0, "ladder-4"),
    "ladder-6": lambda: carpentry.ladder(6.0, "ladder-6"),
    "scaffold": landmarks.scaffold,
    "stall": carpentry.awning,
    "pozzo": props.well,
    "casse": props.crates,
    "cassa": props.crate,
    "botti": props.barrels,
    "botte": props.barrel,
    "carretto": props.cart,
    "lampione": props.lamp,
    "statua": props.statue,
    "barricata-leggera": props.barricade_light,
    "barricata-pesante": props.barricade_heavy,
    "vasi": props.pots,
    "muro": props.garden_wall,
    "cipresso": props.cypress,
}

BODIES: dict[str, Callable[[], Model]] = {
    **PEOPLE,
    **CREATURES,
    **DEEPFOLK,
    **HOSPITAL,
    **CLERGY,
    **NIGHTFOLK,
    **MASQUERS,
}
