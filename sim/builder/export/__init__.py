"""What a board becomes outside the program: a mesh, prints for a real table, a plan to lay it by."""
