"""Compile engine, games and bots with mypyc, in place: each native module lands beside its source.

The source stays the truth: `make clean` deletes the native modules and Python reads the sources again.
"""

import argparse
import os
import sys
import sysconfig
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from mypyc.build import mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

PACKAGE = "sandtable"
COMPILED = ("engine", "wargame", "games", "bots")

# msgspec reads a struct's annotations when the class is made, and gets them only from plain Python.
# So `schema.py` stays plain, and where its structs fill several modules each `schema_*.py`.
PLAIN_NAME = "schema"

# Other modules that must stay plain, by path below the package, each with its reason.
PLAIN_MODULES: dict[str, str] = {
    "engine/errors.py": "native exceptions lose class attributes and refuse plain subclasses",
    "engine/native.py": "chooses between a type checker's and a run-time definition",
}

# All native modules share one library, `sandtable_native__mypyc`, which must stand beside the package:
# mypyc derives each module's `__file__` from the library's own.
GROUP = f"{PACKAGE}_native"


def sources(root: Path) -> list[Path]:
    """Every module to compile, relative to `root`, in a stable order."""
    found: list[Path] = []
    for folder in COMPILED:
        for path in sorted((root / PACKAGE / folder).rglob("*.py")):
            below = path.relative_to(root / PACKAGE).as_posix()
            if path.stem.partition("_")[0] != PLAIN_NAME and below not in PLAIN_MODULES:
                found.append(path.relative_to(root))
    return found


def native_files(root: Path) -> list[Path]:
    beside = list(root.glob(f"{GROUP}__mypyc.*"))
    return beside + [path for path in (root / PACKAGE).rglob("*") if path.suffix in (".so", ".pyd")]


def wanted_files(root: Path, modules: list[Path]) -> list[Path]:
    ending = sysconfig.get_config_var("EXT_SUFFIX")
    return [root / f"{GROUP}__mypyc{ending}"] + [root / path.with_suffix(ending) for path in modules]


def is_current(root: Path, modules: list[Path]) -> bool:
    """Do the native modules stand for exactly these sources as they are now?"""
    wanted = wanted_files(root, modules)
    if set(native_files(root)) != set(wanted):
        return False
    inputs = [path for folder in COMPILED for path in (root / PACKAGE / folder).rglob("*.py")]
    newest = max(path.stat().st_mtime for path in [Path(__file__), *inputs])
    return all(path.stat().st_mtime >= newest for path in wanted)


class ParallelBuild(build_ext):  # type: ignore[misc]
    """Compiles C files side by side, and only those that changed since the last build."""

    jobs = 1

    def build_extensions(self) -> None:
        self.parallel = self.jobs
        compiler: Any = self.compiler
        compile, spawn = compiler.compile, compiler.spawn
        slots = BoundedSemaphore(self.jobs)

        def spawn_in_slot(*command: Any, **options: Any) -> None:
            with slots:
                spawn(*command, **options)

        def compile_changed(sources: list[str], **options: Any) -> list[str]:
            headers = options.get("depends") or []

            def one(source: str) -> str:
                made: list[str] = compiler.object_filenames([source], output_dir=options["output_dir"])
                if newer_than(made[0], [source, *headers]):
                    return made[0]
                return str(compile([source], **options)[0])

            # The largest files first, so that no core waits long for the last one.
            order = sorted(sources, key=lambda source: -os.path.getsize(source))
            with ThreadPoolExecutor(self.jobs) as pool:
                return list(pool.map(one, order))

        compiler.compile, compiler.spawn = compile_changed, spawn_in_slot
        super().build_extensions()


def newer_than(target: str, inputs: list[str]) -> bool:
    if not os.path.exists(target):
        return False
    made = os.path.getmtime(target)
    return all(os.path.getmtime(path) <= made for path in inputs)


def build(root: Path, jobs: int, opt_level: str) -> None:
    os.chdir(root)
    modules = sources(root)
    if is_current(root, modules):
        print(f"{len(modules)} native modules are up to date")
        return

    print(f"Compiling {len(modules)} modules (a minute or two)", flush=True)
    start = time.perf_counter()
    extensions = mypycify(
        [str(path) for path in modules],
        opt_level=opt_level,
        debug_level="0",
        multi_file=True,
        separate=False,
        group_name=GROUP,
        target_dir="build/native",
        strict_dunder_typing=True,
    )
    generated = time.perf_counter()
    for path in native_files(root):
        path.unlink()
    command = ParallelBuild(Distribution({"name": PACKAGE, "ext_modules": extensions}))
    command.inplace = True
    command.jobs = jobs
    command.build_temp = f"build/native/objects-O{opt_level}"
    command.build_lib = "build/native/lib"
    command.ensure_finalized()
    command.run()
    for path in wanted_files(root, modules):
        if not path.exists():
            sys.exit(f"{path.relative_to(root)} was not built.")
        os.utime(path)
    done = time.perf_counter()
    print(f"Done: types and C code {generated - start:.0f} s, C compiler {done - generated:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="C files to compile at once")
    parser.add_argument("--opt-level", default="3", help="optimisation of the C compiler")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    given = parser.parse_args()
    build(given.root.resolve(), given.jobs, given.opt_level)


if __name__ == "__main__":
    main()
