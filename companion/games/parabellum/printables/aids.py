"""Players' aids: turn, combat, dice, terrain, money."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from companion.engine.dice import Pool, unmatched
from companion.engine.game import Scene
from companion.engine.wording import signed
from companion.games.parabellum.data import DICE, PHASE_NAMES, SPOTTED
from companion.games.parabellum.printables import look
from companion.games.parabellum.procedures.combat import hit_chance
from companion.games.parabellum.procedures.dice import BARE
from companion.games.parabellum.procedures.money import to_five
from companion.games.parabellum.state import DEFAULTS, Binder, Options, Scenario, State, spoken
from companion.press.boxes import banner
from companion.press.options import TEXT_OPTIONS, Choices, Made
from companion.press.prose import Markup, Prose, join, table, tag

MUSTER = (
    "at any time: a person for every space, the token cost of fuel and ammunition back to the box, "
    "all counters full, a flag of one to four beads that nobody else flies."
)


def set_up() -> tuple[Markup, ...]:
    """Set-up: goes, mustering, flags."""
    return (
        tag("h2", "Set-up"),
        look.points(
            "In turn order, each go buys any amount of one resource: units, people, fuel or ammunition. "
            "Or say you are done, which is final.",
            join((tag("b", "Muster "), MUSTER)),
            "Load cargo and passengers among mustered units.",
        ),
    )


def turn(options: Options) -> tuple[Markup, ...]:
    """The phases of a turn: what each allows, and what forbids it."""
    within = " within its own range" if options.counter_range else ""
    combat_and_after = (
        (
            PHASE_NAMES["special"],
            "Recon: type, strength, and whether there is fuel, ammunition, cargo, passengers; "
            f"{SPOTTED} less on its defence dice against artillery. Barrage: all shots for one counter.",
            "Artillery that moved or alighted does not fire. One recon, barrage or attack a unit.",
        ),
        (
            PHASE_NAMES["direct"],
            f"Attack within range for one ammunition; who survives may counterattack{within}, once.",
            "Freshly deployed units neither attack nor counterattack.",
        ),
        (
            PHASE_NAMES["boardroom"],
            "Buy, muster, load, reorganize, disband, scrap, at will. Objectives are looked at last.",
            "Withdraw in any phase: units left on the map are scrapped for the others.",
        ),
    )
    rows = (*_before_combat(options), *combat_and_after)
    return (tag("h2", "Your turn"), table(("Phase", "You may", "What stops you"), rows))


def _before_combat(options: Options) -> tuple[tuple[str, str, str], ...]:
    again = "It may also reposition." if options.reposition_with_move else "It may not reposition as well."
    sharing = "" if options.enemy_sharing else " Squares with enemies are closed."
    return (
        (
            PHASE_NAMES["movement"],
            "Move up to Speed, never diagonally, with fuel. Or reposition in the square, or dig in a layer, "
            f"or dig out. {again}{sharing} At the end each unit that moved pays one fuel.",
            "No fuel, entrenched, bridge open.",
        ),
        (
            "Extraction, deployment",
            "Take units off your deployment squares, put mustered ones on free ones, for their fee.",
            "A deployed unit does nothing more until your next turn.",
        ),
        (
            PHASE_NAMES["logistics"],
            "Hand over cargo, cache it next door, pick up, resupply for the exact token cost, board, alight, "
            "one work an engineer.",
            "One partner a unit. Boarding and alighting not in one turn.",
        ),
    )


def direct(options: Options) -> tuple[Markup, ...]:
    """A direct attack, step by step (A1–A3)."""
    out = "out of the campaign" if options.casualties == "out" else "back to the pool"
    return (
        tag("h2", "Direct attack"),
        tag(
            "ol",
            tag(
                "li",
                "Attacker: one attack die a person. Defender: one defence die a person. Add cover to each.",
            ),
            tag("li", "Sort both, highest first. A defence die stops one attack die that is equal or lower."),
            tag("li", f"Each attack die that is left takes one person, {out}."),
            tag("li", "Survivors may strike back, in range and with ammunition, the same way."),
        ),
    )


def artillery() -> tuple[Markup, ...]:
    """A barrage and an explosion (A5, L3)."""
    return (
        tag("h2", "Artillery and explosions"),
        look.points(
            "From the lesser to the greater range. Share the shots out, then resolve them one by one: a hit "
            "when the die beats the target's best defence die. A tie misses; one hit, one person; no "
            "counterattack.",
            "A cache: one d6 a token in defence. Any loss and all of it goes up: a d8 a token against every "
            "unit on its square and next to it, friend or foe, and against caches beside it, one after the "
            "other.",
        ),
    )


def terrain(binder: Binder, scenario: Scenario | None) -> tuple[Markup, ...]:
    """What each terrain costs and shelters, as it counts here (M2, M3)."""
    kinds = scenario.ground if scenario else binder.terrain
    rows = [
        (
            spoken(each.id),
            "all" if each.cost == "all" else each.cost,
            signed(each.defense, ""),
            signed(each.attack, ""),
            "everybody" if each.access is None else ", ".join(tag_.replace("_", " ") for tag_ in each.access),
        )
        for each in kinds.values()
    ]
    rows += [("Earthwork", "", "+1", "", ""), ("Each layer dug", "", "+1", "", "")]
    top = ("", "Moves", "Defence", "Attacks on it", "May enter")
    return (tag("h2", "Terrain and cover"), table(top, rows, kind="num"))


def money(binder: Binder, scenario: Scenario | None) -> tuple[Markup, ...]:
    """Prices, fees and payouts (C3, C4, B5)."""
    booklet = scenario or binder.scenarios[binder.start]
    rows = []
    for resource in ("manpower", "fuel", "ammunition"):
        bands = binder.bands(booklet.id, resource)
        word = "People" if resource == "manpower" else spoken(resource)
        ladder = ", then ".join(f"{band.price} while more than {band.above} are left" for band in bands[:-1])
        rows.append((word, f"{ladder}, then {bands[-1].price}" if ladder else f"{bands[-1].price} each"))
    rows.append(("Fees", f"deploy {booklet.deployment_cost}, extract {booklet.extraction_cost} a unit"))
    return (tag("h2", "Prices"), table(("", f"Scenario {booklet.id.upper()}"), rows, kind="names"))


def payouts(options: Options, costs: Sequence[int] = (60, 100, 150, 200, 300, 420)) -> tuple[Markup, ...]:
    """What scrapping pays, by cost and strength of ten (B5, R42)."""
    strengths = range(10, 0, -1)
    rows = [
        (cost, *(to_five(Fraction(cost * strength, 20), options.payout_tie) for strength in strengths))
        for cost in costs
    ]
    return (
        tag("h2", "Scrap"),
        tag(
            "p", "Half the cost, in proportion to the people left, to the nearest 5. From the reserve: half."
        ),
        table(("Cost", *strengths), rows, kind="num"),
    )


def losses_table(people: int) -> Markup:
    """Mean losses of so many people against as many, by attack and defence die (A2)."""
    rows = []
    for attack in DICE:
        means = []
        for defense in DICE:
            odds = unmatched(Pool(people, attack), Pool(people, defense), people)
            means.append(f"{sum(lost * weight for lost, weight in odds.weights.items()) / odds.total:.1f}")
        rows.append((f"d{attack}", *means))
    return table(("ATK", *(f"d{die}" for die in DICE)), rows, kind="num")


def hits_table(defense: int, strengths: Sequence[int] = (10, 7, 5, 3, 2, 1)) -> Markup:
    """The chance of one artillery shot, by its die and the people it falls on (A5)."""
    rows = [
        (
            f"d{die}",
            *(
                f"{float(hit_chance(die, defense, people, BARE)):.0%}".replace("%", " %")
                for people in strengths
            ),
        )
        for die in DICE
    ]
    return table((f"ARTY on d{defense}", *strengths), rows, kind="num")


MOST_BESIDE_COMBAT, MOST_BESIDE_ODDS, MOST_BANDS = 14, 10, 6
"""Kinds of terrain, and steps of a price, for which there is room on one page."""


class DiceLog(Choices):
    sheets: int


def rules_of(choices: look.Bound, scene: Scene[State] | None) -> tuple[Binder, Scenario | None, Options]:
    """The binder, the scenario that is played, and the house rules in force."""
    binder, state = look.binder_of(choices, scene), look.state_of(scene)
    booklet = state.booklet if state and state.binder is binder else None
    return binder, booklet, state.options if state else DEFAULTS


FOOT = (125.0, 26.0)
"""Millimetres: the company's engraving below a column."""


def turn_aid(choices: look.Bound, scene: Scene[State] | None) -> Prose:
    """Set-up, the turn, prices, combat and terrain in two columns."""
    binder, booklet, options = rules_of(choices, scene)
    left = tag("div", *set_up(), *turn(options), *money(binder, booklet))
    foot = banner(look.DRESS, choices, *FOOT)
    right = tag("div", *direct(options), *artillery(), *terrain(binder, booklet), foot)
    steps = max(len(resource.bands) for resource in binder.resources.values())
    long = len(binder.terrain) > MOST_BESIDE_COMBAT or steps > MOST_BANDS
    body = join((look.head("Parabellum Inc.", "Turn and phases"), look.halves(left, right, long=long)))
    return look.DRESS.prose(choices, "turn aid", body, lying=True)


def dice_aid(choices: look.Bound, scene: Scene[State] | None) -> Prose:
    binder, booklet, options = rules_of(choices, scene)
    left = tag(
        "div",
        tag("h2", "Losses, ten against ten"),
        tag("p", "The mean, in the open: your attack die at the left, their defence die above.", kind="lead"),
        losses_table(10),
        tag("h2", "Losses, five against five"),
        losses_table(5),
        *payouts(options, (100, 200, 300, 420)),
        banner(look.DRESS, choices, *FOOT),
    )
    right = tag(
        "div",
        tag("h2", "One artillery shot"),
        tag("p", "The chance of a hit, by the people it falls on. Beat their best die.", kind="lead"),
        hits_table(6),
        hits_table(10),
        *terrain(binder, booklet),
    )
    long = len(binder.terrain) > MOST_BESIDE_ODDS
    body = join((look.head("Parabellum Inc.", "Dice and terrain"), look.halves(left, right, long=long)))
    return look.DRESS.prose(choices, "dice and terrain", body, lying=True)


def dice_log(choices: DiceLog, scene: Scene[State] | None) -> Prose:
    """Three combats a page: dice sorted in columns, which stopped which, and what was lost."""
    sheets = [tag("section", _combat(), _combat(), _combat()) for _ in range(choices["sheets"])]
    return look.DRESS.prose(choices, "dice log", join(sheets))


def _combat() -> Markup:
    line = "Attacker ____________  d___  people ___    Defender ____________  d___  people ___    cover ____"
    rows = [
        (word, *[""] * 20)
        for word in ("Attack", "Defence", "Left over", "Counterattack", "Defence", "Left over")
    ]
    return join((
        look.head("Dice log", "highest first; a defence die stops one equal or lower"),
        tag("p", line, kind="lead"),
        table(("", *range(1, 21)), rows, kind="pen num names"),
        tag("p", "Losses: defender ____   attacker ____      Ammunition spent: ____", kind="lead"),
    ))  # fmt: skip


AIDS: Mapping[str, Made] = {
    "turn-aid": (turn_aid, (*TEXT_OPTIONS, *look.own("binder"))),
    "dice-aid": (dice_aid, (*TEXT_OPTIONS, *look.own("binder"))),
    "dice-log": (dice_log, (*TEXT_OPTIONS, *look.own("dice logs"))),
}
