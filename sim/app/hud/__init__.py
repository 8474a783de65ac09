"""Panels and dialogs over the board, drawn with Dear ImGui."""
