"""Proelii on the shelf: the card of the game, and the functions that the house plays it with."""

from functools import partial

from companion.engine.game import Chair, Game, OwnerFile
from companion.engine.whole_game import recorded
from companion.games.proelii.data import FOLDER, SIDE_NAMES, SIDES, TITLE
from companion.games.proelii.front import FRONT
from companion.games.proelii.printables import PRINTABLES
from companion.games.proelii.printables.battlefield import WORKSHOP
from companion.games.proelii.printables.look import DRESS
from companion.games.proelii.rules import apply, secrets, setting_up, telling
from companion.games.proelii.rules.setting_up import SCENARIO, set_up
from companion.games.proelii.rules.telling import result
from companion.games.proelii.rules.war import WAR
from companion.games.proelii.screens import covers, view
from companion.games.proelii.screens.desk import PROCEDURES
from companion.games.proelii.screens.desk.without_board import ASIDE
from companion.games.proelii.screens.film import FILM
from companion.games.proelii.state import HOUSE_RULES, State, read_state, state_json
from companion.press.whole.everything import with_everything


def actors(state: State) -> tuple[str, ...]:
    """The side to act; both while armies are laid out in secret, each on its own device."""
    both = secrets.owners(state) if state.step == "deploy" else ()
    return both or ((state.to_act,) if state.to_act else ())


CHAIRS = tuple(Chair(side, SIDE_NAMES[side]) for side in SIDES)
FILES = (
    OwnerFile(
        key="scenario",
        title="A battle of your own",
        help="Its ground and both armies, as a spreadsheet or a JSON file.",
        check=setting_up.check_file,
        sample=setting_up.sample,
        read=setting_up.read_file,
        template=setting_up.template,
        template_name=setting_up.TEMPLATE_NAME,
    ),
)

GAME: Game[State] = Game(
    slug="proelii",
    title=TITLE,
    tagline="Ancient battles, and every quarter of a unit's energy",
    players="2",
    folder=FOLDER,
    procedures={procedure.name: procedure for procedure in PROCEDURES},
    setup_seats=lambda setup: CHAIRS,
    options=(SCENARIO, *HOUSE_RULES),
    shuffle=setting_up.shuffle,
    open=set_up,
    roll=setting_up.roll,
    apply=apply,
    legal=secrets.seen_legal,
    whose=secrets.whose,
    looks=secrets.looks,
    by_hand=telling.is_by_hand,
    shows=secrets.shows,
    hangs=secrets.hangs,
    asks=secrets.asks,
    answer=secrets.answer,
    state_json=state_json,
    read_state=read_state,
    redact_state=secrets.redact_state,
    redact_action=secrets.redact_action,
    veil=secrets.veil,
    is_irrevocable=secrets.is_irrevocable,
    actors=actors,
    is_over=lambda state: state.is_over,
    describe=telling.describe,
    tell=telling.tell,
    headline=telling.headline,
    covers=covers,
    view=view,
    workshop=WORKSHOP,
    printables=with_everything(DRESS.title, {**PRINTABLES, **FRONT}),
    files=FILES,
    demo=partial(recorded, FOLDER),
    result=result,
    sealed=secrets.SEALED,
    war=WAR,
    film=FILM,
    asides=(ASIDE,),
)
