"""How money reads on the desk: the sum first, then what it is made of."""

from companion.engine.phrase import average
from companion.engine.told import Table, Told, told
from companion.engine.wire import Json
from companion.engine.wording import counted
from companion.games.parabellum.data import KINDS, RESOURCE_NAMES, RESOURCES
from companion.games.parabellum.screens.desk.binders import binder_of
from companion.games.parabellum.screens.desk.told.shared import money, moved, names
from companion.games.parabellum.state.naming import spoken


def purchase_quote(question: Json, result: Json) -> Told:
    """The price, lot by lot."""
    rows = [(lot["quantity"], lot["price"], lot["quantity"] * lot["price"]) for lot in result["lots"]]
    after, then = result["supply_after"], result["next_price"]
    most = result["affordable"]
    return told(
        money(result["cost"]),
        "Nothing is left to buy." if then is None else f"The next one costs {then}.",
        "" if after is None else f"{after} are left to buy.",
        "" if most is None else f"Your credits buy at most {most}.",
        Table(("How many", "Price each", "Credits"), rows),
    )


def roster_quote(question: Json, result: Json) -> Told:
    """Cards, people and tokens, and what is left."""
    units = binder_of(question).units
    rows = [(units[row["unit"]].name, row["quantity"], row["cost"]) for row in result["units"]]
    rows += [
        (RESOURCE_NAMES[key].capitalize(), result[key]["quantity"], result[key]["cost"]) for key in RESOURCES
    ]
    left = result["credits_left"]
    line = "" if left is None else f"{money(abs(left))} {'left' if left >= 0 else 'missing'}."
    return told(money(result["total"]), line, Table(("What", "How many", "Credits"), rows))


def flag_suggest(question: Json, result: Json) -> Told:
    """The free flags, beads from below."""
    rows = [(n, " · ".join(map(spoken, flag))) for n, flag in enumerate(result["flags"], 1)]
    return told(
        f"{counted(len(rows), 'free flag')}",
        f"{result['left']} more are free.",
        Table(("", "Beads from below"), rows),
    )


def scrap_payout(question: Json, result: Json) -> Told:
    """What the bank pays, and what comes back."""
    rows = [
        ("People to the reserve", result["personnel"]),
        ("Fuel tokens", result["fuel_tokens"]),
        ("Ammunition tokens", result["ammunition_tokens"]),
    ]
    return told(money(result["payout"]), f"Exactly {average(result['exact'])}.", Table(("", ""), rows))


def reorganize(question: Json, result: Json) -> Told:
    """The card that is kept, and what the other pays."""
    keep, wasted = result["keep"], result["wasted"]
    rows = [
        ("People", keep["strength"], f"{result['reserve_personnel']} to the reserve"),
        ("Fuel counters", keep["fuel"], f"{wasted['fuel']} lost"),
        ("Ammunition counters", keep["ammunition"], f"{wasted['ammunition']} lost"),
    ]
    return told(
        f"{counted(keep['strength'], 'person', 'people')} on the card, and {money(result['payout'])}",
        f"The payout before rounding: {result['exact']}.",
        Table(("", "On the card", "Left over"), rows),
    )


def withdraw(question: Json, result: Json) -> Told:
    """What each of those who stay gets, and from what."""
    units = zip(question["units"], result["payouts"], strict=True)
    rows = [(each["cost"], f"{each['strength']} of {each['max_strength']}", paid) for each, paid in units]
    bank = result["to_bank"]
    kept = f"The bank keeps {money(bank)}." if bank > 0 else f"The bank adds {money(-bank)}."
    return told(
        f"{names(question['remaining'])}: {money(result['share'])} each",
        kept if bank else "Nothing is left over.",
        f"{counted(result['personnel_returned'], 'person', 'people')} back into the pool.",
        "The scenario is over." if result["scenario_over"] else "",
        Table(("Price paid", "People", "Pays"), rows, f"Together {result['total']}"),
    )


def balance_sheet(question: Json, result: Json) -> Told:
    """The sheet itself, its sums, and both sides of every line."""
    used = [kind for kind in KINDS if result["totals"][kind]]
    columns = result["columns"]
    shown = [*columns[:5], *used, columns[-1]]
    rows = [
        [_entry(name, value) for name, value in zip(columns, row, strict=True) if name in shown]
        for row in result["rows"]
    ]
    sums = ["Together", "", "", "", "", *(moved(result["totals"][kind]) for kind in used), result["closing"]]
    accounts = [(account, moved(amount)) for account, amount in result["trial_balance"].items()]
    postings = [(each["n"], each["debit"], each["credit"], each["amount"]) for each in result["postings"]]
    return told(
        f"{spoken(result['player'])} has {money(result['closing'])}",
        f"{result['income']} came in, {result['expense']} went out.",
        Table(["Line", *map(spoken, shown[1:])], [*rows, sums] if rows else []),
        Table(("Account", "Debits less credits"), accounts, "Trial balance"),
        Table(("Line", "Debit", "Credit", "Amount"), postings, "Both sides of every line"),
    )


def _entry(column: str, value: Json) -> object:
    if value is None:
        return ""
    return spoken(value) if column == "item" else value
