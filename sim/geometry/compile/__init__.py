"""How kernels are kept: what each is made of (`sources`), and where numba finds it compiled (`kept`)."""

from sim.geometry.compile.lean_numba import import_numba

__all__: list[str] = []

import_numba()
