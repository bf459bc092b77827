"""Who looks, the half-made choice in the address, and what stands around the decision."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import Bar, Deed, Question, Turn, Way, Words, said
from companion.engine.wire import Json
from companion.engine.wording import Values, count, href
from companion.games.parabellum.data import PHASE_NAMES, TITLE
from companion.games.parabellum.rules.telling import called
from companion.games.parabellum.screens.cards import seat_of
from companion.games.parabellum.state import State

__all__ = ["Values"]


STAYS = ("seat", "o", "h")
"""What of a half-made choice outlives it: whose desk this is, the orders that were given, what is hatched."""
CART = "c."
"""With this begins what lies in the cart, which outlives other choices too."""
MOST_LETTERS = 4


def own_seat(scene: Scene[State]) -> str | None:
    """The one player whose cards may lie open here: a tablet of one's own, or the own desk."""
    return scene.own if scene.own in scene.state.seated else None


def may_act(scene: Scene[State], player: str | None) -> bool:
    """Whether this screen has a player's controls."""
    return player is not None and player == own_seat(scene) and player in scene.sight.acts


def fresh(scene: Scene[State], **choice: str | int | None) -> str:
    """The link to a new half-made choice."""
    return href(**{**stays(scene), **choice})


def stays(scene: Scene[State]) -> dict[str, str]:
    """What of the half-made choice stays whatever is looked at."""
    return {key: text for key, text in scene.draft.items() if key in STAYS or key.startswith(CART)}


def keep(scene: Scene[State], **changes: str | int | None) -> str:
    """The link to the same half-made choice with some of it changed; `None` takes a part out."""
    return href(**{**scene.draft, **changes})


def whole(scene: Scene[State], key: str, most: int = 9999) -> int:
    """A whole number of the half-made choice; what is none counts as 0."""
    text = scene.draft.get(key, "")
    return min(most, int(text)) if text.isascii() and text.isdecimal() and len(text) <= MOST_LETTERS else 0


def keeping(scene: Scene[State], question: Question) -> Question:
    """A question whose deeds leave in the address what stays, where they do not say themselves what does."""
    there = fresh(scene)

    def kept(button: Deed | Way | None) -> Deed | Way | None:
        own = isinstance(button, Deed) and not button.then and button.action
        return replace(button, then=there) if own and isinstance(button, Deed) else button

    lesser = tuple(each for each in map(kept, question.lesser) if each is not None)
    return replace(question, main=kept(question.main), lesser=lesser) if there != "?" else question


def recall(action: Json) -> Mapping[str, str]:
    """The choice behind a purchase or what was done with a unit, an attack with its dice as they were tapped.

    >>> recall({"type": "purchase", "resource": "manpower", "quantity": 60})
    {'buy': 'manpower', 'n': '60'}

    >>> recall({"type": "attack", "unit": "u1", "target": "u3", "rolls": {"attack": [6, 6], "defense": [1]}})
    {'unit': 'u1', 'do': 'attack', 'at': 'u3', 'dice': '1', 'x0A.6': '2', 'x0D.1': '1'}
    """
    if action["type"] == "purchase":
        return _bought(action)
    if "unit" not in action or type(action["unit"]) is not str:
        return {}
    draft = {"unit": action["unit"], "do": action["type"]}
    if action["type"] != "attack":
        return draft
    rolls = action.get("rolls") or {}
    return draft | {
        "at": action["target"],
        "dice": "1",
        **_tapped("x0A", rolls, "attack"),
        **_tapped("x0D", rolls, "defense"),
    }


def _bought(action: Json) -> dict[str, str]:
    """What lay in the cart, as far as who reads this may know it."""
    items, quantity = action.get("items"), action.get("quantity")
    cart = {f"c.{each['unit']}": str(each["quantity"]) for each in items} if isinstance(items, list) else {}
    number = {"n": str(quantity)} if isinstance(quantity, int) else {}
    return {"buy": str(action["resource"]), **cart, **number}


def _tapped(name: str, rolls: Json, dice: str) -> dict[str, str]:
    return {f"{name}.{face}": str(count) for face, count in Counter(rolls.get(dice, ())).items()}


SHORT = {
    "movement": ("Move", "M1", "Move, reposition, dig in or out"),
    "deployment": ("Deploy", "M7", "Take units off and onto the map"),
    "logistics": ("Logistics", "L1", "Hand over, cache, resupply, board, build"),
    "special": ("Special", "A4", "Reconnoitre and shell"),
    "direct": ("Direct", "A1", "Attack; who is left may hit back"),
    "boardroom": ("Boardroom", "B1", "Buy, muster, merge, disband, scrap"),
}
STATUS = {"in": "", "withdrawn": "withdrawn", "eliminated": "out of the campaign", "abstained": "abstains"}


def who(state: State, player: str) -> str:
    """A player as the table calls it."""
    return called(state, player)


def bar(scene: Scene[State]) -> Bar:
    """The scenario, round, phase, whose turn."""
    state = scene.state
    phase = SHORT[state.phase][0] if state.phase in SHORT else PHASE_NAMES[state.phase]
    acting = state.active or next(iter(state.choosers), None)
    return Bar(
        title=TITLE,
        plate=f"R{state.round}" if state.round else state.scenario.upper(),
        phase=phase if state.round else f"{state.booklet.name} · {phase}",
        turn=Turn(who(state, acting), seat_of(state, acting)) if acting else None,
        hand=own_seat(scene) if scene.room == "hand" else None,
        board="attack",
        rule=f"phase-{state.phase}",
    )


def companies(state: State) -> list[str]:
    """Everybody, in turn order once there is one."""
    return [*state.order, *(player for player in state.seated if player not in state.order)]


def changes(before: State, now: State) -> list[Words]:
    """What the last line changed for everybody to see, in a few words each."""
    if before.scenario != now.scenario:
        return [f"Scenario {now.scenario.upper()} opens"]
    found: list[Words] = []
    for player in now.tally:
        if player in before.tally:
            more = now.tally[player].destroyed - before.tally[player].destroyed
            told = said("{who} destroys {units}", who=who(now, player), units=count(more, "unit"))
            found += [told] if more > 0 else []
    if now.casualties > before.casualties:
        found.append(f"{count(now.casualties - before.casualties, 'casualty', 'casualties')}")
    if now.phase != before.phase or now.active != before.active:
        phase = PHASE_NAMES[now.phase]
        found.append(said("{phase}: {who}", phase=phase, who=who(now, now.active)) if now.active else phase)
    return found
