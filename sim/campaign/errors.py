"""What goes wrong with a campaign, told to whoever asked for it."""

from __future__ import annotations

from sim.engine.requests import GameError

__all__ = ["CampaignError"]


class CampaignError(GameError):
    """A campaign's file is wrong, or what was asked of it may not be done; the message says why and what would do."""
