"""The sheets of money: prices, rosters, flags, scrapping, merging, leaving, and the books."""

from companion.engine.form import Choice, Group, Keyed, Lines, Number, Pick, Rows, Several, Text
from companion.engine.form.field import Field
from companion.engine.form.house_rule import Limit
from companion.engine.form.several import words
from companion.engine.procedure import Procedure
from companion.engine.wire import Json
from companion.games.parabellum.procedures.money import (
    balance_sheet,
    flag_suggest,
    purchase_quote,
    reorganize,
    roster_quote,
    scrap_payout,
    withdraw,
)
from companion.games.parabellum.procedures.money.balance_sheet import LINE_KEYS
from companion.games.parabellum.screens.desk.fields import (
    MOST_CREDITS,
    count,
    credits,
    house_rules,
    own_binder,
    player,
    rarely,
    unit_type,
    worked,
)
from companion.games.parabellum.screens.desk.told import money as told

QUOTE = worked("quote-bands")
FLAGS = worked("flags-next")


def _line(text: str) -> Json:
    found = text.split()
    if len(found) != len(LINE_KEYS):
        raise ValueError(text)
    row: dict[str, Json] = dict(zip(LINE_KEYS, found, strict=True))
    return row | {key: words(row[key])[0] for key in ("n", "round", "quantity", "amount")}


def _told_line(line: Json) -> str:
    return " ".join(str(line[key]) for key in LINE_KEYS)


LEDGER = Lines(
    key="ledger",
    label="Lines of all players",
    help=f"A line each: {' '.join(LINE_KEYS)}.",
    parse=_line,
    tell=_told_line,
    default=worked("sheet-short")["ledger"],
    empty=[],
)


def _card(key: str, label: str, **begun: int) -> Group:
    fields: tuple[Field, ...] = (
        Text(key="class", label="Class", default="infantry"),
        credits("cost", "Price", begun["cost"]),
        count("strength", "People", begun["strength"]),
        count("max_strength", "Places for people", 10, low=1),
        count("fuel", "Fuel counters", 2),
        count("fuel_max", "Fuel boxes", 6),
        count("ammunition", "Ammunition counters", 2),
        count("ammunition_max", "Ammunition boxes", 6),
    )
    return Group(key=key, label=label, fields=fields)


PROCEDURES = (
    Procedure(
        name="purchase-quote",
        title="Price of a purchase",
        summary="Tokens priced one by one while the supply dwindles.",
        resolve=purchase_quote.resolve,
        group="Buying",
        button="What does it cost?",
        fields=(
            count("quantity", "How many", 30, 9999, low=1),
            credits("credits", "Credits at hand", 400),
            Limit(
                key="resource.supply",
                label="Left to buy",
                help="Blank: without limit.",
                low=0,
                high=MOST_CREDITS,
                default=250,
            ),
            Rows(
                key="resource.bands",
                label="Price ladder",
                help="While more than so many are left, one costs so much. The last row goes down to 0.",
                lead="above",
                fields=(
                    Number(key="above", label="Above", low=0, high=9999),
                    count("price", "Price", 5, 9999),
                ),
                default=QUOTE["resource"]["bands"],
            ),
        ),
        told=told.purchase_quote,
    ),
    Procedure(
        name="roster-quote",
        title="Price of a roster",
        summary="Units with the people, fuel and ammunition to muster them all.",
        resolve=roster_quote.resolve,
        group="Buying",
        button="What does it cost?",
        fields=(
            Keyed(
                rows=Rows(
                    key="units",
                    label="Units to buy and muster",
                    lead="unit",
                    fields=(unit_type("unit", "Type"), count("quantity", "Cards", 1, 999, low=1)),
                    default={"main_battle_tank": 2, "regular_infantry": 3, "supply_truck": 1},
                ),
                value="quantity",
            ),
            credits("credits", "Credits at hand", 2400),
            Group(
                label="People left to buy, own binder",
                form="folded",
                fields=(
                    rarely("manpower_supply", "People left to buy", 320, 9999),
                    own_binder(),
                ),
            ),
        ),
        told=told.roster_quote,
    ),
    Procedure(
        name="flag-suggest",
        title="Free flags",
        summary="The next unused flags that begin with a livery.",
        resolve=flag_suggest.resolve,
        group="Buying",
        button="Which are free?",
        fields=(
            Several(key="livery", label="Livery", help="The company's two colours.", default=FLAGS["livery"]),
            Several(key="palette", label="Colours of beads", default=FLAGS["palette"]),
            Lines(
                key="used",
                label="Flags that fly",
                help="One a line, beads from below.",
                parse=words,
                tell=" ".join,
                default=FLAGS["used"],
                empty=[],
            ),
            count("count", "How many", 4, 99, low=1),
        ),
        told=told.flag_suggest,
    ),
    Procedure(
        name="scrap-payout",
        title="Scrapping a unit",
        summary="Half its price by its people, to the nearest 5.",
        resolve=scrap_payout.resolve,
        group="Selling",
        button="What does it pay?",
        fields=(
            credits("cost", "Price paid", 420),
            Choice(
                key="from",
                label="Where it is",
                picks=(Pick("predeploy", "Mustered"), Pick("reserve", "A card in reserve")),
                default="predeploy",
            ),
            count("strength", "People on it", 7),
            count("max_strength", "Places for people", 10, low=1),
            rarely("fuel", "Fuel counters"),
            rarely("fuel_max", "Fuel boxes"),
            rarely("ammunition", "Ammunition counters"),
            rarely("ammunition_max", "Ammunition boxes"),
            house_rules("payout_tie"),
        ),
        told=told.scrap_payout,
    ),
    Procedure(
        name="reorganize",
        title="Merging two units",
        summary="People and counters moved over, the dearer unit scrapped.",
        resolve=reorganize.resolve,
        group="Selling",
        button="Merge them",
        fields=(
            _card("keep", "The card that is kept", cost=100, strength=6),
            _card("scrap", "The card that goes", cost=165, strength=7),
            house_rules("payout_tie"),
        ),
        told=told.reorganize,
    ),
    Procedure(
        name="withdraw",
        title="Withdrawing",
        summary="What the others gain by units that are left behind.",
        resolve=withdraw.resolve,
        group="Selling",
        button="What do the others get?",
        fields=(
            Rows(
                key="units",
                label="Units on the map, and aboard there",
                lead="cost",
                fields=(
                    Number(key="cost", label="Price paid", low=0, high=MOST_CREDITS),
                    count("strength", "People", 10, low=1),
                    count("max_strength", "Places", 10, low=1),
                ),
                default=worked("withdraw-three")["units"],
            ),
            Several(key="remaining", label="Who stays", help="One to three players.", default=["bo", "cy"]),
            house_rules("payout_tie"),
        ),
        told=told.withdraw,
    ),
    Procedure(
        name="balance-sheet",
        title="Balance Sheet",
        summary="One player's lines in columns, double entry, trial balance.",
        resolve=balance_sheet.resolve,
        group="The books",
        button="Draw it up",
        fields=(player("player", "Whose sheet"), LEDGER),
        told=told.balance_sheet,
    ),
)
