"""The table on a screen, in rooms, each using only those after it: `window`, `hud`, `table`, `render`.

`window` puts it all together frame by frame, `hud` draws panels and dialogs, `table` knows the game at the table
without any window (tools, previews, playback), `render` draws boards and minis. `system` and `probe` ask the machine
what it can draw with.
"""
