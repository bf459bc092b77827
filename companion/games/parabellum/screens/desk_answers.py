"""How answers read on the desk: a campaign's, combat's with odds as bars, money's, movement's."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from companion.engine.desk import Drawing, Heading, Row, Summary, Table, summary
from companion.engine.errors import GameError, InvalidInput
from companion.engine.form import Area, Data, Pick, Place, first
from companion.engine.wire import Json
from companion.engine.wording import average, counted, signed, tenths
from companion.games.parabellum.data import KINDS, RESOURCE_NAMES, RESOURCES, SEATS, STANDARD_TERRAIN, lexicon
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


def names(players: Sequence[object], none: str = "nobody") -> str:
    """Players as people read them."""
    return ", ".join(spoken(player) for player in players) or none


def squares(listed: Sequence[str]) -> str:
    return ", ".join(square.upper() for square in listed)


def yes(value: object) -> str:
    return "yes" if value else "no"


PROBLEMS: Mapping[str, str] = lexicon("screens/words.json")["problems"]


def turn_order(question: object, result: answers.TurnOrdered) -> Summary:
    rows = [(n, spoken(player)) for n, player in enumerate(result["order"], 1)]
    return summary(
        f"{spoken(result['order'][0])} goes first", f"Rolls: {result['rounds']}.", Table(("", "Player"), rows)
    )


def scenario_end(question: object, result: answers.ScenarioEnd) -> Summary:
    """Where everybody stands now, and what was paid."""
    rows = [
        (
            spoken(player),
            ", ".join(map(spoken, goals)) or "–",
            result["credits"][player],
            result["liquid"][player],
            f"d{result['turn_dice'][player]}",
        )
        for player, goals in result["completed"].items()
    ]
    paid = [
        (spoken(line["player"]), line["kind"], spoken(line["item"]), moved(line["amount"]))
        for line in result["lines"]
    ]
    tokens = [
        f"{spoken(player)}: {each['fuel']} fuel, {each['ammunition']} ammunition."
        for player, each in result["tokens"].items()
        if any(each.values())
    ]
    return summary(
        _verdict(result),
        f"Eliminated: {names(result['eliminated'])}." if result["eliminated"] else "",
        *tokens,
        Table(("Player", "Completed", "Credits", "Liquid", "Next turn die"), rows),
        Table(("Player", "Line", "For", "Credits"), paid, "Into the books"),
    )


def _verdict(result: answers.ScenarioEnd) -> str:
    if not result["campaign_over"]:
        return f"{spoken(result['choosers'][0])} chooses the next scenario"
    return f"The campaign is over: {spoken(result['winner'])} wins" if result["winner"] else "Nobody is left"


def binder_check(question: object, result: answers.BinderFacts) -> Summary:
    tree = [_scenario_of(row) for row in result["scenarios"]]
    maps = [
        (spoken(name), f"{each['columns']} × {each['rows']}", *(each["deployment"][str(n)] for n in SEATS))
        for name, each in result["maps"].items()
    ]
    lost = ", ".join(result["unreachable"]).upper()
    unused = ", ".join(map(spoken, result["unused_maps"]))
    drawn = [map_preview(sheet) for sheet in binder_of(question).maps.values()]
    ways, longest = counted(result["paths"], "way"), counted(result["longest"], "scenario")
    return summary(
        f"The binder reads: up to {counted(result['players'], 'player')}",
        f"{ways} through, the longest over {longest}.",
        lost and f"No way leads to {lost}.",
        unused and f"Maps that nobody uses: {unused}.",
        Table(("Scenario", "Depth", "Leads to", "Ways on"), tree, "The tree"),
        Table(("Map", "Squares", "Seat 1", "Seat 2", "Seat 3", "Seat 4"), maps, "Deployment squares"),
        Heading("The maps"),
        Drawing("parabellum/desk/maps.html", drawn),
    )


def _scenario_of(row: answers.ScenarioFacts) -> Row:
    depth = "–" if row["depth"] is None else row["depth"]
    return (row["scenario"].upper(), depth, ", ".join(row["next"]).upper() or "an ending", row["paths"])


def campaign_report(question: object, result: answers.CampaignReport) -> Summary:
    rows = [
        (
            spoken(each["player"]),
            each["status"],
            each["credits"],
            each["scrap_value"],
            each["net_worth"],
            each["units"],
            each["personnel"],
        )
        for each in result["standings"]
    ]
    heads = ("Player", "Status", "Credits", "Scrap value", "Net worth", "Units", "People")
    winner = result["winner"]
    first = result["standings"][0]
    return summary(
        f"{spoken(winner)} has won" if winner else f"{spoken(first['player'])} leads",
        f"The way so far: {', '.join(result['path']).upper()}.",
        f"{counted(result['casualties'], 'person', 'people')} fell for good.",
        Table(heads, rows, "Standings"),
        *(_scenario(each) for each in result["scenarios"]),
    )


def _scenario(scenario: Json) -> Table:
    rows = [
        (
            spoken(player),
            each["opening"],
            ", ".join(f"{kind} {moved(sum)}" for kind, sum in each["by_kind"].items()) or "–",
            each["closing"],
            ", ".join(map(spoken, scenario["completed"].get(player, ()))) or "–",
        )
        for player, each in scenario["players"].items()
    ]
    ended = scenario["ended_by"] or "still played"
    title = f"{scenario['scenario'].upper()}: {ended}, {counted(scenario['rounds'], 'round')}"
    return Table(("Player", "Opening", "Moved", "Closing", "Completed"), rows, title)


def audit(question: Json, result: answers.Audited) -> Summary:
    rows = [(each["path"], PROBLEMS[each["code"]]) for each in result["problems"]]
    if result["ok"]:
        sums = question["state"]["players"].values()
        return summary(
            "Everything is in order", f"{money(sum(each['credits'] for each in sums))} in all hands."
        )
    return summary(counted(len(rows), "finding"), Table(("Where", "What is wrong"), rows))


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


def artillery_attack(question: object, result: answers.ArtilleryAttack) -> Summary:
    hits = sum(shot["hit"] for shot in result["shots"])
    shots = [(n, *_shot(shot)) for n, shot in enumerate(result["shots"], 1)]
    left = [(spoken(name), each["losses"], each["strength"]) for name, each in result["targets"].items()]
    return summary(
        f"{counted(hits, 'hit')} out of {counted(len(shots), 'shot')}",
        f"Ammunition counters left: {result['ammunition']}.",
        Table(("Shot", "At", "Its number", "Best defence", "Hit"), shots),
        Table(("Target", "Losses", "People left"), left),
    )


def _shot(shot: answers.ShotRow) -> Sequence[object]:
    if shot["wasted"]:
        return (spoken(shot["target"]), "–", "–", "wasted")
    return (spoken(shot["target"]), shot["artillery"], shot["best_defense"], yes(shot["hit"]))


def artillery_odds(question: object, result: answers.ArtilleryOdds) -> Summary:
    """The first shot's chance, then the whole barrage as bars."""
    hit = tenths(Fraction(result["hit"]["probability"]))
    return summary(
        f"The target loses {result['expected']['float']:.2f} on average",
        f"The first shot hits: {hit}.",
        _losses(result, "Target"),
    )


def cache_explosion(question: Json, result: answers.CacheExplosion) -> Summary:
    gone = [each["square"] for each in result["explosions"]]
    tables = [_explosion(each) for each in result["explosions"]]
    before = {each["id"]: each["strength"] for each in question["units"]}
    left = [(spoken(unit), before[unit], people) for unit, people in result["units"].items()]
    kept = squares(list(result["caches"]))
    return summary(
        f"{counted(len(gone), 'explosion')}: {squares(gone)}",
        f"Destroyed: {', '.join(map(spoken, result['destroyed']))}." if result["destroyed"] else "",
        f"Caches left: {kept}." if kept else "No cache is left.",
        *tables,
        Table(("Unit", "People before", "People left"), left, "Afterwards"),
    )


def _explosion(explosion: answers.ExplosionRow) -> Table:
    rows = [_blast(each) for each in explosion["attacks"]]
    title = f"{explosion['square'].upper()}, {counted(explosion['tokens'], 'token')}"
    return Table(("What", "Attack", "Defence", "Losses", "Then"), rows, title)


def _blast(attack: Json) -> Sequence[object]:
    dice = (" ".join(map(str, attack["attack"])), " ".join(map(str, attack["defense"])), attack["losses"])
    if "unit" in attack:
        return (spoken(attack["unit"]), *dice, f"{attack['strength']} left")
    then = "explodes too" if attack["explodes"] else "holds"
    return (f"Cache {attack['cache'].upper()}", *dice, then)


def recon_report(question: object, result: answers.ReconReport) -> Summary:
    report = result["report"]
    rows = [(key.capitalize(), yes(report[key])) for key in ("fuel", "ammunition", "cargo", "passengers")]
    return summary(
        f"{spoken(report['type'])}, {counted(report['strength'], 'person', 'people')}",
        f"Against artillery its defence dice: {result['artillery_defense_modifier']}, until Combat ends.",
        Table(("Any", ""), rows),
    )


def purchase_quote(question: object, result: answers.PurchaseQuote) -> Summary:
    rows = [(lot["quantity"], lot["price"], lot["quantity"] * lot["price"]) for lot in result["lots"]]
    after, then = result["supply_after"], result["next_price"]
    most = result["affordable"]
    return summary(
        money(result["cost"]),
        "Nothing is left to buy." if then is None else f"The next one costs {then}.",
        "" if after is None else f"{after} are left to buy.",
        "" if most is None else f"Your credits buy at most {most}.",
        Table(("How many", "Price each", "Credits"), rows),
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


def flag_suggest(question: object, result: answers.FlagsFree) -> Summary:
    rows = [(n, " · ".join(map(spoken, flag))) for n, flag in enumerate(result["flags"], 1)]
    return summary(
        f"{counted(len(rows), 'free flag')}",
        f"{result['left']} more are free.",
        Table(("", "Beads from below"), rows),
    )


def scrap_payout(question: object, result: answers.ScrapPayout) -> Summary:
    """What the bank pays, and what comes back."""
    rows = [
        ("People to the reserve", result["personnel"]),
        ("Fuel tokens", result["fuel_tokens"]),
        ("Ammunition tokens", result["ammunition_tokens"]),
    ]
    return summary(money(result["payout"]), f"Exactly {average(result['exact'])}.", Table(("", ""), rows))


def reorganize(question: object, result: answers.Reorganized) -> Summary:
    keep, wasted = result["keep"], result["wasted"]
    rows = [
        ("People", keep["strength"], f"{result['reserve_personnel']} to the reserve"),
        ("Fuel counters", keep["fuel"], f"{wasted['fuel']} lost"),
        ("Ammunition counters", keep["ammunition"], f"{wasted['ammunition']} lost"),
    ]
    return summary(
        f"{counted(keep['strength'], 'person', 'people')} on the card, and {money(result['payout'])}",
        f"The payout before rounding: {result['exact']}.",
        Table(("", "On the card", "Left over"), rows),
    )


def withdraw(question: Json, result: answers.Withdrawal) -> Summary:
    units = zip(question["units"], result["payouts"], strict=True)
    rows = [(each["cost"], f"{each['strength']} of {each['max_strength']}", paid) for each, paid in units]
    bank = result["to_bank"]
    kept = f"The bank keeps {money(bank)}." if bank > 0 else f"The bank adds {money(-bank)}."
    return summary(
        f"{names(question['remaining'])}: {money(result['share'])} each",
        kept if bank else "Nothing is left over.",
        f"{counted(result['personnel_returned'], 'person', 'people')} back into the pool.",
        "The scenario is over." if result["scenario_over"] else "",
        Table(("Price paid", "People", "Pays"), rows, f"Together {result['total']}"),
    )


def balance_sheet(question: object, result: answers.BalanceSheet) -> Summary:
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
    return summary(
        f"{spoken(result['player'])} has {money(result['closing'])}",
        f"{result['income']} came in, {result['expense']} went out.",
        Table(["Line", *map(spoken, shown[1:])], [*rows, sums] if rows else []),
        Table(("Account", "Debits less credits"), accounts, "Trial balance"),
        Table(("Line", "Debit", "Credit", "Amount"), postings, "Both sides of every line"),
    )


def _entry(column: str, value: object) -> object:
    if value is None:
        return ""
    return spoken(value) if column == "item" else value


WHY: Mapping[str, str] = lexicon("screens/words.json")["why not"]


def move_check(question: Json, result: Json) -> Summary:
    rows = [
        (step["square"].upper(), step["terrain"], step["cost"], step["total"]) for step in result["steps"]
    ]
    walked = Table(("Square", "Terrain", "Cost", "Together"), rows)
    if result["legal"]:
        left = f"{result['remaining']} squares of movement are left."
        return summary(f"It goes there for {result['cost']}", left, walked)
    at = result["at"]
    why = WHY[result["reason"]].format(where="" if at is None else question["path"][at].upper())
    return summary("It cannot go there", f"{why[0].upper()}{why[1:]}.", walked)


def reachable(question: object, result: answers.Reachable) -> Summary:
    rows = [(each["square"].upper(), each["cost"], " ".join(each["positions"])) for each in result["squares"]]
    verdict = f"{len(rows)} squares in reach" if rows else "It can go nowhere"
    return summary(verdict, Table(("Square", "Cost", "Where it can stop"), rows))
