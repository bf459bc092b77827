"""The sheets of a whole game: its opening, what may be done, what a seat sees, its replay (6.1)."""

from collections.abc import Mapping

from companion.engine.form import Area, Choice, Group, Pick, Rows, Sheet, Text
from companion.engine.form.house_rule import house_rule
from companion.engine.wire import Json
from companion.games.parabellum.screens.desk import told_session as told
from companion.games.parabellum.screens.desk.fields import binder_of, own_binder, state, worked
from companion.games.parabellum.state.options import HOUSE_RULES


def companies(question: Json) -> tuple[Pick, ...]:
    """The binder's companies."""
    return tuple(Pick(each.id, each.name) for each in binder_of(question).companies.values())


SHEETS: Mapping[str, Sheet] = {
    "setup": Sheet(
        group="The whole game",
        button="Set up",
        fields=(
            Rows(
                key="players",
                label="Players, by seat",
                lead="player",
                fields=(
                    Text(key="player", label="Player"),
                    Choice(key="company", label="Company", picks=companies, default="ansa", form="list"),
                ),
                default=worked("setup-starter")["players"],
                most=4,
            ),
            Group(label="House rules", form="folded", fields=tuple(house_rule(each) for each in HOUSE_RULES)),
            Group(label="Own binder", form="folded", fields=(own_binder(),)),
        ),
        tries={"setup-starter": "two companies", "setup-three": "three companies"},
        read_out=told.session,
    ),
    "legal": Sheet(
        group="The whole game",
        button="What may be done?",
        fields=(state("legal-setup"),),
        tries={
            "legal-turn-order": "dice for the turn order",
            "legal-setup": "a Set-up",
            "legal-movement": "the Movement phase",
            "legal-direct": "direct attacks",
        },
        read_out=told.legal,
    ),
    "view": Sheet(
        group="The whole game",
        button="What is seen?",
        fields=(state("view-a"), Text(key="viewer", label="Who looks", default="a")),
        tries={"view-a": "who reconnoitred", "view-told": "who was seen", "view-b": "during Set-up"},
        read_out=told.session,
    ),
    "replay": Sheet(
        group="The whole game",
        button="Replay",
        fields=(
            Area(key="setup", label="Set-up", rows=6, sample=lambda: worked("replay-band")["setup"]),
            Area(
                key="actions",
                label="Actions, in order",
                rows=16,
                sample=lambda: worked("replay-band")["actions"],
            ),
        ),
        tries={"replay-drill": "a whole scenario", "replay-band": "a purchase across a band"},
        read_out=told.session,
    ),
}
