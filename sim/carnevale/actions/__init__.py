"""The actions of the rulebook, a module each; importing this registers them."""

from __future__ import annotations

from sim.carnevale.action import Action, register
from sim.carnevale.actions.ability import UseAbility
from sim.carnevale.actions.cast_off import CastOff
from sim.carnevale.actions.combat import Combat
from sim.carnevale.actions.dive import Dive
from sim.carnevale.actions.drown import Drown
from sim.carnevale.actions.favour import Favour
from sim.carnevale.actions.grapple import Grapple
from sim.carnevale.actions.guard import Guard
from sim.carnevale.actions.hide import Hide
from sim.carnevale.actions.jump import Jump
from sim.carnevale.actions.objective import Destroy, DropObjective
from sim.carnevale.actions.order import Order
from sim.carnevale.actions.override import Override
from sim.carnevale.actions.row import Row
from sim.carnevale.actions.run import Run
from sim.carnevale.magic.casting import Cast

KINDS: tuple[type[Action], ...] = (  # in the order in which they are offered
    Run,
    Jump,
    Dive,
    Row,
    Hide,
    Guard,
    Combat,
    Grapple,
    Drown,
    Cast,
    Order,
    UseAbility,
    CastOff,
    DropObjective,
    Destroy,
    Favour,
    Override,
)
register(*KINDS)

__all__ = [
    "KINDS",
    "Cast",
    "CastOff",
    "Combat",
    "Destroy",
    "Dive",
    "DropObjective",
    "Drown",
    "Favour",
    "Grapple",
    "Guard",
    "Hide",
    "Jump",
    "Order",
    "Override",
    "Row",
    "Run",
    "UseAbility",
]
