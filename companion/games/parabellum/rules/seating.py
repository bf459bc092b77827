"""Who sits down where a setup does not say: companies in the order of the binder, named after themselves."""

from random import Random

from companion.engine.errors import GameError
from companion.engine.game import Chair, Option, Outcome
from companion.engine.option import Own
from companion.engine.reading import name
from companion.engine.wire import Json
from companion.games.parabellum.data import FEWEST_PLAYERS, MOST_PLAYERS
from companion.games.parabellum.rules.course.setting_up import set_up
from companion.games.parabellum.rules.on_map.on_table import open_on_table
from companion.games.parabellum.state.binder import Binder, read_binder, starter_binder
from companion.games.parabellum.state.naming import spoken
from companion.games.parabellum.state.table import State

PLAYERS = Option(
    key="players",
    title="Which companies play",
    help="Two to four; the first of them has seat 1 on the maps. With a binder of your own it is so many of "
    "its companies, in its order.",
    default=list(starter_binder().companies)[:FEWEST_PLAYERS],
    choices=tuple((company.id, company.name) for company in starter_binder().companies.values()),
    low=FEWEST_PLAYERS,
    high=MOST_PLAYERS,
    ruling="R59",
    leading=True,
)
"""Asked when a table opens; no house rule, so that `shuffle` takes it out of the options again."""


POSITIONS = Option(
    key="positions",
    title="Where the map is",
    help="The app shows the map and checks every square; or the real map lies on the table and the app keeps "
    "units, money and combat.",
    default="app",
    choices=(("app", "The app keeps the map"), ("table", "The map lies on the table")),
    leading=True,
    own=Own("table", "Our own map", "Map and units lie on your table. The app keeps money and combat."),
)
"""No house rule either: it says how much the table tells the app."""

CARD_BINDER = Option(
    key="card_binder",
    title="What is left in the card binder",
    help="On a real table the binder lies open, and whoever counts its cards knows what the others have "
    "bought. Sealed, everybody sees what it held at first; who asks for more than is left is told how many.",
    default="sealed",
    choices=(("sealed", "Sealed: what it held at first"), ("open", "Open: what is left now")),
    ruling="R62",
)
"""A choice of the table, not of the rules: what happens is the same."""
USUAL = {"positions": "app", "card_binder": "sealed"}
"""What a setup of the specification leaves out."""
OWN = ("players", *USUAL)


def open_table(setup: Json) -> Outcome[State]:
    """The opening state of a table, which may keep the map itself, or its card binder open."""
    if type(setup) is not dict:
        return set_up(setup)
    for option in (POSITIONS, CARD_BINDER):
        if option.key in setup:
            name(setup[option.key], option.key, [str(value) for value, _ in option.choices])
    begun = set_up({key: value for key, value in setup.items() if key not in USUAL})
    state = begun.state.changed(card_binder="open" if setup.get("card_binder") == "open" else None)
    return begun._replace(state=open_on_table(state) if setup.get("positions") == "table" else state)


def shuffle(setup: Json, random: Random) -> Json:
    """A setup with its players, where it leaves them to the app. There is nothing to shuffle."""
    if type(setup) is not dict:
        return setup
    options = setup.get("options", {})
    if type(options) is not dict:
        return setup
    asked = options.get("players", FEWEST_PLAYERS)
    whole = {**setup, "options": {key: value for key, value in options.items() if key not in OWN}}
    whole |= {key: options[key] for key in USUAL if options.get(key, USUAL[key]) != USUAL[key]}
    if "players" in setup or type(asked) not in (int, list):
        return whole
    return {"players": [{"player": each, "company": each} for each in _companies(setup, asked)], **whole}


def _companies(setup: dict[str, Json], asked: int | list[Json]) -> list[str]:
    """The companies that were asked for, or so many in the order of the binder where it has others."""
    binder = _binder(setup)
    known = [] if binder is None else list(binder.companies)
    if isinstance(asked, int):
        return known[:asked]
    chosen = [company for company in known if company in asked]
    return chosen if len(chosen) == len(asked) else known[: len(asked)]


def _binder(setup: Json) -> Binder | None:
    try:
        return read_binder(setup.get("binder", "starter"))
    except GameError:
        return None


def seats(setup: Json) -> tuple[Chair, ...]:
    """The players that a setup names; where it names none, the companies that could sit down."""
    given = setup if type(setup) is dict else {}
    binder = _binder(given) or starter_binder()
    listed = given.get("players")
    if type(listed) is not list:
        return tuple(Chair(each.id, each.name) for each in list(binder.companies.values())[:MOST_PLAYERS])
    return tuple(
        _chair(row["player"], row.get("company"), binder)
        for row in listed
        if type(row) is dict and type(row.get("player")) is str
    )


def _chair(player: str, company: Json, binder: Binder) -> Chair:
    """A player under a name of its own, or under the company's where it has that one's id."""
    own = player == company and company in binder.companies
    return Chair(player, binder.companies[player].name if own else spoken(player))
