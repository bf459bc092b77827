"""What a campaign of Parabellum is made of, through one door: notation, binder and its files, the table.

`State` is frozen and has the specification's JSON keys (section 3) for attributes; `state_json` writes it.
"""

from companion.games.parabellum.state.catalogue import *  # noqa: F403
from companion.games.parabellum.state.notation import *  # noqa: F403
from companion.games.parabellum.state.reading import *  # noqa: F403
from companion.games.parabellum.state.sheets import *  # noqa: F403
from companion.games.parabellum.state.table import *  # noqa: F403
