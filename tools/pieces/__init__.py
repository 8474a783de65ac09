"""The makers of the program's pieces and bodies: one topic a module, numbers in inches, z-up."""
