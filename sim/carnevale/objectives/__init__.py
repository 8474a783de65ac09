"""Objectives: round markers that gangs fight over (SCEN-03, 04), a topic a module."""
