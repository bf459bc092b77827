"""The season as its page shows it: standings, who beats whom, the chart, the evenings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.series.chart import chart, parts
from campaigns.series.plays import Play, key_of
from campaigns.series.standings import Duel, Line, duels, of_players, standings

MANY = 20


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of the table of who beats whom; `duel` is None where the two never met."""

    one: str
    two: str
    duel: Duel | None


def season(plays: Sequence[Play], asked: Mapping[str, str], *, carries: bool = False) -> dict[str, Any]:
    """The values of the page. `asked` may name a `player`, and whom `against`; `all` shows every evening."""
    lines = standings(plays, carries=carries)
    chosen = _chosen(plays, asked)
    shown = list(reversed(chosen))
    return {
        "lines": [{"line": line, "victories": parts(line.victories)} for line in lines],
        "scored": any(line.scored for line in lines),
        "crossed": crossed(plays, lines) if len(lines) > 1 else [],
        "names": [line.name for line in lines],
        "chart": chart(plays, lines),
        "plays": shown if "all" in asked else shown[:MANY],
        "hidden": 0 if "all" in asked else max(0, len(shown) - MANY),
        "asked": {key: asked[key] for key in ("player", "against") if asked.get(key)},
        "decided": any(play.scores for play in plays),
    }


def crossed(plays: Sequence[Play], lines: Sequence[Line]) -> list[dict[str, Any]]:
    """A row a player: how it came off against each."""
    known = duels(plays)
    return [
        {
            "name": one.name,
            "cells": [
                Cell(one.name, two.name, known.get((key_of(one.name), key_of(two.name)))) for two in lines
            ],
        }
        for one in lines
    ]


def _chosen(plays: Sequence[Play], asked: Mapping[str, str]) -> list[Play]:
    """The plays of those who are asked for; every one where nobody is."""
    wanted = {key_of(asked[key]) for key in ("player", "against") if asked.get(key)}
    return [play for play in plays if wanted <= of_players(play).keys()] if wanted else list(plays)
