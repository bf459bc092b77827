"""Merging, disbanding and scrapping: what each brings, side by side."""

from companion.engine.game import Scene
from companion.engine.wording import Values, count, tap
from companion.games.parabellum.procedures.money.payouts import merge
from companion.games.parabellum.procedures.money.worth import unit_worth
from companion.games.parabellum.rules.rear.boardroom import card_of
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.cards import name_of
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.state import State

type Detail = tuple[Values, Taps]


def reorganize(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Which unit is scrapped into this one, with what comes of it and what is wasted."""
    (entry,), state = entries, scene.state
    keep = entry["keep"]
    base = {"type": "reorganize", "player": entry["player"], "keep": keep}
    buttons = []
    for scrap in entry["scraps"]:
        merged = merge(card_of(state, keep), card_of(state, scrap), state.options.payout_tie)
        wasted = merged.wasted_fuel + merged.wasted_ammunition
        small = f"{merged.strength} people; {merged.payout} credits for the card"
        small += (
            f"; {count(merged.reserve_personnel, 'person', 'people')} to the reserve"
            if merged.reserve_personnel
            else ""
        )
        small += f"; {count(wasted, 'counter')} lost" if wasted else ""
        text = f"Scrap {name_of(state, scrap, entry['player'])} into this unit"
        buttons.append({"text": text, "small": small, "action": tap({**base, "scrap": scrap})})
    return {"lead": "People and counters move over; the dearer card is paid out.", "buttons": buttons}, Taps()


def disband(scene: Scene[State], entries: list[Entry]) -> Detail:
    """A full unit taken apart; the card stays."""
    (entry,) = entries
    action = {key: entry[key] for key in ("type", "player", "unit")}
    lead = "People, cargo and a token for each full kind of counters go to the reserve; the card stays."
    return {"lead": lead, "buttons": [{"text": "Disband it", "action": tap(action), "main": True}]}, Taps()


def scrap(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Sold back to the dealers."""
    (entry,), state = entries, scene.state
    action = {key: entry[key] for key in ("type", "player", "unit")}
    worth = unit_worth(state, entry["unit"])
    lead = "Half its price, by the people on it. People and cargo go to your reserve; the card is gone."
    return {
        "lead": lead,
        "buttons": [{"text": f"Scrap it for {worth} credits", "action": tap(action), "main": True}],
    }, Taps()
