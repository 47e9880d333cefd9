"""Check what changed, quickly (`make check`): lint and types of everything, the tests nearest to the change.

What changed is all since the last commit on the main branch of the remote, or since REV. Nearest are the
tests that changed, then those named like a module that changed, then those that import one. At most `MOST`
files are run: a change of the engine touches every test, and `make test` runs them all.
"""

import ast
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST = 12
ALWAYS = ("tests/test_house.py",)


def git(*arguments: str) -> list[str]:
    """Return the lines that git prints; none if it fails."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed_files(base: str) -> list[str]:
    """Return the files that differ from a commit, and those that git does not know yet."""
    known = git("diff", "--name-only", "--diff-filter=d", base)
    return [*known, *git("ls-files", "--others", "--exclude-standard")]


def module_of(path: str) -> str:
    """Return the dotted name of a module."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports(path: Path) -> set[str]:
    """Return the modules that a test imports, with the names taken from them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *[f"{node.module}.{name.name}" for name in node.names]}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return found


def nearest_tests(changed: list[str]) -> tuple[list[str], int]:
    """Return the tests to run, nearest first, and how many more use what changed."""
    modules = [path for path in changed if path.startswith("sandtable/") and path.endswith(".py")]
    names = {module_of(path) for path in modules}
    own = [path for path in changed if path.startswith("tests/") and Path(path).name.startswith("test_")]
    named: list[str] = []
    using: list[str] = []
    for test in sorted((ROOT / "tests").rglob("test_*.py")):
        path = test.relative_to(ROOT).as_posix()
        for module in modules:
            if test.stem == f"test_{Path(module).stem}" and is_about(path, module):
                named.append(path)
        if names & imports(test):
            using.append(path)
    found = list(dict.fromkeys([*own, *named, *using]))
    return [*ALWAYS, *found[:MOST]], max(0, len(found) - MOST)


def is_about(test: str, module: str) -> bool:
    """Return whether a test stands in the folder of the tests of a module's part."""
    part = module.split("/")[1]
    folder = f"tests/games/{module.split('/')[2]}/" if part == "games" else f"tests/{part}/"
    return test.startswith(folder)


def main() -> int:
    """Run the checks; return what the first that fails returns."""
    base = sys.argv[1] if len(sys.argv) > 1 else (git("merge-base", "HEAD", "origin/main") or ["HEAD"])[0]
    tests, more = nearest_tests(changed_files(base))
    tools = Path(sys.executable).parent
    started = time.monotonic()
    for title, command in (
        ("ruff", [str(tools / "ruff"), "check", "-q", "--output-format", "concise", "."]),
        ("mypy", [str(tools / "mypy"), "--no-error-summary"]),
        (
            f"pytest, {len(tests)} files",
            [sys.executable, "-m", "pytest", "-q", "-n", "2", "--benchmark-disable", *tests],
        ),
    ):
        print(f"== {title}", flush=True)
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code:
            return code
    print(f"Checked in {time.monotonic() - started:.0f} s.")
    if more:
        print(f"{more} more test files use what changed; make test runs them.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
