"""Property tests come out the same on every run and on every machine, however slow."""

from hypothesis import settings

settings.register_profile("bauta", deadline=None, derandomize=True, database=None)
settings.load_profile("bauta")
