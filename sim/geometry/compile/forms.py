"""A kernel's two forms: one for other kernels to link to, and one that Python calls.

Numba makes each kernel into machine code of its own together with all that it calls, and does so again for each that
calls it: most are optimised and emitted four times. Here a kernel that another one calls is only taken down in LLVM's
language; what Python calls is optimised and made into machine code, once, with all that it calls.

Importing this module raises UnknownNumba where numba's inside is not as it was in the versions that we know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

import numba
from llvmlite import binding as llvm

from sim.geometry.compile.errors import UnknownNumba

try:
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import compile_result
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.dispatcher import Dispatcher
    from numba.core.environment import Environment, lookup_environment
    from numba.core.registry import cpu_target
    from numba.core.runtime.nrt import rtsys
    from numba.core.sigutils import normalize_signature
    from numba.core.typed_passes import NativeLowering

    _ASSUMED = (
        JITCodeLibrary._optimize_final_module,
        JITCodeLibrary._finalize_final_module,
        JITCodeLibrary._finalize_dynamic_globals,
        JITCodeLibrary._get_module_for_linking,
        JITCodeLibrary._get_compiled_object,
        JITCodeLibrary._set_compiled_object,
        JITCodeLibrary.serialize_using_object_code,
        Dispatcher.add_overload,
        Environment._memo,
        NativeLowering.run_pass,
        cpu_target.target_context.create_cpython_wrapper,
        cpu_target.target_context.get_executable,
        cpu_target.target_context.subtarget,
        cpu_target.target_context.enable_nrt,
        type(rtsys).library,
        cpu_target.target_context.codegen()._library_class,
    )
except (ImportError, AttributeError) as missing:
    raise UnknownNumba(f"numba {numba.__version__}: {missing}") from missing

__all__ = ["is_linked_to", "is_outermost", "to_keep", "two_forms", "unkept"]

ENVIRONMENT = "_ZN08NumbaEnv"  # how a global is named that holds what a function raises


class _NoEntry:
    """Stands for the entry of a kernel that Python cannot call yet: numba tells kernels from each other by it."""


class _Linked(JITCodeLibrary):
    """A kernel for others to link to."""

    held = b""  # its code as it was kept, until somebody links to it

    def _optimize_final_module(self) -> None:
        """What is called is optimised, with all that it links to."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        if self.held:
            self._shared_module, self.held = llvm.parse_bitcode(self.held), b""
        return super()._get_module_for_linking()

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        return self.name, "linked", (b"", self._get_module_for_linking().as_bitcode())


class _Called(JITCodeLibrary):
    """A kernel that Python calls, as machine code, and what others link to."""

    linked: _Linked

    def _get_module_for_linking(self) -> Any:
        return self.linked._get_module_for_linking()

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        return self.name, "called", (self._get_compiled_object(), self._get_module_for_linking().as_bitcode())


class _Depth:
    """How many kernels are being compiled, each for the sake of the one before it."""

    now: ClassVar[int] = 0


def is_outermost() -> bool:
    """Is what is compiled now called from Python, not linked to by another kernel?"""
    return _Depth.now == 1


def is_linked_to(result: Any) -> bool:
    """Is this the form that other kernels link to, which Python cannot call?"""
    return isinstance(result.entry_point, _NoEntry)


def two_forms(kernel: Any) -> None:
    """Compile a kernel in the form that is asked for."""
    usual: Callable[[Any], Any] = kernel.compile

    def compile(signature: Any) -> Any:
        with global_compiler_lock:
            arguments = tuple(normalize_signature(signature)[0])
            before = arguments in kernel.overloads
            with _linking():
                usual(signature)
                result = kernel.overloads[arguments]
                if not is_outermost() or not is_linked_to(result):
                    return result.entry_point
                kept = kernel._cache.load_overload(signature, kernel.targetctx) if before else None
            if kept is None or is_linked_to(kept):
                kept = _made_callable(result, kernel.targetoptions)
                kernel._cache.save_overload(signature, kept)
            kernel.targetctx.insert_user_function(kept.entry_point, kept.fndesc, [kept.library])
            kernel.add_overload(kept)
            return kept.entry_point

    kernel.compile = compile


@contextmanager
def _linking() -> Iterator[None]:
    """While it lasts, numba makes what can be linked to."""
    codegen = cpu_target.target_context.codegen()
    usual, codegen._library_class = codegen._library_class, _Linked
    _Depth.now += 1
    try:
        yield
    finally:
        _Depth.now -= 1
        codegen._library_class = usual


def _made_callable(result: Any, options: Mapping[str, Any]) -> Any:
    """A kernel that could be linked to, with its machine code."""
    result.target_context.refresh()
    context = result.target_context.subtarget(enable_nrt=options.get("_nrt", True))  # what is off the disk has lost it
    library = _callable(context.codegen(), result.library)
    library.add_linking_library(result.library)
    if context.enable_nrt:  # what Python hands over is given back by the runtime's functions: a kernel may have none
        library.add_linking_library(rtsys.library)
    context.create_cpython_wrapper(library, result.fndesc, result.environment, None, options.get("nogil", False))
    library.finalize()
    names = [each.name for each in library._final_module.global_variables if each.name.startswith(ENVIRONMENT)]
    return _entered(result, library, [found for name in names if (found := lookup_environment(name)) is not None])


def _callable(codegen: Any, linked: _Linked) -> _Called:
    library = _Called(codegen, linked.name)
    library.enable_object_caching()
    library.linked = linked
    return library


def _entered(result: Any, library: _Called, environments: Collection[Any]) -> Any:
    entry = result.target_context.get_executable(library, result.fndesc, result.environment)
    for each in environments:
        library.codegen.set_env(each.env_name, each)
    return result._replace(library=library, entry_point=entry)


class _Apart:
    """The environment of a kernel in another one, without the module that it is from: numba would import that, and
    its own functions on arrays (60 ms) with it, of which nothing but the name is looked at once they are compiled."""

    def __init__(self, environment: Any) -> None:
        self._of = environment

    def __reduce__(self) -> tuple[Any, ...]:
        return _environment, (self._of.globals["__name__"], self._of.consts, self._of.env_name)


def _environment(module: str, constants: list[Any], name: str) -> Any:
    """An environment off the disk, or the one of this name that is there."""
    found: Any = lookup_environment(name)
    if found is None:
        found = Environment({"__name__": module})
        found.consts[:], found.env_name = constants, name
        Environment._memo[name] = found
    return found


def to_keep(result: Any) -> tuple[Any, ...]:
    """What is kept of a kernel on the disk: as numba's, and what it makes Python's objects of, apart."""
    payload = result._reduce()
    constants = [list(each.consts) for each in _environments(payload)]
    return (*payload[:8], tuple(map(_Apart, payload[8])), constants)


def _environments(payload: tuple[Any, ...]) -> list[Any]:
    """What a kept kernel takes from Python's side: itself, and each kernel in it."""
    return [payload[2], *payload[8]]


def unkept(context: Any, payload: tuple[Any, ...]) -> Any:
    """A kernel off the disk, in the form that is asked for."""
    payload, constants = payload[:-1], payload[-1]
    for each, kept in zip(_environments(payload), constants, strict=True):
        if len(kept) > len(each.consts):  # numba found it here already, with what the form for other kernels needs
            each.consts[:] = kept
    (name, _, (machine_code, held)), made, environment, signature, mode, lifted, annotation, again, others = payload
    codegen = context.codegen()
    linked = _Linked(codegen, name)
    linked.held, linked._finalized = held, True
    result: Any = compile_result(
        typing_context=context.typing_context,
        target_context=context,
        entry_point=_NoEntry(),
        typing_error=None,
        type_annotation=annotation,
        signature=signature,
        objectmode=mode,
        lifted=lifted,
        fndesc=made,
        library=linked,
        call_helper=None,
        environment=environment,
        metadata=None,
        reload_init=again,
        referenced_envs=others,
    )
    if not machine_code or not is_outermost():
        return result
    library = _callable(codegen, linked)
    library._set_compiled_object(machine_code)
    codegen._engine._defined_symbols |= {made.llvm_func_name, made.llvm_cpython_wrapper_name}
    library._finalize_final_module()
    return _entered(result, library, others)


def _add_overload(self: Any, result: Any) -> None:
    """As numba's, which has nothing that cannot be called."""
    if is_linked_to(result):
        self.overloads[tuple(result.signature.args)] = result
    else:
        _usual_add(self, result)


def _lowered(self: Any, state: Any) -> bool:
    """As numba's, which makes machine code of all that it lowers."""
    if not _Depth.now:
        return bool(_usual_lowering(self, state))
    is_kernel = state.library is None  # else it is a part of one
    flags = state.flags
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    _usual_lowering(self, state)
    if is_kernel:
        state.cr = state.cr._replace(cfunc=_NoEntry())
        state.targetctx.insert_user_function(state.cr.cfunc, state.cr.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
    return True


_usual_add, _usual_lowering = Dispatcher.add_overload, NativeLowering.run_pass
Dispatcher.add_overload = _add_overload  # type: ignore[method-assign, assignment]
NativeLowering.run_pass = _lowered  # type: ignore[method-assign]
