"""Lessons and puzzles: small games told step by step, with what ends each step and what is said of a mistake.

They are data (`lesson_file`), played by the ordinary game: a coach (`coach`) looks at its events and its state, and
whoever shows it shows the coach's words.
"""
