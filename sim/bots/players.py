"""Who plays in games that are kept, as a key: with other minis, or another bot of one's own, they are others."""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from sim.bots.base import BOTS
from sim.carnevale.setup import GangSetup, Setup
from sim.words import in_english

__all__ = ["players_key"]


def players_key(setup: Setup, *bots: str) -> str:
    """The key of the minis that take the field, whatever their seats, and of what is in the files of bots that do not
    come with Bauta. Raises UnknownBot."""
    said = blake2b(digest_size=8)
    for gang in sorted(map(_fielded, setup.gangs)):
        said.update(gang)
    for bot in bots:
        for file in BOTS.made_of(bot):
            said.update(file.read_bytes())
    return said.hexdigest()


def _fielded(gang: GangSetup) -> bytes:
    profiles = [member.profile for member in gang.members]
    return msgspec.json.encode([gang.name, gang.faction, gang.equipment, profiles], enc_hook=in_english)
