"""What a company may write down of the others' flags, and what an attack on them is worth (R61)."""

from companion.games.parabellum.rules.notebook.book import Flag, Possible, notebook, page_of
from companion.games.parabellum.rules.notebook.findings import Fact, Ruled
from companion.games.parabellum.rules.notebook.traces import Throw, Trace
from companion.games.parabellum.rules.notebook.watching import passages_of, watched
from companion.games.parabellum.rules.notebook.weighing import Case, Weighed, weigh

__all__ = [
    "Case",
    "Fact",
    "Flag",
    "Possible",
    "Ruled",
    "Throw",
    "Trace",
    "Weighed",
    "notebook",
    "page_of",
    "passages_of",
    "watched",
    "weigh",
]
