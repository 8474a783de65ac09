"""A game at the table without its window: who must answer, the tool in hand, previews, what is shown of events."""
