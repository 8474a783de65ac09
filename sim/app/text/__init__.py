"""The table in a terminal: the same games, questions and odds as in the window, told in lines and answered by words.

It stands on the table's own modules, draws nothing, and knows no rule.
"""
