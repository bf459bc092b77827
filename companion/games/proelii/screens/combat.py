"""The Combat phase: pairs as a frieze, rolls, conversions, and the Losses, where every sword goes (8.4)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine.errors import GameError
from companion.engine.scene import fresh
from companion.engine.stage import Choice, Choices, Deed, Fold, Icon, Lead, Piece, Question, Row, Rows, phrase
from companion.engine.wording import Values, count, tap
from companion.games.proelii.data import COLOURS, FACE_NAMES, ROWS, SIDES, SOURCE_NAMES
from companion.games.proelii.deeds.secrets import CANCEL, SHEET, kinds_of, may_throw
from companion.games.proelii.deeds.secrets import losses as losses_of
from companion.games.proelii.procedures.combat import Melee, Orders, Parry, check_names, check_orders
from companion.games.proelii.rules import course
from companion.games.proelii.rules.course import strikers
from companion.games.proelii.screens import sheet
from companion.games.proelii.screens.board import Lie, token, unit_words
from companion.games.proelii.screens.frame import (
    Prompt,
    Taps,
    Turn,
    cheapest,
    die_sign,
    duel,
    each_face,
    faces_of,
    hits,
    loss,
    own_sign,
    what,
)
from companion.games.proelii.state import State, Unit


def _close(turn: Turn, words: str) -> Deed:
    return Deed(words=words, action=tap({"type": "close"}))


def _mine(turn: Turn, names: Sequence[str]) -> list[str]:
    sides = {side for side in SIDES if turn.scene.may_tap(side)}
    return [name for name in names if turn.state.units[name].side in sides]


def _by_side(turn: Turn, names: Sequence[str]) -> tuple[Deed, ...]:
    """All dice of each side for which this screen may roll."""
    sides = [[n for n in _mine(turn, names) if turn.state.units[n].side == side] for side in SIDES]
    deeds = [(deed, turn.state.units[each[0]].side) for each in sides for deed in all_dice(turn, each)]
    if len(deeds) == 1:
        return (deeds[0][0],)
    return tuple(
        replace(deed, words=phrase("Roll all of {who}", who=turn.state.people(side))) for deed, side in deeds
    )


def _row(turn: Turn, name: str, small: str, *, chosen: bool = False) -> Choice:
    unit = turn.state.units[name]
    letter = turn.letters.get(name, "")
    return Choice(
        words=unit.name,
        small=small,
        end=letter,
        icon=face_sign(unit),
        side=unit.side,
        href=turn.link(u=name),
        chosen=chosen,
    )


def face_sign(unit: Unit) -> Icon:
    return die_sign(unit, unit.roll.face) if unit.roll else own_sign(unit.type)


def _shown(unit: Unit) -> str:
    return f"shows {FACE_NAMES[unit.roll.face]}" if unit.roll else f"{what(unit)}, {unit.energy} energy"


def _taps(turn: Turn, names: Sequence[str]) -> Taps:
    state = turn.state
    chosen = turn.chosen("u", list(names))
    units = {name: turn.link(u=name) for name in names}
    there = frozenset({state.units[chosen].at, chosen}) if chosen else frozenset()
    return Taps(units=units, pairs=turn.letters, chosen=there)


def all_dice(turn: Turn, names: Sequence[str]) -> tuple[Deed, ...]:
    """The dice of all these units that have not rolled, thrown by the app with one tap."""
    able = [name for name in names if course.may_roll(turn.state, turn.state.units[name])]
    if len(able) < SEVERAL:
        return ()
    small = phrase("{n} dice, 25 energy each", n=len(able))
    rolls = {"type": "rolls", "rolls": [{"unit": name} for name in able]}
    return (Deed(words="Roll all mine", small=small, action=tap(rolls)),)


SEVERAL = 2


def roll(turn: Turn) -> Prompt:
    state = turn.state
    rolls, again = turn.entries("roll"), turn.entries("reroll")
    lie = [name for name in state.ids if state.units[name].roll and name in turn.letters]
    names = _mine(turn, list(dict.fromkeys([*rolls, *again, *lie])))
    name = turn.chosen("u", names)
    rows = tuple(_row(turn, each, _shown(state.units[each]), chosen=each == name) for each in names)
    listed: tuple[Piece, ...] = (Choices(label="Who rolls", choices=rows),) if rows else ()
    close, all_mine = _close(turn, "Close the rolls"), _by_side(turn, list(rolls))
    question = Question(
        kind="roll",
        title="Combat rolls",
        under="Both sides, in any order: 25 energy a die.",
        pieces=listed,
        main=all_mine[0] if all_mine else close,
        lesser=(*all_mine[1:], close) if all_mine else (),
    )
    if not name:
        return question, _taps(turn, names)
    if state.units[name].roll is None or (name in again and {*turn.scene.draft} & {"again", "by"}):
        thrown = thrown_at(turn, name)
        return replace(thrown, pieces=(*thrown.pieces, *listed), lesser=(close,)), _taps(turn, names)
    weighed = _sheet(turn, name, close)
    return replace(weighed, pieces=(*weighed.pieces, *listed)), _taps(turn, names)


def _sheet(turn: Turn, name: str, close: Deed) -> Question:
    """One unit's roll with all that may be done of it, now or in a step that follows."""
    state, unit = turn.state, turn.state.units[name]
    return Question(
        kind=state.step or "roll",
        title=sheet.title(state, name, turn.letters.get(name, "")),
        under=phrase("{unit}, {what}", unit=unit.name, what=what(unit)),
        pieces=tuple(sheet.pieces(sheet.Weighed(turn, name, {}, lambda way: _at_once(state, name, way)))),
        main=close,
        back=fresh(turn.scene) if "u" in turn.scene.draft else "",
    )


def _at_once(state: State, name: str, way: str) -> str:
    """The deed of a way in its own step; empty where that step is not now."""
    if state.step == way == CANCEL:
        return tap({"type": "cancel", "unit": name})
    kinds = kinds_of(way)
    if state.step == "convert" and len(kinds) == 1:
        return tap({"type": "convert", "unit": name, "kind": kinds[0]})
    return ""


def thrown_at(turn: Turn, name: str) -> Question:
    """The die of one unit: what each face would do, the odds, and both ways to roll it."""
    sources = turn.entries("reroll").get(name, {}).get("sources", [])
    source = turn.chosen("by", sources) or cheapest(sources) if sources else ""
    return Question(
        kind="roll",
        title="Combat rolls",
        under="Both sides, in any order: 25 energy a die.",
        pieces=(
            *_die(turn, name, source, sources),
            each_face(turn.state, name, source),
            *duel(turn.state, name),
        ),
        main=Deed(
            words="Roll for us",
            small=SOURCE_NAMES[source] if source else "25 energy",
            action=tap(_throw(name, source)),
        ),
        back=fresh(turn.scene),
    )


def _throw(name: str, source: str) -> dict[str, object]:
    return {"type": "reroll", "unit": name, "source": source} if source else {"type": "roll", "unit": name}


def _die(turn: Turn, name: str, source: str, sources: Sequence[str]) -> tuple[Piece, ...]:
    tiles = tuple(
        Choice(
            words=FACE_NAMES[face].removeprefix("a ").capitalize(),
            icon=die_sign(turn.state.units[name], face),
            action=tap({**_throw(name, source), "face": face}),
        )
        for face in faces_of(turn, name)
    )
    unit = turn.state.units[name]
    label = phrase("{unit} rolled at the table", unit=unit.name)
    chips = tuple(
        Choice(words=SOURCE_NAMES[each], href=turn.link(by=each), chosen=each == source) for each in sources
    )
    ways = (Choices(label="Rolled again", choices=chips, shape="chips", shows_label=True),) if chips else ()
    return (*ways, Choices(label=label, choices=tiles, shape="tiles", shows_label=True))


def cancel(turn: Turn) -> Prompt:
    """Whole rolls given up for their energy."""
    return _weighed(turn, "Give a roll up?", "Keep the rolls")


def convert(turn: Turn) -> Prompt:
    return _weighed(turn, "Convert?", "Convert nothing more")


def _weighed(turn: Turn, title: str, stays: str) -> Prompt:
    """Rolls with which something may still be done, one of them with all that it would come to."""
    names = _mine(turn, list(turn.entries(turn.state.step or "")))
    close = _close(turn, stays)
    if not names:
        return _both(turn, turn.state.step or "", title, (), stays)
    name = turn.chosen("u", names) or names[0]
    rows = tuple(_row(turn, each, _shown(turn.state.units[each]), chosen=each == name) for each in names)
    question = _sheet(turn, name, close)
    others = (Choices(label=title, choices=rows, shows_label=True),) if len(rows) > 1 else ()
    return replace(question, pieces=(*question.pieces, *others)), _taps(turn, names)


def advance(turn: Turn) -> Prompt:
    """Who took the last CP may step forward."""
    entries = turn.entries("advance")
    choices = tuple(
        Choice(
            words=phrase("{unit} to {to}", unit=turn.state.units[each].name, to=to),
            icon=own_sign(turn.state.units[each].type),
            action=tap({"type": "advance", "unit": each, "to": to}),
        )
        for each in _mine(turn, list(entries))
        for to in entries[each]["to"]
    )
    return _both(turn, "advance", "Step forward?", choices, "Stay")


def _both(turn: Turn, kind: str, title: str, choices: tuple[Choice, ...], close: str) -> Prompt:
    question = Question(
        kind=kind,
        title=title,
        pieces=(Choices(label=title, choices=choices),)
        if choices
        else (Lead("Nothing of yours is left to do here."),),
        main=_close(turn, close),
    )
    return question, Taps(pairs=turn.letters)


def losses(turn: Turn) -> Prompt:
    """Every sword where it must go; among equals, and in what is held back, the sides choose."""
    state = turn.state
    wished = dict(each.split("-") for each in turn.listed("to") if each.count("-") == 1)
    units = turn.state.units
    kept = {key: tuple(each for each in turn.listed(key) if each in units) for key in ("hold", "rear")}
    parries = (each.split("-") for each in turn.listed("parry") if each.count("-") == 1)
    listed = tuple(Parry(a, b) for a, b in parries if a in units and b in units)
    orders = Orders(parries=listed, hold=kept["hold"], rear=kept["rear"])
    melee = weighed(state, orders, wished)
    outcomes = {"hit": "takes 1 CP", "blocked": "breaks a shield", "parried": "is parried"}
    rows = tuple(
        Row(
            (state.units[each.unit].name, state.units[each.target].name, outcomes[each.outcome]),
            icon=face_sign(state.units[each.unit]),
        )
        for each in melee.struck
    )
    pieces: tuple[Piece, ...] = (
        (Rows(label="Every sword", rows=rows, head=("Sword of", "At", "")),) if rows else ()
    )
    question = Question(
        kind="losses",
        title="The losses",
        under=_melee_verdict(state, melee),
        pieces=(*pieces, *_aims(turn, melee, wished), *_held(turn), *_parried(turn), *_rear(turn)),
        main=Deed(words="Take the losses", small="all at once", action=tap(losses_of(melee, orders))),
        back=fresh(turn.scene) if set(turn.scene.draft) & {"to", "hold", "parry", "rear"} else "",
    )
    falling = frozenset(state.units[name].at for name in melee.killers)
    return question, Taps(pairs=turn.letters, targets=falling)


def _melee_verdict(state: State, melee: Melee) -> str:
    fallen = [state.units[name].name for name in melee.killers]
    hits = sum(each.outcome == "hit" for each in melee.struck)
    if fallen:
        return f"{hits} CP are lost; {', '.join(fallen)} will fall."
    return str(phrase("{n:# CP is|# CP are} lost; nobody falls.", n=hits)) if hits else "Nobody is hit."


def weighed(state: State, orders: Orders, wished: Mapping[str, str]) -> Melee:
    """The losses as they would be; orders that cannot be are left out."""
    return Melee(state, orders if can_be(state, orders) else Orders(), wished).by_themselves()


def can_be(state: State, orders: Orders) -> bool:
    try:
        check_names(state, orders)
        check_orders(state, orders)
    except GameError:
        return False
    return True


def _aims(turn: Turn, melee: Melee, wished: Mapping[str, str]) -> tuple[Piece, ...]:
    """Units whose swords may choose among several enemies."""
    state, fresh_one = turn.state, Melee(turn.state, melee.orders)
    aims: list[Piece] = []
    for name in strikers(state):
        targets = fresh_one.targets(name)
        if len(targets) > 1:
            others = "~".join(f"{a}-{b}" for a, b in wished.items() if a != name)
            now = wished.get(name) or fresh_one.first_target(name)
            chips = tuple(
                Choice(
                    words=state.units[each].name,
                    href=turn.link(to=f"{others}~{name}-{each}".strip("~")),
                    chosen=each == now,
                )
                for each in targets
            )
            label = phrase("{unit} strike first at", unit=state.units[name].name)
            aims.append(Choices(label=label, choices=chips, shape="chips", shows_label=True))
    return tuple(aims)


def _held(turn: Turn) -> tuple[Piece, ...]:
    """Shields that may be held back, to stay unbroken."""
    state = turn.state
    names = [name for name in state.ids if state.units[name].is_living and state.units[name].shields]
    chosen = turn.listed("hold")
    chips = tuple(
        Choice(
            words=state.units[name].name,
            icon=own_sign("shield"),
            href=turn.toggled("hold", name),
            chosen=name in chosen,
        )
        for name in names
    )
    held = Choices(label="Held back", choices=chips, shape="chips")
    return _folded("hold", "Hold a shield back", held, chosen)


def _folded(key: str, title: str, choices: Choices, chosen: Sequence[str]) -> tuple[Piece, ...]:
    """What may be decided besides, folded away until some of it is chosen."""
    fold = Fold(id=key, title=title, pieces=(choices,), open=bool(chosen))
    return (fold,) if choices.choices else ()


def _parried(turn: Turn) -> tuple[Piece, ...]:
    """Swords that may take a sword off an enemy, in realistic combat."""
    state = turn.state
    if state.options.combat == "arcade":
        return ()
    chosen = turn.listed("parry")
    chips = tuple(
        _parry(turn, name, enemy, swords)
        for name in strikers(state)
        for enemy in state.facing[name]
        for swords in range(1, 1 + min(state.units[name].swords, state.units[enemy].swords))
    )
    return _folded("parry", "Parry", Choices(label="Parries", choices=chips), chosen)


def _parry(turn: Turn, name: str, enemy: str, swords: int) -> Choice:
    """So many swords of a unit that parry as many of an enemy's; barred where another parry uses them."""
    state, pair = turn.state, f"{name}-{enemy}"
    others = [each for each in turn.listed("parry") if each != pair]
    on = turn.listed("parry").count(pair) == swords
    after = others if on else [*others, *[pair] * swords]
    words = phrase(
        "{unit} parry {n:# sword|# swords} of {enemy}",
        unit=state.units[name].name,
        n=swords,
        enemy=state.units[enemy].name,
    )
    parries = tuple(Parry(*each.split("-")) for each in after if each.count("-") == 1)
    fits = on or can_be(state, Orders(parries=parries))
    barred = "" if fits else "no sword is left for it"
    return Choice(words=words, href=turn.link(parry="~".join(after) or None), chosen=on, barred=barred)


def _rear(turn: Turn) -> tuple[Piece, ...]:
    """Attacks on the rear, for 2 prestige each."""
    state = turn.state
    if state.options.level == "white":
        return ()
    chosen = turn.listed("rear")
    chips = tuple(
        Choice(
            words=state.units[name].name,
            end="2 prestige",
            href=turn.toggled("rear", name),
            chosen=name in chosen,
        )
        for name in strikers(state)
        if name in chosen or state.sides[state.units[name].side].prestige > 1
    )
    return _folded("rear", "Strike at the rear", Choices(label="At the rear", choices=chips), chosen)


def is_fought(state: State) -> bool:
    """Whether dice lie, or may be rolled, between attached units."""
    return state.step in SHEET and any(state.facing[name] for name, _ in state.army("white"))


SEEN = 6
"""So many pairs are marked in at once: a phone has room for them, and for a line that leads to the others."""


def frieze(lie: Lie, taps: Taps, letters: Mapping[str, str], hands: Values | None = None) -> Values:
    """All pairs, the chosen one first, white at the left; a small field and the table's dice above them.

    While both sides mark, `hands` says what is seen of it here, and one's own side stands at the left: the
    pairs follow the chosen one in a ring, those in which nobody rolls are told in a line.
    """
    state = lie.state
    pairs = [(name, each) for name, _ in state.army("white") for each in state.facing[name]]
    named = (f"{state.units[a].name} against {state.units[b].name}" for a, b in pairs)
    ordered = sorted(pairs, key=lambda pair: (letters.get(pair[0], ""), pair))
    first = next((n for n, pair in enumerate(ordered) if taps.chosen & {*pair}), 0)
    if hands:
        ordered = [*ordered[first:], *ordered[:first]]
    else:
        ordered.sort(key=lambda pair: not taps.chosen & {*pair})
    shown = [pair for pair in ordered if _is_thrown(state, pair)] if hands else ordered
    # A line that leads to one pair alone would take that pair's place.
    is_long = hands is not None and len(shown) > SEEN + 1
    near, far = (shown[:SEEN], shown[SEEN:]) if is_long else (shown, [])
    rest = [letters.get(a, "") for a, b in ordered if (a, b) not in shown]
    return {
        "hands": hands,
        "label": "The combat: " + ", ".join(named),
        **_map(lie, letters),
        "dice": [{"colour": each, "faces": getattr(state.options.dice, each)} for each in COLOURS],
        "pairs": [_pair(lie, pair, taps, letters, hands) for pair in near],
        "more": f"and {count(len(far), 'more pair')}" if far else "",
        "on": next((taps.units[name] for pair in far for name in pair if name in taps.units), ""),
        "rest": f"{count(len(rest), 'pair')} without a roll: {', '.join(sorted(rest))}" if rest else "",
    }


def _is_thrown(state: State, pair: tuple[str, str]) -> bool:
    """Whether a die lies or may yet fall in a pair."""
    units = [state.units[name] for name in pair]
    return any(unit.roll is not None or may_throw(state, unit) for unit in units)


def _pair(
    lie: Lie, pair: tuple[str, str], taps: Taps, letters: Mapping[str, str], hands: Values | None
) -> Values:
    state, lost = lie.state, hits(lie.state)
    a, b = pair
    no_mark: Values = {"kind": "", "words": "", "small": "", "label": "", "sealed": False}
    halves = [
        {**_half(state, name, taps, f"pair-{a}-{b}-{n}"), "mark": hands["marks"][name] if hands else no_mark}
        for n, name in enumerate(pair)
    ]
    return {
        "letter": letters.get(a, ""),
        "chosen": bool({*pair} & taps.chosen),
        "verdict": pair_verdict(state, pair, lost),
        "sum": f"{loss(lost[a])} : {loss(lost[b])}",
        "halves": _turned(lie, halves, hands),
    }


def _turned(lie: Lie, halves: list[Values], hands: Values | None) -> list[Values]:
    """Both units of a pair, one's own at the left where its side marks."""
    return halves[::-1] if hands and lie.near == "black" else halves


def _map(lie: Lie, letters: Mapping[str, str]) -> Values:
    """The small field: who stands where, with the letter of his fight."""
    state, rows = lie.state, lie.state.board.red_lines
    return {
        "width": 10 * state.board.columns,
        "lines": [{"y": 10 * (ROWS - row if lie.near == "white" else row)} for row in rows],
        "units": [
            {
                "x": 10 * lie.x(at) - 5,
                "y": 10 * lie.y(at) - 5,
                "side": state.units[name].side,
                "letter": letters.get(name, ""),
            }
            for at, name in state.standing.items()
        ],
    }


def _half(state: State, name: str, taps: Taps, where: str) -> Values:
    unit = state.units[name]
    begun = unit.energy - unit.ledger.combat
    return {
        "id": where,
        "href": taps.units.get(name, ""),
        "label": f"{unit_words(unit)}, {_shown(unit) if unit.roll else 'has not rolled'}",
        "name": unit.name,
        "energy": f"{begun} → {unit.energy}" if begun != unit.energy else f"{unit.energy} energy",
        "token": token(unit),
        "die": unit.kind.die,
        "face": unit.roll.face if unit.roll else "",
        "chosen": name in taps.chosen,
    }


def pair_verdict(state: State, pair: tuple[str, str], lost: Counter[str]) -> str:
    """Who falls, or how many CP are lost by whom; all swords that go against them are counted."""
    units = {name: state.units[name] for name in pair}
    fallen = [unit.name for name, unit in units.items() if lost[name] >= unit.cp]
    if fallen:
        return " and ".join(fallen) + " would fall"
    hurt = [f"{unit.name} {loss(lost[name])} CP" for name, unit in units.items() if lost[name]]
    return ", ".join(hurt) or "nobody is hit"
