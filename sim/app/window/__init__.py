"""The table in its window: the board in motion, mouse and keys, panels and dialogs, frame by frame."""
