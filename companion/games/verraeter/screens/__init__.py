"""Verräter's screens out of one scene: the circle, the one thing to decide, one's own hand."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.engine import stage
from companion.engine.game import Scene
from companion.engine.scene import Values, fresh, whole
from companion.engine.stage import Choice, Control, Question, Screen, Stage, Words, phrase
from companion.engine.wording import Plate, listed, percent, signed, tap
from companion.games.verraeter.data import ACTION_NAMES, CIRCLE, HOUSES, OTHER, PHASE_NAMES, TITLE
from companion.games.verraeter.deeds import SECRECY
from companion.games.verraeter.rules import PICKS_HIDDEN
from companion.games.verraeter.rules.notebook import Drafted, drafted, passages_of
from companion.games.verraeter.screens import board, hand
from companion.games.verraeter.screens.board import Taps, own_sign, seal
from companion.games.verraeter.screens.conflict import Walk, reveal_question, tipped, walk_of, walk_question
from companion.games.verraeter.screens.film import finished_question
from companion.games.verraeter.screens.hand import EFFECTS, sign_of
from companion.games.verraeter.state import Player, State, spoken


def bar(state: State, hand: str | None) -> stage.Bar:
    return stage.Bar(
        title=TITLE,
        plate=f"{state.round}/{state.rounds}",
        phase=PHASE_NAMES[state.phase],
        turn=stage.Turn(spoken(state.active), board.seat_of(state, state.active)) if state.active else None,
        hand=hand,
        board="attack",
        rule=f"phase-{state.phase}",
    )


def players(state: State) -> stage.Strip:
    return stage.Strip(facts=tuple(_player(state, each) for each in state.players))


def _player(state: State, player: Player) -> stage.StripFact:
    cards = len(player.hand)
    return stage.StripFact(
        key=player.id,
        name=spoken(player.id),
        small=phrase("{house}, {n:# card|# cards}", house=state.words.houses[player.allegiance], n=cards),
        value=str(player.vp),
        side=player.allegiance,
        icon=seal(state, player.id),
        acting=player.id == state.active,
        rule="victory-points",
    )


def changes(before: State, now: State) -> Iterator[Words]:
    """What the last line changed on the table, in a few words each."""
    houses, pairs = now.words.houses, [(each, now.player(each.id)) for each in before.players]
    for was, is_ in pairs:
        if was.vp != is_.vp:
            yield phrase("{who} {gain}", who=spoken(was.id), gain=signed(is_.vp - was.vp))
    for n, land in enumerate(now.circle):
        if before.circle[n].house != land.house:
            yield f"{board.land_name(now, n)} → {houses[land.house]}"
    for was, is_ in pairs:
        if was.allegiance != is_.allegiance:
            yield phrase("{who} → {house}", who=spoken(was.id), house=houses[is_.allegiance])
    if before.strategy_holder != now.strategy_holder:
        yield phrase("Strategy card → {who}", who=spoken(now.strategy_holder))


def plates(state: State) -> Iterator[Plate]:
    """The landscapes by their numbers in the circle, two by two where the conflict is."""
    many = len(state.circle)
    yield from (Plate(f"{preposition} {n}") for preposition in ("under", "at") for n in range(1, many + 1))
    yield from (Plate(f"{n} and {n % many + 1}") for n in range(1, many + 1))
    yield from map(Plate, ACTION_NAMES.values())


AT_NIGHT = ("draft", "supply", "reveal")
"""The phases in which something lies face down."""


def staged(scene: Scene[State], ask: Question, taps: Taps) -> Stage:
    state, before = scene.state, scene.trail[-2] if len(scene.trail) > 1 else None
    night = state.phase in AT_NIGHT and (state.phase != "draft" or state.draft.mode is not None)
    head = None
    if night and state.site:
        weights = board.open_weights(state, state.site)
        head = board.facing(state, weights, weights)
    return Stage(
        ask=ask,
        board=_board(board.circle(state, taps, before, board.scales(state)), head),
        strip=players(state),
        hand=_hand(scene, ask),
        changes=tuple(changes(before, state)) if before else (),
        adjust=fresh(scene, do="adjust") if SECRECY.may_adjust(scene) else "",
        light="night" if night else "day",
        me=_me(scene, ask, taps),
    )


def walked(scene: Scene[State], walk: Walk) -> Stage:
    """The stage while a conflict is told: what has not had its beat is on no part of it."""
    state, conflict = walk.state, walk.conflict
    middle = (
        board.settled(conflict.after)
        if walk.is_settled
        else board.weighed(conflict.before, conflict.weights(walk.turned))
    )
    before = conflict.before if walk.is_settled else None
    drawn = _board(board.circle(state, Taps(), before, middle), tipped(walk))
    ask = walk_question(scene, walk)
    return Stage(
        ask=ask,
        board=None if scene.room == "tv" and not walk.is_settled else drawn,
        strip=players(state),
        light="day" if walk.is_settled else "night",
        walks=True,
    )


def _board(drawn: Values, head: Values | None) -> stage.Part:
    return stage.Part("verraeter/board.html", {"circle": drawn, "head": head}, "The circle", board.SIGNS)


def _me(scene: Scene[State], ask: Question, taps: Taps) -> stage.Me | None:
    who, state = scene.own, scene.state
    if who is None or taps != Taps() or ask.opens != "half" or state.phase in ("reveal", "finished"):
        return None
    house = state.player(who).allegiance
    # Once it is settled, both sides of the site may be one house's.
    weights = board.open_weights(state, state.site) if state.site and state.phase in AT_NIGHT else {}
    return stage.Me(
        name=spoken(who),
        under=phrase("{n:# point|# points}", n=state.player(who).vp),
        icon=seal(state, who),
        side=house,
        bound="sworn to the",
        sworn=state.words.houses[house],
        sign=own_sign(house),
        score=tuple(stage.Chip(str(sum(weights[each])), each) for each in (house, OTHER[house]) if weights),
    )


def _hand(scene: Scene[State], ask: Question) -> stage.Hand | None:
    """One's own supply, and the card that one has kept; none where the question holds them."""
    who = scene.own
    if who is None or ask.kind in ("supply", "lay-down", "reveal"):
        return None
    player = scene.state.player(who)
    kept = [
        stage.Edge(
            title=ACTION_NAMES[card],
            text=EFFECTS[card],
            band="Kept",
            icon=own_sign(sign_of(card)),
            kind="kept",
            rule=card,
        )
        for card in (player.pick,)
        if card
    ]
    supply = [
        stage.Edge(
            title=str(value or "?"), band="Supply", kind="supply", icon=own_sign("supply"), rule="supply"
        )
        for value in player.hand
    ]
    words = phrase("{who}'s hand", who=spoken(who))
    return stage.Hand(
        words=words, side=player.allegiance, icon=seal(scene.state, who), edges=(*kept, *supply)
    )


def covers(state: State, who: str) -> stage.Cover | None:
    """A player's cards, but for the hour in which all are turned over."""
    if who not in state.ids or state.active is None or state.phase in ("reveal", "finished"):
        return None
    sign = seal(state, who)
    side = f"{state.player(who).allegiance} {sign.name}"
    return stage.Cover(name=spoken(who), side=side, icon=sign)


def view(scene: Scene[State]) -> Screen:
    """All that Verräter shows; what the sight may not see, or what is still to be told, is not in it."""
    hand = scene.own if scene.room == "hand" else None
    walk = walk_of(scene)
    if walk is not None:
        return Screen(bar(walk.conflict.before, hand), {}, walked(scene, walk))
    return Screen(bar(scene.state, hand), {}, staged(scene, *question(scene)))


ROUND = 32
"""More lines than a round has until its cards are turned over."""


def notes(scene: Scene[State]) -> tuple[stage.Piece, ...]:
    """The notebook of the one player whose screen this is; nothing where none is, or all lies open."""
    if scene.own is None or scene.state.phase not in PICKS_HIDDEN:
        return ()
    drafts = drafted(scene.state, passages_of(scene.trail[-ROUND:]), scene.own)
    rows = tuple(_row(each) for each in drafts.players if each.player != scene.own and each.may)
    suspects = stage.Rows(label="Who may have drafted what", head=("Player", "One of", "Each"), rows=rows)
    return (stage.Fold(id="notebook", title="Your notebook", pieces=(suspects,), open=True),) if rows else ()


def _row(each: Drafted) -> stage.Row:
    names = listed([ACTION_NAMES[likely.card] for likely in each.may])
    return stage.Row((spoken(each.player), names, percent(float(each.may[0].chance))))


MOST = 99
WHATS = {
    "vp": ("A player's points", "points"),
    "allegiance": ("A player's oath", "eagle"),
    "strategy": ("Who holds the strategy card", "strategist"),
}
RIGHT = "Where table and app disagree, the table is right. Whoever else plays is asked first."
WHY = stage.Fields((Control(name="a.reason:text", label="Why", longest=200, needed=True),))


def adjust_question(scene: Scene[State]) -> tuple[Question, board.Taps]:
    """First what is wrong, then what is right; a landscape is tapped in the circle."""
    at, what = whole(scene, "at"), scene.draft.get("what", "")
    links = {n: fresh(scene, do="adjust", at=n) for n in range(CIRCLE)}
    if at is not None and at in links:
        state, land = scene.state, scene.state.circle[at]
        other = OTHER[land.house]
        turned = phrase("It shows the {house}", house=state.words.houses[other])
        uses = [Choice(words=turned, action=_action("landscape", landscape=at, house=other))]
        if land.building:
            nothing = _action("building", landscape=at, player=None)
            uses.append(Choice(words="Nothing lies under it", action=nothing))
        uses += [_card(at, who, side) for who in state.ids for side in ("estate", "office")]
        return Question(
            kind="adjust-land",
            title=board.land_words(state, at),
            pieces=(WHY, stage.Choices(label="What is right", choices=tuple(uses))),
            back=fresh(scene, do="adjust"),
            missing="Say why, and what is right",
        ), board.Taps(links, chosen=frozenset({at}))
    if what in WHATS:
        return _form(scene, what), board.Taps(links)
    whats = tuple(
        Choice(words=name, icon=board.own_sign(sign), href=fresh(scene, do="adjust", what=key))
        for key, (name, sign) in WHATS.items()
    )
    hint = stage.Lead("For a landscape, or what lies under it, tap it in the circle.")
    pieces = (stage.Choices(label="What is wrong", choices=whats), hint)
    return Question(
        kind="adjust", title="Set something right", under=RIGHT, pieces=pieces, back=fresh(scene),
        missing="Say what is wrong",
    ), board.Taps(links)  # fmt: skip


def _action(target: str, **more: object) -> str:
    return tap({"type": "adjust", "changes": [{"target": target, **more}]})


def _form(scene: Scene[State], what: str) -> Question:
    state = scene.state
    people = tuple((each.id, _figures(state, each.id)) for each in state.players)
    fields = [Control(name="a.changes.0.player", label="Player", kind="select", options=people)]
    if what == "vp":
        more = "Points more, or fewer with −"
        fields.append(
            Control(name="a.changes.0.by", label=more, kind="number", low=-MOST, high=MOST, needed=True)
        )
    if what == "allegiance":
        houses = tuple((house, state.words.houses[house]) for house in HOUSES)
        fields.append(Control(name="a.changes.0.house", label="Serves", kind="select", options=houses))
    return Question(
        kind="adjust-player",
        title=WHATS[what][0],
        pieces=(stage.Fields(tuple(fields)), WHY),
        main=stage.Deed(words="Set it", action=_action(what)),
        back=fresh(scene, do="adjust"),
    )


def _figures(state: State, who: str) -> Words:
    player = board.person(state, who)
    words = "{who}: {vp} points, {house}"
    return phrase(words, who=spoken(who), vp=state.player(who).vp, house=player["house_name"])


def _card(at: int, who: str, side: str) -> Choice:
    action = _action("building", landscape=at, player=who, side=side)
    return Choice(words=phrase("{who}'s {side} lies there", who=spoken(who), side=side), action=action)


type Prompt = tuple[Question, board.Taps]

DOING = {
    "estates": "{who} places the first estate",
    "site": "{who} chooses where the conflict is fought",
    "draft": "{who} says how the action cards are drafted",
    "build": "{who} may build as master builder",
}


def question(scene: Scene[State]) -> Prompt:
    state = scene.state
    if scene.asked:
        return _answer(scene, scene.asked), board.Taps()
    if SECRECY.adjusts(scene):
        return adjust_question(scene)
    if state.phase == "finished":
        return finished_question(scene), board.Taps()
    if state.phase == "reveal" or state.active is None:
        return reveal_question(scene), board.Taps()
    ask, taps = _players(scene, state.active)
    return _signed(state, state.active, ask), taps


def _signed(state: State, who: str, ask: Question) -> Question:
    icon = ask.icon or board.seal(state, who)
    return replace(ask, icon=icon, side=ask.side or state.player(who).allegiance)


def _answer(scene: Scene[State], ask: hand.Surplus) -> Question:
    """The question to him who has drawn: open on his own screen alone."""
    who = ask["player"]
    if scene.own == who:
        return _signed(scene.state, who, hand.lay_down_question(scene, ask))
    return _signed(scene.state, who, _elsewhere(scene, who, hand.lay_down_elsewhere(scene, ask)))


def _players(scene: Scene[State], who: str) -> Prompt:
    phase = scene.state.phase
    dealt = phase == "draft" and scene.state.draft.mode is not None
    if phase in CHOSEN_OPENLY and not dealt:
        if not scene.may_tap(who):
            doing = phrase(DOING[scene.state.phase], who=spoken(who))
            ask = Question(
                kind="waiting",
                title=phrase("{who}'s turn", who=spoken(who)),
                under=phrase("{doing}.", doing=doing),
                pieces=board.site_pieces(scene.state),
                missing=phrase("Waiting for {who}", who=spoken(who)),
            )
            return _offered(scene, who, ask), board.Taps()
        return CHOSEN_OPENLY[phase](scene, who)
    return _secret(scene, who), board.Taps()


def _secret(scene: Scene[State], who: str) -> Question:
    """What is chosen from a hand: open on that player's own screen alone, or where the app knows no hand."""
    if SECRECY.may_decide(scene, who):
        return SECRET[scene.state.phase](scene, who)
    waits = hand.waiting_question(scene, who)
    if scene.state.phase == "refill" and scene.may_tap(who):
        return hand.open_refill_question(scene, who) or _elsewhere(scene, who, waits)
    return (_elsewhere if SECRECY.is_hidden(scene.state) else _offered)(scene, who, waits)


def _offered(scene: Scene[State], who: str, ask: Question) -> Question:
    """The way to tap for somebody else, where this device may; and one's own notebook meanwhile."""
    ask = replace(ask, pieces=(*ask.pieces, *notes(scene)))
    if not scene.must_offer(who):
        return ask
    way = stage.Way(words=phrase("Tap for {who}", who=spoken(who)), href=fresh(scene, **{"for": who}))
    return replace(ask, lesser=(way,))


def _elsewhere(scene: Scene[State], who: str, ask: Question) -> Question:
    """A secret choice of somebody else: where it is made."""
    if scene.is_elsewhere(who):
        return replace(ask, waits=who)
    there = (
        (stage.Own(template="verraeter/elsewhere.html", values={"who": who}),)
        if scene.room == "table"
        else ()
    )
    return replace(ask, pieces=(*ask.pieces, *notes(scene), *there))


CHOSEN_OPENLY: dict[str, Callable[[Scene[State], str], Prompt]] = {
    "estates": board.estates_question,
    "site": board.site_question,
    "draft": lambda scene, who: (hand.dealing_question(scene, who), board.Taps()),
    "build": board.build_question,
}
SECRET: dict[str, Callable[[Scene[State], str], Question]] = {
    "draft": hand.picking_question,
    "supply": hand.supply_question,
    "refill": hand.refill_question,
}
