"""What the planning bots weigh things by: numbers in a file, with what made them."""

from __future__ import annotations

from functools import cache

import msgspec

from sim.board.files.folders import assets_dir

__all__ = ["FITTED", "Fitted", "Weights", "fitted", "weights_of"]

FITTED = assets_dir() / "bots"


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """In Victory Points, unless it says otherwise."""

    power: float  # what a mini of a gang's average ducats may still do in a whole game, besides what it scores
    health: float  # of a mini's worth, the part that goes with its Life Points
    caution: float  # of the danger that is counted
    next_round: float  # of what can happen next round, when either side may come first
    threat: float  # of what a mini could do in its next turn from where it stands
    closer: float  # for each inch nearer to an enemy that it could fight
    aim: float  # of what an objective scores, for each turn that it takes to be there
    holding: float  # of what an objective scores, while there are rounds to come
    unseen: float  # the chance that an enemy who shoots sees its target
    engaged: float  # of the danger from an enemy in contact with somebody else
    guard: float  # of the blow that whoever is on guard strikes at those who come
    wet: float  # to end a turn in water
    leader: float  # more, for whoever commands
    order: float  # a Command Point kept, while no more are left than will find a use
    carried: float  # of what is carried, for making its carrier drop it
    held: float  # of what a mini holds alone
    most_lost: float  # of what a mini is worth, to one enemy
    afloat: float  # of what it threatens while it swims: it must come ashore first
    planned: float  # a Command Point, for another agenda
    hangs: float  # inches that a climb over two actions ends under the edge at least
    guarded: float  # of what enemies on guard do to whoever comes into their reach
    slips: float  # of an agenda of disengaging twice, for the first time; twice as much for the second


class Fitted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of a bot, and the commands that made them, the newest last."""

    made_by: tuple[str, ...]
    weights: Weights


@cache
def fitted(name: str) -> Fitted:
    """Of one of the house's bots."""
    return msgspec.json.decode((FITTED / f"{name}.json").read_bytes(), type=Fitted)


def weights_of(name: str) -> Weights:
    """Of one of the house's bots."""
    return fitted(name).weights
