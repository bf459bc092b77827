"""How the answers about attacks and trenches read: finished values for their pages."""

from companion.engine.told import Drawing, Figure, Heading, Line, Part, Row, Table, Told, told
from companion.engine.wire import Json
from companion.engine.wording import Values, count, listed, percent, sentence, signed
from companion.games.scarper.data import BATTLEFIELD_NAMES, OTHER, SIDE_NAMES
from companion.games.scarper.procedures import concentrated_assault, frontal_charge_odds
from companion.games.scarper.screens.desk.bars import Bar, bars
from companion.games.scarper.screens.desk.questions import board_of
from companion.games.scarper.screens.desk.strip import strip


def charge(question: Json, result: Json) -> Told:
    """A charge: both totals with their reasons, what moved, and what the odds had been."""
    attacker, where = question["attacker"], question["battlefield"]
    sides = {"attacker": attacker, "defender": OTHER[attacker], None: ""}
    odds = frontal_charge_odds.resolve(
        {key: value for key, value in question.items() if key != "rolls"}
    ).result
    margin = result["attack"]["total"] - result["defence"]["total"]
    totals = {
        "attack": _total(attacker, "attacks", result["attack"]),
        "defence": _total(OTHER[attacker], "defends", result["defence"]),
    }
    return told(
        _verdict(question, result, margin),
        Drawing("scarper/desk/totals.html", totals),
        strip(board_of(question), where, result, question["battlefields"][where]),
        _charge_effect(question, result),
        Drawing("scarper/desk/propaganda.html", _markers(question["propaganda"], result["propaganda"])),
        Heading("What the odds had been"),
        _charge_bars(question, odds, margin),
        side=sides[result["winner"]],
    )


def _verdict(question: Json, result: Json, margin: int) -> str:
    where = BATTLEFIELD_NAMES[question["battlefield"]]
    if result["winner"] == "attacker":
        return f"The charge on {where} succeeds by {margin}"
    return f"{where} holds by {-margin}" if result["winner"] else f"Nothing moves at {where}"


def _total(side: str, does: str, told: Json) -> Values:
    ahead = [(BATTLEFIELD_NAMES[name], bonus) for name, bonus in told.get("relative", {}).items()]
    dug = told.get("trenches", 0)
    halved = [(f"{count(dug, 'trench', 'trenches')}, halved", told["bonus"])] if dug else []
    cards = [("cards in play", told["modifier"])] if told["modifier"] else []
    parts = [{"label": label, "value": signed(value)} for label, value in (*ahead, *halved, *cards)]
    return {
        "side": side,
        "who": f"{SIDE_NAMES[side]} {does}",
        "roll": told["roll"],
        "parts": parts,
        "total": told["total"],
    }


def _charge_effect(question: Json, result: Json) -> str:
    if result["winner"] == "attacker":
        return _moved(result["moves"], result["unspent"])
    if result["winner"] is None:
        return "Equal totals: neither the line nor propaganda moves."
    return (
        sentence(count(result["propaganda_value"], "propaganda step"))
        + ", by turns, the attacker’s loss first."
    )


def _moved(moves: Json, unspent: int = 0) -> str:
    """What the moves of an attack did, in a sentence."""
    dug = sum(move["kind"] == "remove_trench" for move in moves)
    gained = len(moves) - dug
    told = [f"{count(dug, 'trench', 'trenches')} dug out"] if dug else []
    told.append(f"{count(gained, 'space')} gained")
    told += [f"{unspent} of movement lost at the end of the track"] if unspent else []
    return sentence(listed(told)) + "."


def _markers(before: Json, after: Json) -> list[Values]:
    return [
        {
            "side": who,
            "name": SIDE_NAMES[who],
            "before": before[who],
            "after": after[who],
            "moved": before[who] != after[who],
        }
        for who in ("allied", "german")
    ]


def _charge_bars(question: Json, odds: Json, rolled: int | None = None) -> Drawing:
    attacker = question["attacker"]
    sides = {1: attacker, 0: "", -1: OTHER[attacker]}
    ways = [
        Bar(signed(o["margin"]), o["f"], sides[(o["margin"] > 0) - (o["margin"] < 0)], o["margin"] == rolled)
        for o in odds["outcomes"]
    ]
    chances = [
        (attacker, "wins", odds["attacker"]),
        ("", "Tie", odds["tie"]),
        (OTHER[attacker], "holds", odds["defender"]),
    ]
    picture = {
        "bars": bars(ways, "Chance of each difference between attack and defence"),
        "chances": [
            {
                "side": side,
                "label": f"{SIDE_NAMES[side]} {does}" if side else does,
                "percent": percent(chance["f"]),
            }
            for side, does, chance in chances
        ],
        "caption": "Attack less defence",
    }
    return Drawing("scarper/desk/odds.html", picture)


def charge_odds(question: Json, result: Json) -> Told:
    """The odds of a charge: who wins how often, and how far the line goes."""
    bonuses = {"attack": signed(result["attack_bonus"]), "defence": signed(result["defence_bonus"])}
    rows = [(spaces, percent(chance["f"]), chance["p"]) for spaces, chance in result["advance"].items()]
    return told(
        "",
        Drawing("scarper/desk/bonuses.html", bonuses),
        _charge_bars(question, result),
        Table(("Spaces gained", "Chance", "Exactly"), rows, manner="exact"),
        _mean(result),
    )


def _mean(result: Json) -> Line:
    return Line("On average", f"{result['expected_advance']['f']:.2f}", "spaces.")


def assault(question: Json, result: Json) -> Told:
    """An assault: what it moved, what it cost, and what the odds had been."""
    where, attacker = question["battlefield"], question["attacker"]
    asked = {key: value for key, value in question.items() if key != "rolls"}
    odds = concentrated_assault.resolve_odds(asked).result
    winner = f"The {SIDE_NAMES[result['winner']]} side wins the war." if result["winner"] else ""
    return told(
        f"The assault on {BATTLEFIELD_NAMES[where]} gains {_spaces(result['moves'])}",
        Drawing("scarper/desk/movement.html", _movement(question, result)),
        strip(board_of(question), where, result, question),
        _moved(result["moves"], result["unspent"]),
        f"{SIDE_NAMES[attacker]} morale falls by {result['morale_lost']}: "
        f"the marker goes from {signed(question['morale'])} to {signed(result['morale'])}.",
        winner and Line("", winner, manner="notice"),
        Heading("What the odds had been"),
        _assault_bars(question, odds, result["d3"]),
        side=attacker,
    )


def _movement(question: Json, result: Json) -> Values:
    parts = [
        ("command points", question["points"]),
        ("d3", result["d3"]),
        ("cards in play", question.get("modifier", 0)),
    ]
    return {
        "movement": result["movement_value"],
        "parts": [{"label": label, "value": signed(value)} for label, value in parts if value],
        "roll": question["rolls"]["d6"],
    }


def _spaces(moves: Json) -> str:
    return count(sum(move["kind"] == "advance" for move in moves), "space")


def _assault_bars(question: Json, odds: Json, rolled: int | None = None) -> Drawing:
    ways = [Bar(str(o["advance"]), o["f"], question["attacker"], o["d3"] == rolled) for o in odds["outcomes"]]
    words = "Spaces gained, with a d3 of 1, 2 and 3"
    return Drawing("scarper/desk/odds.html", {"bars": bars(ways, words), "caption": words})


def assault_odds(question: Json, result: Json) -> Told:
    """The odds of an assault: the three ways in which it can end."""
    heads = ("d3", "Chance", "Movement", "Spaces", "Trenches", "Morale")
    rows = [_way(outcome) for outcome in result["outcomes"]]
    ways = Table(heads, rows, label="The three ways to end")
    return told("", _assault_bars(question, result), ways, _mean(result))


def _way(outcome: Json) -> Row:
    wins = f": {SIDE_NAMES[outcome['winner']]} wins" if outcome["winner"] else ""
    moved = (outcome["movement_value"], outcome["advance"], outcome["trenches_removed"])
    return (outcome["d3"], percent(outcome["f"]), *moved, signed(outcome["morale"]) + wins)


def push(question: Json, result: Json) -> Told:
    """A steady push: each battlefield before and after."""
    board, parts = board_of(question), list[Part]()
    for push, asked in zip(result["pushes"], question["pushes"], strict=True):
        points = sentence(count(asked["points"], "point"))
        parts += [
            strip(board, push["battlefield"], push, asked),
            Line("", f"{points}:", _moved(push["moves"])),
        ]
    left = sentence(count(result["left"], "point"))
    return told("", *parts, Line(f"{left} left.", manner="told__left"), side=question["attacker"])


def trenches(question: Json, result: Json) -> Told:
    """New trenches: the battlefields that they lie on, and what is left to dig with."""
    board, given = board_of(question), question["battlefields"]
    dug = {placement["battlefield"] for placement in question["placements"]}
    fronts = [(name, front) for name, front in result["battlefields"].items() if name in dug]
    total = sum(placement["count"] for placement in question["placements"])
    return told(
        sentence(count(total, "trench", "trenches")) + " dug",
        Figure("Economy", f"{question['economy']} → {result['economy']}"),
        *(strip(board, name, front, given[name]) for name, front in fronts),
        side=question["side"],
    )
