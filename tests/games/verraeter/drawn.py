"""Small situations in the words of the game."""

from typing import Any

from companion.engine.game import Outcome
from companion.games.verraeter.game import GAME
from companion.games.verraeter.state import State, starter_circles

PLAYERS = ["anna", "bert", "cleo", "dora"]
PATCHWORK = starter_circles()[0].circle
ESTATES = [("anna", 2), ("bert", 0), ("cleo", 6), ("dora", 10)]
PICKS = {"anna": "diplomat_5", "bert": "strategist", "cleo": "traitor", "dora": "master_builder"}


def opened(players: list[str] | None = None, **more: Any) -> State:
    """A table on the patchwork, anna being the start player."""
    names = players or PLAYERS
    return GAME.open({"players": names, "start_player": "anna", "circle": PATCHWORK, **more}).state


def deed(kind: str, player: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "player": player, **more}


def after(state: State, *actions: dict[str, Any]) -> State:
    for action in actions:
        state = GAME.apply(state, action).state
    return state


def last(state: State, *actions: dict[str, Any]) -> Outcome[State]:
    return GAME.apply(after(state, *actions[:-1]), actions[-1])


def at_site(**more: Any) -> State:
    """All first estates lie; bert holds the strategy card."""
    return after(opened(**more), *(deed("place_estate", who, landscape=n) for who, n in ESTATES))


def at_draft(**more: Any) -> State:
    """The conflict is over the rose's meadow (4) and the eagle's forest (5)."""
    return after(at_site(**more), deed("choose_site", "bert", site=[4, 5]))


def at_supply(picks: dict[str, str] | None = None, **more: Any) -> State:
    """Everybody has picked; what nobody did was put aside, or lies face down."""
    chosen = picks or PICKS
    cards = ["farmer", "diplomat_2", "strategist", "traitor", "diplomat_5", "master_builder"]
    removed = next(card for card in cards if card not in chosen.values())
    picked = (deed("pick_action", who, card=card) for who, card in chosen.items())
    return after(at_draft(**more), deed("deal_actions", "anna", removed=removed), *picked)


def at_reveal(supply: dict[str, list[int]] | None = None, **more: Any) -> State:
    """Supply is played."""
    laid = supply or {"anna": [5], "bert": [4, 5], "cleo": [], "dora": [3]}
    return after(at_supply(**more), *(deed("play_supply", who, cards=cards) for who, cards in laid.items()))


def at_build(**more: Any) -> State:
    """The rulebook's order: after the points it is for dora, the master builder."""
    return after(at_reveal(**more), {"type": "reveal"})


def at_refill(**more: Any) -> State:
    """Anna is the first of those who pick up."""
    return after(at_build(**more), deed("build", "dora", op="pass"))
