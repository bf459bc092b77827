"""The half-made choice that a deed was, as the table's address held it: where its correction begins."""

from collections import Counter
from collections.abc import Mapping

from companion.engine.wire import Json


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
