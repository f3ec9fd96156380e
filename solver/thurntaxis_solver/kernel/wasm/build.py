"""Builds `kernel.wasm` from the kernel's Python source.

    pip install "thurntaxis[build]"
    python -m thurntaxis_solver.kernel.wasm.build

numba translates the source to LLVM IR for a machine without any special instructions, LLVM optimises all of it as one
program for WebAssembly with vector instructions (SIMD), and LLD links it. The same source and versions give the same
bytes: those of the lock file on Python 3.11 make the file that the package ships.
"""

import hashlib
import importlib
import importlib.util
import os
import pkgutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from thurntaxis_solver import kernel
from thurntaxis_solver.kernel.wasm.digests import MODULE, RECORD, source_digest
from thurntaxis_solver.kernel.wasm.signatures import ARGUMENTS, Kind, Signature, signature_of

FEATURES = "+simd128"
ENVIRONMENT = {
    "THURNTAXIS_KERNEL": "build",
    "NUMBA_OPT": "0",  # LLVM optimises the whole program at once, later
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "PYTHONHASHSEED": "0",
}
"""The environment variables that numba and Python read when they start."""

STACK = 1 << 16
"""Bytes for the variables of functions."""

WASM_TYPES = {"int": "i64", "bool": "i64", "float": "double"}


@click.command()
@click.option("--check", is_flag=True, help="Write nothing: fail unless the built module is the one that is shipped.")
@click.option("--into", type=click.Path(path_type=Path), hidden=True)
def main(*, check: bool, into: Path | None) -> None:
    """Build kernel.wasm."""
    if into:
        _build(into)
        return
    if lacking := [name for name in ("numba", "ziglang") if importlib.util.find_spec(name) is None]:
        raise click.ClickException(f'{" and ".join(lacking)} not installed (pip install "thurntaxis[build]")')
    with tempfile.TemporaryDirectory() as folder:
        module = Path(folder, "kernel.wasm")
        command = [sys.executable, "-m", __spec__.name, "--into", str(module)]
        subprocess.run(command, env=os.environ | ENVIRONMENT, check=True)
        built = module.read_bytes()
    if check:
        if built != MODULE.read_bytes():
            raise click.ClickException("the module that was built differs from the one that is shipped")
        click.echo(f"{MODULE.name} is what its source gives")
        return
    MODULE.write_bytes(built)
    digests = f'source = "{source_digest()}"\nmodule = "{hashlib.sha256(built).hexdigest()}"\n'
    RECORD.write_text(f"# What kernel.wasm was built from, and its own digest (SHA-256).\n{digests}", encoding="utf-8")
    click.echo(f"{MODULE.name}: {len(built):,} bytes")


def _build(module: Path) -> None:
    """Build the module in this process, whose environment is that of `ENVIRONMENT`."""
    from thurntaxis_solver.kernel.wasm.numba_to_llvm import take_indices_as_they_are

    take_indices_as_they_are()
    functions = entries()
    object_file = module.with_suffix(".o")
    object_file.write_bytes(_object_file(functions))
    exports = [f"--export={name}" for name in [*functions, "call", "arguments", "__heap_base"]]
    options = ["--no-entry", "--gc-sections", "--strip-all", "-z", f"stack-size={STACK}", *exports]
    command = [sys.executable, "-m", "ziglang", "wasm-ld", *options, str(object_file), "-o", str(module)]
    subprocess.run(command, check=True)


def entries() -> dict[str, Callable[..., Any]]:
    """Return the functions that the module offers, by name."""
    from thurntaxis_solver.kernel.compiled import ENTRIES

    for found in pkgutil.walk_packages(kernel.__path__, f"{kernel.__name__}."):
        if ".wasm" not in found.name:
            importlib.import_module(found.name)
    return dict(sorted(ENTRIES.items()))


# ---- from Python to LLVM


def _object_file(functions: dict[str, Callable[..., Any]]) -> bytes:
    """Return the object file of these entries."""
    from thurntaxis_solver.kernel.wasm.numba_to_llvm import TARGET, for_target, translated, without_counting

    llvm: Any = importlib.import_module("llvmlite.binding")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    program: Any = None
    signatures = [signature_of(function.py_func) for function in functions.values()]  # type: ignore[attr-defined]
    exports = list(_dispatcher(signatures))
    for function, signature in zip(functions.values(), signatures, strict=True):
        text, mangled = translated(function, signature)
        part = llvm.parse_assembly(for_target(text))
        exports.append(_export(signature, mangled))
        if program is None:
            program = part
        else:
            program.link_in(part)
    program = llvm.parse_assembly("\n".join([without_counting(str(program)), *exports]))
    for function in program.functions:
        if not function.is_declaration and function.name not in (*functions, "call"):
            function.linkage = "internal"
    machine = llvm.Target.from_triple(TARGET).create_target_machine(features=FEATURES, opt=3)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization, options.slp_vectorization = True, False
    for unrolling in (False, True):  # loops that are unrolled can't be vectorised any more
        options.loop_unrolling = unrolling
        passes = llvm.create_pass_builder(machine, options)
        passes.getModulePassManager().run(program, passes)
    return bytes(machine.emit_object(program))


def _dispatcher(signatures: list[Signature]) -> Iterator[str]:
    """Yield the lines of `call`: it calls a function by its number, with the words of `arguments` after the first.

    For a host that converts each argument by itself, as wasmtime's Python API does, this is four times as fast.
    """
    most = max(len(signature.parameters) for signature in signatures)
    assert most < ARGUMENTS
    yield f"@arguments = global [{ARGUMENTS} x i64] zeroinitializer"
    cases = " ".join(f"i64 {number}, label %{signature.name}" for number, signature in enumerate(signatures))
    yield f"define void @call() {{ %number = load i64, ptr @arguments switch i64 %number, label %none [ {cases} ]"
    for signature in signatures:
        yield f"{signature.name}:"
        given: list[str] = []
        for number, (_, kind) in enumerate(signature.parameters, 1):
            type_, name = _llvm_type(kind), f"%{signature.name}.{number}"
            yield f"  {name} = load {type_}, ptr getelementptr (i64, ptr @arguments, i32 {number})"
            given.append(f"{type_} {name}")
        result = "void" if signature.result is None else _llvm_type(signature.result)
        called = f"call {result} @{signature.name}({', '.join(given)}) noinline"
        if signature.result is None:
            yield f"  {called}"
        else:
            yield f"  %{signature.name}.result = {called}"
            yield f"  store {result} %{signature.name}.result, ptr @arguments"
        yield "  ret void"
    yield "none:\n  ret void\n}"


def _llvm_type(kind: Kind) -> str:
    """Return LLVM's type for a parameter or result; an address has 32 bits."""
    return WASM_TYPES[kind] if isinstance(kind, str) else "i32"


def _export(signature: Signature, mangled: str) -> str:
    """Return the definition of the function that the module offers: it calls the one that numba made.

    That one returns a status, and takes the addresses of its result and of an exception before its own parameters.
    """
    types = [_llvm_type(kind) for _, kind in signature.parameters]
    result = None if signature.result is None else _llvm_type(signature.result)
    parameters = ", ".join(f"{type_} %{number}" for number, type_ in enumerate(types))
    given = "".join(f", {type_} %{number}" for number, type_ in enumerate(types))
    return "\n".join(
        [
            f"define {result or 'void'} @{signature.name}({parameters}) {{",
            "  %result = alloca i64",
            "  %exception = alloca ptr",
            f'  %status = call i32 @"{mangled}"(ptr %result, ptr %exception{given})',
            *([f"  %value = load {result}, ptr %result", f"  ret {result} %value"] if result else ["  ret void"]),
            "}",
        ]
    )


if __name__ == "__main__":
    main()
