"""A scene as text for the terminal: a region's areas line by line, or one area with its neighbours."""

from textwrap import wrap

from sandtable.engine.errors import SandtableError
from sandtable.engine.scene import Edge, Piece, Place, Scene

SHORT = {"infantry": "inf", "armor": "arm", "advanced": "adv"}
NARROW = 24  # no narrower than this, whatever is asked


def text_map(scene: Scene, region: str | None = None, width: int = 80) -> str:
    """Return the areas of a region (its id or name), or all areas; then empty areas share lines."""
    width = max(width, NARROW)
    here = with_parts(scene, stacks(scene))
    regions = list(dict.fromkeys(p.region for p in scene.places if p.region))
    if region is not None:
        wanted = region.casefold()
        regions = [r for r in regions if wanted in (r.casefold(), scene.names.get(r, r).casefold())]
        if not regions:
            listed = ", ".join(
                scene.names.get(p, p) for p in dict.fromkeys(p.region for p in scene.places) if p
            )
            raise SandtableError(f"There is no region {region!r}; the map has {listed}.")
    lines = [*wrap(f"{scene.title} · {scene.subtitle}", width), *wrap(key(scene), width)]
    for name in regions:
        lines += ["", *wrap(scene.names.get(name, name).upper(), width)]
        areas = [i for i, p in enumerate(scene.places) if p.region == name and not p.inside]
        column = max(len(scene.places[i].name) for i in areas)
        for i in areas:
            if region is not None or i in here:
                lines += area_lines(scene, i, here.get(i, ""), column, width)
        if region is None:
            lines += empty_lines(scene, [i for i in areas if i not in here], width)
    return "\n".join(lines)


def key(scene: Scene) -> str:
    """Return the meaning of the letters."""
    return ", ".join(f"{letter} {scene.names.get(side, side)}" for side, letter in scene.letters.items())


def area_lines(scene: Scene, i: int, stack: str, column: int, width: int) -> list[str]:
    """Return one area: letter, name, ground, stacks; in several lines if it is too long."""
    place = scene.places[i]
    # on a narrow terminal the columns give way
    name = place.name.ljust(column) if column < width // 3 else place.name
    ground = ground_of(scene, place) or ("plain" if place.terrain else "")
    text = f"{letter_of(scene, place)} {name} {ground}" if ground else f"{letter_of(scene, place)} {name}"
    return wrap(f"{text} | {stack}" if stack else text, width, subsequent_indent="    ")


def empty_lines(scene: Scene, areas: list[int], width: int) -> list[str]:
    """Areas without counters, those of one side together."""
    lines: list[str] = []
    for side, letter in scene.letters.items():
        text: list[str] = []
        for i in areas:
            place = scene.places[i]
            if place.owner == side:
                ground = ground_of(scene, place)
                text.append(f"{place.name} ({ground})" if ground else place.name)
        if text:
            lines += wrap(f"{letter} empty: {', '.join(text)}", width, subsequent_indent="    ")
    return lines


def letter_of(scene: Scene, place: Place) -> str:
    """Return the letter of the side in control."""
    return scene.letters.get(place.owner, "-")


def ground_of(scene: Scene, place: Place, everything: bool = False) -> str:
    """Return terrain except plain, and marks; coasts and other details only with `everything`."""
    words = [word(scene, t) for t in place.terrain if t != "plain"]
    for mark in place.marks:
        name, _, about = mark.partition(":")
        if name == "coast":
            if everything:
                words.append(f"coast of the {scene.names.get(about, about)}")
        elif name == "number":
            if everything and name in scene.names:  # where it has a meaning of its own
                words.append(f"{word(scene, name)} {about}")
        elif name in ("east", "beyond"):
            if everything:
                words.append(word(scene, name))
        elif about:
            words.append(f"{word(scene, name)} {scene.letters.get(about) or scene.names.get(about, about)}")
        else:
            words.append(word(scene, name))
    return ", ".join(words)


def word(scene: Scene, name: str) -> str:
    """Return a terrain or mark in words."""
    return scene.names.get(name, name.replace("_", " "))


def stacks(scene: Scene) -> dict[int, str]:
    """Return the counters in each place that is not empty: `S: 2×Soviet inf 3-2; A: Finnish inf 4-2`."""
    sides: dict[int, dict[str, list[str]]] = {}
    for piece in scene.pieces:
        sides.setdefault(piece.place, {}).setdefault(piece.side, []).append(brief(scene, piece))
    return {
        place: "; ".join(
            f"{scene.letters.get(side, side)}: {', '.join(text)}" for side, text in by_side.items()
        )
        for place, by_side in sides.items()
    }


def with_parts(scene: Scene, here: dict[int, str]) -> dict[int, str]:
    """Return stacks in which a place includes those of its parts: `A: army; Warsaw A: disk`."""
    number = {p.id: i for i, p in enumerate(scene.places)}
    whole = {i: stack for i, stack in here.items() if not scene.places[i].inside}
    for i, stack in sorted(here.items()):
        place = scene.places[i]
        if place.inside:
            top = number[place.inside]
            whole[top] = "; ".join([text for text in (whole.get(top), f"{place.name} {stack}") if text])
    return whole


def brief(scene: Scene, piece: Piece) -> str:
    """Return a counter in a few letters: `2×German inf 5-3`, a reduced one with (r) or the game's letter."""
    name = " ".join(SHORT.get(w, w) for w in piece.name.split())
    times = f"{piece.number}×" if piece.number > 1 else ""
    face = "" if piece.full else f"({scene.names.get('reduced', 'r')[0]})"
    return " ".join([word for word in (f"{times}{name}{face}", piece.strength, piece.status) if word])


def area_card(scene: Scene, place: int | str, width: int = 80) -> str:
    """Return one place (index or id) with its details, and its neighbours with the kinds of links."""
    width = max(width, NARROW)
    index = place if isinstance(place, int) else [p.id for p in scene.places].index(place)
    it = scene.places[index]
    here = stacks(scene)
    held = scene.names.get(it.owner, it.owner)
    lines = [f"{it.name} ({letter_of(scene, it)}: {held})" if it.choice >= 0 else it.name]
    ground = ground_of(scene, it, everything=True)
    region = scene.names.get(it.region, it.region)
    plain = "plain" if it.terrain == ("plain",) else ""
    lines.append(", ".join(w for w in (region, plain, ground) if w))
    if it.choice >= 0:
        lines.append(here.get(index, "no counters"))
    for i, part in enumerate(scene.places):
        if part.inside == it.id:
            text = ", ".join(
                w for w in (f"{part.name} ({letter_of(scene, part)})", ground_of(scene, part)) if w
            )
            lines.append(f"* {text} | {here[i]}" if i in here else f"* {text}")
    for edge in scene.edges:
        if index in (edge.a, edge.b) and edge.kind != "front":
            other = edge.b if edge.a == index else edge.a
            near = scene.places[other]
            text = f"- {near.name} ({letter_of(scene, near)})"
            between = crossing(scene, edge)
            text += f", {between}" if between else ""
            text += f" | {here[other]}" if other in here else ""
            lines.append(text)
    folded: list[str] = []
    for line in lines:
        folded += wrap(line, width, subsequent_indent="    ")
    return "\n".join(folded)


def crossing(scene: Scene, edge: Edge) -> str:
    """Return what an army meets on this link: `river in Dvinsk (Dvina)`."""
    words: list[str] = [] if edge.kind == "land" else [word(scene, edge.kind)]
    for mark in edge.marks:
        name, _, about = mark.partition(":")
        if name == "limit":
            words.append(f"{about} {'army' if about == '1' else 'armies'} a turn")
        elif name in ("die", "barred"):
            words.append(f"{word(scene, name)} {scene.names.get(about, about)}")
        elif about:
            inside = next(p.name for p in scene.places if p.id == about)
            words.append(f"{word(scene, name)} in {inside}")
        else:
            words.append(word(scene, name))
    text = ", ".join(words)
    return f"{text} ({edge.label})" if edge.label and text else text
