"""Campaigns in the window: all there are, a new one, its gangs and its story, what follows a game, the next one."""
