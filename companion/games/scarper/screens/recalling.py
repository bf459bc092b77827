"""The half-made choice that a deed was, as the table's address held it: where its correction begins."""

from collections.abc import Mapping

from companion.engine.wire import Json
from companion.games.scarper.screens.draft import Places

ATTACKS = {"steady_push": "push", "frontal_charge": "charge", "concentrated_assault": "assault"}


def recall(action: Json) -> Mapping[str, str]:
    """The choice behind a recorded action; empty where it was made with one tap.

    >>> recall({"type": "frontal_charge", "side": "allied", "battlefield": "somme"})
    {'at': 'somme', 'do': 'charge'}
    """
    kind = action.get("type")
    if kind in ATTACKS:
        return {"at": action["battlefield"], "do": ATTACKS[kind]}
    if kind == "play_card" and action.get("card"):
        return {"card": action["card"]}
    if kind == "build_trenches":
        return {"do": "dig", "places": _places(action["placements"])}
    if kind == "resolve_event":
        choices = {f"e{n}": _choice(choice) for n, choice in enumerate(action["choices"])}
        return {key: text for key, text in choices.items() if text}
    return {}


def _choice(choice: Json) -> str:
    told = choice or {}
    return told.get("battlefield") or _places(told.get("placements") or told.get("removals") or [])


def _places(placed: list[Json]) -> str:
    return Places({(each["battlefield"], each["space"]): each["count"] for each in placed}).text
