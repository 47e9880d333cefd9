"""What the rulebook of On To Berlin! states about its components."""

from pathlib import Path

from sandtable.games.on_to_berlin.components import facts
from sandtable.games.on_to_berlin.components.facts import Checker
from sandtable.games.on_to_berlin.components.relations import check_pack, load_pack
from sandtable.games.on_to_berlin.components.schema import FILES
from tests.games.rulebook import Rulebook

DATA = Path(facts.__file__).parents[1] / "data"
CAMPAIGN = "scenarios/campaign_1939.toml"
PACK = load_pack(DATA)

RULEBOOK = Rulebook(
    "on_to_berlin",
    Path(__file__).parent,
    PACK,
    FILES,
    check_pack,
    Checker,
    values=400,
    cited=150,
    wrong=[
        (("map", "borders"), {"a": "sicily", "touch": True}),
        (("map", "points"), {"area": "minsk"}),
        (("counts", "cubes"), {"leaning": "neither"}),
        (("diplomacy", "options"), {"owner": "nobody"}),
        (("set_up", "deployed"), {"area": "madrid"}),
    ],
    free={"resource_boxes": 1},  # that there are boxes the text says, but not how many
    silent=(CAMPAIGN,),
)
