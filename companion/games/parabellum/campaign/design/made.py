"""Making a setup binder by hand (C2): its rooms, and what they are made of."""

from companion.engine.campaign.design import Design, Part, Room, Section
from companion.engine.form import Choice, Several, Text
from companion.engine.form.prose import Prose, Sentences
from companion.engine.form.slots import Slots
from companion.games.parabellum.campaign.design import fields as ask
from companion.games.parabellum.campaign.design.booklets import MAPS, SCENARIOS
from companion.games.parabellum.campaign.design.catalogue import CLASSES, GOODS, TERRAIN, UNITS
from companion.games.parabellum.campaign.design.new import new_company
from companion.games.parabellum.campaign.design.tree import redrawn, ways
from companion.games.parabellum.state.binder.faults import faults
from companion.games.parabellum.state.binder.to_sheets import binder_to_workbook

BRIEF = Part(
    key="",
    form="single",
    title="The campaign",
    one="campaign",
    sections=(
        Section("", (
            Text(key="name", label="Name", help="As it stands on the binder."),
            Text(key="id", label="Id", help=f"For files: {ask.PLAIN_ID.words}."),
            ask.credits("budget", "Budget", "Credits with which each company begins."),
            Choice(key="start", label="First scenario", picks=ask.scenarios, form="list"),
        )),
        Section("Words for the players", (
            Prose(key="brief", label="Brief", rows=4, help="What the campaign is about."),
            Sentences(key="circumstances", label="Special circumstances", help="One a line."),
        )),
        Section("Flags", (
            Several(key="palette", label="Colours", help="Of which liveries are made, as red orange black."),
        )),
    ),
    gist=("budget", "start"),
)  # fmt: skip
COMPANIES = Part(
    key="companies",
    title="Companies",
    one="company",
    help="At least two; those at the table sit in this order, the first on the maps' seat 1.",
    ids=ask.PLAIN_ID,
    new=new_company,
    sections=(
        Section("", (
            Text(key="name", label="Name"),
            Slots(key="livery", label="Livery", picks=ask.palette, words=("First colour", "Second colour")),
        )),
    ),
    gist=("livery",),
)  # fmt: skip

ROOMS = (
    Room(key="brief", title="Brief", help="The campaign, and who is in it.", parts=(BRIEF, COMPANIES)),
    Room(key="catalogue", title="Catalogue", help="What units can be bought.", parts=(UNITS, CLASSES)),
    Room(key="ground", title="Ground and goods", help="What they cost.", parts=(TERRAIN, GOODS)),
    Room(key="maps", title="Maps", help="The sheets that scenarios are fought on.", parts=(MAPS,)),
    Room(key="scenarios", title="Scenarios", help="The booklets.", parts=(SCENARIOS,)),
    Room(
        key="tree", title="Tree", help="Which scenario may follow which, and who chooses.",
        parts=(SCENARIOS,),
        at_once=True, tree=True,
    ),
)  # fmt: skip
DESIGN = Design(
    file="binder",
    rooms=ROOMS,
    faults=faults,
    write=binder_to_workbook,
    tree=ways,
    follow=redrawn,
)
