"""How answers read on the desk: a campaign's, combat's with odds as bars, money's, movement's."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from companion.engine.errors import GameError, InvalidInput
from companion.engine.form import Area, Data, Pick, Place, first
from companion.engine.summary import Drawing, Heading, Summary, Table, Voice, summary
from companion.engine.wire import Json
from companion.engine.wording import average, counted, signed, tenths
from companion.games.parabellum.data import (
    KINDS,
    PHASE_NAMES,
    RESOURCE_NAMES,
    RESOURCES,
    STANDARD_TERRAIN,
    lexicon,
)
from companion.games.parabellum.procedures import answers
from companion.games.parabellum.procedures import combat as odds
from companion.games.parabellum.screens.dice import pairing_picture
from companion.games.parabellum.state import STARTER, Binder, MapSheet, read_binder, spoken, starter_binder

type Values = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class BinderArea(Area):
    """A binder: the word `starter`, or a file."""

    accept: str = ".json,.xlsx,application/json"

    def read(self, data: Data, path: str) -> Json:
        """The word, or the file's JSON."""
        return STARTER if first(data, path).strip('"') == STARTER else Area.read(self, data, path)

    def misread(self, place: Place) -> InvalidInput | None:
        """What is wrong with text that is neither."""
        return None if place.value == STARTER else Area.misread(self, place)


OWN_BINDER = BinderArea(
    key="binder", label="Your own binder", help="Left empty, the starter campaign.", rows=6
)
ANY_BINDER = BinderArea(
    key="binder",
    label="The binder",
    help="The word starter, or your own binder as a file.",
    rows=20,
    sample=lambda: STARTER,
)


def binder_of(question: object) -> Binder:
    given = question.get("binder") if isinstance(question, Mapping) else None
    try:
        return starter_binder() if given is None else read_binder(given)
    except GameError:
        return starter_binder()


def unit_types(question: object) -> tuple[Pick, ...]:
    return tuple(Pick(each.id, each.name, each.unit_class) for each in binder_of(question).units.values())


def companies(question: object) -> tuple[Pick, ...]:
    return tuple(Pick(each.id, each.name) for each in binder_of(question).companies.values())


WIDE, TALL = 260, 26


def losses_picture(report: answers.LossReport, struck: str, rolled: int | None = None) -> Values:
    """A report of the odds as bars; `rolled` marks what came about."""
    chances = [Fraction(row["probability"]) for row in report["distribution"]]
    top = max(chances)
    rows = [_bar(n, chances, top) | {"rolled": n == rolled} for n in range(len(chances))]
    return {
        "struck": struck,
        "rows": rows,
        "wide": WIDE,
        "mean": f"{report['expected']['float']:.2f}",
        "none": tenths(chances[0]),
        "destroyed": tenths(chances[-1]),
    }


def _bar(n: int, chances: list[Fraction], top: Fraction) -> dict[str, object]:
    width = round(float(chances[n] / top) * WIDE, 1)
    return {
        "losses": n,
        "percent": tenths(chances[n]),
        "at_least": tenths(sum(chances[n:], Fraction(0))),
        "width": max(width, 1.5) if chances[n] else 0,
        "tall": TALL,
    }


SQUARE = 16
"""The side of a square in the drawing's own units."""


def map_preview(sheet: MapSheet) -> Values:
    """The drawing: a band for each run of equal ground, and each row's signs."""
    middles = " ".join(str(n * SQUARE + SQUARE // 2) for n in range(sheet.columns))
    return {
        "name": sheet.name,
        "wide": sheet.columns * SQUARE,
        "tall": sheet.height * SQUARE,
        "square": SQUARE,
        "bands": [band for n in range(sheet.height) for band in _bands(sheet, n)],
        "rows": [
            {"y": n * SQUARE + SQUARE - 4, "x": middles, "signs": row.replace(".", "·")}
            for n, row in enumerate(sheet.rows)
        ],
        "label": f"{sheet.name}, {sheet.columns} by {sheet.height} squares",
    }


def _bands(sheet: MapSheet, row: int) -> Iterator[Values]:
    kinds = [_kind(sheet, row, column) for column in range(sheet.columns)]
    at = 0
    for kind, run in groupby(kinds):
        width = len(list(run))
        if kind != "open":
            yield {"x": at * SQUARE, "y": row * SQUARE, "wide": width * SQUARE, "kind": kind}
        at += width


def _kind(sheet: MapSheet, row: int, column: int) -> str:
    if sheet.rows[row][column].isdigit():
        return "seat"
    ground = sheet.grounds[row][column]
    return ground if ground in STANDARD_TERRAIN else "own"


def money(amount: int) -> str:
    return counted(amount, "credit")


def moved(amount: int) -> str:
    return signed(amount, "–")


ATTACKER, DEFENDER = "Attacker", "Defender"


def _pairing(volley: object, above: str, below: str) -> Drawing:
    return Drawing("parabellum/pairing.html", pairing_picture(volley, above, below))


def _losses(report: answers.LossReport, struck: str, rolled: int | None = None) -> Drawing:
    return Drawing("parabellum/losses.html", losses_picture(report, struck, rolled))


def direct_attack(question: Json, result: Json) -> Summary:
    lost, counter = result["attack"]["losses"], result["counter"]
    pairings = [_pairing(result["attack"], ATTACKER, DEFENDER)]
    verdict = f"The defender loses {lost}"
    if counter:
        pairings.append(_pairing(counter, "Counterattack", ATTACKER))
        verdict += f", the attacker {counter['losses']}"
    rows = [
        (name, question[key]["strength"], result[key]["strength"], result[key]["ammunition"])
        for key, name in (("attacker", ATTACKER), ("defender", DEFENDER))
    ]
    heads = ("", "People before", "People left", "Ammunition left")
    duel = {"attacker": question["attacker"], "defender": question["defender"]}
    had_been = odds.resolve_direct_attack_odds(duel).result["attack"]
    return summary(
        verdict,
        "" if result["defender"]["strength"] else "The defender is destroyed.",
        *pairings,
        Table(heads, rows),
        Heading("What the odds had been"),
        _losses(had_been, DEFENDER, lost),
    )


def direct_attack_odds(question: object, result: Json) -> Summary:
    """Both reports as bars."""
    attack, counter = result["attack"], result["counter"]
    pictures = [_losses(attack, DEFENDER)]
    line = ""
    if counter:
        pictures.append(_losses(counter, ATTACKER))
        line = f"The counterattack costs the attacker {counter['expected']['float']:.2f} on average."
    alive = 1 - Fraction(attack["destroyed"]["probability"])
    return summary(
        f"The defender loses {attack['expected']['float']:.2f} on average",
        line,
        f"Somebody survives: {tenths(alive)}." if not counter else "",
        *pictures,
    )


def artillery_odds(question: object, result: answers.ArtilleryOdds) -> Summary:
    """The first shot's chance, then the whole barrage as bars."""
    hit = tenths(Fraction(result["hit"]["probability"]))
    return summary(
        f"The target loses {result['expected']['float']:.2f} on average",
        f"The first shot hits: {hit}.",
        _losses(result, "Target"),
    )


def afterwards(question: Json, result: answers.CacheExplosion) -> Iterator[Table]:
    """What the explosions left of each unit."""
    before = {each["id"]: each["strength"] for each in question["units"]}
    left = [(spoken(unit), before[unit], people) for unit, people in result["units"].items()]
    yield Table(("Unit", "People before", "People left"), left, "Afterwards")


def maps(question: object, _: object) -> Iterator[Drawing]:
    yield Drawing(
        "parabellum/desk/maps.html", [map_preview(sheet) for sheet in binder_of(question).maps.values()]
    )


def roster_quote(question: object, result: answers.RosterQuote) -> Summary:
    """Cards, people and tokens, and what is left."""
    units = binder_of(question).units
    rows = [(units[row["unit"]].name, row["quantity"], row["cost"]) for row in result["units"]]
    rows += [
        (RESOURCE_NAMES[key].capitalize(), result[key]["quantity"], result[key]["cost"]) for key in RESOURCES
    ]
    left = result["credits_left"]
    line = "" if left is None else f"{money(abs(left))} {'left' if left >= 0 else 'missing'}."
    return summary(money(result["total"]), line, Table(("What", "How many", "Credits"), rows))


def book(_: object, result: answers.BalanceSheet) -> Iterator[Table]:
    """The ledger with a column for each kind that moved anything, and their sums."""
    used = [kind for kind in KINDS if result["totals"][kind]]
    columns = result["columns"]
    shown = [*columns[:5], *used, columns[-1]]
    rows = [
        [_entry(name, value) for name, value in zip(columns, row, strict=True) if name in shown]
        for row in result["rows"]
    ]
    sums = ["Together", "", "", "", "", *(moved(result["totals"][kind]) for kind in used), result["closing"]]
    yield Table(["Line", *map(spoken, shown[1:])], [*rows, sums] if rows else [])


def _entry(column: str, value: object) -> object:
    if value is None:
        return ""
    return spoken(value) if column == "item" else value


WHY: Mapping[str, str] = lexicon("screens/words.json")["why not"]


def way(question: Json, result: Json) -> Iterator[str]:
    """What is left of a movement, or why it cannot be."""
    if result["legal"]:
        yield f"{result['remaining']} squares of movement are left."
        return
    at = result["at"]
    why = WHY[result["reason"]].format(where="" if at is None else question["path"][at].upper())
    yield f"{why[0].upper()}{why[1:]}."


def _bank(kept: int) -> str:
    if not kept:
        return "Nothing is left over."
    return f"The bank keeps {money(kept)}." if kept > 0 else f"The bank adds {money(-kept)}."


def _reserve(reserve: Json) -> str:
    return "hidden" if reserve is None else ", ".join(f"{each} {key}" for key, each in reserve.items())


VOICE = Voice(
    {
        "person": spoken,
        "phase": PHASE_NAMES,
        "problem": lexicon("screens/words.json")["problems"],
        "money": money,
        "moved": moved,
        "average": average,
        "nobody": lambda names: names or "nobody",
        "actor": lambda entry: spoken(entry.get("player", "")),
        "price": lambda lot: lot["quantity"] * lot["price"],
        "purse": lambda players: sum(each["credits"] for each in players.values()),
        "kinds": lambda sums: ", ".join(f"{kind} {moved(sum)}" for kind, sum in sums.items()),
        "held": lambda streak: ", ".join(f"{spoken(player)} {turns}" for player, turns in streak.items()),
        "bank": _bank,
        "reserve": _reserve,
    },
    {"afterwards": afterwards, "maps": maps, "book": book, "way": way},
)
