"""Parabellum Inc. on the shelf: the card of the game, and the functions that the house plays it with."""

from dataclasses import replace
from functools import partial

from companion.engine.campaign import recorded as recorded_campaign
from companion.engine.game import Game, OwnerFile, Resolution, Step, Walk
from companion.games.parabellum import rules
from companion.games.parabellum.campaign import CAMPAIGN, glance
from companion.games.parabellum.campaign.chronicle import FILM
from companion.games.parabellum.data import FOLDER
from companion.games.parabellum.front import FRONT, plan
from companion.games.parabellum.player import PLAYER
from companion.games.parabellum.printables import PRINTABLES
from companion.games.parabellum.printables.cards import WORKSHOP
from companion.games.parabellum.printables.look import DRESS
from companion.games.parabellum.printables.maps import EVERY
from companion.games.parabellum.rules import repairs, secrets, setting_up, telling
from companion.games.parabellum.rules.course import result
from companion.games.parabellum.rules.telling import differs
from companion.games.parabellum.screens import view
from companion.games.parabellum.screens.board import Fields, ground, now_map, sketch
from companion.games.parabellum.screens.cards import came, plates, recall
from companion.games.parabellum.screens.desk import PROCEDURES
from companion.games.parabellum.screens.ending import beats, so_far
from companion.games.parabellum.screens.stage import covers
from companion.games.parabellum.state import (
    HOUSE_RULES,
    TEMPLATE_NAME,
    State,
    check,
    read_binder,
    read_owner_file,
    read_state,
    starter_file,
    template,
)
from companion.press.whole import with_everything


def check_binder(file: object) -> Resolution[dict[str, str]]:
    """Whether an owner's binder can be played, with places inside the file (specification 9.3)."""
    check(file, "")
    binder = read_binder(file, "")
    values = {"name": binder.name, "units": len(binder.units), "scenarios": len(binder.scenarios)}
    step = Step("contents", "“{name}”: {units} unit types, {scenarios} scenarios.", values)
    return Resolution({"id": binder.id, "name": binder.name}, (step,))


FILES = (
    OwnerFile(
        key="binder",
        title="Setup binder",
        help="Your campaign's brief, catalogue, booklets and maps, as a spreadsheet or a JSON file.",
        check=check_binder,
        sample=starter_file,
        read=read_owner_file,
        template=template,
        template_name=TEMPLATE_NAME,
    ),
)


def actors(state: State) -> tuple[str, ...]:
    """Whose go or turn it is, or whose choice; nobody's while the whole table rolls for turn order."""
    return (state.active,) if state.active else state.choosers[:1]


GAME: Game[State] = Game(
    folder=FOLDER,
    sketch=plan,
    procedures={procedure.name: procedure for procedure in PROCEDURES},
    setup_seats=setting_up.seats,
    options=(setting_up.PLAYERS, setting_up.POSITIONS, setting_up.CARD_BINDER, *HOUSE_RULES),
    shuffle=setting_up.shuffle,
    open=setting_up.open_table,
    roll=rules.roll,
    mend=rules.mend,
    apply=secrets.apply_at_table,
    looks=secrets.looks,
    repairs=repairs,
    differs=differs,
    hangs=secrets.looks,
    by_hand=telling.is_by_hand,
    legal=secrets.seen_legal,
    asks=rules.asks,
    answer=rules.answer,
    read_state=read_state,
    redact_state=secrets.redact_state,
    redact_action=secrets.redact_action,
    veil=secrets.veil,
    is_irrevocable=secrets.is_irrevocable,
    actors=actors,
    is_over=lambda state: state.phase == "over",
    describe=telling.describe,
    recall=recall,
    tell=telling.tell,
    came=came,
    plates=plates,
    headline=telling.headline,
    covers=covers,
    view=view,
    workshop=WORKSHOP,
    printables=with_everything(DRESS.title, {**PRINTABLES, **FRONT}, own=(EVERY,)),
    files=FILES,
    seat_key="player",
    result=result,
    campaign=replace(
        CAMPAIGN,
        ground=ground,
        glance=glance(fields=Fields, sketch=sketch, map=now_map),
        demo=partial(recorded_campaign, FOLDER),
    ),
    walk=Walk(beats, so_far),
    film=FILM,
    player=PLAYER,
)
