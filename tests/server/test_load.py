"""The measurement of the web table under load, in small: nothing fails, and the report tells what it should.

How fast it is, the clock of a test machine does not tell: that is `python benchmarks/web_load.py`.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from tests.server.playing import run

FILE = Path(__file__).parents[2] / "benchmarks" / "web_load.py"


def load() -> ModuleType:
    """The module of the benchmark; its processes import it by its name."""
    spec = importlib.util.spec_from_file_location("web_load", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["web_load"] = module
    sys.path.insert(0, str(FILE.parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(FILE.parent))
    return module


def test_twenty_matches_of_two_without_an_error(tmp_path: Path) -> None:
    web_load = load()
    sys.path.insert(0, str(FILE.parent))  # spawned processes are given it
    try:
        games = ["downfall", "on_to_berlin", "total_domination"]
        report = run(web_load.measure(20, 1, 3.0, 0.5, games, str(tmp_path)))
    finally:
        sys.path.remove(str(FILE.parent))
    assert report["troubles"] == []
    assert report["errors"] == 0
    assert report["matches"] == 20
    assert report["clicks"] >= 20
    # Everybody at the table has had every click; an echo has one receiver.
    assert report["click_to_update_ms"]["n"] == 2 * report["clicks"]
    assert report["echo_ms"]["n"] >= 20
    for times in (report["click_to_update_ms"], report["echo_ms"]):
        assert 0 < times["p50"] <= times["p95"] <= times["p99"]
    assert report["ratio_p95_rounds"] == [report["ratio_p95"]] == [report["ratio_p95_median"]]


def test_a_refused_click_and_a_lost_line_count_as_errors() -> None:
    web_load = load()
    phase = web_load.Phase(own=[0.001] * 99 + [1.0], clicks=100, errors=["The connection has ended."])
    calm = web_load.Phase(own=[0.001] * 100, clicks=100)
    report = web_load.report(1, 1.0, 1.0, [phase], [calm])
    assert report["errors"] == 1
    assert report["troubles"] == ["The connection has ended."]
    assert report["click_to_update_ms"] == {"n": 100, "p50": 1.0, "p95": 1.0, "p99": 1000.0}
    assert report["ratio_p95"] == 1.0
