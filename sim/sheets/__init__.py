"""Sheets of paper to play with at a real table: what stands on them, as web pages and as PDF."""
