"""The circle of twelve landscapes: what lies in it, what speaks for each house, what is chosen there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import cos, radians, sin

from companion.engine import stage
from companion.engine.deed import Entry
from companion.engine.errors import IllegalAction
from companion.engine.game import Scene
from companion.engine.scene import Values, fresh, keep, whole
from companion.engine.stage import Choice, Choices, Deed, Icon, Note, Question, Way, phrase
from companion.engine.step import Several
from companion.engine.wording import tap
from companion.games.verraeter.data import CIRCLE, HOUSES, OTHER, House
from companion.games.verraeter.deeds import apply, legal
from companion.games.verraeter.procedures.conflict import Ground, SiteRow, Stake, stakes
from companion.games.verraeter.state import Building, Site, State, neighbour, sites, spoken

SIGNS = "verraeter/signs.svg"


def person(state: State, who: str) -> Values:
    """One player: the seat's sign and colour, and the house served now."""
    house = state.player(who).allegiance
    return {
        "id": who,
        "name": spoken(who),
        "seat": seat_of(state, who),
        "house": house,
        "house_name": state.words.houses[house],
    }


def seat_of(state: State, who: str) -> str:
    return f"seat-{state.ids.index(who) + 1}"


def seal(state: State, who: str) -> Icon:
    seat = seat_of(state, who)
    return Icon(seat, SIGNS, f"seal {seat}")


def own_sign(name: str) -> Icon:
    return Icon(name, SIGNS)


def land_name(state: State, position: int) -> str:
    """A landscape by its type alone: “Forest”."""
    return state.words.landscapes[state.circle[position].type]


def land_words(state: State, position: int) -> str:
    return f"{land_name(state, position)} of the {state.words.houses[state.circle[position].house]}"


MIDDLE = 360
ACROSS, DOWN = 295, 293
"""From the middle to the middle of a card, across and down."""
WIDE, HIGH = 124, 132
INNER = {True: 184, False: 216}
"""From the middle to a conflict card; straight up, down or aside the cards lie nearer."""
STEP = 360 // CIRCLE


@dataclass(frozen=True)
class Taps:
    """What a tap does: links by landscape, and by the first landscape of a site.

    `ghosts` are the cards that would lie under a landscape.
    """

    lands: Mapping[int, str] = field(default_factory=dict)
    sites: Mapping[int, str] = field(default_factory=dict)
    chosen: frozenset[int] = frozenset()
    site: int | None = None
    ghosts: Mapping[int, Building] = field(default_factory=dict)

    @property
    def any(self) -> bool:
        return bool(self.lands or self.sites)


def place(angle: float, across: float, down: float) -> tuple[float, float]:
    """A point so far from the middle, clockwise from the top."""
    turn = radians(angle)
    return round(MIDDLE + across * sin(turn), 1), round(MIDDLE - down * cos(turn), 1)


def circle(state: State, taps: Taps, before: State | None, middle: Values) -> Values:
    """All that the drawing shows; `middle` is what speaks for each house."""
    fought = _fought(state, taps)
    held = {house: sum(land.house == house for land in state.circle) for house in HOUSES}
    return {
        "cards": [_card(state, n, taps, before) | {"aside": _aside(n, fought, taps)} for n in range(CIRCLE)],
        "sites": [_site(state, n, taps) for n in sorted(taps.sites)],
        "conflict": None if fought is None else _middle(fought[0]),
        "taps": taps.any,
        "scales": middle,
        "label": (
            "The circle: " + ", ".join(f"{state.words.houses[h]} {held[h]} landscapes" for h in HOUSES)
        ),
    }


def _fought(state: State, taps: Taps) -> tuple[int, int] | None:
    if state.site is not None:
        return state.site
    return None if taps.site is None else (taps.site, neighbour(taps.site))


def _aside(n: int, fought: tuple[int, int] | None, taps: Taps) -> bool:
    """Whether a card steps back: not of the conflict, or not to be tapped."""
    if taps.lands:
        return n not in taps.lands and n not in taps.chosen
    return fought is not None and n not in fought


def _card(state: State, n: int, taps: Taps, before: State | None) -> Values:
    land = state.circle[n]
    x, y = place(STEP * n + STEP / 2, ACROSS, DOWN)
    printed = state.cards.landscapes[land.type]
    return {
        "n": n,
        "x": round(x - WIDE / 2, 1),
        "y": round(y - HIGH / 2, 1),
        "type": land.type,
        "name": state.words.landscapes[land.type],
        "house": land.house,
        "value": printed.conflict,
        "points": printed.vp,
        "building": _building(state, land.building),
        "ghost": _building(state, taps.ghosts.get(n)),
        "turned": before is not None and before.circle[n].house != land.house,
        "href": taps.lands.get(n),
        "chosen": n in taps.chosen,
        "label": _card_words(state, n),
    }


def _building(state: State, card: Building | None) -> Values | None:
    return None if card is None else person(state, card.player) | {"side": card.side}


def _card_words(state: State, n: int) -> str:
    land = state.circle[n]
    words = f"{land_words(state, n)}, {state.cards.landscapes[land.type].conflict}"
    card = land.building
    return f"{words}, {spoken(card.player)}'s {card.side}" if card else words


def _site(state: State, n: int, taps: Taps) -> Values:
    label = f"Fight between {land_words(state, n)} and {land_words(state, neighbour(n))}"
    return _middle(n) | {"n": n, "href": taps.sites[n], "chosen": n == taps.site, "label": label}


def _middle(n: int) -> Values:
    angle = STEP * (n + 1)
    inner = INNER[angle % 90 == 0]
    x, y = place(angle, inner, inner)
    return {"x": x, "y": y, "angle": angle}


type Parts = Mapping[House, tuple[int, ...]]


def scales(state: State) -> Values:
    """Two weights and a line of words; between conflicts the landscapes that each house holds."""
    if state.phase == "finished" or state.site is None:
        held = {house: sum(land.house == house for land in state.circle) for house in HOUSES}
        sides = [
            _side(state, house, held[house], "landscapes" if held[house] != 1 else "landscape")
            for house in HOUSES
        ]
        return {
            "sides": sides,
            "words": f"Round {state.round} of {state.rounds}",
            "piles": {"draw": len(state.draw), "discard": len(state.discard)},
        }
    if state.phase in ("draft", "supply", "reveal"):
        return weighed(state, open_weights(state, state.site))
    return settled(state)


def _side(state: State, house: House, weight: int, parts: str, *, won: bool = False) -> Values:
    return {"house": house, "name": state.words.houses[house], "weight": weight, "parts": parts, "won": won}


def open_weights(state: State, site: Site) -> dict[House, tuple[int, int]]:
    """Each house's landscape and the supply that lies before its players: what everybody can see (5)."""
    base = {state.circle[n].house: state.cards.landscapes[state.circle[n].type].conflict for n in site}
    supply = {
        house: sum(sum(player.played or ()) for player in state.players if player.allegiance == house)
        for house in HOUSES
    }
    return {house: (base[house], supply[house]) for house in HOUSES}


def weighed(state: State, weights: Parts) -> Values:
    """What speaks for each house so far, and what the weaker one needs."""
    sides = [
        _side(state, house, sum(weights[house]), " + ".join(map(str, weights[house]))) for house in HOUSES
    ]
    return {
        "sides": sides,
        "words": lead_words(state, {h: sum(w) for h, w in weights.items()}),
        "piles": None,
    }


def facing(state: State, now: Parts, was: Parts) -> Values:
    """The two landscapes of the site against each other: their sums, those before, how the beam tips."""
    lands = {state.circle[n].house: state.circle[n].type for n in state.site or ()}
    sums, before = ({house: sum(each[house]) for house in HOUSES} for each in (now, was))
    tips = (sums["rose"] > sums["eagle"]) - (sums["rose"] < sums["eagle"])
    return {
        "sides": [
            {
                "house": house,
                "name": state.words.houses[house],
                "land": state.words.landscapes[lands[house]],
                "sum": sums[house],
                "was": before[house] if before[house] != sums[house] else None,
            }
            for house in HOUSES
        ],
        "tips": {1: "rose", 0: "level", -1: "eagle"}[tips],
    }


def lead_words(state: State, totals: dict[House, int]) -> str:
    eagle, rose = (totals[house] for house in HOUSES)
    if eagle == rose:
        return "Level as it lies"
    behind: House = "rose" if eagle > rose else "eagle"
    return f"{state.words.houses[behind]} needs {totals[OTHER[behind]] - totals[behind] + 1} to win"


def settled(state: State) -> Values:
    last = state.last_conflict
    sides = [
        _side(
            state,
            house,
            last["totals"][house]["total"],
            " + ".join(str(last["totals"][house][part]) for part in ("base", "supply", "diplomats")),
            won=last["winner"] == house,
        )
        for house in HOUSES
    ]
    winner = last["winner"]
    words = f"{state.words.houses[winner]} wins by {last['margin']}" if winner else "A tie: nothing turns"
    return {"sides": sides, "words": words, "piles": None}


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
        main=Deed(words=phrase("Estate under the {land}", land=land_name(state, at)), action=tap(action)),
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
    places = {site["site"][0]: site for site in _stakes(state)}
    at = whole(scene, "site")
    links = {n: fresh(scene, site=n) for n in places}
    every = Choices(
        label="Where the houses meet",
        choices=tuple(_choice(state, site, links[n], n == at) for n, site in places.items()),
    )
    missing = "Tap the swords between two neighbours"
    open_ = Question(kind="site", title="Choose the site", pieces=(every,), missing=missing)
    if at is None or at not in places:
        return open_, Taps(sites=links)
    pair = frozenset({at, neighbour(at)})
    return _weighed(scene, who, places[at], every), Taps(sites=links, chosen=pair, site=at)


AS_BEFORE: Mapping[str | None, str] = {
    "digital": "drafted on the devices again",
    "offline": "with real cards again",
}
"""How the action cards come, where a round before has settled it (2)."""


def _drafted_before(scene: Scene[State]) -> str | None:
    return next((state.draft.mode for state in reversed(scene.trail) if state.draft.mode), None)


def _weighed(scene: Scene[State], who: str, site: SiteRow, every: Choices) -> Question:
    state, (i, j) = scene.state, site["site"]
    notes = tuple(Note(note) for n in (i, j) if (note := _at_risk(state, who, n)))
    fight = phrase("Fight: {one} and {other}", one=land_name(state, i), other=land_name(state, j))
    mode = _drafted_before(scene) if scene.draft.get("draft") != "asked" else None
    again = {"draft": mode} if mode else {}
    action = {"type": "choose_site", "player": who, "site": [i, j], **again}
    return Question(
        kind="site-chosen",
        title="Choose the site",
        pieces=(at_stake(state, site), stage.Say(_lead(state, site["lead"])), *notes, every),
        main=Deed(words=fight, small=AS_BEFORE.get(mode, ""), action=tap(action)),
        lesser=(Way(words="Draft otherwise", href=keep(scene, draft="asked")),) if mode else (),
        back=fresh(scene),
    )


def _stakes(state: State) -> Sequence[SiteRow]:
    return stakes(tuple(Ground(land.type, land.house) for land in state.circle), state.cards)


def site_pieces(state: State) -> tuple[stage.Piece, ...]:
    if state.site is None or state.site not in sites(state.circle):
        return ()
    return (at_stake(state, next(each for each in _stakes(state) if tuple(each["site"]) == state.site)),)


def at_stake(state: State, site: SiteRow) -> stage.Versus:
    """Both landscapes against each other: their points, who serves them, what each would gain."""
    left, right = (_end(state, site[house], house) for house in HOUSES)
    return stage.Versus(left, right)


def _end(state: State, own: Stake, house: House) -> stage.End:
    serving = [spoken(each.id) for each in state.players if each.allegiance == house]
    prizes = " / ".join(map(str, own["prize"]))
    served = phrase("for it: {people}", people=Several(serving) if serving else "nobody")
    # What is won is the other side's landscape: its points by how many share them.
    gains = phrase("wins {prizes} for 1, 2, 3 or 4", prizes=prizes)
    return stage.End(str(own["base"]), f"{state.words.landscapes[own['type']]}", (
        phrase("{land} of the {house}", land=state.words.landscapes[own["type"]],
             house=state.words.houses[house]),
        served, gains,
    ), house, own["type"])  # fmt: skip


def _choice(state: State, site: SiteRow, href: str, chosen: bool) -> Choice:
    eagle, rose = (site[house] for house in HOUSES)
    names = state.words.landscapes
    words = phrase("{one} {first} against {other} {second}", one=names[eagle["type"]], first=eagle["base"],
                 other=names[rose["type"]], second=rose["base"])  # fmt: skip
    ahead = "eagle" if site["lead"] > 0 else "rose" if site["lead"] < 0 else ""
    return Choice(words=words, end=_lead(state, site["lead"]), side=ahead, href=href, chosen=chosen,
                  icon=own_sign("conflict"))  # fmt: skip


def _lead(state: State, lead: int) -> str:
    if not lead:
        return "level"
    return f"{state.words.houses['eagle' if lead > 0 else 'rose']} leads by {abs(lead)}"


def _at_risk(state: State, who: str, n: int) -> stage.Words:
    """Whose card lies under a landscape that may turn."""
    card, own = state.circle[n].building, state.player(who).allegiance
    if card is None:
        return ""
    owner = "Your" if card.player == who else phrase("{who}'s", who=spoken(card.player))
    risk = (
        "would be cut off if it turns"
        if state.circle[n].house == state.player(card.player).allegiance
        else ""
    )
    gain = "" if risk else "would lie in friendly land if it turns"
    if card.side == "office" or not own:
        words = "{owner} {side} lies under the {land}; offices count anywhere."
        return phrase(words, owner=owner, side=card.side, land=land_words(state, n))
    words = "{owner} {side} under the {land} {becomes}."
    return phrase(words, owner=owner, side=card.side, land=land_words(state, n), becomes=risk or gain)


WORDS = {
    "estate": ("Build an estate", "A new card under a free landscape.", Icon("estate", SIGNS)),
    "office": ("Build an office", "Counts at the end, under any landscape.", Icon("office", SIGNS)),
    "move": ("Move a card", "It keeps its side.", Icon("move", SIGNS)),
    "flip": ("Turn a card over", "Estate to office, or back.", Icon("redo")),
}
ASKS = {
    "estate": "Tap the landscape for the new estate",
    "office": "Tap the landscape for the new office",
    "flip": "Tap the card to turn over",
}


def build_question(scene: Scene[State], who: str) -> tuple[Question, Taps]:
    """Exactly one deed, or none (R14)."""
    entries = {entry["op"]: entry for entry in scene.once(legal)}
    deed = scene.draft.get("do", "")
    barred = partial(_barred, scene.state, who, entries)
    if deed in WORDS and not barred(deed):
        return (_move if deed == "move" else _question)(scene, who, entries)
    choices = tuple(
        Choice(words=name, small=words, icon=icon, href=fresh(scene, do=each), barred=barred(each))
        for each, (name, words, icon) in WORDS.items()
    )
    nothing = Deed(words="Build nothing", action=tap({"type": "build", "player": who, "op": "pass"}))
    under = "The master builder does exactly one of these, or nothing."
    pieces = (Choices(label="What to build", choices=choices),)
    return Question(
        kind="build",
        title="Build one thing",
        under=under,
        pieces=pieces,
        lesser=(nothing,),
        missing="Choose one",
    ), Taps()


def _barred(state: State, who: str, entries: Mapping[str, Entry], deed: str) -> stage.Words:
    """Why a deed cannot be done, as the rules refuse it; empty where it can."""
    free, own = state.free()[0], (*state.buildings(who), 0)[0]
    place = {"op": "place", "landscape": free, "side": deed}
    tries = {
        "estate": place,
        "office": place,
        "move": {"op": "move", "from": own, "to": free},
        "flip": {"op": "flip", "landscape": (*entries["flip"]["landscapes"], own)[0]},
    }
    try:
        apply(state, {"type": "build", "player": who, **tries[deed]})
    except IllegalAction as refused:
        return refused.message
    return ""


def _question(scene: Scene[State], who: str, entries: Mapping[str, Entry]) -> tuple[Question, Taps]:
    deed, state = scene.draft["do"], scene.state
    open_ = entries["flip" if deed == "flip" else "place"]["landscapes"]
    at = whole(scene, "at")
    links = {n: fresh(scene, do=deed, at=n) for n in open_}
    ask = _asks(scene, deed, ASKS[deed])
    if at is None or at not in open_:
        return ask, Taps(links)
    turned = (
        _turned(state, at) if deed == "flip" else Building(who, "office" if deed == "office" else "estate")
    )
    build = {"type": "build", "player": who, "landscape": at}
    if deed == "flip":
        words, action = phrase("Turn it into an {side}", side=turned.side), {**build, "op": "flip"}
    else:
        words = phrase("{side} under the {land}", side=turned.side.title(), land=land_name(state, at))
        action = {**build, "op": "place", "side": turned.side}
    main, note = (Deed(words=words, action=tap(action)), _advice(state, who, turned.side, at))
    return replace(ask, pieces=(note,), main=main), _taps(links, {at: turned}, at)


def _asks(scene: Scene[State], deed: str, missing: str) -> Question:
    name, words, icon = WORDS[deed]
    return Question(kind=f"build-{deed}", title=name, under=words, icon=icon, missing=missing,
                    back=fresh(scene), opens="peek")  # fmt: skip


def _taps(links: dict[int, str], ghosts: dict[int, Building], *chosen: int) -> Taps:
    return Taps(links, chosen=frozenset(chosen), ghosts=ghosts)


def _turned(state: State, at: int) -> Building:
    card = state.circle[at].building
    if card is None:
        raise ValueError(f"Nothing lies under landscape {at}.")
    return Building(card.player, "office" if card.side == "estate" else "estate")


def _advice(state: State, who: str, side: str, at: int) -> Note:
    """What a card on that side is worth there; it warns where it brings nothing as things stand."""
    if side == "office":
        cap, held = state.options.office_card_cap, len(state.player(who).hand)
        counted = held if cap is None else min(held, cap)
        most = "every supply card" if cap is None else f"up to {cap} supply cards"
        now = f"now {counted}" if counted else "now nothing, for you hold none"
        return Note(f"At the end it scores a point for {most} in your hand: {now}.", warns=not counted)
    late = state.round >= state.rounds
    words = "This is the last round: supply counts only for offices. " if late else ""
    useless = late and not state.buildings(who, "office")
    return Note(words + worth(state, who, at), warns=useless or not is_friendly(state, who, at))


def _move(scene: Scene[State], who: str, entries: Mapping[str, Entry]) -> tuple[Question, Taps]:
    """First the card, then where it goes."""
    state, move = scene.state, entries["move"]
    source, target = whole(scene, "from"), whole(scene, "to")
    if source is None or source not in move["from"]:
        links = {n: fresh(scene, **{"do": "move", "from": n}) for n in move["from"]}
        return _asks(scene, "move", "Tap the card to move"), Taps(links)
    links = {n: fresh(scene, **{"do": "move", "from": source, "to": n}) for n in move["to"]}
    under = phrase("From the {land}.", land=land_words(state, source))
    ask = replace(_asks(scene, "move", "Tap where it goes"), under=under)
    card = state.circle[source].building
    if target is None or target not in links or card is None:
        return ask, _taps(links, {}, source)
    main, note = _moved(state, who, source, target)
    return replace(ask, pieces=(note,), main=main), _taps(links, {target: card}, source, target)


def _moved(state: State, who: str, source: int, target: int) -> tuple[Deed, Note]:
    card = state.circle[source].building
    action = {"type": "build", "player": who, "op": "move", "from": source, "to": target}
    main = Deed(words=phrase("Move it to the {land}", land=land_name(state, target)), action=tap(action))
    if card is not None and card.side == "office":
        return main, Note("It gains nothing: an office counts under any landscape (R25).", warns=True)
    return main, _advice(state, who, "estate", target)
