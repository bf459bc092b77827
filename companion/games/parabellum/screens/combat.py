"""Combat on the screens: scouting, direct attacks, the answer, artillery, fire at caches."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Counter,
    Counters,
    Deed,
    End,
    Fold,
    Icon,
    Lead,
    Own,
    Piece,
    Question,
    Say,
    Versus,
    Way,
    Words,
    phrase,
)
from companion.engine.wording import Values, count, percent, sentence, tap
from companion.games.parabellum import actions
from companion.games.parabellum.actions import Aim
from companion.games.parabellum.data import CACHE_DEFENSE_DIE, EXPLOSION_DIE
from companion.games.parabellum.procedures.combat import (
    Side,
    barrage_odds,
    hit_chance,
    recon_range,
    volley_odds,
)
from companion.games.parabellum.procedures.dice import BARE, Cover, mean, strike
from companion.games.parabellum.rules.combat import check_attack, die_of
from companion.games.parabellum.rules.movement import cover_of, near, on, why_not
from companion.games.parabellum.rules.secrets import SECRECY
from companion.games.parabellum.rules.telling import at
from companion.games.parabellum.screens.board import Taps, chosen, square_list, square_taps
from companion.games.parabellum.screens.cards import (
    SHEET,
    keep,
    miniature,
    place_words,
    public_name,
    seat_of,
    type_sign,
    who,
    whole,
)
from companion.games.parabellum.screens.deeds import Detail, Entry
from companion.games.parabellum.screens.dice import (
    Fire,
    Throw,
    Typed,
    Wanting,
    app_rolls,
    thrown_pieces,
    thrown_values,
)
from companion.games.parabellum.screens.notebook import (
    Foe,
    assume,
    case_choice,
    cases,
    foe_of,
    odds_bars,
    people_words,
    weighed,
    weighed_words,
)
from companion.games.parabellum.state import Artillery, State, reading_order, spoken


def target_choices(scene: Scene[State], targets: list[str], at_: str | None) -> Choices:
    """The enemies within reach, as everybody sees them."""
    return Choices(label="Within reach", choices=tuple(_target(scene, each, each == at_) for each in targets))


def _target(scene: Scene[State], unit: str, on: bool) -> Choice:
    seen = miniature(scene.state, unit)
    return Choice(
        words=phrase("{kind} {sign}", kind=seen["kind"], sign=seen["letters"]),
        small=phrase("{flag}; {where}", flag=seen["flag"], where=place_words(scene.state, unit)),
        icon=Icon(seen["sign"], SHEET),
        side=seen["seat"],
        href=keep(scene, at=unit, to=None),
        chosen=on,
    )


def aimed(scene: Scene[State], targets: list[str]) -> str | None:
    """The target of the half-made choice, or the only one there is."""
    wanted = scene.draft.get("at", "")
    return wanted if wanted in targets else targets[0] if len(targets) == 1 else None


def unit_taps(
    scene: Scene[State], unit: str, targets: list[str], at_: str | None, reach: tuple[int, int]
) -> Taps:
    origin, owner = scene.state.units[unit].square or "", scene.state.units[unit].owner
    others = [
        other
        for other, each in scene.state.units.items()
        if each.owner != owner and each.where == "map" and other not in targets
    ]
    return Taps(
        units={each: keep(scene, at=each, to=None) for each in targets},
        barred={each: keep(scene, at=each, to=None) for each in others},
        chosen=frozenset({unit, *([at_] if at_ else [])}),
        reach=(origin, *reach),
    )


def recon(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Whom to reconnoitre; the report is for this screen and the owner's."""
    (entry,) = entries
    targets, unit = entry["targets"], entry["unit"]
    at_ = aimed(scene, targets)
    taps = unit_taps(scene, unit, targets, at_, (0, recon_range(scene.state.card(unit)) or 0))
    lead = "Its owner must tell type and strength; its defence dice count 2 less against artillery."
    pieces = (Lead(lead), target_choices(scene, targets, at_))
    if at_ is None:
        return Detail(pieces=pieces, taps=taps, missing="Tap whom")
    action = {"type": "recon", "player": entry["player"], "unit": unit, "target": at_}
    seen = miniature(scene.state, at_)
    words = phrase("Reconnoitre {kind} {sign}", kind=seen["kind"].lower(), sign=seen["letters"])
    return Detail(pieces=pieces, main=Deed(words=words, action=tap(action)), taps=taps)


def attack(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Whom to attack; the odds against what one takes it for; the dice, rolled or tapped."""
    (entry,), state = entries, scene.state
    unit, targets = entry["unit"], list(entry["targets"])
    at_ = aimed(scene, targets)
    taps = unit_taps(scene, unit, targets, at_, (0, state.card(unit).range))
    taps = replace(taps, why=_why_not(scene, entry))
    choices = (target_choices(scene, targets, at_),) if len(targets) > 1 else ()
    if at_ is None:
        return Detail(pieces=choices, taps=taps, missing="Tap whom to attack")
    action = {"type": "attack", "player": entry["player"], "unit": unit, "target": at_}
    if scene.draft.get("dice") == "1":
        return _typed(scene, action, taps)
    name = miniature(state, at_)["kind"].lower()
    ammunition = state.units[unit].ammunition
    spent = f"ammunition {ammunition} → {ammunition - 1}"
    deed = Deed(
        words=phrase("Attack {kind} {sign}", kind=name, sign=state.sign(at_)),
        small=phrase("the app rolls; {spent}", spent=spent.replace(" ", "\N{NO-BREAK SPACE}")),
        action=tap(action),
    )
    own = Way(words="Our own dice", href=keep(scene, dice=1), icon=Icon("roll"))
    return Detail(pieces=(*weighing(scene, unit, at_), *choices), main=deed, lesser=(own,), taps=taps)


def _why_not(scene: Scene[State], entry: Entry) -> tuple[str, str] | None:
    """Where the enemy stands that was tapped and cannot be attacked, and what the rules say of it."""
    state, wanted = scene.state, scene.draft.get("at", "")
    if wanted not in state.units or not state.units[wanted].square:
        return None
    attack = actions.Attack(entry["player"], entry["unit"], wanted, counter=False, rolls=None)
    why = why_not(check_attack, state, attack)
    return (state.units[wanted].square or "", why) if why else None


def weighing(scene: Scene[State], unit: str, target: str) -> tuple[Piece, ...]:
    """Dice against dice, the exact odds against what one takes the target for, what that is."""
    state, foe = scene.state, foe_of(scene, target)
    rows = [
        case_choice(scene, foe, each, attack_losses(state, unit, target, each[1]))
        for each in cases(scene, target, foe)
    ]
    all_ = weighed(scene, unit, target)
    losses = attack_losses(state, unit, target, foe) if all_ is None else all_.losses
    each, card, theirs = state.units[unit], state.card(unit), state.units[target]
    left = End(
        str(each.strength),
        phrase("dice d{die}", die=card.attack_die),
        (),
        seat_of(state, each.owner),
        "strength",
    )
    many = "?" if len(foe.kinds) > 1 else ""
    cover = cover_of(state, target)
    shelter = (
        f"dice d{foe.card.defense_die}{many}",
        *((f"{cover.direct:+d} for its place",) if cover.direct else ()),
    )
    right = End(str(foe.strength), phrase("dice d{die}", die=foe.card.defense_die),
                shelter, seat_of(state, theirs.owner), "strength")  # fmt: skip
    return (
        Versus(left, right),
        odds_bars(losses, "The target", seat_of(state, theirs.owner)),
        *assume(scene, foe, weighed_words(all_) if all_ else "", rows),
    )


def attack_losses(state: State, unit: str, target: str, foe: Foe) -> tuple[Fraction, ...]:
    """The exact distribution of what the target loses."""
    each, card = state.units[unit], state.card(unit)
    own = Side(each.strength, card.attack_die, card.defense_die, each.ammunition, BARE, 0)
    other = Side(foe.strength, foe.card.attack_die, foe.card.defense_die, 1, cover_of(state, target), 0)
    return tuple(volley_odds(own, other, each.strength))


def _typed(scene: Scene[State], action: Mapping[str, object], taps: Taps) -> Detail:
    """Real dice are tapped, paired, and then taken."""
    state, (unit, target) = scene.state, (str(action["unit"]), str(action["target"]))
    names = public_name(state, unit), public_name(state, target)
    throw = volley_throw(state, (unit, target), names)
    try:
        attack_, defense = Typed(scene, str(action["player"]))(throw)
    except Wanting as wanting:
        return wanting.detail(scene, (), taps)
    losses = strike(attack_, defense, throw.cover).losses
    rolled = tap({**action, "rolls": {"attack": list(attack_), "defense": list(defense)}})
    deed = Deed(words=phrase("Take {losses}", losses=count(losses, "loss", "losses")), action=rolled)
    thrown = thrown_values(throw, (attack_, defense)) | {"n": 0}
    return Detail(pieces=thrown_pieces(scene, [thrown]), main=deed, lesser=(app_rolls(scene),), taps=taps)


def volley_throw(state: State, pair: tuple[str, str], names: tuple[str, str], people: int = 0) -> Throw:
    """One unit's dice at another's; `people` where fewer than its card says are left to throw."""
    unit, target = pair
    each, struck = state.units[unit], state.units[target]
    die, stops = state.card(unit).attack_die or 0, state.card(target).defense_die
    cover = cover_of(state, target)
    return Throw(*names, people or each.strength, die, target, struck.strength, stops, cover)


def answer_question(scene: Scene[State], ask: Values) -> Question:
    """Losses so far, what a counterattack may do, and the two answers."""
    state, unit, against = scene.state, ask["unit"], ask["against"]
    card, each = state.card(unit), state.units[unit]
    # Its attack dice lie on the table: so many, of that many sides.
    foe = foe_of(scene, against, (state.units[against].strength, state.card(against).attack_die))
    rows = [
        case_choice(scene, foe, each, _answer_losses(state, ask, each[1]))
        for each in cases(scene, against, foe)
    ]
    lost, left = (count(ask[key], "person", "people") for key in ("losses", "strength"))
    under = phrase(
        "{name} {unit} loses {lost}; {left} remain.",
        name=card.name,
        unit=state.sign(unit),
        lost=lost,
        left=left,
    )
    cost = phrase("ammunition {now} → {then}", now=each.ammunition, then=each.ammunition - 1)
    mine, theirs = (seat_of(state, state.units[each].owner) for each in (unit, against))
    pieces = (
        Versus(
            End(str(ask["strength"]), _dice(card.attack_die), (), mine, "strength"),
            End(str(foe.strength), _dice(foe.card.defense_die), (), theirs, "strength"),
        ),
        odds_bars(_answer_losses(state, ask, foe), "The attacker", theirs),
        *assume(scene, foe, cases=rows),
    )
    question = Question(
        kind="answer", title="Hit back?", under=under, icon=Icon(type_sign(state, each.type), SHEET),
        side=mine, pieces=pieces, to="say",
    )  # fmt: skip
    return _with_dice(scene, ask, question, cost)


def _dice(die: int | None) -> Words:
    return phrase("dice d{die}", die=die)


def _answer_losses(state: State, ask: Values, foe: Foe) -> tuple[Fraction, ...]:
    card = state.card(ask["unit"])
    own = Side(ask["strength"], card.attack_die, card.defense_die, 1, BARE, 0)
    cover = cover_of(state, ask["against"])
    other = Side(foe.strength, foe.card.attack_die, foe.card.defense_die, 1, cover, 0)
    return tuple(volley_odds(own, other, ask["strength"]))


def _with_dice(scene: Scene[State], ask: Values, question: Question, cost: Words) -> Question:
    """The app's dice hit back; or the defender's own, once they are tapped."""
    base = {"type": "counterattack", "player": ask["player"]}
    hold = Deed(words="Hold fire", action=tap({**base, "counter": False}))
    if scene.draft.get("dice") != "1":
        yes = Deed(words="Hit back: roll for us", small=cost, action=tap({**base, "counter": True}))
        own = Way(words="Our own dice", href=keep(scene, dice=1), icon=Icon("roll"))
        return replace(question, main=yes, lesser=(hold, own))
    state, (unit, against) = scene.state, (ask["unit"], ask["against"])
    names = public_name(state, unit), public_name(state, against)
    throw = volley_throw(state, (unit, against), names, ask["strength"])
    try:
        attack, defense = Typed(scene, ask["player"])(throw)
    except Wanting as wanting:
        detail = wanting.detail(scene, (), Taps())
        return replace(question, pieces=detail.pieces, main=detail.main, lesser=detail.lesser, to="here")
    rolls = {"counter_attack": list(attack), "counter_defense": list(defense)}
    action = tap({**base, "counter": True, "rolls": rolls})
    thrown = thrown_values(throw, (attack, defense)) | {"n": 0}
    yes = Deed(words="Hit back with these dice", small=cost, action=action)
    return replace(question, pieces=thrown_pieces(scene, [thrown]), main=yes, lesser=(hold, app_rolls(scene)))


def blast_piece(scene: Scene[State], square: str) -> Fold:
    values = blast(scene, square)
    drawn = Own(template="parabellum/blast.html", values={"rows": values["rows"]})
    title = phrase("Whom {square} would hit", square=values["square"])
    return Fold(id=f"blast-{values['square']}", title=title, pieces=(drawn,), open=True)


def blast(scene: Scene[State], square: str) -> Values:
    """What goes up first and whom it hits, then each cache that it may set off, one after another."""
    state, rows = scene.state, list[Values]()
    for n, (each, lit_by) in enumerate(_chain(state, square)):
        tokens = state.caches[each].total
        rows.append(
            {
                "heading": f"{'If the cache on' if n else 'The cache on'} {at(each)} goes up",
                "words": f"{tokens} d{EXPLOSION_DIE} at each of these" + (_lights(state, each, lit_by)),
                "units": [_struck(scene, unit, tokens) for unit in _near(state, each)],
            }
        )
    return {"square": at(square), "rows": rows}


def _chain(state: State, square: str) -> Iterator[tuple[str, str]]:
    """The caches that may go up, in the order in which they would; with each, what sets it off."""
    queue = [(square, "")]
    for spot, lit_by in queue:
        yield spot, lit_by
        squares = {each for each, _ in queue}
        more = [each for each in state.caches if each not in squares and near(state, spot, each)]
        queue += [(each, spot) for each in sorted(more, key=reading_order)]


def _lights(state: State, square: str, lit_by: str) -> str:
    if not lit_by:
        return ""
    tokens, other = state.caches[lit_by].total, state.caches[square].total
    chance = 1 - _blast_losses(tokens, other, CACHE_DEFENSE_DIE)[0]
    return f"; {at(lit_by)} sets it off {percent(float(chance))}"


def _blast_losses(tokens: int, dice: int, sides: int, cover: Cover = BARE) -> Sequence[Fraction]:
    own = Side(tokens, EXPLOSION_DIE, sides, 0, BARE, 0)
    return volley_odds(own, Side(dice, None, sides, 0, cover, 0), tokens)


def _near(state: State, square: str) -> list[str]:
    """Units on the square, then on those around it in reading order: friend and foe alike."""
    places = {unit: on(each) for unit, each in state.units.items() if each.where == "map"}
    close = [unit for unit, place in places.items() if near(state, place, square)]
    return sorted(close, key=lambda unit: (places[unit] != square, reading_order(places[unit])))


def _struck(scene: Scene[State], unit: str, tokens: int) -> Values:
    state, each = scene.state, scene.state.units[unit]
    mine = each.owner == SECRECY.own(scene)
    foe = None if mine else foe_of(scene, unit)
    card, people = (state.card(unit), each.strength) if foe is None else (foe.card, foe.strength)
    losses = _blast_losses(tokens, people, card.defense_die, cover_of(state, unit))
    taken = f" if it is {card.name}" if foe is not None and len(foe.kinds) > 1 else ""
    falls = (
        f"{float(mean(losses)):.1f} of {people_words(people)} fall{taken}; all {percent(float(losses[-1]))}"
    )
    return miniature(state, unit) | {
        "owner": who(state, each.owner),
        "named": card.name if mine else spoken(state.card(unit).unit_class),
        "mine": mine,
        "words": f"{at(each.square)}: {falls}" if each.square else falls,
    }


def attack_cache(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Loose tokens within range: what comes through sets them off."""
    (entry,), state = entries, scene.state
    unit, squares = entry["unit"], entry["squares"]
    to = chosen(scene, squares) or (squares[0] if len(squares) == 1 else None)
    taps = square_taps(scene, dict.fromkeys(squares, ""), to, "Fire at")
    pieces = (Lead("Any attack die that comes through sets the tokens off, for everybody near."),)
    listed = square_list(scene, taps)
    if to is None:
        return Detail(pieces=(*pieces, *listed), taps=taps, missing="Tap a cache")
    action = {"type": "attack_cache", "player": entry["player"], "unit": unit, "square": to}
    chance = percent(float(_explodes(state, unit, state.caches[to].total)))
    note = Say(phrase("with {chance}.", chance=chance), verdict="It explodes")
    die = die_of(state, unit)
    return fire_detail(
        scene,
        action,
        phrase("Fire at {square}", square=at(to)),
        lambda fire: fire.attack_cache(unit, to, die),
        Detail(pieces=(note, *pieces, blast_piece(scene, to), *listed), taps=taps),
    )


def _explodes(state: State, unit: str, tokens: int) -> Fraction:
    each, card = state.units[unit], state.card(unit)
    own = Side(each.strength, card.attack_die, card.defense_die, each.ammunition, BARE, 0)
    return 1 - volley_odds(own, Side(tokens, None, CACHE_DEFENSE_DIE, 0, BARE, 0), each.strength)[0]


def fire_detail(
    scene: Scene[State],
    action: Mapping[str, object],
    words: Words,
    deed: Callable[[Fire], object],
    detail: Detail,
) -> Detail:
    """The app rolls a whole deed; or its real dice are tapped throw by throw, explosions and all."""
    if scene.draft.get("dice") != "1":
        roll = Deed(words=words, small="the app rolls, all that follows too", action=tap(dict(action)))
        own = Way(words="Our own dice", href=keep(scene, dice=1), icon=Icon("roll"))
        return replace(detail, main=roll, lesser=(own,))
    fire = Fire(scene.state, Typed(scene, str(action["player"])))
    try:
        rolls = deed(fire)
    except Wanting as wanting:
        return wanting.detail(scene, fire.throws, detail.taps)
    take = Deed(words="Take these dice", action=tap({**action, "rolls": rolls}))
    pieces = thrown_pieces(scene, fire.throws)
    return Detail(pieces=pieces, main=take, lesser=(app_rolls(scene),), taps=detail.taps)


def barrage(scene: Scene[State], entries: list[Entry]) -> Detail:
    """How many shots at which target; then their dice, rolled or tapped."""
    (entry,), state = entries, scene.state
    unit, gun = entry["unit"], state.card(entry["unit"]).artillery
    assert gun is not None
    aims: list[tuple[Literal["unit", "cache"], str]] = [("unit", each) for each in entry["units"]]
    aims += [("cache", each) for each in entry["caches"]]
    shots = {each: whole(scene, f"s.{each}", gun.shots) for _, each in aims}
    left = gun.shots - sum(shots.values())
    lead = phrase("{shots} with a d{die} for one ammunition counter: {left} left to aim.",
                shots=sentence(count(gun.shots, "shot")), die=gun.die, left=max(left, 0))  # fmt: skip
    rows = Counters(tuple(_row(scene, gun, aim, shots[aim[1]], left) for aim in aims), "Targets")
    blasts = tuple(blast_piece(scene, each) for each in entry["caches"] if shots[each])
    pieces = (Lead(lead), rows, *_focus(scene, gun, shots, entry["units"]), *blasts)
    detail = Detail(pieces=pieces, taps=_taps(scene, gun, unit, shots, left), missing="Aim a shot")
    if not any(shots.values()) or left < 0:
        return detail
    return _fire(scene, entry, [Aim(*aim) for aim in aims for _ in range(shots[aim[1]])], gun.die, detail)


def _taps(scene: Scene[State], gun: Artillery, unit: str, shots: Mapping[str, int], left: int) -> Taps:
    units = [each for each in shots if each in scene.state.units] if left > 0 else []
    return Taps(
        units={each: keep(scene, **{f"s.{each}": shots[each] + 1}) for each in units},
        chosen=frozenset({unit, *(each for each in shots if shots[each])}),
        reach=(scene.state.units[unit].square or "", gun.min, gun.max),
        stays=False,
    )


def _fire(scene: Scene[State], entry: Entry, aims: list[Aim], die: int, detail: Detail) -> Detail:
    """The shots as they are aimed: rolled by the app, or by the table one by one."""
    unit, fired = entry["unit"], [{aim.place: aim.id} for aim in aims]
    action = {"type": "barrage", "player": entry["player"], "unit": unit, "shots": fired}
    words = phrase("Fire {shots}", shots=count(len(aims), "shot"))
    return fire_detail(scene, action, words, lambda fire: fire.barrage(unit, aims, die), detail)


def _focus(
    scene: Scene[State], gun: Artillery, shots: Mapping[str, int], units: list[str]
) -> tuple[Piece, ...]:
    """The first unit that is aimed at: what it is taken for, and what all shots at it do."""
    target = next((each for each in units if shots[each]), None)
    if target is None:
        return ()
    state, foe = scene.state, foe_of(scene, target)
    cover = cover_of(state, target)

    def losses(each: Foe) -> tuple[Fraction, ...]:
        return tuple(barrage_odds(gun.die, shots[target], each.strength, each.card.defense_die, cover))

    seen = miniature(state, target)
    rows = [case_choice(scene, foe, each, losses(each[1])) for each in cases(scene, target, foe)]
    odds = odds_bars(losses(foe), f"{seen['kind']} {seen['letters']}", seen["seat"])
    return (odds, *assume(scene, foe, cases=rows))


def _row(scene: Scene[State], gun: Artillery, aim: tuple[str, str], shots: int, left: int) -> Counter:
    place, each = aim
    key = f"s.{each}"
    row = _unit(scene, gun, each) if place == "unit" else _cache(scene, gun, each)
    return replace(
        row,
        number=str(shots),
        more=keep(scene, **{key: shots + 1}) if left > 0 else "",
        fewer=keep(scene, **{key: shots - 1 or None}) if shots else "",
    )


def _unit(scene: Scene[State], gun: Artillery, target: str) -> Counter:
    state, foe, seen = scene.state, foe_of(scene, target), miniature(scene.state, target)
    chance = _chance(state, gun, target, foe)
    if foe.report or (len(foe.kinds) == 1 and foe.people):
        hits = f"first shot hits {chance}"
    else:
        hits = f"first shot hits {chance} if it is {foe.card.name} with {people_words(foe.strength)}"
    others = [
        f"{word}, {each.card.name}: {_chance(state, gun, target, each)}"
        for word, each in cases(scene, target, foe)
        if each.card != foe.card
    ]
    small = phrase("{where}; {chance}", where=place_words(state, target), chance="; ".join([hits, *others]))
    words = phrase("{kind} {sign}", kind=seen["kind"], sign=seen["letters"])
    return Counter(words=words, number="", small=small, side=seen["seat"], icon=Icon(seen["sign"], SHEET))


def _chance(state: State, gun: Artillery, target: str, foe: Foe) -> str:
    chance = hit_chance(gun.die, foe.card.defense_die, foe.strength, cover_of(state, target))
    return percent(float(chance))


def _cache(scene: Scene[State], gun: Artillery, square: str) -> Counter:
    tokens = scene.state.caches[square].total
    chance = percent(float(hit_chance(gun.die, CACHE_DEFENSE_DIE, tokens, BARE)))
    small = phrase("{tokens}; a shot sets it off {chance}", tokens=count(tokens, "token"), chance=chance)
    return Counter(
        words=phrase("Cache {at}", at=at(square)), number="", small=small, icon=Icon("cargo", SHEET)
    )
