"""What is kept of a campaign: the books of every purse, and its film (6.13, E1 to E4, R51)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from companion.engine.campaign import books
from companion.engine.dice import Pool, Throw, unmatched, weights_of
from companion.engine.film import Chart, Film, Label, Replay, Series, Turning
from companion.engine.wire import Json
from companion.engine.wording import sentence
from companion.games.parabellum import actions
from companion.games.parabellum.actions import read_action
from companion.games.parabellum.campaign.story import called, moment, story, title
from companion.games.parabellum.campaign.tree import liquid
from companion.games.parabellum.data import EXPENSES, EXPLOSION_DIE, INCOMES, KINDS, Kind, lexicon
from companion.games.parabellum.procedures.combat import hit_chance
from companion.games.parabellum.procedures.dice import Blast, Explosion, Recorded, strike
from companion.games.parabellum.procedures.money import transaction, unit_worth
from companion.games.parabellum.procedures.reckoning import WORDS, audit, next_price
from companion.games.parabellum.rules.combat import after_shot, chain, die_of, gone
from companion.games.parabellum.rules.movement import cover_of
from companion.games.parabellum.state import Line, State, spoken

RULES: Mapping[Kind, str] = lexicon("campaign/words.json")["rules"]
"""What the rulebook, or our ruling of it, writes such a line for."""
ITEMS: Mapping[Kind, str] = lexicon("campaign/words.json")["items"]
STANDINGS = {"in": "in", "withdrawn": "withdrawn", "eliminated": "eliminated", "abstained": "abstains"}
WHERES: Mapping[str, str] = lexicon("campaign/words.json")["places"]
CASH = "Cash"


def bookings(state: State, first: int) -> Sequence[books.Booking]:
    """The lines of all sheets from a place on, those of each company numbered by themselves.

    The journal's own numbers run over all companies: a gap would tell how much another has bought.
    """
    own = Counter(line.player for line in state.ledger[:first])
    rows = []
    for line in state.ledger[first:]:
        own[line.player] += 1
        booking = books.Booking(
            n=own[line.player],
            seat=line.player,
            chapter=line.scenario,
            round=line.round,
            kind=line.kind,
            item=_item(state, line),
            quantity=line.quantity,
            transaction=transaction(line),
            rule=RULES[line.kind],
        )
        rows.append(booking)
    return rows


def _item(state: State, line: Line) -> str:
    """What was bought or paid for, by the name that the binder gives it."""
    binder, item = state.binder, line.item
    if line.kind in ITEMS:
        return ITEMS[line.kind]
    if line.kind in ("bonus", "penalty"):
        objective = binder.scenarios[line.scenario].objective(item)
        return objective.name if objective else spoken(item)
    if line.kind == "share":
        return _company(state, item)
    return binder.units[item].name if item in binder.units else spoken(item)


def _company(state: State, player: str) -> str:
    return state.binder.companies[state.players[player].company].name


def companies(state: State) -> tuple[books.Company, ...]:
    players = state.players
    return tuple(books.Company(p, _company(state, p), STANDINGS[players[p].status]) for p in state.seated)


def worth(state: State, player: str) -> books.Worth:
    """What a company owns: every card at its payout now (B5), and what counts as liquid (R51)."""
    own = tuple(_holding(state, unit) for unit in state.of(player))
    player_now = state.players[player]
    scrapped = state.options.liquid_assets == "credits_and_scrap"
    value = sum(each.amount for each in own) if scrapped else 0
    goods = {
        "people in reserve": player_now.reserve.personnel,
        "fuel tokens in reserve": player_now.reserve.fuel,
        "ammunition tokens in reserve": player_now.reserve.ammunition,
    }
    return books.Worth(player_now.credits, own, player_now.credits + value, goods)


def _holding(state: State, unit: str) -> books.Holding:
    each, card = state.units[unit], state.card(unit)
    words = f"bought for {each.cost}, {WHERES[each.where]}"
    if each.where != "reserve":
        words += f", {each.strength} of {card.troop} people"
    return books.Holding(f"{state.called(unit)} ({state.sign(unit)})", words, unit_worth(state, unit))


def prices(state: State) -> books.Prices:
    """The manpower ladder of the scenario at hand, from a full pool down to none (C3)."""
    bands, left = state.booklet.bands["manpower"], state.supply.manpower
    most = max(state.personnel_total, left)
    lots, top = [], most
    for band in bands:
        if band.above < top:
            lots.append(books.Lot(top, band.above, band.price))
            top = band.above
    return books.Prices("manpower", most, left, next_price(bands, left), tuple(lots))


def account(name: str) -> str:
    """An account as people read it.

    >>> account("expense:units"), account("assets:cash")
    ('Spent on units', 'Cash')
    """
    root, _, kind = name.partition(":")
    if root == "assets":
        return CASH
    words = {"expense": "Spent on {}", "income": "Earned by {}", "equity": "Own means: {}"}
    return words[root].format(kind)


def correct(seat: str, change: int, reason: str) -> Json:
    """The table's own correction of a company's credits (R56)."""
    return {"type": "adjust", "player": seat, "reason": reason, "credits": change}


def faults(state: State) -> Sequence[str]:
    """What the audit finds (specification 3.3)."""
    return [f"{each.path}: {each.code} ({WORDS[each.code][0]})" for each in audit(state)]


def _root(kind: Kind) -> str:
    return "expense" if kind in EXPENSES else "income" if kind in INCOMES else "equity"


BOOKS: books.Books[State] = books.Books(
    columns=tuple(books.Column(kind, kind.capitalize(), _root(kind)) for kind in KINDS),
    bookings=bookings,
    booked=lambda state: len(state.ledger),
    cash=lambda state, seat: state.players[seat].credits,
    worth=worth,
    prices=prices,
    when=lambda state: books.When(state.scenario, state.round),
    companies=companies,
    chapters=lambda state: {each.id: each.name for each in state.binder.scenarios.values()},
    account=account,
    correct=correct,
    faults=faults,
)


def course(trail: Sequence[State]) -> Chart:
    """The line of every company; under them the rounds of each scenario."""
    last: State = trail[-1]
    over = last.phase == "over"
    series = [_line(trail, player, over) for player in last.seated]
    words = "; ".join(f"{each.name} {each.words}" for each in series)
    what = "Assets as read out" if over else "Units on the map"
    places = [(state.scenario, state.round) for state in trail]
    starts = [n for n, place in enumerate(places) if n == 0 or place != places[n - 1]]
    rounds = [Label(n, end, _place(*places[n])) for n, end in pairwise([*starts, len(trail)])]
    return Chart(told=f"{what}: {words}", series=series, labels=rounds, stepped=True, parted=True)


def _line(trail: Sequence[State], player: str, over: bool) -> Series:
    values = read_out(trail, player) if over else [sum(1 for _ in state.of(player, "map")) for state in trail]
    return Series(called(trail[-1], player), values, look=look(trail[-1], player), words=str(values[-1]))


def read_out(trail: Sequence[State], player: str) -> list[int]:
    """What everybody knew that a company had, line by line: the budget, then what each end told (C1, R51)."""
    sums = [trail[0].binder.budget]
    for before, after in pairwise(trail):
        ended = len(after.history) > len(before.history)
        sums.append(liquid(player, after).amount if ended else sums[-1])
    return sums


def _place(scenario: str, round_: int) -> str:
    return str(round_) if round_ else scenario.upper()


def look(state: State, player: str) -> str:
    """The colour of a company's seat."""
    return f"seat-{state.players[player].seat}"


def throws(passages: books.Passages) -> tuple[Throw, ...]:
    """Every throw at people, in order. Whether a cache goes up is no throw at people; its blasts are."""
    return tuple(throw for passage in passages for throw in _of(passage))


def _of(passage: books.Passage) -> Iterator[Throw]:
    action = passage.action
    kind = action.get("type") if passage.before is not None else None
    if kind not in ("attack", "barrage", "attack_cache"):
        return
    deed = read_action(action, tracked=passage.before.tracked)
    if isinstance(deed, actions.Attack):
        state: State = passage.before
        unit, target = deed.unit, deed.target
        rolls = deed.rolls["attack"], deed.rolls["defense"]
        yield _volley(passage, (unit, target), rolls, len(rolls[1]))
        if deed.counter:
            rolls = deed.rolls["counter_attack"], deed.rolls["counter_defense"]
            yield _volley(passage, (target, unit), rolls, state.units[unit].strength)
    elif isinstance(deed, actions.Barrage):
        yield from _barrage(passage, deed)
    elif isinstance(deed, actions.AttackCache):
        yield from _blasts(passage, passage.before, deed.square, deed.rolls["explosions"])


def _volley(passage: books.Passage, pair: tuple[str, str], rolls: tuple[Json, Json], people: int) -> Throw:
    """One side's dice at the other's, so many people left of it."""
    state, (unit, target) = passage.before, pair
    cover = cover_of(state, target)
    attack = Pool(len(rolls[0]), die_of(state, unit), cover.attack)
    defense = Pool(people, state.card(target).defense_die, cover.direct)
    fallen = strike(*rolls, cover, people).losses
    words = f"{_open(state, unit)} at {_open(state, target)}"
    return _throw(passage, (state.units[unit].owner, target), words, (attack, defense), fallen)


def _throw(
    passage: books.Passage, pair: tuple[str, str], words: str, pools: tuple[Pool, Pool], fallen: int
) -> Throw:
    """Dice against dice; `pair` is who throws, and at which unit."""
    attack, defense = pools
    by, target = pair
    odds = unmatched(attack, defense, defense.count)
    return Throw(
        number=passage.number,
        moment=moment(passage),
        by=by,
        at=passage.before.units[target].owner,
        words=words,
        dice=f"{_dice(attack)} against {_dice(defense)}",
        weights=weights_of([Fraction(weight, odds.total) for weight in odds.weights.values()]),
        got=fallen,
    )


def _dice(pool: Pool) -> str:
    """Dice as people write them, with what is added to each.

    >>> _dice(Pool(4, 8, 1)), _dice(Pool(1, 6, 0)), _dice(Pool(2, 6, -1))
    ('4d8 +1', '1d6', '2d6 −1')
    """
    shift = f" {pool.shift:+d}".replace("-", "−") if pool.shift else ""
    return f"{pool.count}d{pool.sides}{shift}"


def _open(state: State, unit: str) -> str:
    """A unit as everybody saw it: dice fall in the open, cards do not."""
    return title(state, unit, ())


def _barrage(passage: books.Passage, deed: actions.Barrage) -> Iterator[Throw]:
    state: State = passage.before
    for aim, rolls in zip(deed.shots, deed.rolls, strict=True):
        if gone(state, aim):
            continue
        if aim.place == "cache":
            yield from _blasts(passage, state, aim.id, rolls["explosions"])
        after = after_shot(state, deed, aim, rolls)
        if aim.place == "unit":
            left = after.units[aim.id].strength if aim.id in after.units else 0
            yield _shot(passage, state, (deed.unit, aim.id), state.units[aim.id].strength - left)
        state = after


def _shot(passage: books.Passage, state: State, pair: tuple[str, str], fallen: int) -> Throw:
    unit, target = pair
    gun, cover = state.card(unit).artillery, cover_of(state, target)
    assert gun is not None
    defense = Pool(state.units[target].strength, state.card(target).defense_die, cover.indirect)
    hit = hit_chance(gun.die, defense.sides, defense.count, cover)
    return Throw(
        number=passage.number,
        moment=moment(passage),
        by=state.units[unit].owner,
        at=state.units[target].owner,
        words=f"{_open(state, unit)} shells {_open(state, target)}",
        dice=f"{_dice(Pool(1, gun.die, cover.attack))} against the best of {_dice(defense)}",
        weights=weights_of((1 - hit, hit)),
        got=fallen,
    )


def _blasts(passage: books.Passage, state: State, square: str, rolls: object) -> Iterator[Throw]:
    """What the explosions of a cache do to people near by, friend and foe."""
    if not rolls:
        return
    for explosion in chain(state, square, Recorded(rolls, "rolls.explosions")).explosions:
        for blast in explosion.blasts:
            if blast.unit is not None:
                yield _blast(passage, state, explosion, blast)


def _blast(passage: books.Passage, state: State, explosion: Explosion, blast: Blast) -> Throw:
    unit, cover = blast.unit, blast.cover
    assert unit is not None
    attack = Pool(explosion.tokens, EXPLOSION_DIE, cover.attack)
    defense = Pool(blast.left + blast.volley.losses, state.card(unit).defense_die, cover.direct)
    words = f"The cache on {explosion.square.upper()} goes up beside {_open(state, unit)}"
    return _throw(passage, (passage.action["player"], unit), words, (attack, defense), blast.volley.losses)


def turnings(replay: Replay) -> Iterator[Turning]:
    for each in books.lasting(story(replay, ())):
        if each.weight:
            small = f"{each.moment} · {each.because}" if each.because else each.moment
            # A fight in full is long; the log's line and what it cost are enough here.
            words = "" if each.tone == "fight" else each.text
            yield Turning(each.numbers[-1], words, sentence(small), weight=each.weight)


def thrown(replay: Replay) -> tuple[Throw, ...]:
    return throws(replay)


FILM: Film[State] = Film(
    course=course,
    turnings=turnings,
    weighed="what fell and what was won",
    throws=thrown,
    thrown="People felled",
    look=look,
)
