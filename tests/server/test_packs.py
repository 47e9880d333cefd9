"""Component packs that a server offers."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.data.pack import export_pack
from sandtable.engine.errors import PackError
from sandtable.games import SLUGS, load_game
from sandtable.server.api.catalogue import Catalogue
from tests.server.visiting import ROOMY, serving


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of a game's components with one card renamed."""
    folder = tmp_path / "printed"
    export_pack(Path(load_game("on_to_berlin").data_folder), folder)
    cards = folder / "cards.toml"
    cards.write_text(cards.read_text().replace('name = "', 'name = "Printed ', 1))
    return folder


def test_a_pack_is_offered_and_played(pack: Path, sqlite_url: str) -> None:
    with serving(sqlite_url, packs=(str(pack),)) as server:
        ann = server.visitor()
        offered = {game["slug"]: game["packs"] for game in ann.get("/api/games").json()["games"]}
        assert offered == {slug: ["printed"] if slug == "on_to_berlin" else [] for slug in SLUGS}
        made = ann.make(pack="printed")
        assert made["pack"] == "printed"
        state = ann.get(f"/api/matches/{made['id']}/state")
        assert "Printed " in state.text
        assert str(pack) not in state.text
        assert "Printed " not in ann.get(f"/api/matches/{ann.make()['id']}/state").text
        assert ann.get("/api/games/on_to_berlin/map?pack=printed").status_code == 200
        saved = ann.get(f"/api/matches/{made['id']}/save").text
        assert ann.post("/api/saves", {"save": saved}).status_code == 409
        assert ann.post("/api/saves", {"save": saved, "pack": "printed"}).status_code == 201
        wrong = ann.post("/api/matches", {**ROOMY, "game": "downfall", "pack": "printed"})
        assert wrong.status_code == 409


def test_a_folder_that_is_no_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError):
        Catalogue((str(tmp_path / "none"),)).open()
