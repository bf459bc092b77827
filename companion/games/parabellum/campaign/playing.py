"""Campaigns that play themselves, at random or with some sense; and what the lab asks of a binder's."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random

from companion.engine.campaign.design import Fought
from companion.engine.wire import Json
from companion.games.parabellum import rules
from companion.games.parabellum.actions import VERBS
from companion.games.parabellum.data import FEWEST_PLAYERS, MOST_PLAYERS, POSITIONS_OF, TURN_PHASES
from companion.games.parabellum.procedures.movement import Goal
from companion.games.parabellum.rules.legal import Entry, legal
from companion.games.parabellum.rules.movement import goals, landing
from companion.games.parabellum.rules.secrets import apply_at_table
from companion.games.parabellum.rules.setting_up import entitled, open_table
from companion.games.parabellum.state import State, distance, read_binder

PICKED = {
    "board": ("transport", "transports"),
    "recon": ("target", "targets"),
    "attack": ("target", "targets"),
    "attack_cache": ("square", "squares"),
    "reorganize": ("scrap", "scraps"),
    "choose": ("scenario", "scenarios"),
}
"""What is picked for an action, out of what its entry lists."""


class Player:
    """Turns entries of `legal` into actions; dice are left to the app."""

    def __init__(self, random: Random, by_hand: float = 0.02) -> None:
        self.random, self.by_hand = random, by_hand
        self.chosen: Entry = {}

    def choose(self, state: State) -> Entry:
        """One action that is open in a state; it stays `chosen` until the next."""
        self.chosen = {}
        self.chosen = self._choice(state)
        return self.chosen

    def _choice(self, state: State) -> Entry:
        if self.random.random() < self.by_hand:
            return self.correction(state)
        entries = self.wanted(state, legal(state))
        weights = [VERBS[entry["type"]].weight for entry in entries]
        return self.fill(state, self.random.choices(entries, weights)[0])

    def wanted(self, state: State, entries: list[Entry]) -> list[Entry]:
        """Those among which it picks: all."""
        return entries

    def fill(self, state: State, entry: Entry) -> Entry:
        """An entry's action, with what it leaves open picked at random."""
        act = getattr(self, f"_{entry['type']}", None)
        more = act(state, entry) if act else {}
        if entry["type"] in PICKED:
            key, among = PICKED[entry["type"]]
            more = {key: self.pick(entry[among])}
        return action_of(entry, **more)

    def correction(self, state: State) -> Entry:
        """A few credits, people or tokens by hand, or a mine."""
        player = self.random.choice(state.having("in", "withdrawn"))
        square = self.random.choice(["a1", "b2", "c3"])
        change: Entry = self.pick(
            [
                {"credits": self.random.randint(1, 60)},
                {"personnel": self.random.randint(0, min(9, state.supply.manpower))},
                {"fuel": 1, "ammunition": self.random.randint(0, 3)},
                {"feature": {"square": square, "kind": self.random.choice(["mine", "earthwork", None])}},
            ]
        )
        if state.features.get(square) == "bridge":
            change = {"credits": 5}
        return {"type": "adjust", "player": player, "reason": "the table says so", **change}

    def pick[T](self, many: Iterable[T]) -> T:
        return self.random.choice(list(many))

    def some(self, most: int) -> int:
        return self.random.randint(1, most)

    def _turn_order(self, state: State, entry: Entry) -> Entry:
        dice = {player: 6 for player in entry["dice"] if self.random.random() < 0.2}
        return {"dice": dice} if dice else {}

    def _purchase(self, state: State, entry: Entry) -> Entry:
        if entry["resource"] == "units":
            kind = self.pick(entry["units"])
            return {"items": [{"unit": kind, "quantity": self.some(min(2, entry["units"][kind]))}]}
        least = 10 if entry["resource"] == "manpower" else 2
        return {"quantity": min(entry["max"], self.random.randint(1, 3) * least)}

    def _muster(self, state: State, entry: Entry) -> Entry:
        used = {unit.flag for unit in state.units.values()}
        company = state.binder.companies[state.players[entry["player"]].company]
        while True:
            more = [self.pick(state.binder.palette) for _ in range(self.random.randint(0, 2))]
            flag = (*company.livery, *more)
            if flag not in used:
                return {"flag": list(flag)}

    def load(self, entry: Entry) -> Entry:
        """Some of the tokens that an entry has, at least one."""
        fuel = self.random.randint(0, entry["fuel"])
        ammunition = self.random.randint(0, entry["ammunition"])
        room = entry.get("room", 99)
        fuel = min(fuel, room)
        ammunition = min(ammunition, room - fuel)
        if fuel or ammunition:
            return {"fuel": fuel, "ammunition": ammunition}
        return {"fuel": 1, "ammunition": 0} if entry["fuel"] else {"fuel": 0, "ammunition": 1}

    def _stow(self, state: State, entry: Entry) -> Entry:
        return self.load(entry)

    _unstow = _transfer = _pick_up = _stow

    def _cache(self, state: State, entry: Entry) -> Entry:
        if not state.tracked:
            return {"square": self.pick(["b2", "c3"]), **self.load({**entry, "room": 1})}
        square = self.pick(entry["squares"])
        return {"square": square, **self.load({**entry, "room": entry["squares"][square]})}

    def _alight(self, state: State, entry: Entry) -> Entry:
        if "squares" not in entry:
            return {} if state.tracked or state.phase != "logistics" else self.ground(state)
        square = self.pick(entry["squares"])
        return {"square": square, "position": self.pick(landing(state, entry["unit"], square))}

    def _move(self, state: State, entry: Entry) -> Entry:
        if not state.tracked:
            return self.ground(state)
        goal = self.forward(state, entry["player"], goals(state, entry["player"], entry["unit"]))
        assert entry["squares"][goal.square] == goal.cost
        return {"path": list(goal.path), "position": self.pick(goal.positions)}

    def forward(self, state: State, player: str, reach: Sequence[Goal]) -> Goal:
        """Anywhere, or more often as near to an enemy as can be."""
        enemies = [unit.square for unit in state.units.values() if unit.owner != player and unit.square]
        if not enemies or self.random.random() < 0.3:
            return self.pick(reach)
        return min(reach, key=lambda goal: min(distance(goal.square, each) for each in enemies))

    def ground(self, state: State) -> Entry:
        """What a unit stands on where the real map lies on the table."""
        return {"terrain": self.pick(state.booklet.ground), "earthwork": self.random.random() < 0.2}

    def _stand(self, state: State, entry: Entry) -> Entry:
        return self.ground(state)

    def _reposition(self, state: State, entry: Entry) -> Entry:
        if not state.tracked:
            return {}
        return {"position": self.pick(entry["positions"])}

    def _deploy(self, state: State, entry: Entry) -> Entry:
        if not state.tracked:
            return self.ground(state)
        positions = POSITIONS_OF[state.footprint(entry["unit"])]
        return {"square": self.pick(entry["squares"]), "position": self.pick(positions)}

    def _resupply(self, state: State, entry: Entry) -> Entry:
        need, sources = entry["need"], []
        for place, tokens in entry["sources"].items():
            taken = min(need, tokens)
            if taken:
                sources.append({"unit" if place in state.units else "cache": place, "tokens": taken})
            need -= taken
        return {"from": sources}

    def _engineer(self, state: State, entry: Entry) -> Entry:
        work = self.pick(entry["works"])
        if not state.tracked:
            return {"work": work}
        return {"work": work, "square": self.pick(entry["works"][work])}

    def _barrage(self, state: State, entry: Entry) -> Entry:
        aims = [{"unit": unit} for unit in entry["units"]] + [{"cache": each} for each in entry["caches"]]
        return {"shots": [self.pick(aims) for _ in range(self.some(entry["shots"]))]}


KEPT = ("type", "player", "unit", "resource", "from", "to", "square", "keep", "objective", "complete")


def action_of(entry: Entry, **more: object) -> Entry:
    return {**{key: entry[key] for key in KEPT if key in entry}, **more}


MOST_LINES = 6000
"""A campaign that is longer does not end."""


def written(state: State, action: Entry, random: Random) -> Entry:
    """An action as the journal gets it: the app's dice in, the defender asked."""
    action = rules.roll(state, action, random)
    question = rules.asks(state, action)
    if question is None:
        return action
    reply = {"type": question.ask["type"], "player": question.seat, "counter": random.random() < 0.7}
    answered: Entry = rules.answer(state, action, reply)
    return answered


def play(setup: object, player: Player, most: int = MOST_LINES) -> Iterator[tuple[State, Entry, State]]:
    """A campaign, line by line: before, the action as it is written, after. `Endless` after so many lines."""
    return steps(open_table(setup).state, player, lambda state: state.phase == "over", most)


def steps(
    state: State, player: Player, until: Callable[[State], bool], most: int = MOST_LINES
) -> Iterator[tuple[State, Entry, State]]:
    """The same from any state on, as far as wanted."""
    for _ in range(most):
        if until(state):
            return
        action = written(state, player.choose(state), player.random)
        after = apply_at_table(state, action).state
        yield state, action, after
        state = after
    raise Endless(f"After {most} lines the campaign has not come to an end.")


class Endless(Exception):
    """A campaign that does not end."""


KEPT_BACK = 10
"""One part in so many of the campaign's budget is not spent."""
UNITS, GOODS = 6, 12
"""So many units, people and tokens are enough: no more are bought."""


class Steady(Player):
    """Picks at random, yet buys no more than it needs, keeps back what penalties could cost, goes for what is
    to be held and stays there, and does not give up.

    What only a table can see, an objective that is declared, comes true at random; a scenario without a
    last round ends as people end it.
    """

    def wanted(self, state: State, entries: list[Entry]) -> list[Entry]:
        """Those that a player of some sense would think of."""
        return [entry for entry in entries if self._sensible(state, entry)] or entries

    def _sensible(self, state: State, entry: Entry) -> bool:
        match entry["type"]:
            case "abstain" | "extract" | "disband" | "scrap":
                return False
            case "move":
                return state.units[entry["unit"]].square not in _aims(state, entry["player"])
            case "objective":
                return bool(entry["complete"]) and state.objective(entry["objective"]).kind == "manual"
            case "withdraw":
                return state.booklet.rounds is None or not any(state.of(entry["player"]))
            case "purchase":
                return _lacks(state, entry["player"], entry["resource"])
        return True

    def forward(self, state: State, player: str, reach: Sequence[Goal]) -> Goal:
        """As near as can be to a square that is to be held, more often than to an enemy."""
        aims = _aims(state, player)
        if not aims or self.random.random() < 0.3:
            return super().forward(state, player, reach)
        return min(reach, key=lambda goal: min(distance(goal.square, each) for each in aims))


class Provident(Steady):
    """One that fuels again what has fought: it buys a carrier, loads it, and refills what stands near."""

    def wanted(self, state: State, entries: list[Entry]) -> list[Entry]:
        """What cannot wait; else whatever has some sense."""
        urgent = [entry for entry in entries if self._urgent(state, entry)]
        return urgent or super().wanted(state, entries)

    def _urgent(self, state: State, entry: Entry) -> bool:
        if entry["type"] == "resupply":
            return True
        player = entry.get("player", "")
        if state.phase != "setup" or not player or not _dry(state, player):
            return False
        carriers, own = list(_carriers(state, player)), state.players[player].reserve
        waits = [unit for unit in carriers if state.units[unit].where == "reserve"]
        match entry["type"]:
            case "stow":
                return bool(own.fuel) and not state.units[entry["unit"]].cargo.fuel
            case "muster":
                return entry["unit"] in waits
            case "purchase":
                return bool(_next_for_carrier(state, player, carriers, waits) == entry["resource"])
        return False

    def _purchase(self, state: State, entry: Entry) -> Entry:
        player = entry["player"]
        if state.phase != "setup" or not _dry(state, player):
            return super()._purchase(state, entry)
        if entry["resource"] == "units" and not any(_carriers(state, player)):
            able = [kind for kind in entry["units"] if state.binder.units[kind].cargo >= CARRIES]
            if able:
                cheapest = min(able, key=lambda kind: state.binder.units[kind].cost)
                return {"items": [{"unit": cheapest, "quantity": 1}]}
        return super()._purchase(state, entry)


CARRIES = 4
"""A unit with room for so many tokens refills others."""


def _dry(state: State, player: str) -> bool:
    """Whether a mustered unit cannot move."""
    own = ((state.units[unit], state.card(unit)) for unit in state.of(player, "predeploy", "map", "aboard"))
    return any(card.fuel_max and not unit.fuel for unit, card in own)


def _carriers(state: State, player: str) -> Iterator[str]:
    return (unit for unit in state.of(player) if state.card(unit).cargo >= CARRIES)


def _next_for_carrier(state: State, player: str, carriers: list[str], waits: list[str]) -> str:
    """What a carrier still lacks: its card, people, its own fuel and some to hand on."""
    if not carriers:
        return "units"
    own = state.players[player].reserve
    if waits and own.personnel < state.card(waits[0]).troop:
        return "manpower"
    return "fuel" if own.fuel <= sum(state.card(unit).fuel_cost for unit in waits) else ""


def _aims(state: State, player: str) -> set[str]:
    own = (each for each in state.booklet.objectives if entitled(state, each, player))
    return {square for each in own for square in each.squares}


def _lacks(state: State, player: str, what: str) -> bool:
    """Whether a company is short of something and can spare the credits."""
    own = state.players[player]
    # Credits that are kept back: for penalties, for units to be deployed, and some more (E1, E4).
    open_still = (
        each
        for each in state.booklet.objectives
        if entitled(state, each, player) and player not in state.objectives[each.id].done
    )
    ready = sum(1 for _ in state.of(player, "predeploy"))
    floor = (
        sum(each.penalty for each in open_still)
        + ready * state.booklet.deployment_cost
        + state.binder.budget // KEPT_BACK
    )
    if own.credits <= floor:
        return False
    if what == "units":
        return sum(1 for _ in state.of(player)) < UNITS
    return bool(own.reserve._asdict()["personnel" if what == "manpower" else what] < GOODS)


DECLARED = 0.02
"""How likely it is, before a deed, that a table sees an objective come true that no rule can tell."""


def players(content: object) -> tuple[int, ...]:
    """How many companies of a binder can sit down."""
    return tuple(range(FEWEST_PLAYERS, min(MOST_PLAYERS, len(read_binder(content, "").companies)) + 1))


def setup_of(content: object, companies: int) -> Json:
    """A table of so many of the binder's companies, in its order."""
    return {"binder": content, "options": {"players": companies}}


def declared(state: State, seat: str, random: Random) -> Json:
    """An objective that only people can see is held now and then; else nothing."""
    if state.phase not in TURN_PHASES or random.random() >= DECLARED:
        return None
    able = [
        each.id
        for each in state.booklet.objectives
        if each.kind == "manual"
        and entitled(state, each, seat)
        and seat not in state.objectives[each.id].done
    ]
    if not able:
        return None
    return {"type": "objective", "player": seat, "objective": random.choice(able), "complete": True}


def fought(states: Sequence[State]) -> Iterator[Fought]:
    """Each scenario that a play came through: who began it, and what became of it."""
    began: dict[str, tuple[str, ...]] = {}
    for state in states:
        began.setdefault(state.scenario, tuple(state.tally))
    for chapter in states[-1].history:
        yield Fought(
            scenario=chapter.scenario,
            rounds=chapter.rounds,
            sides=began[chapter.scenario],
            ranking=chapter.ranking,
            bankrupt=chapter.eliminated,
            done=tuple(dict.fromkeys(each for winners in chapter.completed.values() for each in winners)),
        )


def objectives(content: object) -> Mapping[str, Mapping[str, str]]:
    """What can be won in each scenario: the name of each objective by its id."""
    return {
        key: {each.id: each.name for each in booklet.objectives}
        for key, booklet in read_binder(content, "").scenarios.items()
    }
