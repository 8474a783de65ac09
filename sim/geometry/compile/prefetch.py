"""Asking for memory ahead of its use, where a search would wait for it: a hint that changes nothing but the time."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

__all__ = ["prefetch_row"]

_READ, _KEPT, _DATA = 0, 3, 1  # what LLVM wants to know of it


def prefetch_row(array: NDArray[np.int32], row: int) -> None:
    """Have the processor fetch the beginning of a row of an array."""


@overload(prefetch_row)
def _compiled(array, row):  # type: ignore[no-untyped-def]  # numba compares the signatures
    return lambda array, row: _prefetch(array, row)  # type: ignore[call-arg]


@intrinsic
def _prefetch(_typing: Any, array: Any, row: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        kind = signature.args[0]
        held = context.make_array(kind)(context, builder, given[0])
        stride = builder.extract_value(held.strides, 0)
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        address = builder.gep(builder.bitcast(held.data, byte), [builder.mul(given[1], stride)])
        hint = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        function = cgutils.get_or_insert_function(builder.module, hint, "llvm.prefetch.p0i8")
        builder.call(function, [address, word(_READ), word(_KEPT), word(_DATA)])
        return context.get_dummy_value()

    return types.none(array, types.intp), generate
