"""The front door for programs: what `import sim` offers, a topic a module (see `sim`)."""
