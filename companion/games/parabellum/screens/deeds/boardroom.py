"""Merging, disbanding and scrapping: what each brings, side by side."""

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Deed, Lead, said
from companion.engine.wording import count, tap
from companion.games.parabellum.procedures.money.payouts import Merged, merge
from companion.games.parabellum.procedures.money.worth import unit_worth
from companion.games.parabellum.rules.rear.boardroom import card_of
from companion.games.parabellum.screens.cards import name_of
from companion.games.parabellum.screens.deeds import Entry
from companion.games.parabellum.screens.deeds.detail import Detail
from companion.games.parabellum.state import State


def reorganize(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Which unit is scrapped into this one, with what comes of it and what is wasted."""
    (entry,), state = entries, scene.state
    keep = entry["keep"]
    base = {"type": "reorganize", "player": entry["player"], "keep": keep}
    ways = []
    for scrap in entry["scraps"]:
        merged = merge(card_of(state, keep), card_of(state, scrap), state.options.payout_tie)
        words = said("Scrap {name} into this unit", name=name_of(state, scrap, entry["player"]))
        ways.append(Choice(words=words, small=_brings(merged), action=tap({**base, "scrap": scrap})))
    lead = Lead("People and counters move over; the dearer card is paid out.")
    return Detail(pieces=(lead, Choices(label="Merge with", choices=tuple(ways))), missing="Choose a unit")


def _brings(merged: Merged) -> str:
    wasted = merged.wasted_fuel + merged.wasted_ammunition
    said_ = [f"{merged.strength} people", f"{merged.payout} credits for the card"]
    people = merged.reserve_personnel
    said_ += [f"{count(people, 'person', 'people')} to the reserve"] if people else []
    return "; ".join(said_ + ([f"{count(wasted, 'counter')} lost"] if wasted else []))


def disband(scene: Scene[State], entries: list[Entry]) -> Detail:
    """A full unit taken apart; the card stays."""
    (entry,) = entries
    action = {key: entry[key] for key in ("type", "player", "unit")}
    lead = "People, cargo and a token for each full kind of counters go to the reserve; the card stays."
    return Detail(pieces=(Lead(lead),), main=Deed(words="Disband it", action=tap(action)))


def scrap(scene: Scene[State], entries: list[Entry]) -> Detail:
    """Sold back to the dealers."""
    (entry,), state = entries, scene.state
    action = {key: entry[key] for key in ("type", "player", "unit")}
    worth = unit_worth(state, entry["unit"])
    lead = "Half its price, by the people on it. People and cargo go to your reserve; the card is gone."
    deed = Deed(words="Scrap it", small=said("for {n:# credit|# credits}", n=worth), action=tap(action))
    return Detail(pieces=(Lead(lead),), main=deed)
