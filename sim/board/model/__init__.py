"""What a board and its figures are, what may be asked of it, and what it answers: plain values."""
