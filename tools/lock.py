"""Resolve the project's dependencies again and write the lock files.

`requirements.lock` pins everything needed to run and develop Sandtable, `requirements-play.lock` the few of
them that a player needs. On top of the first, `requirements-docs.lock` is for the site of the documentation
and `requirements-peers.lock` for the benchmark peers. All hold names and versions only, so they install from
any package index.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def resolve(*arguments: str) -> dict[str, str]:
    """The packages pip would install into an empty environment: normalised name to version."""
    command = [sys.executable, "-m", "pip", "install", "-qq", "--dry-run", "--ignore-installed"]
    command += ["--report", "-", *arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    pins: dict[str, str] = {}
    for item in json.loads(done.stdout)["install"]:
        metadata = item["metadata"]
        pins[re.sub(r"[-_.]+", "-", metadata["name"]).lower()] = metadata["version"]
    pins.pop("sandtable")
    return pins


def write(name: str, purpose: str, pins: dict[str, str]) -> None:
    lines = [f"# {purpose} Written by `make lock`; edit pyproject.toml instead."]
    lines += [f"{package}=={version}" for package, version in sorted(pins.items())]
    (ROOT / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{name}: {len(pins)} packages")


def main() -> None:
    core = resolve(".[dev]")
    write("requirements.lock", "Sandtable and its development tools.", core)
    played = resolve("-c", "requirements.lock", ".")
    played["setuptools"] = core["setuptools"]  # makes the editable install
    write("requirements-play.lock", "What it takes to play.", played)
    peers = resolve("-c", "requirements.lock", ".[peers]")
    extra = {package: version for package, version in peers.items() if package not in core}
    write("requirements-peers.lock", "The benchmark peers, on top of requirements.lock.", extra)
    docs = resolve("-c", "requirements.lock", ".[docs]")
    extra = {package: version for package, version in docs.items() if package not in core}
    write("requirements-docs.lock", "The documentation as a site, on top of requirements.lock.", extra)


if __name__ == "__main__":
    main()
