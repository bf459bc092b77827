"""What a table chooses when it opens, beside its house rules: which battle is fought."""

from companion.engine.option import Option
from companion.engine.wire import Json
from companion.games.proelii.rules.own_battle import BATTLES, starter

SCENARIO = Option(
    key="scenario",
    title="Battle",
    help="Set-ups of this project’s own, not the publisher’s. A file of your own comes first.",
    default=BATTLES[0],
    choices=tuple((each, str(starter()[each]["title"])) for each in BATTLES),
    ruling="R42",
    leading=True,
)


def chosen(setup: dict[str, Json]) -> dict[str, Json]:
    """A setup whose battle stands beside its house rules, not among them; a file of one's own comes first."""
    options = setup.get("options")
    if type(options) is not dict or "scenario" not in options:
        return setup
    rest = {key: value for key, value in options.items() if key != "scenario"}
    return {"scenario": options["scenario"], **setup, "options": rest}
