"""The first estates, and the site of the conflict: both are chosen in the circle itself."""

from collections.abc import Sequence

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import tap
from companion.games.verraeter.data import HOUSES, House
from companion.games.verraeter.procedures.asked import Ground
from companion.games.verraeter.procedures.conflict_sites import stakes
from companion.games.verraeter.screens.board import Taps
from companion.games.verraeter.screens.people import land_name, land_words, person
from companion.games.verraeter.screens.seeing import Values, fresh, whole
from companion.games.verraeter.state import State
from companion.games.verraeter.state.table import neighbour, sites


def estates_panel(scene: Scene[State], who: str) -> tuple[Values, Taps]:
    """Each player's first estate (setup.estates)."""
    free, at = scene.state.free(), whole(scene, "at")
    chosen = at if at in free else None
    links = {n: fresh(scene, at=n) for n in free}
    panel = {
        "template": "verraeter/turn/estates.html",
        "title": "Place your first estate",
        "lead": "Tap a free landscape. "
        "An estate brings a supply card a round while its landscape shows your house.",
        "spots": spots(scene.state, links, chosen),
        "chosen": None if chosen is None else _estate(scene.state, who, chosen),
        "back": fresh(scene),
    }
    return panel, Taps(links, chosen=frozenset() if chosen is None else frozenset({chosen}))


def spots(state: State, links: dict[int, str], chosen: int | None) -> list[Values]:
    """The same landscapes as buttons, for screens on which the circle is small."""
    return [
        {"name": land_name(state, n), "house": state.circle[n].house, "href": link, "chosen": n == chosen}
        for n, link in links.items()
    ]


def _estate(state: State, who: str, at: int) -> Values:
    action = {"type": "place_estate", "player": who, "landscape": at}
    return {
        "action": tap(action),
        "button": f"Estate under the {land_name(state, at)}",
        "note": worth(state, who, at),
        "warns": not is_friendly(state, who, at),
    }


def is_friendly(state: State, who: str, at: int) -> bool:
    """Whether a landscape shows the house that a player serves now (R18)."""
    return state.circle[at].house == state.player(who).allegiance


def worth(state: State, who: str, at: int) -> str:
    """What an estate under that landscape brings its owner as things stand (10)."""
    house, player = state.circle[at].house, state.player(who)
    name, own = state.words.houses[house], state.words.houses[player.allegiance]
    if is_friendly(state, who, at):
        return f"It shows the {name}, your house now: one supply card a round while that stays so."
    return f"It shows the {name} and you serve the {own}: it brings nothing until one of the two changes."


def site_panel(scene: Scene[State], who: str) -> tuple[Values, Taps]:
    """Phase 1: every place where the houses meet, with what is at stake."""
    state = scene.state
    found = {site["site"][0]: site for site in _stakes(state)}
    at = whole(scene, "site")
    chosen = at if at in found else None
    links = {n: fresh(scene, site=n) for n in found}
    panel = {
        "template": "verraeter/turn/site.html",
        "title": "Choose the site",
        "lead": "Tap the swords between two neighbours of different houses.",
        "sites": [
            _site(state, site) | {"href": links[n], "chosen": n == chosen} for n, site in found.items()
        ],
        "chosen": None if chosen is None else _stake(state, who, found[chosen]),
        "back": fresh(scene),
    }
    pair = frozenset() if chosen is None else frozenset({chosen, neighbour(chosen)})
    return panel, Taps(sites=links, chosen=pair, site=chosen)


def _stakes(state: State) -> Sequence[Json]:
    return stakes(tuple(Ground(land.type, land.house) for land in state.circle), state.cards)


def site_at(state: State) -> Values | None:
    """The site of the round, with what is at stake."""
    if state.site is None or state.site not in sites(state.circle):
        return None
    return _site(state, next(each for each in _stakes(state) if tuple(each["site"]) == state.site))


def _site(state: State, site: Json) -> Values:
    return {
        "sides": [_side(state, site, house) for house in HOUSES],
        "lead": _lead(state, site["lead"]),
        "ahead": "eagle" if site["lead"] > 0 else "rose" if site["lead"] < 0 else "",
    }


def _side(state: State, site: Json, house: House) -> Values:
    own = site[house]
    return {
        "house": house,
        "house_name": state.words.houses[house],
        "land": state.words.landscapes[own["type"]],
        "type": own["type"],
        "base": own["base"],
        "prize": own["prize"],
    }


def _lead(state: State, lead: int) -> str:
    if not lead:
        return "level"
    return f"{state.words.houses['eagle' if lead > 0 else 'rose']} leads by {abs(lead)}"


def _stake(state: State, who: str, site: Json) -> Values:
    i, j = site["site"]
    action = {"type": "choose_site", "player": who, "site": [i, j]}
    serving = {
        house: [person(state, each.id) for each in state.players if each.allegiance == house]
        for house in HOUSES
    }
    return _site(state, site) | {
        "action": tap(action),
        "button": f"Fight: {land_name(state, i)} and {land_name(state, j)}",
        "serving": [{"house": house, "people": serving[house]} for house in HOUSES],
        "notes": [note for n in (i, j) if (note := _at_risk(state, who, n))],
    }


def _at_risk(state: State, who: str, n: int) -> str:
    """Whose card lies under a landscape that may turn."""
    card, own = state.circle[n].building, state.player(who).allegiance
    if card is None:
        return ""
    owner = "Your" if card.player == who else f"{person(state, card.player)['name']}'s"
    risk = (
        "would be cut off if it turns"
        if state.circle[n].house == state.player(card.player).allegiance
        else ""
    )
    gain = "" if risk else "would lie in friendly land if it turns"
    if card.side == "office" or not own:
        return f"{owner} {card.side} lies under the {land_words(state, n)}; offices count anywhere."
    return f"{owner} {card.side} under the {land_words(state, n)} {risk or gain}."
