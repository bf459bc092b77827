"""A physical card that the library lacks, entered when it first appears: what is printed on it."""

from companion.engine.game import Scene
from companion.engine.stage import Deed, Field, Fields, Lead, Question, Tick, Ticks
from companion.engine.wording import tap
from companion.games.scarper.data import CARD_SIDES, SIDE_NAMES, YEARS
from companion.games.scarper.screens.draft import fresh
from companion.games.scarper.state import State

NEW = "new-card"


def may_add(scene: Scene[State]) -> bool:
    """Whether this table plays with physical cards, and this screen acts at it."""
    return scene.state.options.cards == "table" and bool(scene.sight.acts) and scene.state.phase != "over"


def wants_new_card(scene: Scene[State]) -> bool:
    """Whether this screen asks to enter a card, and may."""
    return scene.draft.get("do") == NEW and may_add(scene)


def new_card_link(scene: Scene[State]) -> str | None:
    """Where a card is entered; what was looked for in vain comes along as its title."""
    return fresh(scene.draft, do=NEW, q=scene.draft.get("q")) if may_add(scene) else None


def new_card_question(scene: Scene[State]) -> Question:
    """The card's figures in one form."""
    now = scene.state.year
    sides = tuple((side, SIDE_NAMES.get(side, "Neutral")) for side in CARD_SIDES)
    numbers = tuple((str(n), str(n)) for n in range(1, 7))
    years = tuple((str(year), str(year)) for year in YEARS if year <= now)
    name = scene.draft.get("q", "").strip()
    fields = (
        Field(name="a.card.title:text", words="Title", value=name, longest=80, needed=True),
        Field(name="a.card.side", words="Whose card", kind="select", options=sides),
        Field(name="a.card.points", words="Command points", kind="select", options=numbers),
        Field(name="a.card.year", words="Year", kind="select", options=years, value=str(now)),
        Field(name="a.card.text:text", words="What its event says", longest=600),
    )
    stays = Tick(value="true", words="Its title is underlined: it remains in play")
    return Question(
        kind=NEW,
        title="A card that is not here yet",
        pieces=(
            Lead("Copy what is printed on it. This table keeps it; its event is carried out by hand."),
            Fields(fields),
            Ticks(label="In play", name="a.card.remain", ticks=(stays,), shape="rows"),
        ),
        main=Deed(words="Put it into the library", action=tap({"type": "add_card"})),
        back=fresh(scene.draft),
        opens="full",
    )
