"""A scene of boxes: areas with sectors, slots, a base, boxes off the map, pieces of all shapes."""

from sandtable.engine.scene import Edge, Panel, Piece, Place, Scene

# id, name, longitude, latitude, front, holder, sectors (name, ground), slots, marks
AREAS = (
    ("vistula", "Vistula", 19.4, 52.1, "east", "axis",
     (("Berlin", "festung"), ("Posen", "plains"), ("Warsaw", "river"), ("Lublin", "plains")), 2,
     ("number:1", "resource", "partisan", "limit:5")),
    ("danube", "Danube", 19.0, 47.3, "east", "axis",
     (("Vienna", "festung"), ("Budapest", "river"), ("Debrecen", "plains")), 1, ("number:2", "limit:4")),
    ("dnieper", "Dnieper", 30.5, 50.0, "east", "disputed",
     (("Vinnitsa", "plains"), ("Kiev", "river"), ("Krivoi Rog", "rough")), 1, ("number:3", "limit:4")),
    ("volga", "Volga", 42.5, 53.0, "east", "soviet",
     (("Moscow", "fortified"), ("Gorki", "plains")), 1, ("number:4", "limit:3")),
    ("ural", "Ural", 58.0, 56.0, "east", "soviet", (("Sverdlovsk", "rough"),), 0, ("number:5",)),
    ("channel", "Channel", 3.0, 49.5, "west", "axis",
     (("Lille", "plains"), ("Paris", "river"), ("Caen", "rough"), ("Brest", "rough")), 1,
     ("number:6", "limit:4")),
    ("britain", "Britain", -1.5, 53.0, "west", "western",
     (("Southampton", "plains"), ("London", "fortified")), 1, ("number:7", "port", "limit:4")),
    ("italy", "Italy", 12.5, 43.0, "south", "axis",
     (("Munich", "festung"), ("Milan", "plains"), ("Rome", "rough")), 1, ("number:8", "limit:4")),
    ("libya", "Libya", 17.5, 31.0, "south", "axis", (("Tripoli", "plains"), ("Tobruk", "fortified")), 1,
     ("number:9", "port", "limit:3")),
)  # fmt: skip
LINKS = (
    ("vistula", "danube", "land"),
    ("vistula", "dnieper", "land"),
    ("danube", "dnieper", "land"),
    ("danube", "italy", "land"),
    ("dnieper", "volga", "land"),
    ("volga", "ural", "land", "die:soviet", "barred:western"),
    ("channel", "italy", "land", "die:western"),
    ("britain", "channel", "sea"),
    ("malta", "italy", "sea"),
    ("libya", "malta", "sea"),
)
COLOURS = {
    "axis": "#7c8a86", "western": "#c8a86a", "soviet": "#c0563f", "disputed": "#d9c65a", "neutral": "#d8d4c6",
    "east": "#a34a3a", "west": "#3f6ea3", "south": "#b98a2a", "home": "#4a4a4a",
}  # fmt: skip
LETTERS = {"axis": "A", "western": "W", "soviet": "S", "disputed": "D", "neutral": "N"}


def boxed_scene(crowded: bool = False) -> Scene:
    """The board with some pieces on it, or with many."""
    places: list[Place] = []
    pieces: list[Piece] = []

    def add(
        id: str,
        name: str,
        kind: str,
        owner: str,
        region: str,
        inside: str = "",
        at: tuple[float, float] = (0, 0),
        terrain: tuple[str, ...] = (),
        marks: tuple[str, ...] = (),
    ) -> int:
        lon, lat = at
        places.append(Place(len(places), id, name, lon, lat, kind, owner, "", terrain, marks, region, inside))
        return len(places) - 1

    def put(
        place: int,
        name: str,
        side: str,
        shape: str,
        symbol: str = "",
        full: bool = True,
        label: str = "",
        strength: str = "",
        number: int = 1,
    ) -> None:
        choice = 900 + len(pieces)
        pieces.append(
            Piece(choice, place, name, name, side, side, symbol, strength, full, number, "", label, shape)
        )

    for id, name, lon, lat, front, owner, sectors, slots, marks in AREAS:
        area = add(id, name, "area", owner, front, at=(lon, lat), marks=marks)
        for n, (town, land) in enumerate(sectors, 1):
            sector = add(f"{id}_{n}", town, "sector", owner, front, id, (lon, lat), (land,), (f"number:{n}",))
            if n == 1:
                put(sector, "disk", owner, "disk")
        for n in range(slots):
            slot = add(f"{id}_head_{n + 1}", "AG", "slot", "neutral", front, id)
            put(slot, "general", "axis", "head", label="Bock", strength="8")
        if owner == "axis":
            put(area, "panzer", "axis", "cube", "armor")
            put(area, "army", "axis", "cube", "infantry", number=2)
            put(area, "reduced army", "axis", "cube", "infantry", full=False)
            for n in range(9 if crowded else 0):
                put(area, f"satellite {n}", "western", "cube", "infantry", label="HU")
    add("malta", "Malta", "base", "western", "south", at=(14.4, 35.9), marks=("number:B",))
    home = add("home", "Germany", "box", "axis", "home", at=(10.5, 50.6))
    put(home, "air", "axis", "", "air", strength="4", label="Air")
    moving = add("moving", "Strategic Movement", "space", "neutral", "home", "home")
    collapse = add("collapse", "Collapse", "space", "neutral", "home", "home")
    put(moving, "panzer", "axis", "cube", "armor")
    for _ in range(3):
        put(collapse, "disk", "axis", "disk")
    east = add("east_front", "East Front", "box", "neutral", "east", at=(50.0, 38.0))
    put(east, "air", "axis", "", "air", strength="3", label="Air")
    add("east_ob", "OB", "slot", "neutral", "east", "east_front")
    put(0, "pawn", "axis", "pawn")
    put(2, "isolated", "neutral", "tag", label="iso")
    number = {p.id: i for i, p in enumerate(places)}
    edges = [Edge(number[a], number[b], kind, tuple(marks), "") for a, b, kind, *marks in LINKS]
    names = {
        "axis": "Axis",
        "western": "Western",
        "soviet": "Soviet",
        "die": "a die more:",
        "barred": "no way:",
    }
    ground = (("", ((-8.0, 53.0), (45.0, 33.0))), ("home", ((10.0, 52.5),)))
    return Scene("Boxes", "a trial", places, edges, pieces, [Panel("Tracks", (), (("Resources", "12"),))],
                 COLOURS, LETTERS, names, ground, boxed=True)  # fmt: skip
