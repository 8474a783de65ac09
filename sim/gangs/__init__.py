"""Gangs as files: kept, changed, compared, shared as text, and brought from other programs.

What a gang may be, the rules say (`sim.carnevale.gangs`). Here is what players do with their gangs away from the table.
"""
