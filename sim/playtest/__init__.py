"""Play-tests: many games between equal bots on one board, and what they tell of the board.

Games come in pairs: the same gangs, dice and bots, and the deployment zones exchanged. What luck, gangs and the order
of the seats are worth falls out of a pair; what is left is what the zones are worth.
"""

from __future__ import annotations

__all__: list[str] = []
