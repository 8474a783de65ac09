"""Characters and gangs from files of BattleScribe 2.03: game systems and catalogues (`.gst`, `.cat`), rosters (`.ros`),
and the same zipped (`.gstz`, `.catz`, `.rosz`).

No such file comes with the game: players have their own. What is in them and not in our rules is told and left out.
"""
