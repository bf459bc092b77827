"""The one thing to decide now, for whoever looks; what there is to see meanwhile; setting right by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Field,
    Fields,
    Fold,
    Icon,
    Lead,
    Note,
    Piece,
    Question,
    Row,
    Rows,
    Words,
    said,
)
from companion.engine.wire import Json
from companion.engine.wording import count, percent, sentence, tap
from companion.games.scarper.data import (
    BATTLEFIELD_NAMES,
    BATTLEFIELDS,
    CARD_SIDES,
    MORALE_END,
    OTHER,
    ROUNDS,
    SIDE_NAMES,
    SIDES,
    Side,
)
from companion.games.scarper.procedures.attacks import charge_wins
from companion.games.scarper.procedures.rounds import initiative, initiative_steps
from companion.games.scarper.procedures.year import limit
from companion.games.scarper.rules.cards import attackable, charge_at
from companion.games.scarper.rules.legal import actors, legal
from companion.games.scarper.rules.secrets import Notebook, notebook
from companion.games.scarper.screens.attacks import charge_attack
from companion.games.scarper.screens.board import NAMES, Taps, first_of_all, fresh, one, place, player
from companion.games.scarper.screens.cards import (
    card_pieces,
    card_under,
    may_show,
    missions_question,
    new_card_link,
    new_card_question,
    reveal_question,
    start_question,
    to_hand,
    wants_new_card,
)
from companion.games.scarper.screens.event import discarding, event_question
from companion.games.scarper.screens.film import over_question
from companion.games.scarper.screens.spending import points_question
from companion.games.scarper.screens.year import changes, scoring_question
from companion.games.scarper.state import State

LARGEST_HAND = 9


def wants_adjusting(scene: Scene[State]) -> bool:
    """Whether this screen asks to set something right, and may."""
    return scene.draft.get("do") == "adjust" and bool(scene.sight.acts) and scene.state.phase != "over"


def adjust_question(scene: Scene[State]) -> tuple[Question, Taps]:
    """Markers in one form; a battlefield, chosen on the board, in another."""
    at = scene.draft.get("at", "")
    links = {each: fresh(scene.draft, do="adjust", at=each) for each in BATTLEFIELDS}
    here = at if at in links else ""
    changes = _changes(here)
    fields = _battlefield(scene.state, here) if here else _markers(scene.state)
    why = Field(name="a.reason:text", words="Why", longest=200, needed=True)
    question = Question(
        kind="adjust",
        title=said("Set {where} right", where=BATTLEFIELD_NAMES[here]) if here else "Set something right",
        pieces=(
            Lead("Where table and app disagree, the table is right. Whoever else plays is asked first."),
            Fields((*fields, why)),
            *(() if here else _others(scene, links)),
        ),
        main=Deed(words="Set it", action=tap({"type": "adjust"} | changes)),
        back=fresh(scene.draft, do="adjust") if here else fresh(scene.draft),
        opens="full",
    )
    return question, Taps(links, chosen=frozenset({here} - {""}))


def _changes(at: str) -> Json:
    if not at:
        return {}
    paths = f"battlefields.{at}.frontline", f"battlefields.{at}.trenches"
    return {"changes": [{"path": paths[0]}, {"path": paths[1], "value": {}}]}


def _others(scene: Scene[State], links: Mapping[str, str]) -> tuple[Piece, ...]:
    """The battlefields, a card that is missing, and giving up."""
    fronts = tuple(Choice(words=BATTLEFIELD_NAMES[each], href=link) for each, link in links.items())
    new = new_card_link(scene)
    card = (Choice(words="Enter a card that the library lacks", href=new),) if new else ()
    resign = tuple(
        Choice(
            words=said("{who} gives up", who=one(side)),
            icon=Icon(side),
            side=side,
            action=tap({"type": "resign", "side": side}),
        )
        for side in SIDES
        if side in scene.sight.acts
    )
    return (
        Choices(label="A frontline or trenches", choices=fronts, shape="chips", shows_label=True),
        *((Choices(label="Cards", choices=card),) if card else ()),
        Fold(id="resign", title="Give up", pieces=(Choices(label="Give up", choices=resign),)),
    )


def _markers(state: State) -> tuple[Field, ...]:
    tracks = tuple(
        _marker(
            f"{what}.{side}",
            f"{NAMES[what]}, {SIDE_NAMES[side]}",
            track[side],
            (0, limit(state.options, what)),
        )
        for what, track in (("propaganda", state.propaganda), ("economy", state.economy))
        for side in SIDES
    )
    ends = (-MORALE_END, MORALE_END)
    morale = _marker("morale", "Morale (Allied lead; German with −)", state.morale, ends)
    return (
        Field(
            name="a.changes.0.path", words="What", kind="select", options=(morale, *tracks, *_hands(state))
        ),
        Field(name="a.changes.0.value", words="New value", kind="number", needed=True),
    )


def _hands(state: State) -> tuple[tuple[str, Words], ...]:
    if state.options.cards == "app":
        return ()
    return tuple(
        _marker(
            f"hands.{side}.count",
            f"Cards in hand, {SIDE_NAMES[side]}",
            state.hands[side].count,
            (0, LARGEST_HAND),
        )
        for side in SIDES
    )


def _marker(path: str, name: str, now: int, ends: tuple[int, int]) -> tuple[str, Words]:
    low, high, is_ = (str(each).replace("-", "−") for each in (*ends, now))
    return path, said("{name}: now {now}, {low} to {high}", name=name, now=is_, low=low, high=high)


def _battlefield(state: State, at: str) -> tuple[Field, ...]:
    here, track = state.battlefields[at], state.front.tracks[at]
    places = {space: sentence(place(space)) for space in reversed(track.spaces)}
    line = Field(
        name="a.changes.0.value",
        words="Frontline",
        kind="select",
        options=tuple((str(space), name) for space, name in places.items()),
        value=str(here.frontline),
    )
    trenches = (
        Field(
            name=f"a.changes.1.value.{space}",
            words=said("Trenches, {where}", where=place(space)),
            kind="number",
            low=1,
            high=99,
            value=str(here.trenches.get(space, "")),
        )
        for space in places
    )
    return (line, *trenches)


def hand_side(scene: Scene[State]) -> Side | None:
    """Whose hand this screen shows."""
    return next((side for side in SIDES if side == scene.own), None)


def answer_question(scene: Scene[State], ask: Json) -> Question:
    """Which of its cards an event discards (R32); on another screen the way to its own."""
    side: Side = ask["side"]
    asked = Question(
        kind="answer", rule="effect-discard", title="An event takes cards", icon=Icon(side), side=side
    )
    if scene.state.options.cards == "app" and scene.own != side:
        words = said("This is secret: {who} chooses on the own screen.", who=player(side))
        return replace(asked, pieces=(Lead(words),), main=to_hand(scene, side))
    cards = discarding(scene.state, ask.get("from") or (), ask["count"], "a.cards[]")
    return replace(
        asked,
        to="say",
        secret=True,
        pieces=(Lead("Only you see this."), cards),
        action=tap({"type": ask["type"], "side": side}),
        main=Deed(words="Discard", name="word", action="answer"),
    )


DOING = {
    "start": "{who} chooses a card, and may dig trenches before it.",
    "event": "{who} carries the event out.",
    "commands": "{who} spends the card's points.",
}
CHOOSES = "{who} chooses who takes the first round."
HOW = {"event": "event", "commands": "points", "discarded": "discarded", "open": "open"}


def waiting_question(scene: Scene[State], side: Side) -> tuple[Question, Taps]:
    """Whose turn it is, the card that lies open, and what one's own side may think about meanwhile."""
    turn, state = scene.state.turn, scene.state
    words = said(DOING[turn.step] if turn else CHOOSES, who=first_of_all(side))
    card = turn.card if turn else None
    own = next((each for each in SIDES if each in scene.sight.acts), None)
    weighed, taps = _weighed(scene, own) if own else ((), Taps())
    question = Question(
        kind="waiting",
        title=state.box.cards[card].title if card else said("{who}'s turn", who=first_of_all(side)),
        under=card_under(state, card) if card else "",
        icon=Icon(side),
        side=side,
        pieces=(
            Lead(words),
            *(card_pieces(state, card) if card else ()),
            *(_since(scene, own) if own else ()),
            *weighed,
            _sides(state),
            *(_notebook(scene) if scene.room != "tv" else ()),
        ),
        pips=(turn.left, turn.points) if turn and turn.points else None,
        missing=said("Waiting for {who}", who=player(side)),
        back=fresh(scene.draft) if taps.chosen else "",
    )
    return question, taps


def _sides(state: State) -> Rows:
    """What everybody may see of both sides."""
    rounds = ROUNDS[state.year]
    rows = tuple(
        Row(
            (
                one(side),
                str(state.hands[side].count),
                str(state.missions[side].count),
                str(state.trenches_of(side)),
                said("{done} of {rounds}", done=state.rounds_done[side], rounds=rounds),
            ),
            side=side,
        )
        for side in SIDES
    )
    return Rows(label="Both sides", head=("", "Cards", "Missions", "Trenches", "Rounds"), rows=rows)


def _since(scene: Scene[State], own: Side) -> tuple[Piece, ...]:
    """What has changed since one's own side last had something to do."""
    last = next((past for past in reversed(scene.trail) if own in actors(past)), None)
    told = changes(last, scene.state) if last else []
    return (Note(said("Since your turn: {changes}.", changes="; ".join(told))),) if told else ()


def _weighed(scene: Scene[State], own: Side) -> tuple[tuple[Piece, ...], Taps]:
    """A charge of one's own on any battlefield, as its chances stand now; nobody else sees it."""
    links = {each: fresh(scene.draft, at=each) for each in attackable(scene.state, own)}
    at = scene.draft.get("at", "")
    taps = Taps(links, chosen=frozenset({at} & set(links)), quiet=True)
    if at in links:
        attack = charge_attack(scene.state, own, at)
        words = said("A charge of yours on {where}, were it your turn:", where=BATTLEFIELD_NAMES[at])
        return (Lead(words), *attack.pieces), taps
    choices = tuple(
        Choice(
            words=BATTLEFIELD_NAMES[each],
            end=percent(charge_wins(charge_at(scene.state, own, each))["f"]),
            href=href,
        )
        for each, href in links.items()
    )
    weighed = Choices(label="Your chances in a charge", choices=choices, shape="chips", shows_label=True)
    return (weighed,) if choices else (), taps


def in_play(state: State) -> tuple[Piece, ...]:
    """The cards that remain in play, folded away."""
    titles = [
        said(
            "{title} ({side}): {text}",
            title=state.box.cards[each.card].title,
            side=SIDE_NAMES[each.owner],
            text=state.box.cards[each.card].text,
        )
        for each in state.in_play
    ]
    if not titles:
        return ()
    title = said("{cards} in play", cards=count(len(titles), "card"))
    return (Fold(id="in-play", title=title, pieces=tuple(Note(each) for each in titles)),)


def _notebook(scene: Scene[State]) -> tuple[Piece, ...]:
    """The cards seen so far, and how many are still out."""
    viewer = next((side for side in SIDES if side == scene.own), None)
    book = notebook(scene.state, scene.trail, viewer)
    pieces = (_years(book, scene.state.year), *_cards_seen(book))
    return (Fold(id="notebook", title="Notebook: cards seen", pieces=pieces),)


def _years(book: Notebook, now: int) -> Rows:
    head = ("Year", "Seen", *(SIDE_NAMES[side] for side in CARD_SIDES))
    rows = tuple(
        Row(
            (
                str(each.year),
                f"{each.seen} of {each.total}",
                *(str(each.left_of[side]) for side in CARD_SIDES),
            )
        )
        for each in book.years
        if each.year <= now
    )
    return Rows(label="Cards of each year, and how many of whose are still unseen", head=head, rows=rows)


def _cards_seen(book: Notebook) -> Sequence[Piece]:
    """Card by card, the newest first."""
    rows = tuple(
        Row((each.title, (SIDE_NAMES[each.by] if each.by else "–"), HOW[each.how]), side=each.side)
        for each in reversed(book.seen)
    )
    return (Rows(label="Cards seen", head=("Card", "By", "For"), rows=rows),) if rows else ()


type Asked = tuple[Question, Taps, int | None]
"""The question, what the board's taps do, and where the morale marker is shown (`None`: where it is)."""


def question(scene: Scene[State]) -> Asked:
    """What to decide, or for whom to wait."""
    if scene.asked:
        return answer_question(scene, scene.asked), Taps(), None
    if wants_new_card(scene):
        return new_card_question(scene), Taps(), None
    if wants_adjusting(scene):
        return *adjust_question(scene), None
    match scene.state.phase:
        case "over":
            return over_question(scene), Taps(), None
        case "scoring":
            return scoring_question(scene)
        case "reveal":
            return reveal_question(scene, scene.once(legal)[0]), Taps(), None
        case "missions":
            return missions_question(scene, scene.once(legal)), Taps(), None
    asked, taps = _in_turn(scene, actors(scene.state)[0])
    if asked.kind in ("hand", "points", "waiting"):
        asked = replace(asked, pieces=(*asked.pieces, *in_play(scene.state)))
    return asked, taps, None


def _in_turn(scene: Scene[State], side: Side) -> tuple[Question, Taps]:
    if side not in scene.sight.acts:
        return waiting_question(scene, side)
    if scene.state.phase == "initiative":
        return _initiative(scene.state, side), Taps()
    turn, entries = scene.state.turn, scene.once(legal)
    if turn and turn.step == "event":
        return event_question(scene, side, entries[0])
    if turn and turn.step == "commands":
        return points_question(scene, side, entries)
    return start_question(scene, side, _entries_seen(scene, side, entries))


def _entries_seen(scene: Scene[State], side: Side, entries: Sequence[Json]) -> list[Json]:
    """The entries without the hand, where this screen may not show it."""
    if scene.state.options.cards == "table" or may_show(scene, side):
        return list(entries)
    return [entry for entry in entries if entry["type"] != "play_card"]


def _initiative(state: State, side: Side) -> Question:
    why = initiative_steps(initiative(state.year, state.morale, state.first, state.options))[0].as_json()
    last = said("Last year {who} went first.", who=player(state.first)) if state.first else ""
    own, other = (
        Deed(
            words=said("{who} goes first", who=one(each)),
            icon=Icon(each),
            action=tap({"type": "choose_first", "side": side, "first": each}),
        )
        for each in (side, OTHER[side])
    )
    return Question(
        kind="initiative",
        rule="choose_first",
        title=said("Who opens {year}?", year=state.year),
        icon=Icon(side),
        side=side,
        pieces=(Lead(said("{why} {last}", why=why["text"], last=last)),),
        main=own,
        lesser=(other,),
    )
