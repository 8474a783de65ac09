"""How kernels are kept: what each is made of (`sources`), and where numba finds it compiled (`kept`)."""
