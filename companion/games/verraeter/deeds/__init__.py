"""All that people do in Verräter: read, open or refused, done, set by hand, and told in words (5)."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from companion.engine import shape
from companion.engine.deed import Deed, Entry, offered
from companion.engine.errors import IllegalAction, InvalidInput, calling, things_of
from companion.engine.game import Outcome, Question, Result, Scene, Sight, Step
from companion.engine.records import replace
from companion.engine.scene import Secrecy
from companion.engine.shape import Between, By, Known, Sized
from companion.engine.wire import Json
from companion.engine.wording import by_hand, change, changes_of
from companion.games.verraeter import data
from companion.games.verraeter import state as ground
from companion.games.verraeter.data import HIDDEN, UNKNOWN
from companion.games.verraeter.deeds.round import BUILDS, DEEDS, Build, Own, Refill, Reveal
from companion.games.verraeter.procedures.supply import surplus
from companion.games.verraeter.rules import PICKS_HIDDEN, built, name
from companion.games.verraeter.state import (
    Draft,
    Player,
    PlayerId,
    Position,
    State,
    SupplyCards,
    spoken,
    state_json,
)

THINGS = things_of(data.FOLDER)
"""What the parts of an action are called."""
ENDING = ("build", "refill")
"""Phases in which one house may come to hold everything: this round's conflict is over."""

type Changed = tuple[State, Step]


class ChangePoints(NamedTuple):
    """More or fewer victory points."""

    player: PlayerId
    by: Annotated[int, Between(-99, 99)]

    def done(self, state: State, path: str) -> Changed:
        changed = state.with_player(self.player, lambda player: replace(player, vp=player.vp + self.by))
        values = {"who": spoken(self.player), "by": self.by}
        return changed, Step("6", "{who} {by:+d} points.", values)


class ChangeAllegiance(NamedTuple):
    """Another oath."""

    player: PlayerId
    house: data.House

    def done(self, state: State, path: str) -> Changed:
        changed = state.with_player(self.player, lambda player: replace(player, allegiance=self.house))
        values = {"who": spoken(self.player), "house": state.words.houses[self.house]}
        return changed, Step("setup.allegiance", "{who} serves the {house}.", values)


class ChangeLandscape(NamedTuple):
    """A landscape that shows a house."""

    landscape: Position
    house: data.House

    def done(self, state: State, path: str) -> Changed:
        was = state.circle[self.landscape]
        changed = state.with_landscape(self.landscape, ground.Landscape(was.type, self.house, was.building))
        where = f"{path}.house"
        if changed.site and changed.phase in PICKS_HIDDEN:
            i, j = changed.site
            if changed.circle[i].house == changed.circle[j].house:
                raise IllegalAction(
                    where, "Both landscapes of the site would be one house's; undo the site first."
                )
        if changed.phase not in ENDING and changed.one_house():
            raise IllegalAction(
                where, "All twelve landscapes would be one house's, and no conflict left to fight."
            )
        step = Step("setup.landscapes", "this is the {where}.", {"where": name(changed, self.landscape)})
        return changed, step


class ChangeBuilding(NamedTuple):
    """Another card, or none, under a landscape."""

    landscape: Position
    player: PlayerId | None
    side: data.BuildingSide = "estate"

    def done(self, state: State, path: str) -> Changed:
        where = name(state, self.landscape)
        freed = _taken_back(state, self.landscape)
        if self.player is None:
            return freed, Step("7", "nothing lies under the {where}.", {"where": where})
        if not freed.player(self.player).unplaced:
            raise IllegalAction(
                f"{path}.player", f"All three cards of {spoken(self.player)}'s lie in the circle already."
            )
        if self.side == "office" and not freed.may_open_office(self.player):
            raise IllegalAction(
                f"{path}.side", f"{spoken(self.player)} has two offices already; lay it as an estate."
            )
        changed = built(freed, self.player, self.landscape, self.side)
        values = {"who": spoken(self.player), "side": self.side, "where": where}
        return changed, Step("7", "{who} has an {side} under the {where}.", values)


class ChangeStrategy(NamedTuple):
    """Another holder of the strategy card."""

    player: PlayerId

    def done(self, state: State, path: str) -> Changed:
        active = self.player if state.phase == "site" else state.active
        changed = replace(state, strategy_holder=self.player, active=active)
        return changed, Step("8", "{who} holds the strategy card.", {"who": spoken(self.player)})


TARGETS = {
    "vp": ChangePoints,
    "allegiance": ChangeAllegiance,
    "landscape": ChangeLandscape,
    "building": ChangeBuilding,
    "strategy": ChangeStrategy,
}
type Change = ChangePoints | ChangeAllegiance | ChangeLandscape | ChangeBuilding | ChangeStrategy


class Adjust(NamedTuple):
    """Overrule the app, with a reason."""

    reason: Annotated[str, Sized(1, 200)]
    changes: Annotated[tuple[Annotated[Change, By("target", TARGETS)], ...], Sized(1, 20)]

    def check(self, state: State) -> None:
        if state.phase == "finished":
            raise IllegalAction("type", "The game is over; only an undo leads back into it.")

    def do(self, state: State) -> Outcome[State]:
        """The changes are made one after another, each checked when it is made."""
        steps = []
        for n, each in enumerate(self.changes):
            state, step = each.done(state, f"changes.{n}")
            words, values = "Set by hand ({reason}): " + step.template, {**step.values, "reason": self.reason}
            steps.append(Step(step.rule, words, values))
        return Outcome(state, tuple(steps))


def _taken_back(state: State, position: int) -> State:
    building = state.circle[position].building
    if building is None:
        return state
    freed = state.with_building(position, None)
    return freed.with_player(building.player, lambda player: replace(player, unplaced=player.unplaced + 1))


TYPES: Mapping[str, object] = {
    **{each.kind: each for each in DEEDS if not issubclass(each, Build | Refill)},
    "build": By("op", BUILDS),
    "refill": Refill,
    "adjust": Adjust,
}
ACTION = Annotated[Any, By("type", TYPES)]


def read_action(value: object, state: State) -> Deed[State] | Adjust:
    """One action; `InvalidInput` at the fault."""
    action: Deed[State] | Adjust = shape.read(ACTION, value, names={"players": state.ids})
    return action


def legal(state: State) -> list[Entry]:
    """All entries, hidden hands included; `adjust` is possible until the end and not listed."""
    if state.active is None and state.phase != "reveal":
        return []
    who = {} if state.phase == "reveal" else {"player": state.active}
    return [{"type": each.kind, **who, **entry} for each, entry in offered(DEEDS, state, state.phase)]


def checked_legal(state: State) -> list[Entry]:
    """The same of a state from outside, whose parts may not fit each other."""
    if state.phase not in ("reveal", "finished") and state.active is None:
        raise IllegalAction("state.active", f"In the phase “{state.phase}” somebody must be active.")
    if state.phase == "refill" and (not state.refill or state.refill[0].player != state.active):
        raise IllegalAction("state.refill", "The first of those who pick up must be the active player.")
    return legal(state)


@calling(THINGS)
def apply(state: State, action: object) -> Outcome[State]:
    """The state after an action, and why; `InvalidInput` or `IllegalAction` with paths inside the action."""
    deed = read_action(action, state)
    if isinstance(deed, Deed) and state.phase not in deed.phases:
        belongs, now = data.PHASE_NAMES[deed.phases[0]], data.PHASE_NAMES[state.phase]
        raise IllegalAction("type", f"This belongs to “{belongs}”; the game is at “{now}”.")
    if isinstance(deed, Own) and deed.player != state.active:
        words = f"It is for {spoken(state.active)} to act now, not for {spoken(deed.player)}."
        raise IllegalAction("player", words)
    deed.check(state)
    return deed.do(state)


def describe(action: object) -> str:
    """An action in a few words; what is redacted or malformed in it is passed over."""
    if type(action) is not dict:
        return "An entry that cannot be read"
    match action.get("type"):
        case None:
            return "The circle is laid out"
        case "adjust":
            return f"Set by hand: {action.get('reason')}"
        case "reveal":
            return Reveal.log
        case kind:
            words = _words(kind, action)
            return f"{spoken(action.get('player'))}: {words}" if words else f"“{kind}”"


def _words(kind: object, action: Entry) -> str:
    """What a player does; empty for a deed that there is none of."""
    if kind == "build":
        deed = BUILDS.get(str(action.get("op")))
        values = {"side": "estate", "landscape": "a landscape", "from": "one landscape", "to": "another"}
        return deed.log.format_map(values | action) if deed else "builds"
    log = next((each.log for each in DEEDS if each.kind == kind), "")
    cards, laid_down = action.get("cards"), _several(action.get("discard"))
    parts: dict[str, object] = {
        "landscape": action.get("landscape"),
        "site": _several(action.get("site"), " and ") or "a site",
        "card": data.ACTION_NAMES.get(str(action.get("card")), "a card"),
        "cards": _several(cards) or "no supply",
        "laid_down": f"lays down {laid_down}, " if laid_down else "",
        "picked": len(cards) or "nothing" if type(cards) is list else "nothing",
    }
    return log.format_map(parts)


def _several(values: object, join: str = ", ") -> str:
    return join.join(map(str, values)) if type(values) is list else ""


def tell(state: State, action: object, sight: object) -> str:
    """The same; of what is set by hand, from what to what, and of real cards who turned over which."""
    if type(action) is dict and is_by_hand(state, action) and action["type"] == "reveal":
        turned = (
            f"{spoken(who)}, {data.ACTION_NAMES.get(card, card)}" for who, card in action["picks"].items()
        )
        return f"{describe(action)}: {'; '.join(turned)}"
    if type(action) is not dict or action.get("type") != "adjust":
        return describe(action)
    return by_hand((_set(state, each) for each in changes_of(action)), action.get("reason"))


def is_by_hand(state: State, action: object) -> bool:
    """Whether the table sets or finds it, and not the rules: real cards are turned over under all eyes."""
    match action:
        case {"type": "adjust"}:
            return True
        case {"type": "reveal", "picks": {**picks}}:
            return bool(picks)
    return False


def _set(state: State, entry: Entry) -> str:
    who, at, houses = entry.get("player"), entry.get("landscape"), state.words.houses
    match entry.get("target"):
        case "vp" if who in state.ids and type(by := entry.get("by")) is int:
            return change(f"{spoken(who)}’s points", state.player(who).vp, state.player(who).vp + by)
        case "allegiance" if who in state.ids:
            was = houses.get(state.player(who).allegiance or "", "nobody")
            return change(f"{spoken(who)} serves", was, houses.get(str(entry.get("house")), ""))
        case "strategy":
            return change("strategy card", spoken(state.strategy_holder), spoken(who))
        case "landscape" if type(at) is int and 0 <= at < len(state.circle):
            return change(
                f"landscape {at}", houses[state.circle[at].house], houses.get(str(entry.get("house")))
            )
        case "building" if type(at) is int and 0 <= at < len(state.circle):
            there = state.circle[at].building
            was = _building(there.player, there.side) if there else "nothing"
            now = _building(who, str(entry.get("side", "estate"))) if who else "nothing"
            return change(f"under landscape {at}", was, now)
    return ""


def _building(who: object, side: str) -> str:
    return f"{spoken(who)}’s {side}"


def headline(state: State) -> str:
    """Where the game stands, in a few words: round, phase, who leads."""
    return " · ".join((f"round {state.round} of {state.rounds}", _moment(state), _lead(state)))


def _moment(state: State) -> str:
    if state.phase == "finished" or state.active is None:
        return data.PHASE_NAMES[state.phase].lower()
    return f"{data.PHASE_NAMES[state.phase].lower()}: {spoken(state.active)}"


def _lead(state: State) -> str:
    if state.result is not None:
        names = [spoken(who) for who in state.result["winners"]]
        return f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'}"
    most = max(player.vp for player in state.players)
    first = [spoken(player.id) for player in state.players if player.vp == most]
    return "level" if len(first) == len(state.players) else f"{' and '.join(first)} {most}"


def result(state: State) -> tuple[Result, ...]:
    """Every player, the best first; empty while the game goes on."""
    if state.phase != "finished":
        return ()
    if state.one_house():
        words = f"all land the {state.words.houses[state.circle[0].house]}'s"
    else:
        words = f"after round {state.round}"
    return tuple(Result(row["player"], row["rank"], row["total"], words) for row in state.result["scores"])


SECRECY: Secrecy[State, str] = Secrecy(
    owners=lambda state: state.ids,
    is_hidden=lambda state: not state.options.counts_only or state.phase == "draft",
    is_over=lambda state: state.phase == "finished",
)
"""Where supply is counted alone, and lies on the table, whoever taps for a player may tap it."""


def seen_state(state: State, sees: Collection[str]) -> Json:
    """The state as those seats together have it (6.4)."""
    seen = state_json(state)
    seen["draw"] = [UNKNOWN for _ in state.draw]
    if state.phase == "finished":
        return seen
    for player in seen["players"]:
        if player["id"] not in sees:
            player["hand"] = [UNKNOWN for _ in player["hand"]]
            if player["pick"] and state.phase in PICKS_HIDDEN:
                player["pick"] = HIDDEN
    draft = seen["draft"]
    draft["removed"] = HIDDEN if state.draft.removed else None
    draft["leftover"] = [HIDDEN for _ in state.draft.leftover]
    if state.active not in sees:
        draft["pool"] = [HIDDEN for _ in state.draft.pool]
    return seen


def veil(state: State, scene: Scene[State], past: bool) -> State:
    """The state without hands, draws and the picks of this round that others must not know yet."""
    now, sees = scene.state, scene.sight.sees
    draw = (UNKNOWN,) * len(state.draw)
    if now.phase == "finished":
        return replace(state, draw=draw)
    picks = state.round == now.round and now.phase in PICKS_HIDDEN
    players = tuple(each if each.id in sees else _veiled(each, picks) for each in state.players)
    draft = Draft(state.draft.mode, pool=state.draft.pool if state.active in sees else ())
    return replace(state, draw=draw, players=players, draft=draft)


def _veiled(player: Player, picks: bool) -> Player:
    return replace(player, hand=(UNKNOWN,) * len(player.hand), pick=None if picks else player.pick)


def seen_legal(state: State, sight: Sight) -> list[Entry]:
    """The entries of `legal` for what a sight may do, without the cards that it may not see."""
    return list(SECRECY.offered(legal(state), sight, lambda entry: entry.get("player"), _hidden))


def _hidden(entry: Entry) -> Entry:
    if "hand" in entry:
        return {**entry, "hand": [UNKNOWN for _ in entry["hand"]]}
    if entry["type"] == "pick_action":
        return {**entry, "cards": [HIDDEN for _ in entry["cards"]]}
    return entry


def redact_action(state: State, action: object, sight: Sight) -> object:
    """An action as a sight may read it in the journal of a table that stands at `state`.

    Picks stay hidden after they were turned over: were only this round's hidden, an earlier line of the
    same card would give it away. The line of the reveal tells them to all.
    """
    if type(action) is not dict or state.phase == "finished":
        return action
    kind, own = action.get("type"), action.get("player") in sight.sees
    if kind in ("deal_actions", "choose_site") and "removed" in action:
        return {**action, "removed": HIDDEN}
    if kind == "pick_action" and "card" in action and not own:
        return {**action, "card": HIDDEN}
    if kind == "refill" and type(action.get("cards")) is list and not own:
        return {**action, "cards": [UNKNOWN for _ in action["cards"]]}
    return action


def looks(state: State, action: object) -> tuple[str, ...]:
    """Whose secrets the rules look at: a pick's pool, a hand that cards leave or come to."""
    if type(action) is not dict or action.get("player") not in state.ids:
        return ()
    kind = action.get("type")
    of_hand = kind == "play_supply" or (kind == "refill" and _names_cards(action))
    hidden = kind == "pick_action" or (of_hand and not state.options.counts_only)
    return (action["player"],) if hidden else ()


def _names_cards(refill: Entry) -> bool:
    """Whether it says which cards; how many a player picks up anybody can work out."""
    return bool(refill.get("discard")) or type(refill.get("cards")) is list


def is_irrevocable(state: State, action: object, rolled: bool) -> bool:
    """Whether an action, taken in `state`, showed somebody what an undo cannot hide again.

    That is: the reveal, what the app dealt, and the cards that a pick hands on to the next player.
    """
    if rolled:
        return True
    if type(action) is not dict:
        return False
    kind = action.get("type")
    if kind == "pick_action":
        player = action.get("player")
        return player in state.ids and state.left_of(player) != state.start_player
    return kind == "reveal"


ASKED = "lay_down"


class LayDown(NamedTuple):
    """Which cards go, by who drew them."""

    type: Literal["lay_down"]
    player: Annotated[str, Known("players", "It is for {names} to say which cards go.")]
    discard: SupplyCards


def asks(state: State, action: object) -> Question | None:
    """The question to the player himself which of all his cards go, where a refill leaves it open."""
    drawn = _drawn(state, action)
    if state.active is None or drawn is None:
        return None
    hand = state.player(state.active).hand
    count = surplus(len(hand), len(drawn), state.options)
    ask = {"type": ASKED, "player": state.active, "count": count, "from": sorted((*hand, *drawn))}
    return Question(state.active, ask) if count else None


def _drawn(state: State, action: object) -> list[int] | None:
    """The cards of a refill that does not say what goes; None of any other action."""
    if type(action) is not dict or action.get("type") != "refill" or "discard" in action:
        return None
    is_due = state.phase == "refill" and action.get("player") == state.active
    cards = action.get("cards")
    if not is_due or state.options.surplus == "before" or type(cards) is not list:
        return None
    return cards if all(type(card) is int for card in cards) else None


@calling(THINGS)
def answer(state: State, action: Entry, reply: object) -> Entry:
    """The refill with the cards that go; errors have paths in the reply."""
    question = asks(state, action)
    if question is None:
        raise InvalidInput("", "This action waits for no answer.")
    lay_down = shape.read(LayDown, reply, names={"players": (question.seat,)})
    count = question.ask["count"]
    if len(lay_down.discard) != count:
        raise InvalidInput(
            "discard", f"Exactly {count} of these cards go; {len(lay_down.discard)} were named."
        )
    return {**action, "discard": list(lay_down.discard)}
