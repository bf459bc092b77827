"""The Losses: where every sword goes as things stand, and what the sides decide otherwise (8.4.5)."""

from collections.abc import Mapping

from companion.engine.errors import GameError
from companion.engine.looking import fresh
from companion.engine.stage import Choice, Choices, Deed, Fold, Piece, Question, Row, Rows, said
from companion.engine.wire import Json
from companion.engine.wording import tap
from companion.games.proelii.procedures.field.binding import attached
from companion.games.proelii.procedures.fights.losses import Attached, Melee, check_names, check_orders
from companion.games.proelii.rules.combat import strikers
from companion.games.proelii.screens.asked import Asked, Taps, Turn
from companion.games.proelii.screens.fighting import face_sign, pairs
from companion.games.proelii.screens.frame import own_sign
from companion.games.proelii.state import State
from companion.games.proelii.state.orders import Orders, Parry

OUTCOMES = {"hit": "takes 1 CP", "blocked": "breaks a shield", "parried": "is parried"}


def losses(turn: Turn) -> Asked:
    """Every sword where it must go; among equals, and in what is held back, the sides choose."""
    state = turn.state
    wished = dict(each.split("-") for each in turn.listed("to") if each.count("-") == 1)
    orders = _orders(turn)
    melee = weighed(state, orders, wished)
    rows = tuple(
        Row(
            (state.units[each.unit].name, state.units[each.target].name, OUTCOMES[each.outcome]),
            icon=face_sign(state.units[each.unit]),
        )
        for each in melee.struck
    )
    pieces: tuple[Piece, ...] = (
        (Rows(label="Every sword", rows=rows, head=("Sword of", "At", "")),) if rows else ()
    )
    asked = Question(
        kind="losses",
        title="The losses",
        under=_verdict(state, melee),
        pieces=(*pieces, *_aims(turn, melee, wished), *_held(turn), *_parried(turn), *_rear(turn)),
        main=Deed(
            words="Take the losses", small="all at once", action=tap(_action(turn, orders, melee, wished))
        ),
        back=fresh(turn.scene) if set(turn.scene.draft) & {"to", "hold", "parry", "rear"} else "",
    )
    falling = frozenset(state.units[name].at for name in melee.killers)
    return asked, Taps(pairs=pairs(state), targets=falling)


def _verdict(state: State, melee: Melee) -> str:
    fallen = [state.units[name].name for name in melee.killers]
    hits = sum(each.outcome == "hit" for each in melee.struck)
    if fallen:
        return f"{hits} CP are lost; {', '.join(fallen)} will fall."
    return str(said("{n:# CP is|# CP are} lost; nobody falls.", n=hits)) if hits else "Nobody is hit."


def weighed(state: State, orders: Orders, wished: Mapping[str, str]) -> Melee:
    """The losses as they would be; orders that cannot be are left out."""
    melee = Melee(state, _near(state), orders if can_be(state, orders) else Orders(), wished)
    melee.by_themselves()
    return melee


def _near(state: State) -> Attached:
    return {name: attached(state, name) for name in state.ids if state.units[name].is_living}


def can_be(state: State, orders: Orders) -> bool:
    """Whether both sides can decide so."""
    try:
        check_names(state, orders)
        check_orders(state, _near(state), orders)
    except GameError:
        return False
    return True


def _orders(turn: Turn) -> Orders:
    units = turn.state.units
    known = {key: tuple(each for each in turn.listed(key) if each in units) for key in ("hold", "rear")}
    parries = (each.split("-") for each in turn.listed("parry") if each.count("-") == 1)
    listed = tuple(Parry(a, b) for a, b in parries if a in units and b in units)
    return Orders(parries=listed, hold=known["hold"], rear=known["rear"])


def _action(turn: Turn, orders: Orders, melee: Melee, wished: Mapping[str, str]) -> dict[str, Json]:
    action: dict[str, Json] = {"type": "losses"}
    if wished:
        action["strikes"] = [{"unit": each.unit, "target": each.target} for each in melee.struck]
    if orders.parries:
        action["parries"] = [each._asdict() for each in orders.parries]
    action |= {key: list(names) for key in ("hold", "rear") if (names := getattr(orders, key))}
    return action


def _aims(turn: Turn, melee: Melee, wished: Mapping[str, str]) -> tuple[Piece, ...]:
    """Units whose swords may choose among several enemies."""
    state, fresh_one = turn.state, Melee(turn.state, melee.attached, melee.orders)
    found: list[Piece] = []
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
            label = said("{unit} strikes first at", unit=state.units[name].name)
            found.append(Choices(label=label, choices=chips, shape="chips", shows_label=True))
    return tuple(found)


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
    if not chips:
        return ()
    return (
        Fold(
            id="hold",
            title="Hold a shield back",
            pieces=(Choices(label="Held back", choices=chips, shape="chips"),),
            open=bool(chosen),
        ),
    )


def _parried(turn: Turn) -> tuple[Piece, ...]:
    """Swords that may take a sword off an enemy, in realistic combat."""
    state = turn.state
    if state.options.combat == "arcade":
        return ()
    chosen = turn.listed("parry")
    chips = tuple(
        _parry(turn, name, enemy, swords)
        for name in strikers(state)
        for enemy in attached(state, name)
        for swords in range(1, 1 + min(state.units[name].swords, state.units[enemy].swords))
    )
    if not chips:
        return ()
    return (
        Fold(id="parry", title="Parry", pieces=(Choices(label="Parries", choices=chips),), open=bool(chosen)),
    )


def _parry(turn: Turn, name: str, enemy: str, swords: int) -> Choice:
    """So many swords of a unit that parry as many of an enemy's; barred where another parry uses them."""
    state, pair = turn.state, f"{name}-{enemy}"
    others = [each for each in turn.listed("parry") if each != pair]
    on = turn.listed("parry").count(pair) == swords
    after = others if on else [*others, *[pair] * swords]
    words = said(
        "{unit} parries {n:# sword|# swords} of {enemy}",
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
    if not chips:
        return ()
    return (
        Fold(
            id="rear",
            title="Strike at the rear",
            pieces=(Choices(label="At the rear", choices=chips),),
            open=bool(chosen),
        ),
    )
