"""Carrying out an event: its effects in words, and the choices that its owner makes on the board (5)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.engine.game import Scene
from companion.engine.stage import Piece
from companion.engine.wire import Json
from companion.engine.wording import Values, count, listed, sentence, tap
from companion.games.scarper.data import BATTLEFIELD_NAMES, OTHER, SIDE_NAMES, Side
from companion.games.scarper.procedures.asked import supply_left
from companion.games.scarper.rules.effects import Doing, applies, carry_out, options
from companion.games.scarper.screens.attack import Attack
from companion.games.scarper.screens.board import Taps
from companion.games.scarper.screens.cards import event_card
from companion.games.scarper.screens.draft import Places, keep
from companion.games.scarper.screens.effect_words import effect_words
from companion.games.scarper.screens.missions import may_show
from companion.games.scarper.screens.offers import assault_attack, charge_attack
from companion.games.scarper.screens.places import Placing
from companion.games.scarper.screens.start import table_cards
from companion.games.scarper.state import Effect, State
from companion.games.scarper.state.effects import side_of


def event_panel(scene: Scene[State], side: Side, entry: Json) -> tuple[Values, Taps]:
    """The event as a list of effects; taps on the board answer the one that is open."""
    state = scene.state
    effects = state.box.cards[entry["card"]].effects
    rows = _rows(scene, side, effects)
    taps = _open(rows, scene.draft.get("on"))
    waiting = [row for row in rows if row["must"] and not row["answered"]]
    panel = {
        "template": "scarper/turn/event.html",
        "card": event_card(state, entry["card"]),
        "rows": rows,
        "action": tap({"type": "resolve_event", "side": side, "choices": [row["choice"] for row in rows]}),
        "ready": not waiting,
        "dice": any(row["dice"] for row in rows),
        "waiting": _waiting(waiting[0]) if waiting else "",
        "cancelled": _cancelled(state, entry["card"]),
        "button": "Carry the event out",
    }
    return panel, taps


def _open(rows: Sequence[Values], asked_for: str | None) -> Taps:
    """Open the effect that the board's taps answer: the one asked for while it wants more, else the first."""
    wanting = [row for row in rows if row["asks"] and not row["answered"]]
    for row in [*(row for row in wanting if row["id"] == asked_for), *wanting][:1]:
        row["open"] = True
    settled = [row for row in rows if row["asks"]]
    taps: Taps = next((row["taps"] for row in rows if row["open"]), settled[0]["taps"] if settled else Taps())
    return taps


def _waiting(row: Values) -> str:
    if row.get("kind") == "elsewhere":
        return f"The {row['name']} player carries this out on the {row['name']} hand: a card is discarded."
    return "Choose a battlefield first."


def _cancelled(state: State, card: str) -> str:
    playing = [each.card for each in state.in_play]
    titles = [state.box.cards[each].title for each in state.box.cards[card].cancels if each in playing]
    return f"{listed(titles)} leaves play." if titles else ""


def _rows(scene: Scene[State], side: Side, effects: Sequence[Effect]) -> list[Values]:
    """A row an effect, each on the state that the choices before it leave, as far as no die decides."""
    rows, state = list[Values](), scene.state
    for n, effect in enumerate(effects):
        row = _row(scene, state, side, n, effect)
        rows.append(row)
        state = _after(state, side, effect, row)
    return rows


def _after(state: State, side: Side, effect: Effect, row: Values) -> State:
    if row["dice"] or effect.kind == "discard" or (row["must"] and not row["answered"]):
        return state
    return carry_out(Doing(state, effect, side, row["choice"], "")).state


def _row(scene: Scene[State], state: State, side: Side, n: int, effect: Effect) -> Values:
    asked = Asking(scene, state, side, side_of(effect.side, side), n, effect)
    happens = applies(state, effect, side)
    row: Values = {
        "id": str(n),
        "words": effect_words(effect, asked.whose),
        "turn_to": keep(scene.draft, on=n),
        "applies": happens,
        "asks": False,
        "must": False,
        "answered": False,
        "open": False,
        "dice": "",
        "choice": None,
        "taps": Taps(),
    }
    return row | _asks(asked) if happens and effect.needs else row


@dataclass(frozen=True, slots=True)
class Asking:
    """One effect that wants a choice: the screen, the state then, who resolves, whom it concerns."""

    scene: Scene[State]
    state: State
    side: Side
    whose: Side
    n: int
    effect: Effect

    @property
    def key(self) -> str:
        """Where the address holds the choice."""
        return f"e{self.n}"

    @property
    def options(self) -> list[str]:
        """Where, or with which cards, it may be done."""
        return options(self.state, self.effect, self.side)

    def link(self, choice: str) -> str:
        """The address with this choice made."""
        return keep(self.scene.draft, **{self.key: choice, "on": str(self.n)})


def _battlefield(asked: Asking) -> Values:
    options, effect = asked.options, asked.effect
    chosen = asked.scene.draft.get(asked.key, "") or (options[0] if len(options) == 1 else "")
    chosen = chosen if chosen in options else ""
    links = {each: asked.link(each) for each in options}
    found: Values = {
        "kind": "battlefield",
        "asks": True,
        "must": True,
        "answered": bool(chosen),
        "choice": {"battlefield": chosen} if chosen else None,
        "taps": Taps(links, chosen=frozenset({chosen} - {""})),
        "fronts": [
            {"name": BATTLEFIELD_NAMES[each], "href": links[each], "chosen": each == chosen}
            for each in options
        ],
        "attacker": SIDE_NAMES[asked.whose],
        "defender": SIDE_NAMES[OTHER[asked.whose]],
        "dice": effect.kind if chosen and effect.kind in OFFERS else "",
    }
    return found | {"pieces": _fought(asked, chosen)} if found["dice"] else found


def _fought(asked: Asking, chosen: str) -> tuple[Piece, ...]:
    """The attack that an event gives: its odds and its dice."""
    field, amount = f"a.choices.{asked.n}.rolls", asked.effect.amount
    attack = OFFERS[asked.effect.kind](asked.state, asked.whose, chosen, amount, field)
    return (*attack.pieces, *attack.dice)


OFFERS: Mapping[str, Callable[[State, Side, str, int, str], Attack]] = {
    "charge": charge_attack,
    "assault": assault_attack,
}


def _placements(asked: Asking) -> Values:
    state, whose, most = asked.state, asked.whose, asked.effect.amount
    fronts = [(name, state.front.tracks[name], state.battlefields[name].frontline) for name in asked.options]
    room = {(name, space): most for name, track, line in fronts for space in track.ground(whose, line)}
    supply = supply_left(state.options, state.battlefields.values(), whose)
    return _places(asked, room, most if supply is None else min(most, supply), "dug")


def _removals(asked: Asking) -> Values:
    """The enemy trenches that lie on the battlefields of the effect."""
    state, foe = asked.state, OTHER[asked.whose]
    room = {
        (name, space): n
        for name in asked.options
        for space, n in state.battlefields[name].trenches.items()
        if space in state.front.tracks[name].ground(foe, state.battlefields[name].frontline)
    }
    return _places(asked, room, asked.effect.amount, "removed")


def _places(asked: Asking, room: Mapping[tuple[str, int], int], most: int, done: str) -> Values:
    places = Places.read(asked.scene.draft.get(asked.key, "")).within(room, most)
    placing = Placing(asked.state, places, room, most, lambda after: asked.link(after.text))
    full = placing.left == 0 or places.total >= sum(room.values())
    return {
        "kind": "places",
        "asks": True,
        "answered": full,
        "choice": {asked.effect.needs: places.json()},
        "taps": placing.taps(),
        "chosen": placing.chosen(),
        "rows": placing.rows(),
        "said": f"{sentence(count(places.total, 'trench', 'trenches'))} {done}, up to {most}",
    }


def _cards(asked: Asking) -> Values:
    state, number = asked.state, min(asked.effect.amount, asked.state.hands[asked.whose].count)
    if asked.whose != asked.side:
        return {"kind": "foe", "said": f"The {SIDE_NAMES[asked.whose]} player will be asked which."}
    if state.options.cards == "app" and not may_show(asked.scene, asked.side):
        return {"kind": "elsewhere", "must": True, "asks": True, "name": SIDE_NAMES[asked.side]}
    cards = asked.options or table_cards(state)
    return {
        "kind": "cards",
        "choice": {},
        "slots": range(number),
        "pick": bool(asked.options),
        "cards": [event_card(state, each) for each in cards],
        "said": f"Choose {count(number, 'card')}.",
    }


def _asks(asked: Asking) -> Values:
    match asked.effect.needs:
        case "battlefield":
            return _battlefield(asked)
        case "placements":
            return _placements(asked)
        case "removals":
            return _removals(asked)
    return _cards(asked)
