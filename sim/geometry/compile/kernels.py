"""Kernels: functions that numba compiles, and that are kept on disk by the content of what they are made of.

Importing this module imports numba (half a second).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from sim.geometry.compile.errors import UnknownNumba

__all__ = ["KEPT", "njit", "njit_noref"]

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

try:
    from sim.geometry.compile.kept import keep
except UnknownNumba as unknown:
    logging.getLogger("sim.kernels").warning(
        "%s: what measures is compiled anew at each start, which takes minutes; a numba that Bauta knows ends this: "
        "pip install 'numba<0.69'",
        unknown,
    )
    KEPT = False
else:
    KEPT = True


def njit(**options: Any) -> Callable[[Kernel], Kernel]:
    """As numba's; with `cache=True` for kernels that are kept.

    Raises SourceError where such a kernel does not stand in a module of ours.
    """
    options = dict(options)
    wanted = options.pop("cache", False)

    def compiled(function: Kernel) -> Kernel:
        kernel = numba.njit(**options)(function)
        _once_for_all_constants(kernel)
        if wanted and KEPT:
            keep(kernel, function)
        return cast(Kernel, kernel)

    return compiled


def _once_for_all_constants(kernel: Any) -> None:
    """Compile a kernel once for an argument's type, whatever constants others call it with.

    Numba compiles it anew for a 0, for a 1 and for what is computed: a ninth of all compiling. What a constant
    simplifies, LLVM finds where it inlines the call.
    """
    if not hasattr(kernel, "get_call_template"):  # kernels are not compiled: NUMBA_DISABLE_JIT
        return
    usual = kernel.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return usual(tuple(map(_plain, args)), {name: _plain(kind) for name, kind in kws.items()})

    kernel.get_call_template = get_call_template


def _plain(kind: Any) -> Any:
    """The type of what is computed in the place of a constant, and of any smaller signed integer."""
    kind = numba.types.unliteral(kind)
    return numba.types.intp if kind in (numba.types.int8, numba.types.int16, numba.types.int32) else kind


def njit_noref(kernel: Kernel) -> Kernel:
    """As `njit`, for kernels that make no arrays.

    Numba counts the references to every array that a kernel takes out of a tuple, and a scene has dozens of them:
    without the counting, looking up the ground under a point takes a twelfth of the time.
    """
    return njit(cache=True, nogil=True, **({"_nrt": False} if KEPT else {}))(kernel)
