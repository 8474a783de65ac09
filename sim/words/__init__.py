"""Words that are shown, as values: English as they are written, and in the language of whoever looks once they are
shown. Rules and panels say them; only what draws or prints tells them (`sim.words.tongues`).
"""

from sim.words.messages import Message, capital, counted, in_english, joined, listed, phrase, reason, say, sense, term

__all__ = [
    "Message",
    "capital",
    "counted",
    "in_english",
    "joined",
    "listed",
    "phrase",
    "reason",
    "say",
    "sense",
    "term",
]
