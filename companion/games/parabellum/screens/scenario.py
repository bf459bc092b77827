"""The scenario as a booklet on the screen: its objectives, who begins, leaving it (T1, E2)."""

from collections.abc import Iterator, Mapping

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Control,
    Deed,
    Fields,
    Fold,
    Icon,
    Lead,
    Note,
    Own,
    Piece,
    Question,
    Row,
    Rows,
    Say,
    Way,
    Words,
    phrase,
)
from companion.engine.step import Briefly, Several
from companion.engine.wording import count, listed, tap
from companion.games.parabellum import actions
from companion.games.parabellum.data import TURN_PHASES, lexicon
from companion.games.parabellum.procedures.course import decide
from companion.games.parabellum.procedures.reckoning import visited, ways_on
from companion.games.parabellum.rules.course import units_left, withdraw
from companion.games.parabellum.rules.setting_up import entitled
from companion.games.parabellum.rules.telling import at, is_judged
from companion.games.parabellum.screens.cards import fresh, keep, seat_of, terrain_key, who, whole
from companion.games.parabellum.state import Goods, Line, Objective, State, spoken


def goods_words(goods: Goods) -> str:
    return listed(goods.parts) or "nothing"


def scenario_question(scene: Scene[State]) -> Question:
    """The booklet beside the map: objectives with the table's findings, the ground, the tree of scenarios."""
    state = scene.state
    goals = objectives(scene)
    may_end = state.phase in TURN_PHASES and scene.may_act
    end = Way(words="End the scenario…", href=fresh(scene, do="end"))
    ground = Own(template="parabellum/ground.html", values={"key": terrain_key(state)})
    return Question(
        kind="scenario",
        title=state.booklet.name,
        under="Where the app cannot see what an objective asks for, the table says so, all who play agreed.",
        pieces=(
            Lead(state.booklet.overview),
            *map(Note, state.booklet.circumstances),
            *goals,
            Fold(id="ground", title="The ground", pieces=(ground,)),
            Fold(id="tree", title="The campaign", pieces=(_tree(state),)),
        ),
        main=Way(words="Back", href=fresh(scene)),
        lesser=(end,) if may_end else (),
        back=fresh(scene),
    )


def objectives(scene: Scene[State]) -> tuple[Piece, ...]:
    return tuple(piece for each in scene.state.booklet.objectives for piece in _objective(scene, each))


def end_question(scene: Scene[State]) -> Question:
    """The table ends the scenario by hand, and says why."""
    reason = Control(name="a.reason:text", label="Why", longest=200, needed=True)
    return Question(
        kind="end",
        title="End the scenario now?",
        pieces=(
            Lead("Everything is paid out as if its last round were played. The others are asked first."),
            Fields((reason,)),
        ),
        main=Deed(words="End the scenario", action=tap({"type": "end_scenario"}), danger=True),
        back=fresh(scene, do="objectives"),
    )


def standing(state: State, objective: Objective, *, short: bool = False) -> str:
    """Who has completed an objective, or how long it has been held; `short` by first words alone."""
    now = state.objectives[objective.id]

    def named(player: str) -> str:
        return Briefly(spoken(player).split()[0], player) if short else who(state, player)

    holders = [named(player) for player in now.done]
    held = [
        phrase("{who} {n} of {of}", who=named(player), n=n, of=objective.turns)
        for player, n in now.streak.items()
        if n and player not in now.done
    ]
    return Several(holders) if holders else Several(held) if held else "free"


def _objective(scene: Scene[State], objective: Objective) -> Iterator[Piece]:
    """What it takes, what it pays, how it stands, and what the table may find."""
    state = scene.state
    findings, stands = tuple(_findings(scene, objective)), standing(state, objective)
    yield Note(objective_words(objective))
    if stands != "free":
        yield Say(stands, "Completed:" if state.objectives[objective.id].done else "Held:")
    if findings:
        yield Choices(label=phrase("Findings on {name}", name=objective.name), choices=findings)


def objective_words(objective: Objective) -> Words:
    pays = f"Pays {goods_words(objective.bonus)}"
    pays += f"; failing costs {objective.penalty}" if objective.penalty else ""
    return phrase(
        "{name}{squares}{takes}. {pays}.{ends}",
        name=objective.name,
        squares=f" ({', '.join(map(at, objective.squares))})" if objective.squares else "",
        takes="" if objective.name.lower() == _takes(objective) else f": {_takes(objective)}",
        pays=pays,
        ends=" Ends the scenario." if objective.ends_scenario else "",
    )


def _takes(objective: Objective) -> str:
    if objective.kind == "hold":
        turns = "" if objective.turns == 1 else f" for {count(objective.turns, 'turn')} of one's own"
        many = "" if objective.count == 1 else f"{objective.count} of them "
        return f"hold {many}alone{turns}" + (", only one company can" if objective.exclusive else "")
    return {
        "destroy": f"destroy {count(objective.count, 'enemy unit')}",
        "recon": f"reconnoitre {count(objective.count, 'enemy unit')}",
        "manual": "the table says when",
    }[objective.kind]


def _findings(scene: Scene[State], objective: Objective) -> Iterator[Choice]:
    state = scene.state
    if state.phase not in TURN_PHASES or scene.room == "tv":
        return
    for player in state.playing:
        if scene.acts_for(player) and entitled(state, objective, player):
            held = player in state.objectives[objective.id].done
            action = {"type": "objective", "player": player, "objective": objective.id, "complete": not held}
            words = "{who} has not completed it" if held else "{who} has completed it"
            words = f"Overrule the app: {words}" if is_judged(state, objective.id) else words
            yield Choice(words=phrase(words, who=who(state, player)), action=tap(action))


def _tree(state: State) -> Rows:
    """The scenarios by round: played, played now, still possible."""
    played = visited(state)
    rows = []
    for key, booklet in state.binder.scenarios.items():
        how = "now" if key == state.scenario and state.phase != "over" else "played" if key in played else ""
        how = how or ("next" if key in ways_on(state) else "")
        leads = ", ".join(each.upper() for each in booklet.next)
        name = phrase("{id} {name}", id=key.upper(), name=booklet.name)
        rows.append(Row((name, how, f"→ {leads}" if leads else ""), sum=False))
    return Rows(label="The scenarios", rows=tuple(rows))


MOST_ROUNDS = 12


def turn_order_question(scene: Scene[State]) -> Question:
    """The faces of whoever still rolls, to be tapped; the order once nobody is tied."""
    state = scene.state
    dice = {player: state.players[player].die for player in state.playing}
    rolls = _typed(scene, dice)
    rolling = _rolling(dice, rolls)
    may = scene.may_act
    pads = tuple(_pad(scene, player, dice[player], len(rolls)) for player in rolling) if may else ()
    by_app = Deed(words="Roll for us", action=tap({"type": "turn_order"}), icon=Icon("roll"))
    rows = tuple(
        Row((who(state, player), phrase("roll {n}", n=n + 1), str(face)), seat_of(state, player))
        for n, roll in enumerate(rolls)
        for player, face in roll.items()
    )
    return Question(
        kind="turn_order",
        title="Who goes first?",
        under=state.booklet.name,
        pieces=(
            *((Rows(label="The dice so far", rows=rows),) if rows else ()),
            *pads,
            Lead(state.booklet.overview),
            *map(Note, state.booklet.circumstances),
        ),
        main=_order(state, dice, rolls) if may else None,
        lesser=(by_app,) if may and rolling else (),
    )


def _order(state: State, dice: dict[str, int], rolls: list[dict[str, int]]) -> Deed:
    """The main deed: the order that the dice give, or what of them is missing."""
    if _rolling(dice, rolls):
        again = "The tied roll again" if rolls else "Tap what each die shows"
        return Deed(words="Play in this order", shut=again)
    order = [who(state, player) for player in decide(dice, rolls)[0]]
    action = {"type": "turn_order", "rolls": rolls}
    return Deed(words="Play in this order", small=", then ".join(order), action=tap(action))


def _pad(scene: Scene[State], player: str, die: int, n: int) -> Choices:
    field = f"r{n}.{player}"
    faces = tuple(
        Choice(
            key=f"{field}-{face}",
            words=str(face),
            href=keep(scene, **{field: face}),
            side=seat_of(scene.state, player),
            chosen=whole(scene, field) == face,
        )
        for face in range(1, die + 1)
    )
    label = phrase("{who}: d{die}", who=who(scene.state, player), die=die)
    return Choices(label=label, choices=faces, shape="pad", shows_label=True)


def _typed(scene: Scene[State], dice: dict[str, int]) -> list[dict[str, int]]:
    rolls: list[dict[str, int]] = []
    while len(rolls) < MOST_ROUNDS and (rolling := _rolling(dice, rolls)):
        row = {player: whole(scene, f"r{len(rolls)}.{player}") for player in rolling}
        if not all(1 <= face <= dice[player] for player, face in row.items()):
            break
        rolls.append(row)
    return rolls


def _rolling(dice: dict[str, int], rolls: list[dict[str, int]]) -> list[str]:
    """Who must still roll, in the dice's order."""
    places: dict[str, tuple[int, ...]] = dict.fromkeys(dice, ())
    for roll in rolls:
        places = {player: (*place, roll.get(player, 0)) for player, place in places.items()}
    shared = list(places.values())
    return [player for player, place in places.items() if shared.count(place) > 1]


GAINS: Mapping[str, str] = lexicon("screens/words.json")["gains"]
"""What of the others' ledgers follows from what all can see; their penalties hang on their credits."""


def withdraw_question(scene: Scene[State], me: str) -> Question:
    """What leaving now brings the others and takes from oneself, against extracting first."""
    state = scene.state
    after = withdraw(state, actions.Withdraw(me)).state
    lead = phrase(
        "Extracting a unit from your deployment squares costs {cost} credits and keeps it.",
        cost=state.booklet.extraction_cost,
    )
    pieces = (
        *_left(state, me),
        *_settled(state, after, me),
        *_gained(state, after, me),
        *_over(state, after, me),
    )
    return Question(
        kind="withdraw",
        title="Withdraw from this scenario?",
        side=seat_of(state, me),
        pieces=(Lead(lead), *map(Note, pieces)),
        main=Deed(words="Withdraw", action=tap({"type": "withdraw", "player": me}), danger=True),
        lesser=(Way(words="Stay", href=fresh(scene)),),
        back=fresh(scene),
    )


def _ends(after: State) -> bool:
    return after.phase in ("choose_next", "over")


def _new(state: State, after: State, player: str) -> list[Line]:
    return [line for line in after.ledger[len(state.ledger) :] if line.player == player]


def _left(state: State, me: str) -> Iterator[str]:
    going = [state.units[unit] for unit in units_left(state, me)]
    if not going:
        yield "You have no unit on the map: you leave nothing behind."
        return
    people = count(sum(each.strength for each in going), "person", "people")
    fuel = sum(each.fuel + each.cargo.fuel for each in going)
    ammunition = sum(each.ammunition + each.cargo.ammunition for each in going)
    units, cost = count(len(going), "unit"), sum(each.cost for each in going)
    tokens = f"{fuel} fuel and {ammunition} ammunition on them"
    yield f"You lose {units} that cost {cost} credits, {people}, {tokens}."


def _settled(state: State, after: State, me: str) -> Iterator[str]:
    """One's own objectives: paid now where the scenario ends, else when it does."""
    names = {each.id: each.name for each in state.booklet.objectives}
    for line in _new(state, after, me):
        if line.kind == "penalty":
            yield f"You pay {-line.amount} credits for “{names[line.item]}”, not completed."
        elif line.kind == "bonus":
            yield f"You get {line.amount} credits for “{names[line.item]}”."
    fails = [
        f"“{each.name}” ({each.penalty})"
        for each in state.booklet.objectives
        if each.penalty and entitled(state, each, me) and me not in after.objectives[each.id].done
    ]
    if fails and not _ends(after):
        yield f"When the scenario ends you pay for what is not completed: {listed(fails)}."


def _gained(state: State, after: State, me: str) -> Iterator[Words]:
    for other in state.playing:
        if other == me:
            continue
        lines = _new(state, after, other)
        sums = {kind: sum(line.amount for line in lines if line.kind == kind) for kind in GAINS}
        parts = listed(f"{amount} {GAINS[kind]}" for kind, amount in sums.items() if amount)
        gain = [f"{sum(sums.values())} credits ({parts})"] if parts else []
        # Tokens of bonuses and, for the last one left, of the caches on the map.
        was, now = state.players[other].reserve, after.players[other].reserve
        changes = (("fuel", now.fuel - was.fuel), ("ammunition", now.ammunition - was.ammunition))
        gains = listed([*gain, *[f"{n} {name}" for name, n in changes if n > 0]] or ["nothing"])
        yield phrase("{who} gains {gains}.", who=who(state, other), gains=gains)


def _over(state: State, after: State, me: str) -> Iterator[str]:
    if len(state.playing) == 2:
        yield "The scenario ends with this: only one company is left in it."
    elif _ends(after):
        yield "The scenario ends with this."
    if after.players[me].status == "eliminated":
        yield "That leaves you no liquid assets: you are out of the campaign."
