"""What a company buys in one Set-up or Boardroom, told in one sentence (S1, R61)."""

from collections.abc import Collection, Iterator

from companion.engine.campaign.annals import Happening, Passage
from companion.engine.wording import count, listed
from companion.games.parabellum.campaign.called import called
from companion.games.parabellum.campaign.moments import moment
from companion.games.parabellum.data import RESOURCE_NAMES


def shopping(lines: list[Passage], sees: Collection[str]) -> Happening:
    """Everything with its price for who may know it; of all others that people were hired, and how many."""
    first, player = lines[0], lines[0].action["player"]
    own = player in sees
    values: dict[str, object] = {"who": called(first.before, player)}
    values["goods"] = listed(_all(lines) if own else _heard(lines))
    if own:
        values["paid"] = sum(_paid(passage) for passage in lines)
    words = "{who} buys {goods} for {paid} credits." if own else "{who} buys {goods}."
    return Happening(tuple(each.number for each in lines), moment(first), "rear", words, values)


def _paid(passage: Passage) -> int:
    player = passage.action["player"]
    before: int = passage.before.players[player].credits
    after: int = passage.after.players[player].credits
    return before - after


def _all(lines: list[Passage]) -> Iterator[str]:
    cards = sum(len(passage.after.units) - len(passage.before.units) for passage in lines)
    if cards:
        yield count(cards, "unit")
    bought = _tokens(lines)
    if people := bought.pop("manpower", 0):
        yield count(people, "person", "people")
    for resource, n in bought.items():
        yield f"{n} {RESOURCE_NAMES[resource]}"


def _tokens(lines: list[Passage]) -> dict[str, int]:
    bought: dict[str, int] = {}
    for passage in lines:
        resource = passage.action["resource"]
        if resource != "units":
            bought[resource] = bought.get(resource, 0) + passage.action["quantity"]
    return bought


def _heard(lines: list[Passage]) -> Iterator[str]:
    """The shared supply shows to everybody how much was taken out of it; the rest lies behind a screen."""
    kinds, supply = {passage.action["resource"] for passage in lines}, lines[0].before.supply
    if "units" in kinds:
        yield "cards"
    shown = {resource for resource in kinds - {"units"} if getattr(supply, resource) is not None}
    bought = _tokens([passage for passage in lines if passage.action["resource"] in shown])
    for resource, named in RESOURCE_NAMES.items():
        if resource == "manpower" and resource in kinds:
            yield count(bought[resource], "person", "people")
        elif resource in kinds:
            yield f"{bought[resource]} {named}" if resource in shown else named
