"""What is measured of a board while somebody builds it, in a process of its own."""
