"""Booklets made by hand: maps, scenarios, their objectives, and the ways between them (C1, C2, C5)."""

from companion.engine.campaign.design import Ids, Part, Section
from companion.engine.form import Choice, Keyed, Number, Pick, Rows, Text
from companion.engine.form.choice import Checks
from companion.engine.form.painted import Painted
from companion.engine.form.prose import Prose, Sentences
from companion.games.parabellum.campaign.design import fields as ask
from companion.games.parabellum.campaign.design.catalogue import GROUND_FIELDS
from companion.games.parabellum.campaign.design.new import new_map, new_objective, new_scenario
from companion.games.parabellum.data import AIMS, CHOOSERS, SEATS
from companion.games.parabellum.state.naming import SCENARIO_ID, spoken

CHOOSES = Choice(
    key="chooser",
    label="Who chooses what comes next",
    picks=tuple(Pick(each, f"The {each}") for each in CHOOSERS),
    help="Without a word: the victor.",
)
NEXT = Checks(
    key="next",
    label="May be followed by",
    picks=ask.scenarios,
    help="None: the campaign ends here.",
    ordered=True,
)

MAPS = Part(
    key="maps",
    title="Maps",
    one="map",
    help="Painted square by square. The numbers 1 to 4 are where the seats deploy.",
    ids=ask.PLAIN_ID,
    named_at=("scenarios.*.map",),
    new=new_map,
    sections=(
        Section("", (
            Text(key="name", label="Name"),
            Painted(
                key="rows", label="Map", mode="ground", rows=ask.own_rows, grounds=ask.grounds,
                swaps=ask.ACROSS,
            ),
        )),
    ),
    gist=("rows",),
)  # fmt: skip
OBJECTIVES = Part(
    key="objectives",
    form="listed",
    title="Objectives",
    one="objective",
    help="In the order of the booklet.",
    new=new_objective,
    sections=(
        Section("", (
            Text(key="name", label="Name"),
            Text(key="id", label="Id", help="Its own within the scenario."),
            Choice(key="kind", label="Kind", picks=tuple(Pick(each, spoken(each)) for each in AIMS)),
            Number(key="count", label="How many", low=1, high=99, help="Squares, or units; blank: 1."),
            Number(key="turns", label="Turns", low=1, high=99, help="Own turns to hold; blank: 1."),
            Checks(
                key="seats", ordered=True, label="Open to", help="None ticked: to all.",
                picks=tuple(Pick(n, f"Seat {n}") for n in SEATS),
            ),
            Choice(key="exclusive", label="Only one can have it", picks=ask.YES_NO),
            Choice(key="ends_scenario", label="Ends the scenario", picks=ask.YES_NO),
        )),
        Section("Bonus and penalty", (
            ask.credits("bonus.credits", "Bonus", "Credits for completing it."),
            ask.credits("bonus.fuel", "… and fuel", "Tokens."),
            ask.credits("bonus.ammunition", "… and ammunition", "Tokens."),
            ask.credits("penalty.credits", "Penalty", "Credits for failing it."),
        )),
        Section("Where", (
            Painted(
                key="squares", label="Squares", mode="squares", rows=ask.scenario_rows, grounds=ask.grounds,
                help="Tap the squares that are to be held.",
            ),
        )),
    ),
    gist=("kind", "squares", "bonus.credits", "penalty.credits"),
)  # fmt: skip

BOOKLET = (
    Text(key="name", label="Name"),
    Choice(key="map", label="Map", picks=ask.named("maps"), form="list"),
    ask.credits("deployment_cost", "Deploying", "Credits for each unit."),
    ask.credits("extraction_cost", "Extracting", "Credits for each unit."),
    Number(key="rounds", label="Rounds", low=1, high=99, help="Blank: without limit."),
    Number(
        key="salvage_percent", label="Salvage", low=0, high=100, help="Percent of a wreck's price; blank: 0."
    ),
    ask.credits("manpower_added", "New people", "They come into the pool; blank: 0."),
)
CHANGED_GROUND = Keyed(
    rows=Rows(
        key="terrain",
        label="Changes to the ground",
        lead="ground",
        help="What is blank stays as everywhere. Empty the first to take a row away.",
        fields=(Choice(key="ground", label="Ground", picks=ask.terrains, form="list"), *GROUND_FIELDS),
    ),
)
SCENARIOS = Part(
    key="scenarios",
    title="Scenarios",
    one="scenario",
    help="The digit is the round of the campaign, the letter tells those of a round apart.",
    ids=Ids(SCENARIO_ID, "its round and perhaps a letter, such as 2a", typed=True),
    named_at=("start", "scenarios.*.next.*"),
    new=new_scenario,
    inside=(OBJECTIVES,),
    sections=(
        Section("", BOOKLET),
        Section("Words for the players", (
            Prose(key="overview", label="Overview", help="A few sentences for the booklet."),
            Sentences(key="circumstances", label="Special circumstances", help="One a line."),
        )),
        Section("What comes after it", (CHOOSES, NEXT)),
        Section("What stands on the map", (
            Painted(
                key="features", label="Barricades, mines and the like", mode="marks", rows=ask.scenario_rows,
                grounds=ask.grounds, brushes=ask.FEATURE_SIGNS,
            ),
        )),
        Section("What is different here", (
            ask.credits("prices.fuel", "Price of fuel", "Blank: as everywhere."),
            ask.credits("prices.ammunition", "Price of ammunition", "Blank: as everywhere."),
            Checks(key="banned", label="May not be deployed", picks=ask.named("units"), ordered=True),
            CHANGED_GROUND,
        ), folded=True),
    ),
    gist=("map", "rounds", "next", "chooser", "deployment_cost"),
    glance=("next", "chooser"),
)  # fmt: skip
