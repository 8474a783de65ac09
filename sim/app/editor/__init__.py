"""The editor: a board is built in the window that it is played in."""
