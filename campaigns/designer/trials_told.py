"""What a binder's own plays come to, as its page and its command tell it."""

from collections.abc import Iterator
from typing import NamedTuple

from campaigns.designer.door import Bench
from campaigns.designer.drawing import drawn as tree_drawn
from campaigns.designer.trials import Found
from campaigns.tree.drawing import SIGN, Drawing, Mark, Marks
from companion.engine.campaign.shares import Share
from companion.engine.wording import listed

LEANS = {1: "more than its fair share", -1: "less than its fair share", 0: ""}


class SideTold(NamedTuple):
    """How often a company came first in a scenario, and whether that is more than chance."""

    name: str
    first: Share
    leans: str


class Told(NamedTuple):
    """A scenario's line: its numbers, who is favoured in it, and what nobody ever won there."""

    code: str
    title: str
    fought: Share
    bankrupt: Share
    rounds: str
    sides: tuple[SideTold, ...]
    favours: str
    unmet: str


def tried(found: Found) -> list[Told]:
    """Each scenario that was fought."""
    titles = _titles(found)
    return [
        Told(
            code=each.scenario.upper(),
            title=titles.get(each.scenario, each.scenario),
            fought=each.fought,
            bankrupt=each.bankrupt,
            rounds=f"{each.rounds:g}",
            sides=tuple(
                SideTold(found.sides[side], first, LEANS[leans]) for side, first, leans in each.sides
            ),
            favours=listed(found.sides[each.side] for each in each.sides if each.leans > 0),
            unmet=listed((found.objectives[each.scenario][one] for one in each.unmet), "or"),
        )
        for each in found.summary.tried
    ]


def _titles(found: Found) -> dict[str, str]:
    scenarios = found.content.get("scenarios", {})
    return {key: str(each.get("name", key)) for key, each in scenarios.items()}


def unreached(found: Found) -> list[str]:
    """The scenarios that nobody reached, by code and name."""
    titles = _titles(found)
    return [f"{key.upper()} {titles[key]}" for key in found.summary.unreached]


def lasted(found: Found) -> list[tuple[int, Share]]:
    """How many plays lasted how many scenarios."""
    return [(each.scenarios, each.plays) for each in found.summary.lasted]


def drawn(here: Bench, found: Found) -> Drawing | None:
    """The tree of the version that was played: how many plays came to each box, how many went bankrupt."""
    nodes = {
        each.scenario: Mark(f"{each.fought.percent} %", "open", note=f"{each.bankrupt.percent} % bankrupt")
        for each in found.summary.tried
    }
    nodes |= {key: Mark("Never", "shut", SIGN["shut"]) for key in found.summary.unreached}
    return tree_drawn(here, Marks(nodes))


def told(found: Found) -> Iterator[str]:
    """All of it in lines of words."""
    summary = found.summary
    yield f"{summary.plays} plays, {summary.lines} lines in the middle one."
    for trial in summary.broken:
        assert trial.broken
        where = f"seed {trial.seed}, scenario {trial.broken.scenario.upper()}, line {trial.broken.line}"
        yield f"Broken: {where}: {trial.broken.deed} {trial.broken.words}"
    for scenarios, share in lasted(found):
        yield f"Lasted {scenarios} scenarios: {_share(share)}"
    for side, share in summary.bankrupt:
        yield f"Bankrupt, {found.sides[side]}: {_share(share)}"
    for each in tried(found):
        yield f"{each.code} {each.title}: fought in {_share(each.fought)}, bankrupt {_share(each.bankrupt)}"
        for name, first, leans in each.sides:
            yield f"  {name} first in {_share(first)}{f': {leans}' if leans else ''}"
        if each.unmet:
            yield f"  Never completed: {each.unmet}"
    for name in unreached(found):
        yield f"Never reached: {name}"


def _share(share: Share) -> str:
    low, high = share.bounds
    return f"{share} ({share.percent} %, {low} to {high})"
