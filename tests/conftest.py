"""Property tests come out the same on every run and on every machine, however slow."""

import gc
import os

from hypothesis import settings

os.environ["BAUTA_LANGUAGE"] = "en"  # whatever the system speaks: also in programs that tests start

gc.set_threshold(20_000, 20, 100)  # as the program does

settings.register_profile("bauta", deadline=None, derandomize=True, database=None)
settings.load_profile("bauta")
