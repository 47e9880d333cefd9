"""Counters and arrows on the map hide no names."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from sandtable.bots import make_bot
from sandtable.draw.static_map import build_static_map
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.engine.scene import Piece
from sandtable.games import SLUGS, load_game
from tests.web.conftest import OpenPage, SitDown
from tests.web.endings import ME

# Choices after which a position is looked at: the start, and one with stacks everywhere.
MOMENTS = {
    "downfall": (0, 400),
    "on_to_berlin": (0, 300),
    "total_domination": (0, 200),
    "other_side": (0, 400),
    "blitzkrieg_general": (0, 600),
}
SEEDS = (5, 6)

# Of each position: names that counters of other places hide, with the share, and counters over those of
# others. A counter counts with the ring of one that may be chosen.
HIDDEN = """async ([drawing, positions]) => {
  const { byPlace, namesOf, settle } = await import("/web/js/map/stacks.js");
  const shared = (a, b) =>
    Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
    Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));
  const shape = ({ x, y, size }) => ({ x: x - size * 0.1, y: y - size * 0.1, w: size * 1.2, h: size * 1.2 });
  const found = [];
  for (const pieces of positions) {
    const stacks = [...settle(byPlace(pieces), drawing)];
    const boxes = stacks.flatMap(([id, { spots }]) => spots.map((spot) => ({ id, ...shape(spot) })));
    for (const [id, name] of namesOf(drawing)) {
      const over = boxes.filter((box) => box.id !== id).reduce((sum, box) => sum + shared(name, box), 0);
      found.push([id, over / (name.w * name.h)]);
    }
    boxes.forEach((one, n) => {
      for (const other of boxes.slice(n + 1)) {
        if (one.id !== other.id) found.push([`${one.id} ${other.id}`, shared(one, other) / (one.w * one.h)]);
      }
    });
  }
  return found.filter(([, share]) => share > 0.02);
}"""

# Arrows that lie over a name.
ARROWS = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((node) => node.getBoundingClientRect());
  const names = boxes(".places .plate .card, .places .name text");
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const arrows = boxes(".counters .pointer");
  return [arrows.length, arrows.filter((arrow) => names.some((name) => over(arrow, name))).length];
}"""


def positions(slug: str, seed: int) -> tuple[dict[str, Any], list[list[dict[str, Any]]]]:
    """The drawn map of a game, and its counters at the start and later, between bots that err at times."""
    game = load_game(slug)
    g, rng = Match(game, game.settle(seed=seed)).state, Rng(seed)
    bots = [make_bot("random"), *[make_bot("greedy")] * 3]
    found: list[list[dict[str, Any]]] = []
    played = 0
    for moment in MOMENTS[slug]:
        while played < moment and g.result is None:
            seat = g.seats()[0]
            g.apply(seat, bots[played % 4].choose(game, g, seat, rng))
            played += 1
        scene = game.scene(g, 0)
        found.append([{**piece._asdict(), "place": scene.places[piece.place].id} for piece in scene.pieces])
    return json.loads(msgspec.json.encode(build_static_map(scene))), found


@pytest.mark.parametrize("slug", SLUGS)
def test_counters_hide_no_names_and_no_counters_of_neighbours(visit: OpenPage, slug: str) -> None:
    page = visit("/rules")
    hidden: list[tuple[str, float]] = []
    for seed in SEEDS:
        hidden += page.evaluate(HIDDEN, list(positions(slug, seed)))
    assert len(hidden) <= 2, hidden
    assert all(share < 0.05 for _, share in hidden), hidden


@pytest.mark.parametrize("slug", ["blitzkrieg_general", "other_side"])
def test_arrows_hide_no_names(sit: SitDown, slug: str) -> None:
    page = sit(slug).page
    page.get_by_role("button", name="Show the whole map").click()
    expect(page.locator(".counters .piece.lit .ring").first).to_be_attached()
    arrows, covering = page.evaluate(ARROWS)
    assert covering == 0
    # In the boxes of The Other Side of the Hill there are names above all counters: the ring must do.
    assert arrows > 0 or slug == "other_side"


# Signs of what counters have done, and those that lie over the numbers of others.
STATUS = """() => {
  const boxes = (what) =>
    [...document.querySelectorAll(`.counters ${what}`)].map((node) => node.getBoundingClientRect());
  const numbers = boxes(".many");
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const signs = boxes(".status");
  return [signs.length, signs.filter((sign) => numbers.some((number) => over(sign, number))).length];
}"""


def moved() -> bytes:
    """A save in which several armies that have moved stand in one area, two of them alike."""
    game, bot, rng = load_game("downfall"), make_bot("greedy"), Rng(3)
    match = Match(game, game.settle(seed=11))
    while True:
        seat = match.state.seats()[0]
        for stack in byplace(game.scene(match.state, seat).pieces).values():
            if seat == ME and any(one.number > 1 and after.status for one, after in pairwise(stack)):
                return match.save()
        match.play(bot.choose(game, match.state, seat, rng), seat)


def byplace(pieces: list[Piece]) -> dict[int, list[Piece]]:
    """The counters of each place."""
    found: dict[int, list[Piece]] = {}
    for piece in pieces:
        found.setdefault(piece.place, []).append(piece)
    return found


def test_what_a_counter_has_done_hides_no_number_beside_it(visit: OpenPage, tmp_path: Path) -> None:
    save = tmp_path / "moved.json"
    save.write_bytes(moved())
    page = visit("/games")
    page.get_by_label("Bring in a save").set_input_files(save)
    page.wait_for_url("**/match/*")
    expect(page.locator(".counters .status").first).to_be_attached()
    signs, covering = page.evaluate(STATUS)
    assert signs > 1 and covering == 0


# How many areas are outlined, and names that are drawn before an outline and so lie under it.
OUTLINES = """() => {
  const all = [...document.querySelectorAll(".places .light, .places .plate, .places .name")];
  const light = all.map((node) => node.matches(".light"));
  const last = light.lastIndexOf(true);
  return [light.filter((is) => is).length, light.filter((is, n) => n < last && !is).length];
}"""


def after(sit: SitDown, slug: str, *keys: str) -> Page:
    """The table after these choices, by clicks."""
    hand, game = sit(slug), load_game(slug)
    match = Match(game, game.settle())
    for key in keys:
        hand.take(match.number(key))
        match.play(key)
        hand.reaches(len(match.history))
    return hand.page


def test_outlines_hide_no_names(sit: SitDown) -> None:
    """What may be chosen is outlined below the names of its neighbours."""
    page = after(sit, "downfall", "button:done", "unit:german_infantry@ruhr")
    outlines, hidden = page.evaluate(OUTLINES)
    assert outlines > 2
    assert hidden == 0


# How many seas are outlined, and those that the mask of the land cuts off.
SEAS = """() => {
  const { x, y, width, height } = document.querySelector("#map-water");
  const [left, top, wide, high] = [x, y, width, height].map((length) => length.baseVal.value);
  const seas = [...document.querySelectorAll("[mask] > .light")].map((node) => node.getBBox());
  const cut = seas.filter(
    (sea) =>
      sea.x < left || sea.y < top || sea.x + sea.width > left + wide || sea.y + sea.height > top + high,
  );
  return [seas.length, cut.length];
}"""


def test_seas_are_outlined_wherever_they_lie(sit: SitDown) -> None:
    page = after(sit, "blitzkrieg_general", "button:done", "button:done", "unit:ita_tf_3@ionian_sea")
    seas, cut = page.evaluate(SEAS)
    assert seas > 2
    assert cut == 0


@pytest.mark.parametrize("slug", SLUGS)
def test_names_lie_apart(slug: str) -> None:
    """Names, captions of straits and names beside the edges of a map."""
    drawing = positions(slug, SEEDS[0])[0]
    boxes = [(name, spot["plate"]) for name, spot in drawing["places"].items() if spot["plate"]]
    boxes += [(chip["text"], chip) for chip in drawing["chips"]]
    for n, (one, a) in enumerate(boxes):
        for other, b in boxes[n + 1 :]:
            wide = min(a["x"] + a["w"], b["x"] + b["w"]) - max(a["x"], b["x"])
            high = min(a["y"] + a["h"], b["y"] + b["h"]) - max(a["y"], b["y"])
            assert min(wide, high) < 1.5, (one, other)
