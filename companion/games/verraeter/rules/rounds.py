"""A round of thirteen phases, from the conflict's site to the refill; and what is set by hand (`adjust`)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.games.verraeter import actions
from companion.games.verraeter import state as ground
from companion.games.verraeter.data import ACTION_CARDS, ACTION_NAMES, UNKNOWN, ActionCard, BuildingSide
from companion.games.verraeter.procedures import conflict, supply
from companion.games.verraeter.state import Building, Draft, Player, State, neighbour, spoken


def refuse_taken(state: State, position: int, path: str) -> None:
    """Refuse a landscape under which a card lies already (R16)."""
    building = state.circle[position].building
    if building:
        where = name(state, position)
        words = f"A card of {spoken(building.player)}'s lies under the {where}; choose a free one."
        raise IllegalAction(path, words)


def name(state: State, position: int) -> str:
    landscape = state.circle[position]
    kind, house = state.words.landscapes[landscape.type], state.words.houses[landscape.house]
    return f"{house} {kind.lower()} ({position})"


def place_estate(state: State, action: actions.PlaceEstate) -> Outcome[State]:
    """A player's first estate; after the last player's the rounds begin."""
    refuse_taken(state, action.landscape, "landscape")
    if not state.player(action.player).unplaced:
        words = (
            f"All three cards of {spoken(action.player)}'s lie in the circle; take one back by hand first."
        )
        raise IllegalAction("landscape", words)
    placed = state.with_building(action.landscape, Building(action.player, "estate"))
    placed = placed.with_player(action.player, lambda player: replace(player, unplaced=player.unplaced - 1))
    values = {"who": spoken(action.player), "where": name(state, action.landscape)}
    step = Step("setup.estates", "{who} puts an estate under the {where}.", values)
    following = state.left_of(action.player)
    if following != state.start_player:
        return Outcome(replace(placed, active=following), (step,))
    begun = Step(
        "1", "{who} holds the strategy card and chooses the site.", {"who": spoken(state.strategy_holder)}
    )
    return Outcome(replace(placed, phase="site", active=state.strategy_holder), (step, begun))


def choose_site(state: State, action: actions.ChooseSite) -> Outcome[State]:
    """Two neighbours of different houses; then the action cards are drafted."""
    i, j = action.site
    if neighbour(i) != j and neighbour(j) != i:
        raise IllegalAction(
            "site",
            f"The {name(state, i)} and the {name(state, j)} do not lie side by side; choose neighbours.",
        )
    if state.circle[i].house == state.circle[j].house:
        house = state.words.houses[state.circle[i].house]
        raise IllegalAction("site", f"Both landscapes are the {house}'s; one of each house is wanted.")
    site = (i, j) if neighbour(i) == j else (j, i)
    values = {"who": spoken(action.player), "one": name(state, site[0]), "other": name(state, site[1])}
    step = Step("1", "{who} chooses the {one} and the {other}.", values)
    return Outcome(replace(state, site=site, phase="draft", active=state.start_player), (step,))


def _not_begun(state: State) -> None:
    if state.draft.mode is not None:
        raise IllegalAction("type", "The cards of this round are dealt already; pick one.")


def deal_actions(state: State, action: actions.DealActions) -> Outcome[State]:
    """One card is put aside unseen; the start player has the other five."""
    _not_begun(state)
    pool = tuple(card for card in ACTION_CARDS if card != action.removed)
    step = Step(
        "2",
        "One action card is put aside face down; {who} looks at the others.",
        {"who": spoken(action.player)},
    )
    return Outcome(replace(state, draft=Draft("digital", action.removed, pool)), (step,))


def draft_offline(state: State, action: actions.DraftOffline) -> Outcome[State]:
    _not_begun(state)
    step = Step("2", "The real action cards go round the table; each keeps one.")
    return Outcome(_supply(replace(state, draft=Draft("offline"))), (step,))


def pick_action(state: State, action: actions.PickAction) -> Outcome[State]:
    """A player keeps a card; the last one puts what is left back face down (R11)."""
    if state.draft.mode is None:
        raise IllegalAction("type", "The action cards are not dealt yet; deal them, or draft with real ones.")
    if action.card not in state.draft.pool:
        # A refusal stands outside the cover of a hand: it names none of the cards that lie under it.
        why = f"The {ACTION_NAMES[action.card]} is not among the cards handed on; pick one of those."
        raise IllegalAction("card", why)
    left = tuple(card for card in state.draft.pool if card != action.card)
    picked = state.with_player(action.player, lambda player: replace(player, pick=action.card))
    following = state.left_of(action.player)
    values = {"who": spoken(action.player), "next": spoken(following), "count": len(left)}
    if following != state.start_player:
        step = Step("2", "{who} keeps a card and hands {count} on to {next}.", values)
        return Outcome(replace(picked, draft=replace(state.draft, pool=left), active=following), (step,))
    words = "{who} keeps a card; what is left ({count}) goes back face down."
    back = Step("R11" if len(left) > 1 else "2", words, values)
    drafted = replace(picked, draft=replace(state.draft, pool=(), leftover=left))
    return Outcome(_supply(drafted), (back,))


def _supply(state: State) -> State:
    return replace(state, phase="supply", active=state.start_player)


def play_supply(state: State, action: actions.PlaySupply) -> Outcome[State]:
    """Cards go face up before their player; after the last player the action cards are turned over."""
    played = state.with_player(action.player, lambda player: replace(player, played=()))
    for n, value in enumerate(action.cards):
        played = _played(out_of_hand(played, action.player, value, f"cards.{n}"), action.player, value)
    following = state.left_of(action.player)
    last = following == state.start_player
    after = replace(played, phase="reveal", active=None) if last else replace(played, active=following)
    return Outcome(after, (_played_step(action),))


def _played(state: State, who: str, value: int) -> State:
    return state.with_player(
        who, lambda player: replace(player, played=with_card(player.played or (), value))
    )


def _played_step(action: actions.PlaySupply) -> Step:
    if not action.cards:
        return Step("3", "{who} plays no supply.", {"who": spoken(action.player)})
    listed = ", ".join(map(str, action.cards))
    values = {"who": spoken(action.player), "cards": listed, "total": sum(action.cards)}
    return Step("3", "{who} plays supply {cards}: {total:# point|# points}.", values)


def with_card(cards: tuple[int, ...], value: int) -> tuple[int, ...]:
    return tuple(sorted((*cards, value)))


def without_card(cards: tuple[int, ...], value: int) -> tuple[int, ...]:
    n = cards.index(value)
    return cards[:n] + cards[n + 1 :]


def out_of_hand(state: State, who: str, value: int, path: str) -> State:
    """The state with one card fewer in a hand; `IllegalAction` at `path` where it is not there.

    Of a hand that the app does not know any card may be laid down that is not known to be elsewhere (R30).
    """
    hand = state.player(who).hand
    if value in hand:
        return _with_hand(state, who, without_card(hand, value))
    if state.options.counts_only and UNKNOWN in hand:
        exist = state.cards.supply.get(value, 0)
        if accounted_for(state, value) < exist:
            return _with_hand(state, who, without_card(hand, UNKNOWN))
        words = f"All {exist} cards of value {value} are known to lie elsewhere; another value is wanted."
        raise IllegalAction(path, words)
    raise IllegalAction(path, f"{spoken(who)} has no {value} in hand; play a card that is there.")


def accounted_for(state: State, value: int) -> int:
    """How many cards of a value the app knows of: in hands, before players, in the discard pile."""
    return state.discard.count(value) + sum(
        (player.hand.count(value) + (player.played or ()).count(value)) for player in state.players
    )


def _with_hand(state: State, who: str, hand: tuple[int, ...]) -> State:
    return state.with_player(who, lambda player: replace(player, hand=hand))


def reshuffled(state: State) -> State:
    """An empty draw pile replaced by the discard pile, whose cards nobody knows in counts mode."""
    if state.draw:
        return state
    pile = tuple(UNKNOWN for _ in state.discard) if state.options.counts_only else state.discard
    return replace(state, draw=pile, discard=())


def into_hand(state: State, who: str, value: int, path: str) -> State:
    """The state after one card was drawn; `IllegalAction` at `path` where it cannot be."""
    piled = reshuffled(state)
    if not piled.draw:
        raise IllegalAction(path, "Both piles are empty; fewer cards are to be picked up.")
    if value not in piled.draw:
        raise IllegalAction(path, _not_there(state, value))
    drawn = replace(piled, draw=without_card(piled.draw, value))
    return _with_hand(drawn, who, with_card(drawn.player(who).hand, value))


def _not_there(state: State, value: int) -> str:
    if state.options.counts_only:
        return "This table does not tell the app its draws; write 0 for each card."
    return f"No {value} is left in the draw pile; write the values of the cards that were drawn."


def after_building(state: State) -> Outcome[State]:
    """Phases 8 and 9, and the queue of phase 10; with an empty queue the round ends at once."""
    strategist = next((each.id for each in state.players if each.pick == "strategist"), None)
    steps = []
    if strategist:
        steps.append(
            Step("8", "{who} takes the strategy card and chooses the next site.", {"who": spoken(strategist)})
        )
    cleared = _discarded(replace(state, strategy_holder=strategist or state.strategy_holder))
    steps.append(Step("9", "All supply that was played goes to the discard pile."))
    listed = queue(cleared)
    steps += map(supply.claim_step, listed)
    due = tuple(ground.Due(claim.picker.id, claim.entitlement) for claim in listed if claim.entitlement)
    if not due:
        ended = end_round(cleared)
        return Outcome(ended.state, (*steps, *ended.steps))
    return Outcome(replace(cleared, phase="refill", refill=due, active=due[0].player), tuple(steps))


def _discarded(state: State) -> State:
    played = [value for player in state.players for value in player.played or ()]
    players = tuple(replace(player, played=()) for player in state.players)
    return replace(state, players=players, discard=tuple(sorted((*state.discard, *played))))


def queue(state: State) -> list[supply.Claim]:
    """Everybody's entitlement now, in the order of picking up (R17, R18)."""
    return supply.claims([_picker(state, player) for player in state.players], state.start_player)


def _picker(state: State, player: Player) -> supply.Picker:
    houses = tuple(state.circle[n].house for n in state.buildings(player.id, "estate"))
    return supply.Picker(player.id, player.allegiance, len(player.hand), player.pick, estates=houses)


def end_round(state: State) -> Outcome[State]:
    """Phases 11 to 13, or the end of the game."""
    players = tuple(replace(player, pick=None, played=None) for player in state.players)
    cleared = replace(state, players=players, site=None, draft=Draft(), refill=())
    if cleared.round >= cleared.rounds or cleared.one_house():
        return _finished(cleared)
    following = cleared.left_of(cleared.start_player)
    values = {"round": cleared.round + 1, "who": spoken(following), "holder": spoken(cleared.strategy_holder)}
    steps = (
        Step("12", "Round {round}: {who} is the start player.", values),
        Step("1", "{holder} holds the strategy card and chooses the site.", values),
    )
    begun = replace(cleared, phase="site", round=cleared.round + 1, start_player=following)
    return Outcome(replace(begun, active=cleared.strategy_holder), steps)


def _finished(state: State) -> Outcome[State]:
    standings = [
        supply.Standing(each.id, each.vp, len(state.buildings(each.id, "office")), len(each.hand))
        for each in state.players
    ]
    result = supply.final_score(standings, state.options)
    steps = (_why(state), *supply.score_steps(result, state.options))
    return Outcome(replace(state, phase="finished", active=None, result=result), steps)


def _why(state: State) -> Step:
    if state.one_house():
        house = state.words.houses[state.circle[0].house]
        return Step("end", "All twelve landscapes are the {house}'s: the game ends.", {"house": house})
    return Step("end", "Round {round} was the last: the game ends.", {"round": state.round})


def reveal(state: State, action: actions.Reveal) -> Outcome[State]:
    """All cards are turned over at once (R28); then it is for the master builder, if there is one."""
    turned = replace(
        state,
        players=tuple(
            (replace(each, pick=action.picks[each.id]) if action.picks else each)
            for each in _checked(state, action)
        ),
    )
    site = state.site or (0, 1)
    grounds = tuple(conflict.Ground(turned.circle[n].type, turned.circle[n].house) for n in site)
    field = conflict.Field(grounds, turned.options, turned.cards, turned.words)
    fighters = [_fighter(player) for player in turned.players]
    fought = conflict.fight(field, fighters)
    steps = (*_cards(turned), *conflict.conflict_steps(field, fighters, fought))
    after = _settled(turned, site, fought)
    builder = next((player.id for player in turned.players if player.pick == "master_builder"), None)
    if builder is None:
        begun = after_building(after)
        return Outcome(begun.state, (*steps, *begun.steps))
    return Outcome(replace(after, phase="build", active=builder), steps)


def _checked(state: State, action: actions.Reveal) -> tuple[Player, ...]:
    offline = state.draft.mode == "offline"
    if offline and not action.picks:
        raise IllegalAction("picks", "The cards were drafted at the table; say what each player turned over.")
    if action.picks and not offline:
        raise IllegalAction("picks", "The app knows what each player picked; leave the picks out.")
    seen = set[ActionCard]()
    for who, card in action.picks.items():
        if card in seen:
            words = f"There is one {ACTION_NAMES[card]}; somebody before turned it over already."
            raise IllegalAction(f"picks.{who}", words)
        seen.add(card)
    return state.players


def _cards(state: State) -> list[Step]:
    return [
        Step("4", "{who} turns over: {card}.", {"who": spoken(player.id), "card": ACTION_NAMES[player.pick]})
        for player in state.in_turn()
        if player.pick
    ]


def _fighter(player: Player) -> conflict.Fighter:
    return conflict.Fighter(player.id, player.allegiance, player.played or (), player.pick)


def _settled(state: State, site: ground.Site, fought: conflict.Fought) -> State:
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
    return settled.with_landscape(flipped, ground.Landscape(lost.type, fought.winner, lost.building))


def _built(state: State, step: Step) -> Outcome[State]:
    begun = after_building(state)
    return Outcome(begun.state, (step, *begun.steps))


def sides(state: State, player: str) -> list[BuildingSide]:
    """On which sides a player may bring a new card in."""
    office = state.options.build_side == "either" and state.may_open_office(player)
    return ["estate", "office"] if office else ["estate"]


def place(state: State, action: actions.PlaceBuilding) -> Outcome[State]:
    """A card from the player's supply comes under a free landscape."""
    if not state.player(action.player).unplaced:
        raise IllegalAction("op", "All three cards lie in the circle already; move or turn one, or pass.")
    refuse_taken(state, action.landscape, "landscape")
    if action.side not in sides(state, action.player):
        raise IllegalAction("side", _no_office(state))
    placed = state.with_building(action.landscape, Building(action.player, action.side))
    placed = placed.with_player(action.player, lambda player: replace(player, unplaced=player.unplaced - 1))
    values = {"who": spoken(action.player), "side": action.side, "where": name(state, action.landscape)}
    return _built(placed, Step("7", "{who} builds an {side} under the {where}.", values))


def _no_office(state: State) -> str:
    if state.options.build_side == "estate":
        return "At this table a new card comes in as an estate (RULING R14); it can be turned over later."
    return "There are two offices already, the most that a player has; build an estate."


def _own(state: State, player: str, position: int, path: str) -> Building:
    building = state.circle[position].building
    if building is None or building.player != player:
        raise IllegalAction(
            path,
            f"No card of {spoken(player)}'s lies under the {name(state, position)}; choose one of his own.",
        )
    return building


def move(state: State, action: actions.MoveBuilding) -> Outcome[State]:
    """A card goes under another landscape and keeps its side (R15)."""
    building = _own(state, action.player, action.source, "from")
    refuse_taken(state, action.target, "to")
    moved = state.with_building(action.source, None).with_building(action.target, building)
    values: dict[str, str] = {"who": spoken(action.player), "side": building.side}
    values |= {"here": name(state, action.source), "there": name(state, action.target)}
    return _built(moved, Step("R15", "{who} moves an {side} from the {here} to the {there}.", values))


def flip(state: State, action: actions.FlipBuilding) -> Outcome[State]:
    """An estate becomes an office, or the other way round."""
    building = _own(state, action.player, action.landscape, "landscape")
    side: BuildingSide = "office" if building.side == "estate" else "estate"
    if side == "office" and not state.may_open_office(action.player):
        raise IllegalAction("landscape", "There are two offices already, the most that a player has.")
    turned = state.with_building(action.landscape, Building(action.player, side))
    values = {
        "who": spoken(action.player),
        "was": building.side,
        "side": side,
        "where": name(state, action.landscape),
    }
    return _built(turned, Step("7", "{who} turns the {was} under the {where} into an {side}.", values))


def do_nothing(state: State, action: actions.PassBuilding) -> Outcome[State]:
    """The master builder may let it be."""
    return _built(state, Step("R14", "{who} builds nothing.", {"who": spoken(action.player)}))


def refill(state: State, action: actions.Refill) -> Outcome[State]:
    """One player of the queue picks up; after the last the round ends."""
    _counted(state, action)
    deeds = (_laid_down, _drawn) if state.options.surplus == "before" else (_drawn, _laid_down)
    after = state
    for deed in deeds:
        after = deed(after, action)
    left = replace(after, refill=state.refill[1:])
    step = _step(state, action)
    if left.refill:
        return Outcome(replace(left, active=left.refill[0].player), (step,))
    ended = end_round(left)
    return Outcome(ended.state, (step, *ended.steps))


def _counted(state: State, action: actions.Refill) -> None:
    most = state.refill[0].entitlement
    if len(action.cards) > most:
        raise IllegalAction(
            "cards",
            f"{spoken(action.player)} may pick up at most {most}; {len(action.cards)} were asked for.",
        )
    wanted = supply.surplus(len(state.player(action.player).hand), len(action.cards), state.options)
    if len(action.discard) != wanted:
        limit, given = state.options.hand_limit, len(action.discard)
        words = f"To keep to {limit} cards exactly {wanted} must be laid down; {given} were given."
        raise IllegalAction("discard", words)


def _laid_down(state: State, action: actions.Refill) -> State:
    for n, value in enumerate(action.discard):
        state = out_of_hand(state, action.player, value, f"discard.{n}")
        state = replace(state, discard=with_card(state.discard, value))
    return state


def _drawn(state: State, action: actions.Refill) -> State:
    for n, value in enumerate(action.cards):
        state = into_hand(state, action.player, value, f"cards.{n}")
    return state


def _step(state: State, action: actions.Refill) -> Step:
    most = state.refill[0].entitlement
    values = {"who": spoken(action.player), "count": len(action.cards), "most": most}
    if action.discard:
        values |= {"discard": ", ".join(map(str, action.discard))}
        return Step("R20", "{who} lays down {discard} and picks up {count} of {most}.", values)
    return Step("10", "{who} picks up {count} of {most}.", values)


SITE_STANDS = ("draft", "supply", "reveal")
ENDING = ("build", "refill")
"""Phases in which one house may come to hold everything: this round's conflict is over."""

type Changed = tuple[State, Step]


def adjust(state: State, action: actions.Adjust) -> Outcome[State]:
    """The changes are made one after another, each checked when it is made."""
    if state.phase == "finished":
        raise IllegalAction("type", "The game is over; only an undo leads back into it.")
    steps = []
    for n, change in enumerate(action.changes):
        state, step = CHANGES[type(change)](state, change, f"changes.{n}")
        own = Step(
            step.rule, "Set by hand ({reason}): " + step.template, {**step.values, "reason": action.reason}
        )
        steps.append(own)
    return Outcome(state, tuple(steps))


def _points(state: State, change: actions.ChangePoints, path: str) -> Changed:
    changed = state.with_player(change.player, lambda player: replace(player, vp=player.vp + change.by))
    values = {"who": spoken(change.player), "by": change.by}
    return changed, Step("6", "{who} {by:+d} points.", values)


def _allegiance(state: State, change: actions.ChangeAllegiance, path: str) -> Changed:
    changed = state.with_player(change.player, lambda player: replace(player, allegiance=change.house))
    values = {"who": spoken(change.player), "house": state.words.houses[change.house]}
    return changed, Step("setup.allegiance", "{who} serves the {house}.", values)


def _landscape(state: State, change: actions.ChangeLandscape, path: str) -> Changed:
    was = state.circle[change.landscape]
    changed = state.with_landscape(change.landscape, ground.Landscape(was.type, change.house, was.building))
    where = f"{path}.house"
    if changed.site and changed.phase in SITE_STANDS:
        i, j = changed.site
        if changed.circle[i].house == changed.circle[j].house:
            raise IllegalAction(
                where, "Both landscapes of the site would be one house's; undo the site first."
            )
    if changed.phase not in ENDING and changed.one_house():
        raise IllegalAction(
            where, "All twelve landscapes would be one house's, and no conflict left to fight."
        )
    step = Step("setup.landscapes", "this is the {where}.", {"where": name(changed, change.landscape)})
    return changed, step


def _building(state: State, change: actions.ChangeBuilding, path: str) -> Changed:
    where = name(state, change.landscape)
    freed = _taken_back(state, change.landscape)
    if change.player is None:
        return freed, Step("7", "nothing lies under the {where}.", {"where": where})
    if not freed.player(change.player).unplaced:
        raise IllegalAction(
            f"{path}.player", f"All three cards of {spoken(change.player)}'s lie in the circle already."
        )
    if change.side == "office" and not freed.may_open_office(change.player):
        raise IllegalAction(
            f"{path}.side", f"{spoken(change.player)} has two offices already; lay it as an estate."
        )
    changed = freed.with_building(change.landscape, Building(change.player, change.side))
    changed = changed.with_player(change.player, lambda player: replace(player, unplaced=player.unplaced - 1))
    values = {"who": spoken(change.player), "side": change.side, "where": where}
    return changed, Step("7", "{who} has an {side} under the {where}.", values)


def _taken_back(state: State, position: int) -> State:
    building = state.circle[position].building
    if building is None:
        return state
    freed = state.with_building(position, None)
    return freed.with_player(building.player, lambda player: replace(player, unplaced=player.unplaced + 1))


def _strategy(state: State, change: actions.ChangeStrategy, path: str) -> Changed:
    active = change.player if state.phase == "site" else state.active
    changed = replace(state, strategy_holder=change.player, active=active)
    return changed, Step("8", "{who} holds the strategy card.", {"who": spoken(change.player)})


CHANGES: Mapping[type, Callable[[State, Any, str], Changed]] = {
    actions.ChangePoints: _points,
    actions.ChangeAllegiance: _allegiance,
    actions.ChangeLandscape: _landscape,
    actions.ChangeBuilding: _building,
    actions.ChangeStrategy: _strategy,
}
