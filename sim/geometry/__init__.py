"""Shapes: ground, reach, sight, cover, distance. Arrays in, verdict with evidence out; knows no game."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path


def _own_kernel_cache() -> None:
    """Keep compiled kernels by the content of all of them.

    Numba takes a kernel from its cache while that kernel's own file is unchanged, even where one that it calls in
    another file has changed: it would measure by the old rules without a word. `NUMBA_CACHE_DIR` is left alone where
    it is set.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    import platformdirs

    sources = sorted(Path(__file__).parent.glob("*.py"))
    texts = [p.name.encode() + text for p in sources if b"njit" in (text := p.read_bytes())]
    digest = hashlib.sha256(b"\0".join(texts)).hexdigest()[:16]
    folder = str(platformdirs.user_cache_path("bauta", appauthor=False) / f"kernels-{digest}")
    os.environ["NUMBA_CACHE_DIR"] = folder
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = folder


_own_kernel_cache()
