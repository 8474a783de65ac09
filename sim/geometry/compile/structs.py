"""Structures of arrays that kernels take by reference.

Numba passes a named tuple by value: a dozen arrays are a hundred machine words, unpacked from Python whenever a kernel
is called (15 µs and more) and copied whenever one kernel calls another. A `KernelStruct` is written down once, where it
is made, and kernels get the address: to them it looks like a named tuple still.
"""

from __future__ import annotations

from ctypes import addressof, c_char
from dataclasses import replace
from functools import cached_property, lru_cache
from struct import Struct
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.imputils import impl_ret_borrowed, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.core.typing.typeof import typeof_impl
from numba.extending import NativeValue, models, register_model, unbox
from numba.np.numpy_support import from_dtype
from numpy.typing import NDArray

__all__ = ["KernelStruct"]


class KernelStruct:
    """The base of frozen dataclasses of numbers, arrays, and tuples of them or of others of its kind.

    The arrays may change; which arrays they are may not, nor the numbers.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def but(self, **changes: Any) -> Self:
        """The same with other values for some fields: what stays is not written down again."""
        made = replace(self, **changes)
        written = {name: _written(value) for name, value in changes.items()}
        made.__dict__["_fields"] = {**self._fields, **written}
        if all(self._fields[name].sort == new.sort for name, new in written.items()):
            made.__dict__["_numba_type_"] = self._numba_type_
        return made

    @cached_property
    def _fields(self) -> dict[str, _Written]:
        return {name: _written(getattr(self, name)) for name in self.__dataclass_fields__}

    @cached_property
    def _address(self) -> int:
        """Where the structure is written down, when it is first wanted: once, should several threads want it."""
        words = np.array([word for field in self._fields.values() for word in field.words], np.int64)
        memory: NDArray[np.int64] = self.__dict__.setdefault("_memory", words)
        return memory.ctypes.data

    @cached_property
    def _numba_type_(self) -> Pointer:
        names = tuple(self.__dataclass_fields__)
        return _pointer(type(self).__name__, names, tuple([field.sort for field in self._fields.values()]))


class _Written(NamedTuple):
    """A value as kernels get it: its words, and what numba has to know of it (see `_sort`)."""

    words: list[int]
    sort: Any


_FLOAT, _WORD = Struct("=d"), Struct("=q")


def _written(value: Any) -> _Written:
    sort, words = _sort(value), list[int]()
    _write(value, words)
    return _Written(words, sort)


def _write(value: Any, words: list[int]) -> None:
    """Write a value as it stands in a structure of numba's, where each number takes a machine word.

    An array: two owners, whom numba counts references for (none: a `KernelStruct` outlives the call); how many numbers
    and how many bytes each, where they are, the shape and the strides.
    """
    if isinstance(value, np.ndarray):
        words += (0, 0, value.size, value.itemsize, _where(value))
        words += value.shape
        words += value.strides
    elif isinstance(value, KernelStruct):
        words.append(value._address)
    elif isinstance(value, tuple):
        for each in value:
            _write(each, words)
    elif isinstance(value, float):
        words += _WORD.unpack(_FLOAT.pack(value))
    else:
        words.append(int(value))


def _where(array: NDArray[Any]) -> int:
    """The address of an array's numbers, as `array.ctypes.data`, which takes three times as long."""
    flags = array.flags
    if array.size and flags.c_contiguous and flags.writeable:
        return addressof(c_char.from_buffer(array.data))
    return array.ctypes.data


def _sort(value: Any) -> Any:
    """What numba has to know of a value, to be looked up by."""
    if isinstance(value, np.ndarray):
        flags = value.flags
        return value.dtype.char, value.ndim, "C" if flags.c_contiguous else "A", not flags.writeable
    if isinstance(value, KernelStruct):
        return value._numba_type_
    if isinstance(value, tuple):
        return type(value), tuple([_sort(each) for each in value])
    if isinstance(value, float):
        return "d"
    if isinstance(value, int):  # a bool too: it takes a machine word, as the others
        return "q"
    raise TypeError(f"{type(value).__name__}: a KernelStruct holds numbers, arrays, and tuples of them")


def _kind(sort: Any) -> Any:
    """The type that numba gives to a value of this sort."""
    match sort:
        case str():
            return from_dtype(np.dtype(sort))
        case (str() as letter, number, layout, readonly):
            return types.Array(from_dtype(np.dtype(letter)), number, layout, readonly=readonly)
        case (of, sorts):
            return types.BaseTuple.from_types(tuple(map(_kind, sorts)), of)
    return sort


@lru_cache(maxsize=64)
def _pointer(of: str, names: tuple[str, ...], sorts: tuple[Any, ...]) -> Pointer:
    return Pointer(of, names, tuple(map(_kind, sorts)))


typeof_impl.register(KernelStruct)(lambda value, _: value._numba_type_)


class Pointer(types.Type):
    """What numba takes a `KernelStruct` for: the address of a structure with these fields."""

    def __init__(self, of: str, names: tuple[str, ...], kinds: tuple[Any, ...]) -> None:
        self.names, self.kinds = names, kinds
        super().__init__(f"{of}{kinds}")


@register_model(Pointer)
class _PointerModel(models.PrimitiveModel):
    def __init__(self, manager: Any, pointer: Pointer) -> None:
        structure = manager.lookup(types.Tuple(pointer.kinds)).get_value_type()
        super().__init__(manager, pointer, structure.as_pointer())


def _resolved(_resolver: Any, pointer: Pointer, name: str) -> Any:
    """What a field of this name is, for numba; None where there is none."""
    return pointer.kinds[pointer.names.index(name)] if name in pointer.names else None


@infer_getattr
class _Resolver(AttributeTemplate):
    key = Pointer
    generic_resolve: Any = _resolved


@lower_getattr_generic(Pointer)
def _field(context: Any, builder: Any, pointer: Pointer, value: Any, name: str) -> Any:
    number = pointer.names.index(name)
    held = builder.load(cgutils.gep_inbounds(builder, value, 0, number))
    return impl_ret_borrowed(context, builder, pointer.kinds[number], held)


@unbox(Pointer)
def _address(pointer: Pointer, given: Any, c: Any) -> NativeValue:
    """The address; what is raised while it is written down, as a signal may, is raised by the call of the kernel."""
    number = c.pyapi.object_getattr_string(given, "_address")
    kind = c.context.get_value_type(pointer)
    address = cgutils.alloca_once_value(c.builder, kind(None))
    with c.builder.if_then(cgutils.is_not_null(c.builder, number)):
        c.builder.store(c.builder.bitcast(c.pyapi.long_as_voidptr(number), kind), address)
        c.pyapi.decref(number)
    is_error = cgutils.is_not_null(c.builder, c.pyapi.err_occurred())
    return NativeValue(c.builder.load(address), is_error=is_error)
