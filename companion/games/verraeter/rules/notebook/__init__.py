"""What a player may write down: who drafted what, what each may hold; and a choice weighed with it."""

from companion.games.verraeter.rules.notebook.adviser import (
    Advice,
    Advised,
    Span,
    advise_picks,
    advise_supply,
)
from companion.games.verraeter.rules.notebook.book import Notebook, notebook, passages_of
from companion.games.verraeter.rules.notebook.drafted import Drafted, Likely, Past, Round
from companion.games.verraeter.rules.notebook.supply import Held

__all__ = [
    "Advice",
    "Advised",
    "Drafted",
    "Held",
    "Likely",
    "Notebook",
    "Past",
    "Round",
    "Span",
    "advise_picks",
    "advise_supply",
    "notebook",
    "passages_of",
]
