"""Phases 4 to 6: the action cards turned over, the conflict evaluated, points and landscape settled."""

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.verraeter.actions import kinds
from companion.games.verraeter.data import ACTION_NAMES, ActionCard
from companion.games.verraeter.procedures.asked import Ground
from companion.games.verraeter.procedures.conflict import fight
from companion.games.verraeter.procedures.conflict_steps import conflict_steps
from companion.games.verraeter.procedures.outcome import Field, Fighter, Fought
from companion.games.verraeter.rules.rounds import after_building
from companion.games.verraeter.state.naming import spoken
from companion.games.verraeter.state.table import Landscape, Player, Site, State


def reveal(state: State, action: kinds.Reveal) -> Outcome[State]:
    """All cards are turned over at once (R28); then it is for the master builder, if there is one."""
    turned = replace(state, players=tuple(_turned(each, action.picks) for each in _checked(state, action)))
    site = state.site or (0, 1)
    field = _field(turned, site)
    fighters = [_fighter(player) for player in turned.players]
    fought = fight(field, fighters)
    steps = (*_cards(turned), *conflict_steps(field, fighters, fought))
    after = _settled(turned, site, fought)
    builder = next((player.id for player in turned.players if player.pick == "master_builder"), None)
    if builder is None:
        begun = after_building(after)
        return Outcome(begun.state, (*steps, *begun.steps))
    return Outcome(replace(after, phase="build", active=builder), steps)


def _checked(state: State, action: kinds.Reveal) -> tuple[Player, ...]:
    offline = state.draft.mode == "offline"
    if offline and not action.picks:
        raise IllegalAction("picks", "The cards were drafted at the table; say what each player turned over.")
    if action.picks and not offline:
        raise IllegalAction("picks", "The app knows what each player picked; leave the picks out.")
    seen = set[ActionCard]()
    for who, card in action.picks.items():
        if card in seen:
            said = f"There is one {ACTION_NAMES[card]}; somebody before turned it over already."
            raise IllegalAction(f"picks.{who}", said)
        seen.add(card)
    return state.players


def _turned(player: Player, picks: Mapping[str, ActionCard] | None) -> Player:
    return replace(player, pick=picks[player.id]) if picks else player


def _cards(state: State) -> list[Step]:
    return [
        Step("4", "{who} turns over: {card}.", {"who": spoken(player.id), "card": ACTION_NAMES[player.pick]})
        for player in state.in_turn()
        if player.pick
    ]


def _field(state: State, site: Site) -> Field:
    grounds = tuple(Ground(state.circle[n].type, state.circle[n].house) for n in site)
    return Field(grounds, state.options, state.cards, state.words)


def _fighter(player: Player) -> Fighter:
    return Fighter(player.id, player.allegiance, player.played or (), player.pick)


def _settled(state: State, site: Site, fought: Fought) -> State:
    players = tuple(
        replace(each, allegiance=fought.allegiances[each.id], vp=each.vp + fought.points[each.id].total)
        for each in state.players
    )
    flipped = None if fought.flipped is None else site[fought.flipped]
    last = {**fought.as_json(), "flipped": flipped}
    settled = replace(state, players=players, last_conflict=last)
    if flipped is None or fought.winner is None:
        return settled
    lost = state.circle[flipped]
    return settled.with_landscape(flipped, Landscape(lost.type, fought.winner, lost.building))
