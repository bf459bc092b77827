"""The first estates, and the site of the conflict: both are chosen in the circle itself."""

from collections.abc import Sequence

from companion.engine.called import Several
from companion.engine.game import Scene
from companion.engine.looking import fresh, whole
from companion.engine.stage import Choice, Choices, Deed, End, Note, Piece, Question, Say, Versus, Words, said
from companion.engine.wire import Json
from companion.engine.wording import tap
from companion.games.verraeter.data import HOUSES, House
from companion.games.verraeter.procedures.asked import Ground
from companion.games.verraeter.procedures.conflict_sites import stakes
from companion.games.verraeter.screens.board import Taps
from companion.games.verraeter.screens.people import land_name, land_words, own_sign
from companion.games.verraeter.state import Building, State
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.table import neighbour, sites

ESTATE = "It brings a supply card a round while its landscape shows your house."


def estates_question(scene: Scene[State], who: str) -> tuple[Question, Taps]:
    """Each player's first estate (setup.estates)."""
    state, free, at = scene.state, scene.state.free(), whole(scene, "at")
    taps = Taps({n: fresh(scene, at=n) for n in free})
    title = "Place your first estate"
    if at not in free:
        missing = "Tap a free landscape"
        return Question(kind="estates", title=title, under=ESTATE, missing=missing, opens="peek"), taps
    action = {"type": "place_estate", "player": who, "landscape": at}
    question = Question(
        kind="estates",
        title=title,
        pieces=(Note(worth(state, who, at), warns=not is_friendly(state, who, at)),),
        main=Deed(words=said("Estate under the {land}", land=land_name(state, at)), action=tap(action)),
        back=fresh(scene),
    )
    return question, Taps(taps.lands, chosen=frozenset({at}), ghosts={at: Building(who, "estate")})


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


def site_question(scene: Scene[State], who: str) -> tuple[Question, Taps]:
    """Phase 1: every place where the houses meet, with what is at stake."""
    state = scene.state
    found = {site["site"][0]: site for site in _stakes(state)}
    at = whole(scene, "site")
    links = {n: fresh(scene, site=n) for n in found}
    every = Choices(
        label="Where the houses meet",
        choices=tuple(_choice(state, site, links[n], n == at) for n, site in found.items()),
    )
    missing = "Tap the swords between two neighbours"
    open_ = Question(kind="site", title="Choose the site", pieces=(every,), missing=missing)
    if at is None or at not in found:
        return open_, Taps(sites=links)
    pair = frozenset({at, neighbour(at)})
    return _weighed(scene, who, found[at], every), Taps(sites=links, chosen=pair, site=at)


def _weighed(scene: Scene[State], who: str, site: Json, every: Choices) -> Question:
    """One site with what is at stake there."""
    state, (i, j) = scene.state, site["site"]
    notes = tuple(Note(note) for n in (i, j) if (note := _at_risk(state, who, n)))
    fight = said("Fight: {one} and {other}", one=land_name(state, i), other=land_name(state, j))
    return Question(
        kind="site-chosen",
        title="Choose the site",
        pieces=(at_stake(state, site), Say(_lead(state, site["lead"])), *notes, every),
        main=Deed(words=fight, action=tap({"type": "choose_site", "player": who, "site": [i, j]})),
        back=fresh(scene),
    )


def _stakes(state: State) -> Sequence[Json]:
    return stakes(tuple(Ground(land.type, land.house) for land in state.circle), state.cards)


def site_pieces(state: State) -> tuple[Piece, ...]:
    """The site of the round, with what is at stake."""
    if state.site is None or state.site not in sites(state.circle):
        return ()
    return (at_stake(state, next(each for each in _stakes(state) if tuple(each["site"]) == state.site)),)


def at_stake(state: State, site: Json) -> Versus:
    """Both landscapes against each other: their points, who serves them, what each would gain."""
    left, right = (_end(state, site[house], house) for house in HOUSES)
    return Versus(left, right)


def _end(state: State, own: Json, house: House) -> End:
    serving = [spoken(each.id) for each in state.players if each.allegiance == house]
    prizes = " / ".join(map(str, own["prize"]))
    served = said("for it: {people}", people=Several(serving) if serving else "nobody")
    # What is won is the other side's landscape: its points by how many share them.
    gains = said("wins {prizes} for 1, 2, 3 or 4", prizes=prizes)
    return End(str(own["base"]), f"{state.words.landscapes[own['type']]}", (
        said("{land} of the {house}", land=state.words.landscapes[own["type"]],
             house=state.words.houses[house]),
        served, gains,
    ), house, own["type"])  # fmt: skip


def _choice(state: State, site: Json, href: str, chosen: bool) -> Choice:
    eagle, rose = (site[house] for house in HOUSES)
    names = state.words.landscapes
    words = said("{one} {first} against {other} {second}", one=names[eagle["type"]], first=eagle["base"],
                 other=names[rose["type"]], second=rose["base"])  # fmt: skip
    ahead = "eagle" if site["lead"] > 0 else "rose" if site["lead"] < 0 else ""
    return Choice(words=words, end=_lead(state, site["lead"]), side=ahead, href=href, chosen=chosen,
                  icon=own_sign("conflict"))  # fmt: skip


def _lead(state: State, lead: int) -> str:
    if not lead:
        return "level"
    return f"{state.words.houses['eagle' if lead > 0 else 'rose']} leads by {abs(lead)}"


def _at_risk(state: State, who: str, n: int) -> Words:
    """Whose card lies under a landscape that may turn."""
    card, own = state.circle[n].building, state.player(who).allegiance
    if card is None:
        return ""
    owner = "Your" if card.player == who else said("{who}'s", who=spoken(card.player))
    risk = (
        "would be cut off if it turns"
        if state.circle[n].house == state.player(card.player).allegiance
        else ""
    )
    gain = "" if risk else "would lie in friendly land if it turns"
    if card.side == "office" or not own:
        words = "{owner} {side} lies under the {land}; offices count anywhere."
        return said(words, owner=owner, side=card.side, land=land_words(state, n))
    words = "{owner} {side} under the {land} {becomes}."
    return said(words, owner=owner, side=card.side, land=land_words(state, n), becomes=risk or gain)
