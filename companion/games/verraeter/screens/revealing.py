"""Phase 4 on the screens: the action cards turned over together, told one by one where they are real."""

from companion.engine.game import Scene
from companion.engine.wording import tap
from companion.games.verraeter.data import ACTION_CARDS, ActionCard
from companion.games.verraeter.screens.drafting import action_card
from companion.games.verraeter.screens.people import person
from companion.games.verraeter.screens.seeing import Values, fresh
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken


def reveal_panel(scene: Scene[State]) -> Values:
    """One tap for the whole table; after a draft with real cards each is named first."""
    if scene.state.draft.mode == "offline":
        return _named(scene)
    return {
        "template": "verraeter/turn/reveal.html",
        "title": "Turn the action cards over",
        "lead": "All supply is played. Everybody turns over together.",
        "order": [person(scene.state, each.id) for each in scene.state.in_turn()],
        "action": tap({"type": "reveal"}),
        "may": bool(scene.sight.acts) and scene.room != "tv",
    }


def _named(scene: Scene[State]) -> Values:
    state, told = scene.state, _told(scene)
    asked = next((each.id for each in state.in_turn() if each.id not in told), None)
    takers = {card: who for who, card in told.items()}
    return {
        "template": "verraeter/turn/named.html",
        "title": "Turn the action cards over",
        "lead": f"What did {spoken(asked)} turn over?" if asked else "All cards are told.",
        "asked": asked,
        "told": [
            person(state, who) | {"card": action_card(card), "back": _link(scene, _without(told, who))}
            for who, card in told.items()
        ],
        "cards": [
            action_card(card)
            | {"taker": spoken(takers[card]) if card in takers else "",
               "href": _link(scene, {**told, asked: card}) if asked and card not in takers else None}
            for card in ACTION_CARDS
        ],
        "action": None if asked else tap({"type": "reveal", "picks": {who: told[who] for who in state.ids}}),
        "may": bool(scene.sight.acts) and scene.room != "tv",
    }  # fmt: skip


def _told(scene: Scene[State]) -> dict[str, ActionCard]:
    """Who turned over what, as far as it has been told; each card once."""
    told: dict[str, ActionCard] = {}
    for part in scene.draft.get("picks", "").split("~"):
        who, _, name = part.partition(":")
        card = next((each for each in ACTION_CARDS if each == name), None)
        if who in scene.state.ids and card is not None and card not in told.values():
            told[who] = card
    return told


def _without(told: dict[str, ActionCard], who: str) -> dict[str, ActionCard]:
    return {each: card for each, card in told.items() if each != who}


def _link(scene: Scene[State], told: dict[str, ActionCard]) -> str:
    return fresh(scene, picks="~".join(f"{who}:{card}" for who, card in told.items()))
