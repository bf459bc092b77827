"""Set-up and the Boardroom: the shop as map, units mustered, merged, disbanded, scrapped."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Lead,
    Note,
    Own,
    Question,
    Queue,
    Turned,
    Way,
    phrase,
)
from companion.engine.wording import Values, count, listed, tap
from companion.games.parabellum import actions as kinds
from companion.games.parabellum.procedures.money import merge, unit_worth
from companion.games.parabellum.procedures.reckoning import MOST_BEADS, flags
from companion.games.parabellum.rules.movement import allowed
from companion.games.parabellum.rules.rear import (
    card_of,
    cards_shown,
    check_muster,
    most_cards,
    most_tokens,
    muster,
)
from companion.games.parabellum.screens import shop
from companion.games.parabellum.screens.cards import beads, fresh, keep, name_of, seat_of, who
from companion.games.parabellum.screens.deeds import Detail, Entry
from companion.games.parabellum.screens.scenario import objectives
from companion.games.parabellum.screens.stage import PLAN
from companion.games.parabellum.state import State

OFFERED = 8


def muster_detail(scene: Scene[State], entries: list[Entry]) -> Detail:
    """The next free flags of the livery; or any other, bead by bead."""
    (entry,), state = entries, scene.state
    unit, player = entry["unit"], entry["player"]
    card = state.card(unit)
    own = chosen_beads(scene)
    free = [own] if own else list(islice(free_flags(state, player), OFFERED))
    base = {"type": "muster", "player": player, "unit": unit}
    lead = phrase("It takes {people} people, {fuel} fuel and {ammunition} ammunition out of your reserve.",
                people=card.troop, fuel=card.fuel_cost, ammunition=card.ammunition_cost)  # fmt: skip
    values = {"flags": [_flag(state, base, flag) for flag in free[1:]], "palette": _palette(scene, own),
              "own": keep(scene, flag=None) if own else ""}  # fmt: skip
    flags_ = Own(template="parabellum/flags.html", values=values)
    if not free:
        return Detail(pieces=(Lead(lead), flags_), missing="Choose a flag")
    deed = Deed(words="Muster", small=phrase("flag {flag}", flag="-".join(free[0])),
                action=tap({**base, "flag": list(free[0])}))  # fmt: skip
    return Detail(pieces=(Lead(lead), flags_), main=deed)


def _flag(state: State, base: Mapping[str, object], flag: tuple[str, ...]) -> Values:
    action = tap({**base, "flag": list(flag)})
    return {"beads": beads(state, flag), "words": "-".join(flag), "action": action}


def _palette(scene: Scene[State], own: tuple[str, ...]) -> list[Values]:
    """Each colour as the next bead, while there is room for one."""
    if len(own) >= MOST_BEADS:
        return []
    return [
        {
            "beads": beads(scene.state, (colour,)),
            "name": colour,
            "href": keep(scene, flag="-".join((*own, colour))),
        }
        for colour in scene.state.binder.palette
    ]


def chosen_beads(scene: Scene[State]) -> tuple[str, ...]:
    given = scene.draft.get("flag", "").split("-")
    return tuple(each for each in given if each in scene.state.binder.palette)[:MOST_BEADS]


def free_flags(state: State, player: str) -> list[tuple[str, ...]]:
    """The flags of a company's livery that nobody flies."""
    livery = state.binder.companies[state.players[player].company].livery
    flown = {each.flag for each in state.units.values()}
    return [flag for flag in flags(livery, state.binder.palette) if flag not in flown]


def reorganize(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Which unit is scrapped into this one, with what comes of it and what is wasted."""
    (entry,), state = entries, scene.state
    keep = entry["keep"]
    base = {"type": "reorganize", "player": entry["player"], "keep": keep}
    ways = []
    for scrap in entry["scraps"]:
        merged = merge(card_of(state, keep), card_of(state, scrap), state.options.payout_tie)
        words = phrase("Scrap {name} into this unit", name=name_of(state, scrap, entry["player"]))
        wasted = merged.wasted_fuel + merged.wasted_ammunition
        parts = [f"{merged.strength} people", f"{merged.payout} credits for the card"]
        people = merged.reserve_personnel
        parts += [f"{count(people, 'person', 'people')} to the reserve"] if people else []
        brings = "; ".join(parts + ([f"{count(wasted, 'counter')} lost"] if wasted else []))
        ways.append(Choice(words=words, small=brings, action=tap({**base, "scrap": scrap})))
    lead = Lead("People and counters move over; the dearer card is paid out.")
    return Detail(pieces=(lead, Choices(label="Merge with", choices=tuple(ways))), missing="Choose a unit")


def disband(scene: Scene[State], entries: list[Entry]) -> Detail:
    """A full unit taken apart; the card stays."""
    (entry,) = entries
    action = {key: entry[key] for key in ("type", "player", "unit")}
    lead = "People, cargo and a token for each full kind of counters go to the reserve; the card stays."
    return Detail(pieces=(Lead(lead),), main=Deed(words="Disband it", action=tap(action)))


def scrap(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Sold back to the dealers."""
    (entry,), state = entries, scene.state
    action = {key: entry[key] for key in ("type", "player", "unit")}
    worth = unit_worth(state, entry["unit"])
    lead = "Half its price, by the people on it. People and cargo go to your reserve; the card is gone."
    deed = Deed(words="Scrap it", small=phrase("for {n:# credit|# credits}", n=worth), action=tap(action))
    return Detail(pieces=(Lead(lead),), main=deed)


ENDLESS = 9
FINISH = "done"
"""What the address says where somebody would end Set-up with cards that are not mustered."""


def setup_question(scene: Scene[State], me: str | None, entries: Sequence[Entry]) -> Question:
    """Buying in turn, a kind a go; who waits musters and loads meanwhile."""
    state = scene.state
    if me is None or not scene.acts_for(me) or me != state.active:
        return _waiting(scene, me, entries)
    waiting, cards = len(list(state.of(me, "reserve"))), _buys_cards(scene, me)
    finish = Deed(
        words="Done with Set-up", small="for good; others go on", action=tap({"type": "done", "player": me})
    )
    over: Deed | Way = finish
    if waiting or cards:
        if scene.draft.get("do") == FINISH:
            return _done_question(scene, me, waiting, replace(finish, words="Done all the same", small=""))
        small = phrase("{n:# card|# cards} not mustered", n=waiting) if waiting else "without any unit"
        over = Way(words="Done with Set-up", small=small, href=fresh(scene, do=FINISH))
    first = muster_all(state, me, entries) or _due(scene, me) or (() if shop.cart_of(scene) else cards)
    return shop.shop_question(scene, me, (*first[:1], over), goes=goes(state, me))


def _due(scene: Scene[State], me: str) -> tuple[Deed | Way, ...]:
    """What mustering lacks, with its price: bought at once, or by the number where not all can be paid."""
    state, needs = scene.state, shop.lacking(scene.state, me)
    now = needs if goes(state, me) > 1 else needs[:1]
    if (
        None in [each.cost for each in needs]
        or sum(each.cost or 0 for each in needs) > state.players[me].credits
    ):
        # Half of it may staff no card at all: how many is for whoever pays.
        had = [each for each in needs if most_tokens(state, me, each.resource)]
        return tuple(_counter(scene, each) for each in had[:1])
    if not now:
        return ()
    bought = [
        {"type": "purchase", "player": me, "resource": each.resource, "quantity": each.quantity}
        for each in now
    ]
    first, cost = now[0], sum(each.cost or 0 for each in now)
    if len(now) > 1:
        words = phrase("Buy all that is missing: {cost}", cost=cost)
        many = listed(f"{each.quantity} {shop.PEOPLE[each.resource]}" for each in now)
        return (Deed(words=words, small=many, action=tap(bought)),)
    small = phrase("to muster {n:# card|# cards}", n=len(list(state.of(me, "reserve"))))
    buys = shop.buying_words(first.resource, first.quantity, cost)
    return (Deed(words=buys, small=small, action=tap(bought[0])),)


def _counter(scene: Scene[State], need: shop.Need) -> Way:
    priced = phrase("{n} for {cost} credits", n=need.quantity, cost=need.cost)
    small = priced if need.cost is not None else phrase("{n} are not left", n=need.quantity)
    words = phrase("{what} missing", what=shop.KINDS[need.resource])
    return Way(words=words, small=small, href=fresh(scene, buy=need.resource))


def _buys_cards(scene: Scene[State], me: str) -> tuple[Deed | Way, ...]:
    state = scene.state
    if next(state.of(me), None):
        return ()
    paid = [
        card.cost
        for kind, card in state.binder.units.items()
        if most_cards(state, me, kind, cards_shown(state, me, kind))
    ]
    if not paid:
        return ()
    cheapest = phrase("The cheapest card costs {n:# credit|# credits}", n=min(paid))
    if scene.draft.get("buy", "units") not in shop.PEOPLE:
        return (Deed(words="Buy cards", shut=cheapest),)
    return (Way(words="Buy cards", small=cheapest, href=fresh(scene, buy="units")),)


def _done_question(scene: Scene[State], me: str, waiting: int, finish: Deed) -> Question:
    """Asked once: Set-up ends for good, and cards would stay behind the screen."""
    line = (
        phrase("{n:# card is|# cards are} bought and not mustered.", n=waiting)
        if waiting
        else "You have no unit."
    )
    return Question(
        kind=FINISH,
        title="Done with Set-up?",
        under="For good: the others go on",
        side=seat_of(scene.state, me),
        pieces=(
            Note(line, warns=True),
            Lead("What is mustered later, in a Boardroom, comes onto the map in the turn after."),
        ),
        main=finish,
        lesser=(Way(words="Not yet", href=fresh(scene)),),
        back=fresh(scene),
    )


def boardroom_question(scene: Scene[State], me: str, entries: Sequence[Entry]) -> Question:
    """Anything is bought; then the turn ends."""
    state = scene.state
    end = Deed(words="End the turn", action=tap({"type": "end_phase", "player": me}))
    return shop.shop_question(scene, me, (*muster_all(state, me, entries), end), goes=goes(state, me))


def goes(state: State, player: str) -> int:
    """How many purchases a company may make now without another's go between them (S1, B1)."""
    if state.active != player or state.phase not in ("setup", "boardroom"):
        return 0
    alone = state.phase == "boardroom" or set(state.playing) - set(state.done) <= {player}
    return ENDLESS if alone else 1


def muster_all(state: State, player: str, entries: Sequence[Entry]) -> tuple[Deed, ...]:
    """One tap that musters every card for which people and tokens are there, each with the next free flag."""
    actions = []
    for unit in (str(entry["unit"]) for entry in entries if entry["type"] == "muster"):
        flag = next(iter(free_flags(state, player)), None)
        if flag and allowed(check_muster, state, player, unit):
            actions.append({"type": "muster", "player": player, "unit": unit, "flag": list(flag)})
            state = muster(state, kinds.Muster(player, unit, flag)).state
    if not actions:
        return ()
    words = phrase("Muster all: {units}", units=count(len(actions), "unit"))
    return (Deed(words=words, small="each with the next free flag", action=tap(actions)),)


def _waiting(scene: Scene[State], me: str | None, entries: Sequence[Entry]) -> Question:
    """Who buys, who is done; what may be done meanwhile."""
    state = scene.state
    active = state.active or ""
    ready = muster_all(state, me, entries) if me is not None else ()
    plan = (Way(words="Catalogue and plan", href=fresh(scene, do=PLAN)),) if me is not None else ()
    buttons = (*ready, *plan)
    return Question(
        kind="waiting",
        title=phrase("{who}: Set-up", who=who(state, active)) if active else "Set-up",
        side=seat_of(state, active) if active else "",
        pieces=(
            Lead("Companies buy in turn, one kind of thing a go."),
            Queue(tuple(_turned(state, player) for player in state.order or state.playing)),
            *(objectives(scene) if me is not None else ()),
        ),
        main=buttons[0] if buttons else None,
        lesser=buttons[1:],
        missing=phrase("Waiting for {who}", who=who(state, active)),
        waits=active if me is None else "",
    )


def _turned(state: State, player: str) -> Turned:
    name, side = who(state, player), seat_of(state, player)
    if player in state.done:
        return Turned(name, "done", side=side)
    if player == state.active:
        return Turned(name, "now", "buys", side)
    return Turned(name, side=side)
