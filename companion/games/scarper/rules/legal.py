"""What may be done now, entry by entry (specification 6.2)."""

from companion.engine.wire import Json
from companion.games.scarper.data import BATTLEFIELDS, CHARGE_COST, SIDES, Side
from companion.games.scarper.procedures.rounds import Status, supply_left
from companion.games.scarper.rules.cards import applies, attackable, may_end, options, pushable, room
from companion.games.scarper.rules.rounds import card_status, to_judge
from companion.games.scarper.state import State, Turn

NOW = dict[str, Json]


def legal(state: State) -> list[NOW]:
    """All entries, hidden hands included; `adjust`, `add_card` and `resign` are not listed."""
    match state.phase:
        case "missions":
            return [_choose_missions(state, side) for side in actors(state)]
        case "initiative":
            return [{"type": "choose_first", "side": state.chooser, "first": list(SIDES)}]
        case "reveal":
            return [_reveal_missions(state)]
        case "scoring":
            return [{"type": "score_year"}]
    return [] if state.turn is None else _in_round(state, state.turn)


def actors(state: State) -> tuple[Side, ...]:
    """The sides to act, in order; none when it is for the whole table, or over."""
    if state.phase == "missions":
        return tuple(side for side in SIDES if not state.missions[side].count)
    if state.phase == "initiative":
        return (state.chooser,) if state.chooser else ()
    turn = state.turn
    if state.phase != "rounds" or turn is None:
        return ()
    side = turn.owner if turn.step == "event" else turn.side
    return (side,) if side else ()


def _choose_missions(state: State, side: Side) -> NOW:
    drawn = state.missions[side].drawn
    listed = None if drawn is None else list(drawn)
    return {"type": "choose_missions", "side": side, "from": listed, "min": 1, "max": 2}


def _reveal_missions(state: State) -> NOW:
    kept = {side: state.missions[side].kept for side in SIDES}
    listed = {side: None if cards is None else list(cards) for side, cards in kept.items()}
    verdicts = to_judge(state, [each for cards in kept.values() for each in cards or ()])
    return {"type": "reveal_missions", "missions": listed, "verdicts": verdicts}


def _in_round(state: State, turn: Turn) -> list[NOW]:
    if turn.step == "start":
        return [*_build_trenches(state, turn.side), *_play_card(state, turn.side)]
    return [_resolve_event(state, turn)] if turn.step == "event" else _commands(state, turn)


def _build_trenches(state: State, side: Side) -> list[NOW]:
    supply = supply_left(state.options, state.battlefields.values(), side)
    economy = state.economy[side]
    most = economy if supply is None else min(economy, supply)
    grounds = {
        each: list(state.front.tracks[each].ground(side, state.battlefields[each].frontline))
        for each in BATTLEFIELDS
    }
    spaces = {each: ground for each, ground in grounds.items() if ground}
    return (
        [{"type": "build_trenches", "side": side, "max": most, "spaces": spaces}]
        if most > 0 and spaces
        else []
    )


def _play_card(state: State, side: Side) -> list[NOW]:
    hand = state.hands[side].cards
    if hand is None:
        return [_play(side, None, None)]
    entries = []
    for each in sorted(hand):
        now = card_status(state, state.box.cards[each], side)
        if now.is_own:
            entries.append(_play(side, each, "event"))
        entries.append(_play(side, each, "commands", now))
    return entries


def _play(side: Side, card: str | None, mode: str | None, now: Status | None = None) -> NOW:
    order = ["after", "before"] if now and now.triggers else []
    return {"type": "play_card", "side": side, "card": card, "mode": mode, "event_order": order}


def _resolve_event(state: State, turn: Turn) -> NOW:
    owner = turn.owner or turn.side
    effects = [
        {
            "kind": effect.kind,
            "needs": effect.needs,
            "applies": applies(state, effect, owner),
            "options": options(state, effect, owner),
        }
        for effect in state.box.cards[turn.card or ""].effects
    ]
    return {"type": "resolve_event", "side": owner, "card": turn.card, "effects": effects}


def _commands(state: State, turn: Turn) -> list[NOW]:
    side, left = turn.side, turn.left
    entries: list[NOW] = []
    for kind, what in (("publish_propaganda", "propaganda"), ("invest_economy", "economy")):
        most = min(left, room(state, what, side))
        if most > 0:
            entries.append({"type": kind, "side": side, "max": most})
    for each, points in pushable(state, turn).items():
        entries.append({"type": "steady_push", "side": side, "battlefield": each, "points": points})
    where = attackable(state, side)
    if where and left >= CHARGE_COST:
        entries.append({"type": "frontal_charge", "side": side, "battlefields": where})
    if where and left == turn.points:
        entries.append({"type": "concentrated_assault", "side": side, "battlefields": where})
    if may_end(state, turn):
        entries.append({"type": "end_commands", "side": side})
    return entries
