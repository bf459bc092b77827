"""The player aid: two A5 pages side by side on one sheet, with the house rules in force."""

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.scarper.data import ADVANCE_COST, CHARGE_COST, HAND_SIZE, PUSH_TRENCH_COST, ROUNDS, YEARS
from companion.games.scarper.printables.charge_table import charge_odds, percent
from companion.games.scarper.printables.look import DRESS
from companion.games.scarper.printables.sheets import rule
from companion.games.scarper.printables.source import options_of, state_of
from companion.games.scarper.state import Options
from companion.press.markup import Markup, join, steps, table, tag
from companion.press.options import TEXT_OPTIONS
from companion.press.prose import Prose
from companion.press.shelf import Made


def aid(choices: Mapping[str, Json], scene: Scene[Any] | None) -> Prose:
    """A year and what things cost on the left; attacks, scoring and victory on the right."""
    options = options_of(state_of(scene))
    left = tag("div", *_year(options), *_round(options), *_costs())
    right = tag("div", *_charge(options), *_assault(), *_end(options), *_house(options))
    return DRESS.prose(
        choices, "player aid", tag("div", left, right, kind="halves"), lying=not choices["large"]
    )


def _year(options: Options) -> tuple[Markup, ...]:
    success, failure = options.mission_success, options.mission_failure
    lasting = "" if options.ongoing_at == "missions" else " Lasting cards move the tracks just before."
    told = (
        ("Propaganda ", "goes back to 0 on both sides.", "4.3 A"),
        ("Hands ", "are filled from the year's deck.", "4.3 B"),
        ("Missions: ", "draw two, keep one or both, hidden.", "4.3 C"),
        ("Who goes first: ", _first(options), "4.2"),
        ("Rounds, ", "turn about. A side without a card sits out.", "4.3 D"),
        (
            "Missions ",
            f"are shown: success gives their owner {success} morale, failure the other {failure}.",
            "4.3 E",
        ),
        ("Scoring, ", f"all at once: every frontline, the leads in propaganda and economy.{lasting}", "7.1"),
    )
    rows = (("Hand filled to", *HAND_SIZE.values()), ("Rounds a side", *ROUNDS.values()))
    return (
        tag("h1", "Scarper"),
        tag("p", "Player aid: nine battlefields, five years, one Morale Track", kind="lead"),
        tag("h2", "A year"),
        steps(join((tag("b", word), words, rule(number))) for word, words, number in told),
        table(("", *YEARS), rows, kind="num"),
    )


def _first(options: Options) -> str:
    tie = {
        "previous_second": "the side that went second last year",
        "previous_first": "the side that went first last year",
        "allied": "the Allied side",
        "german": "the German side",
    }[options.initiative_tie]
    return f"the German side in 1914; later the side behind on morale decides (on 0: {tie})."


def _round(options: Options) -> tuple[Markup, ...]:
    told = (
        "Build trenches if you like: one economy each, on your own side of a frontline.",
        "Play one card, for its event or for its command points. You may not pass.",
        "Your opponent's card gives you its points, and its event happens too: you say whether before or "
        "after, your opponent resolves it.",
        "An event whose card is missing, or that a card in play forbids, does not happen.",
    )
    return (tag("h2", "A round"), steps(told))


def _costs() -> tuple[Markup, ...]:
    rows = (
        ("Trench", "1 economy, before you play a card", "6.1.1"),
        ("Propaganda, economy", "1 point a space", "6.1.2, 6.1.3"),
        (
            "Steady push",
            f"{ADVANCE_COST} point a space; {PUSH_TRENCH_COST} points remove a trench in the way",
            "6.2.1",
        ),
        ("Frontal charge", f"{CHARGE_COST} points, two dice", "6.2.2"),
        ("Concentrated assault", "all points of the card, unspent; 1 to 3 morale", "6.2.3"),
    )
    return (tag("h2", "What it costs"), table(("", "Price", "Rule"), rows))


def _charge(options: Options) -> tuple[Markup, ...]:
    one = "space" if options.relative_position == "spaces" else "step of value"
    told = (
        f"Attacker: one die, and for each neighbouring frontline +1 if it is one {one} ahead of this one, "
        "+2 if it is two or more. Neighbours behind give nothing.",
        "Defender: one die, and half of all own trenches on this battlefield, rounded down.",
        "Cards in play add what they say.",
        "Attacker higher: the difference is movement. Each step removes a trench in the way or moves the "
        "frontline; no stopping early, and what is left at the end of the track is lost.",
        "Defender higher: the difference is propaganda, step by step in turn: attacker −1, defender +1, "
        "beginning with the attacker. A step that cannot be taken still counts.",
        "Equal: nothing happens.",
    )
    leads = range(-3, 5)
    rows = (("Chance to win", *(percent(charge_odds(lead)["attacker"], 0) for lead in leads)),)
    head = ("Your bonuses less theirs", *(signed(lead) for lead in leads))
    return (tag("h2", "Frontal charge", rule("6.2.2")), steps(told), table(head, rows, kind="num"))


def _assault() -> tuple[Markup, ...]:
    told = (
        "Roll a die and halve it, rounded up: 1 to 3.",
        "Movement is the card's points and this roll together, spent like a charge's.",
        "You lose as much morale as you rolled, whatever you gained.",
    )
    return (tag("h2", "Concentrated assault", rule("6.2.3")), steps(told))


def _end(options: Options) -> tuple[Markup, ...]:
    when = (
        "at once, also in the middle of a round"
        if options.direct_victory == "any_time"
        else "at a year's end"
    )
    return (
        tag("h2", "Victory", rule("8")),
        tag("p", f"A side with 15 morale wins {when}. After 1918 the side ahead wins; on 0 nobody does."),
    )


def _house(options: Options) -> tuple[Markup, ...]:
    cards = "the app deals them" if options.cards == "app" else "your own, on the table"
    lost = "are lost" if options.unspent_points == "lose" else "must be spent while anything can be bought"
    supply = "no limit" if options.trench_supply is None else f"{options.trench_supply} a side"
    told = (
        f"Cards: {cards}.  Propaganda from 0 to {options.propaganda_max}, economy to {options.economy_max}.  "
        f"Trenches: {supply}.  Points left over {lost}.  Lasting cards act before the "
        f"{'missions' if options.ongoing_at == 'missions' else 'scoring'}."
    )
    return (tag("h2", "House rules in force"), tag("p", told))


AIDS: Mapping[str, Made] = {
    "aid": (aid, TEXT_OPTIONS),
}
