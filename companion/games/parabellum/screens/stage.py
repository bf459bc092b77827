"""Parabellum on the stage: companies, one's own hand and Balance Sheet, what the last action did."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from companion.engine.game import Scene
from companion.engine.stage import (
    Chip,
    Cover,
    Edge,
    Effect,
    Hand,
    Icon,
    Moment,
    Note,
    Part,
    Phrase,
    Question,
    Row,
    Rows,
    Stage,
    Strip,
    StripFact,
    Throw,
    Way,
    Words,
    phrase,
)
from companion.engine.step import Briefly
from companion.engine.wire import Json
from companion.engine.wording import Values, count, counted, signed
from companion.games.parabellum.actions import VERBS
from companion.games.parabellum.data import lexicon
from companion.games.parabellum.procedures.reckoning import next_price
from companion.games.parabellum.rules.secrets import SECRECY
from companion.games.parabellum.rules.telling import at
from companion.games.parabellum.screens.cards import (
    SHEET,
    STATUS,
    changes,
    fresh,
    public_name,
    seat_of,
    sign_of,
    type_sign,
    who,
)
from companion.games.parabellum.screens.deeds import Entry, able
from companion.games.parabellum.screens.scenario import standing
from companion.games.parabellum.state import Line, Objective, State, Where, spoken

ROLLED = ("attack", "attack_cache", "barrage")


def moment(scene: Scene[State]) -> Moment | None:
    """The scene of a roll for turn order, of an attack, of a turn that begins; the house tells the others."""
    action = scene.last
    if type(action) is not dict or len(scene.trail) < 2:
        return None
    before, kind = scene.trail[-2], str(action.get("type"))
    if kind == "turn_order":
        return _order(scene.state, action)
    if kind == "end_phase":
        # A turn that begins is a scene; a phase that ends is none.
        now = scene.state
        if (now.active == before.active and now.scenario == before.scenario) or not now.active:
            # So is the choice of what comes next none: all of the end has been told before it.
            return Moment(
                title="", quiet=now.scenario == before.scenario and bool(now.active or now.choosers)
            )
        title = phrase("{who}: round {round}", who=who(now, now.active), round=now.round)
        return Moment(title=title, side=seat_of(now, now.active))
    if kind in ROLLED and action.get("rolls"):
        unit, side = action["unit"], seat_of(before, before.units[action["unit"]].owner)
        effects = (*_fallen(before, scene.state), *(Effect(words) for words in changes(before, scene.state)))
        return Moment(
            title=phrase("{unit} {what}", unit=public_name(before, unit), what=_what(before, action)),
            side=side,
            throws=tuple(_throws(before, action)),
            effects=effects or (Effect("Nobody falls"),),
        )
    # While companies are set up, what one does lies on no board: the others' shops stay plain.
    quiet = before.phase == "setup" or (kind in VERBS and VERBS[kind].is_quiet)
    return Moment(title="", quiet=True) if quiet else None


def _order(now: State, action: Json) -> Moment | None:
    rolls = action["rolls"]
    first = rolls[0] if type(rolls) is list and rolls else rolls
    if type(first) is not dict or not now.active:
        return None
    throws = tuple(
        Throw(who(now, player), (face,), str(face), "", seat_of(now, player))
        for player, face in first.items()
    )
    begins = phrase("{who} goes first", who=who(now, now.active))
    return Moment(title=begins, side=seat_of(now, now.active), throws=throws)


def _what(state: State, action: Json) -> Words:
    if action["type"] == "attack":
        return phrase("attacks {target}", target=public_name(state, action["target"]))
    if action["type"] == "attack_cache":
        return phrase("fires at the cache on {square}", square=at(action["square"]))
    return phrase("fires {shots}", shots=count(len(action["shots"]), "shot"))


def _throws(state: State, action: Json) -> Iterator[Throw]:
    """The attacker's dice, then those against them, from high to low; of a hidden die no face has pips."""
    rolls, unit = action["rolls"], action["unit"]
    if action["type"] == "barrage":
        fired = tuple(each["artillery"] for each in rolls if each)
        yield Throw(public_name(state, unit), fired, side=_side(state, unit), sides=0)
        return
    yield _thrown(public_name(state, unit), rolls["attack"], _side(state, unit))
    if action["type"] == "attack":
        yield _thrown(public_name(state, action["target"]), rolls["defense"], _side(state, action["target"]))
    else:
        yield _thrown("the cache", rolls["defense"], "")


def _thrown(name: str, faces: Json, side: str) -> Throw:
    return Throw(name, tuple(sorted(faces, reverse=True)), side=side, sides=0)


def _side(state: State, unit: str) -> str:
    return seat_of(state, state.units[unit].owner)


def _fallen(before: State, now: State) -> Iterator[Effect]:
    for unit, was in before.units.items():
        each = now.units.get(unit)
        if was.where != "map":
            continue
        lost = was.strength - (each.strength if each and each.where == "map" else 0)
        if lost > 0:
            yield Effect(
                _loss(before, unit, lost, now.units),
                _side(before, unit),
                Icon(sign_of(before, was.type), SHEET),
            )


def _loss(before: State, unit: str, lost: int, now: Mapping[str, object]) -> Words:
    name = public_name(before, unit)
    if unit not in now:
        return phrase("{unit} is destroyed", unit=name)
    return phrase("{unit}: {n:# falls|# fall}", unit=name, n=lost)


SIGNS = "parabellum/signs.svg"
PLAN = "catalogue"
PLACES: Mapping[Where, str] = lexicon("screens/words.json")["places"]


def reserve_words(state: State, player: str) -> Phrase:
    """What a company holds beside its credits, for its own eyes."""
    held = state.players[player].reserve
    return phrase(
        "{people}, {fuel} fuel, {ammunition} ammunition",
        people=counted(held.personnel, "person", "people"),
        fuel=held.fuel,
        ammunition=held.ammunition,
    )


def hand(scene: Scene[State], me: str, entries: list[Entry]) -> Hand | None:
    """What lies behind one's own screen; `entries` are what may be done now."""
    state, ready = scene.state, able(entries)
    units = [unit for where in PLACES for unit in state.of(me, where)]
    if not units and state.phase == "setup":
        return None
    return Hand(
        words=phrase("{who}: {n:# unit card|# unit cards}", who=who(state, me), n=len(units)),
        label="Your company",
        side=seat_of(state, me),
        icon=Icon("people", SIGNS),
        edges=(
            Edge(
                title=phrase("{credits} credits", credits=scene.state.players[me].credits),
                text=reserve_words(scene.state, me),
                band="Reserve",
                icon=Icon("books"),
                href=fresh(scene, do="books"),
                chosen=scene.draft.get("do") == "books",
            ),
            *(_edge(scene, unit, ready) for unit in units),
        ),
    )


def _edge(scene: Scene[State], unit: str, ready: frozenset[str]) -> Edge:
    """One unit card; `ready` are those that can do something now."""
    state, each = scene.state, scene.state.units[unit]
    counters = [f"{each.fuel} fuel"] if state.card(unit).fuel_max else []
    counters += [f"{each.ammunition} ammunition"] if state.card(unit).ammunition_max else []
    where = at(each.square) if each.square else PLACES[each.where]
    waits = each.where == "reserve"
    return Edge(
        title=state.called(unit),
        text="not mustered"
        if waits
        else phrase("{where} · {counters}", where=where, counters=", ".join(counters)),
        band=state.sign(unit),
        points="" if waits else str(each.strength),
        side=seat_of(state, each.owner),
        icon=Icon(type_sign(state, each.type), SIGNS),
        href=fresh(scene, unit=unit),
        chosen=scene.draft.get("unit") == unit,
        spent=unit not in ready,
    )


LAST = 60


def books_question(scene: Scene[State], me: str) -> Question:
    """Every line of one's own, with the balance after it; newest first."""
    lines = [line for line in scene.state.ledger if line.player == me]
    balances = list(accumulate(line.amount for line in lines))
    rows = [_row(scene.state, line, after) for line, after in zip(lines, balances, strict=True)][::-1]
    older = len(rows) - LAST
    table = Rows(label="Balance Sheet", head=("When", "What", "Amount", "Balance"), rows=tuple(rows[:LAST]))
    note = (Note(phrase("{n} older lines are in the log.", n=older)),) if older > 0 else ()
    return Question(
        kind="books",
        title=phrase("Balance Sheet: {credits} credits", credits=scene.state.players[me].credits),
        under=reserve_words(scene.state, me),
        icon=Icon("books"),
        side=seat_of(scene.state, me),
        pieces=(table, *note),
        lesser=(Way(words="Catalogue", href=fresh(scene, do=PLAN)),),
        main=Way(words="Back", href=fresh(scene)),
        back=fresh(scene),
        opens="full",
    )


def _row(state: State, line: Line, balance: int) -> Row:
    what = item_words(state, line)
    words = phrase(
        "{kind}{what}{many}",
        kind=line.kind.title(),
        what=f": {what}" if what else "",
        many=f" × {line.quantity}" if line.quantity > 1 else "",
    )
    when = phrase("{scenario}·{round}", scenario=line.scenario.upper(), round=line.round)
    return Row((when, words, signed(line.amount), str(balance)))


def item_words(state: State, line: Line) -> str:
    """What a line is for, as people call it: a card, an objective, a company."""
    if line.item == line.kind:
        return ""
    if line.item in state.binder.units:
        return state.binder.units[line.item].name
    if line.item in state.players:
        return who(state, line.item)
    goals = state.binder.scenarios[line.scenario].objectives
    return next((each.name for each in goals if each.id == line.item), spoken(line.item))


def facts(scene: Scene[State], companies: Sequence[str]) -> tuple[StripFact, ...]:
    state = scene.state
    goals = state.booklet.objectives if state.objectives else ()
    return (
        *(_company(state, each) for each in companies),
        _pool(state),
        *(_held(scene, each) for each in goals),
    )


def _company(state: State, player: str) -> StripFact:
    """What everybody may know of a company: its number, how many stand on the map, how many it lost."""
    each, tally = state.players[player], state.tally.get(player)
    waits = sum(1 for _ in state.of(player, "predeploy"))
    words = [STATUS[each.status]] if STATUS[each.status] else ["done"] if player in state.done else []
    words += [f"{waits} waiting"] if waits else []
    words += [f"{tally.lost} lost"] if tally and tally.lost else []
    return StripFact(
        key=player,
        name=Briefly(spoken(player).split()[0], player),
        small=", ".join(words) or "on the map",
        value=str(sum(1 for _ in state.of(player, "map"))),
        chips=(Chip(str(each.seat), seat_of(state, player)),),
        side=seat_of(state, player),
        acting=player == state.active,
        rule="company",
    )


def _pool(state: State) -> StripFact:
    left = state.supply.manpower
    price = next_price(state.booklet.bands["manpower"], left)
    small = "nobody left" if price is None else phrase("next at {price}", price=price)
    return StripFact(key="manpower", name="People", value=str(left), small=small, icon=Icon("people", SHEET))


def _held(scene: Scene[State], objective: Objective) -> StripFact:
    """An objective: where it is, and who holds it now or has completed it."""
    state = scene.state
    holders = state.objectives[objective.id].done
    holder = holders[0] if holders else _holder(state, objective)
    # One or two squares by name, more of them by the first: “G5 +7”.
    squares = [*map(at, objective.squares)]
    where = ", ".join(squares) if len(squares) < FEW else f"{squares[0]} +{len(squares) - 1}"
    return StripFact(
        key=f"goal-{objective.id}",
        name=where or _in_short(objective),
        small=standing(state, objective, short=True),
        chips=(Chip(str(state.players[holder].seat), seat_of(state, holder)),) if holder else (),
        icon=None if holder else Icon("objective", SHEET),
        href=fresh(scene, do="objectives") if scene.room != "tv" else "",
    )


FEW = 3
"""From so many squares on the strip says the first and how many more."""


def _in_short(objective: Objective) -> str:
    """What is to be done where no square says it; its whole name is one tap away."""
    short = {"destroy": "Fell {n}", "recon": "Scout {n}"}.get(objective.kind, "")
    return short.format(n=objective.count) if short else objective.name


def _holder(state: State, objective: Objective) -> str | None:
    units = [unit for square in objective.squares for unit in state.standing_on(square)]
    owners = {state.units[unit].owner for unit in units}
    return next(iter(owners)) if len(owners) == 1 else None


BOARDLESS = {"shop", "tokens", "intent", "books", "choosing"}
"""Questions that take the map's place."""


def staged(scene: Scene[State], own: Values, entries: list[Entry]) -> Stage:
    """The whole stage, out of what the screen shows."""
    ask, me = own["panel"], SECRECY.own(scene)
    return Stage(
        ask=ask,
        board=None if ask.kind in BOARDLESS else _board(own),
        strip=Strip(facts=facts(scene, own["companies"])),
        hand=hand(scene, me, entries) if me is not None and scene.room != "tv" else None,
        changes=tuple(own["changes"]),
        moment=moment(scene),
        adjust=own["adjust"],
    )


def _board(own: Values) -> Part:
    """The map; where it lies on the table, the miniatures on it."""
    if own["board"]:
        return Part("parabellum/board.html", {"board": own["board"]}, "The map", SIGNS)
    return Part("parabellum/field.html", {"field": own["field"]}, "The miniatures on your map", SIGNS)


def covers(state: State, player: str) -> Cover | None:
    """A company's own: its cards, its purse, its orders."""
    if player not in state.seated:
        return None
    return Cover(name=who(state, player), side=seat_of(state, player))
