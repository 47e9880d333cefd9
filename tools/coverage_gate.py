"""Fail when a package's coverage falls below a limit: `coverage_gate.py coverage.json 95 sandtable/games/x`.

Two figures must both hold: the branches taken, and coverage's own total of lines and branches.
"""

import json
import sys
from pathlib import Path, PurePosixPath


def percent(covered: int, total: int) -> float:
    return 100.0 * covered / total if total else 100.0


Report = dict[str, dict[str, dict[str, dict[str, int]]]]


def measure(report: Report, package: str) -> tuple[float, float, int]:
    """Branch coverage, total coverage and number of files of the modules below `package`."""
    folder = PurePosixPath(package)
    sums = {"covered_branches": 0, "num_branches": 0, "covered_lines": 0, "num_statements": 0}
    files = 0
    for name, entry in report["files"].items():
        if folder in PurePosixPath(name.replace("\\", "/")).parents:
            files += 1
            for key in sums:
                sums[key] += entry["summary"][key]
    branches = percent(sums["covered_branches"], sums["num_branches"])
    total = percent(
        sums["covered_branches"] + sums["covered_lines"], sums["num_branches"] + sums["num_statements"]
    )
    return branches, total, files


def main(arguments: list[str]) -> int:
    report = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    limit = float(arguments[1])
    failed = False
    for package in arguments[2:]:
        branches, total, files = measure(report, package)
        low = files == 0 or min(branches, total) < limit
        failed = failed or low
        note = f"below {limit:g} %" if files and low else "no file was measured" if low else "ok"
        print(f"coverage of {package}: branches {branches:.1f} %, lines and branches {total:.1f} % ({note})")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
