"""What a table chooses when it opens, beside its house rules: what is played, and who lays the fronts out.

No house rules, so that `shuffle` takes them out of the options again.
"""

from companion.engine.option import Option, Own
from companion.engine.wire import Json
from companion.games.scope.data import ADVANCED_THEMES, MODE_NAMES, PLANS, SCENARIO_NAMES, THEME_NAMES

NONE = "none"
SCENARIO = Option(
    key="scenario",
    title="Scenario",
    help="How large the fronts are, and how many of each card lie on them. A file of your own comes first.",
    default="quick_duel",
    choices=tuple((each, SCENARIO_NAMES[each]) for each in PLANS),
    ruling="R1",
    leading=True,
)
MODE = Option(
    key="mode",
    title="Mode",
    help="In advanced mode each kind of unit has an action of its own. Three and four people always play it.",
    default="basic",
    choices=tuple(MODE_NAMES.items()),
    leading=True,
)
THEME = Option(
    key="theme",
    title="Theme",
    help="Changes some cards, or how the game is won. Two of them are always played in advanced mode.",
    default=NONE,
    choices=((NONE, "None"), *THEME_NAMES.items()),
    ruling="R5",
)
LAYING = Option(
    key="laying",
    title="Who lays the fronts out",
    help="Each side on its own screen, or the app lays both out; or both lie on the table.",
    default="players",
    choices=(
        ("players", "Each side, in secret"),
        (NONE, "The app, at random"),
        ("table", "On the table, real cards"),
    ),
    leading=True,
    own=Own("table", "Our own cards", "Your cards lie on the table. The app keeps turns, score and rules."),
)
CHOICES = (SCENARIO, MODE, THEME, LAYING)


def chosen(setup: dict[str, Json]) -> dict[str, Json]:
    """A setup whose choices of the table stand beside its house rules, not among them.

    What the setup says itself comes first: how many play says the mode, a file of one's own the scenario. A
    theme that needs advanced mode is played in it.
    """
    options = setup.get("options")
    if type(options) is not dict:
        return setup
    keys = [each.key for each in CHOICES if each.key in options]
    said = {key: options[key] for key in keys if options[key] != NONE}
    if setup.get("custom"):
        said["scenario"] = "custom"
    if said.get("theme") in ADVANCED_THEMES:
        said["mode"] = "advanced"
    rest = {key: value for key, value in options.items() if key not in keys}
    return {**said, **setup, "options": rest}
