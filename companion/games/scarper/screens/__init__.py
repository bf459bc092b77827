"""Scarper's screens out of one scene: the stage, the one thing to decide now, cards at the foot."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypedDict

from companion.engine import stage
from companion.engine.deed import Entry
from companion.engine.wording import count, percent, sentence, signed, tap
from companion.games.scarper import data
from companion.games.scarper.deeds import actors, legal
from companion.games.scarper.deeds.adjusting import Figure, figures
from companion.games.scarper.deeds.secrets import SECRECY, notebook
from companion.games.scarper.procedures.attacks import charge_wins
from companion.games.scarper.procedures.rounds import initiative, initiative_steps
from companion.games.scarper.rules.events import attackable, charge_at
from companion.games.scarper.screens.attacks import charge_attack
from companion.games.scarper.screens.board import (
    NAMES,
    Outlook,
    Taps,
    first_of_all,
    fresh,
    front,
    ghosts,
    morale,
    one,
    place,
    player,
)
from companion.games.scarper.screens.cards import (
    card_edge,
    card_pieces,
    card_under,
    kept_missions,
    missions_question,
    new_card_link,
    new_card_question,
    reveal_question,
    start_question,
    to_hand,
    wants_new_card,
)
from companion.games.scarper.screens.playing import discarding, event_question, points_question
from companion.games.scarper.screens.year import (
    bar,
    changes,
    over_question,
    scored_now,
    scoring_question,
    warnings,
)
from companion.games.scarper.state import State, Table


def adjust_question(scene: Table) -> tuple[stage.Question, Taps]:
    """Markers in one form; a battlefield, chosen on the board, in another."""
    at = scene.draft.get("at", "")
    links = {each: fresh(scene.draft, do="adjust", at=each) for each in data.BATTLEFIELDS}
    field = at if at in links else ""
    changes = _changes(field)
    fields = _battlefield(scene.state, field) if field else _markers(scene.state)
    why = stage.Control(name="a.reason:text", label="Why", longest=200, needed=True)
    question = stage.Question(
        kind="adjust",
        title=stage.phrase("Set {where} right", where=data.BATTLEFIELD_NAMES[field])
        if field
        else "Set something right",
        pieces=(
            stage.Lead(
                "Where table and app disagree, the table is right. Whoever else plays is asked first."
            ),
            stage.Fields((*fields, why)),
            *(() if field else _others(scene, links)),
        ),
        main=stage.Deed(words="Set it", action=tap({"type": "adjust"} | changes)),
        back=fresh(scene.draft, do="adjust") if field else fresh(scene.draft),
        opens="full",
    )
    return question, Taps(links, chosen=frozenset({field} - {""}))


def _changes(at: str) -> dict[str, object]:
    if not at:
        return {}
    paths = f"battlefields.{at}.frontline", f"battlefields.{at}.trenches"
    return {"changes": [{"path": paths[0]}, {"path": paths[1], "value": {}}]}


def _others(scene: Table, links: Mapping[str, str]) -> tuple[stage.Piece, ...]:
    fronts = tuple(
        stage.Choice(words=data.BATTLEFIELD_NAMES[each], href=link) for each, link in links.items()
    )
    new = new_card_link(scene)
    card = (stage.Choice(words="Enter a card that the library lacks", href=new),) if new else ()
    resign = tuple(
        stage.Choice(
            words=stage.phrase("{who} gives up", who=one(side)),
            icon=stage.Icon(side),
            side=side,
            action=tap({"type": "resign", "side": side}),
        )
        for side in data.SIDES
        if scene.acts_for(side)
    )
    return (
        stage.Choices(label="A frontline or trenches", choices=fronts, shape="chips", shows_label=True),
        *((stage.Choices(label="Cards", choices=card),) if card else ()),
        stage.Fold(id="resign", title="Give up", pieces=(stage.Choices(label="Give up", choices=resign),)),
    )


def _markers(state: State) -> tuple[stage.Control, ...]:
    options = tuple((path, _marker(each)) for path, each in figures(state).items() if each.label)
    return (
        stage.Control(name="a.changes.0.path", label="What", kind="select", options=options),
        stage.Control(name="a.changes.0.value", label="New value", kind="number", needed=True),
    )


def _marker(figure: Figure) -> stage.Words:
    low, high, now = (str(each).replace("-", "−") for each in (figure.low, figure.high, figure.now))
    return stage.phrase("{name}: now {now}, {low} to {high}", name=figure.label, now=now, low=low, high=high)


def _battlefield(state: State, at: str) -> tuple[stage.Control, ...]:
    front, track = state.battlefields[at], state.front.tracks[at]
    places = {space: sentence(place(space)) for space in reversed(track.spaces)}
    line = stage.Control(
        name="a.changes.0.value",
        label="Frontline",
        kind="select",
        options=tuple((str(space), name) for space, name in places.items()),
        value=str(front.frontline),
    )
    trenches = (
        stage.Control(
            name=f"a.changes.1.value.{space}",
            label=stage.phrase("Trenches, {where}", where=place(space)),
            kind="number",
            low=1,
            high=99,
            value=str(front.trenches.get(space, "")),
        )
        for space in places
    )
    return (line, *trenches)


Discards = TypedDict("Discards", {"type": str, "side": data.Side, "count": int, "from": Sequence[str] | None})
"""An event takes so many cards of a side, out of these."""


def answer_question(scene: Table, ask: Discards) -> stage.Question:
    """Which of its cards an event discards (R32); on another screen the way to its own."""
    side = ask["side"]
    heading = stage.Question(
        kind="answer", rule="effect-discard", title="An event takes cards", icon=stage.Icon(side), side=side
    )
    if not SECRECY.may_show(scene, side):
        words = stage.phrase("This is secret: {who} chooses on the own screen.", who=player(side))
        return replace(heading, pieces=(stage.Lead(words),), main=to_hand(scene, side))
    cards = discarding(scene.state, ask.get("from") or (), ask["count"], "a.cards[]")
    return replace(
        heading,
        to="say",
        secret=True,
        pieces=(stage.Lead("Only you see this."), cards),
        action=tap({"type": ask["type"], "side": side}),
        main=stage.Deed(words="Discard", name="word", action="answer"),
    )


HOW = {"event": "event", "commands": "points", "discarded": "discarded", "open": "open"}


def waiting_question(scene: Table, side: data.Side) -> tuple[stage.Question, Taps]:
    """Whose turn it is, the card that lies open, and what one's own side may think about meanwhile."""
    turn, state = scene.state.turn, scene.state
    doing = {
        "start": "{who} chooses a card, and may dig trenches before it.",
        "event": "{who} carries the event out.",
        "commands": "{who} spends the card's points.",
    }
    words = stage.phrase(
        doing[turn.step] if turn else "{who} chooses who takes the first round.", who=first_of_all(side)
    )
    card = turn.card if turn else None
    own = next((each for each in data.SIDES if scene.acts_for(each)), None)
    weighed, taps = _weighed(scene, own) if own else ((), Taps())
    question = stage.Question(
        kind="waiting",
        title=state.box.cards[card].title if card else stage.phrase("{who}'s turn", who=first_of_all(side)),
        under=card_under(state, card) if card else "",
        icon=stage.Icon(side),
        side=side,
        pieces=(
            stage.Lead(words),
            *(card_pieces(state, card) if card else ()),
            *(_since(scene, own) if own else ()),
            *weighed,
            _sides(state),
            *(_notebook(scene) if scene.room != "tv" else ()),
        ),
        pips=(turn.left, turn.points) if turn and turn.points else None,
        missing=stage.phrase("Waiting for {who}", who=player(side)),
        back=fresh(scene.draft) if taps.chosen else "",
    )
    return question, taps


def _sides(state: State) -> stage.Rows:
    rounds = data.ROUNDS[state.year]
    rows = tuple(
        stage.Row(
            (
                one(side),
                str(state.hands[side].count),
                str(state.missions[side].count),
                str(state.trenches_of(side)),
                stage.phrase("{done} of {rounds}", done=state.rounds_done[side], rounds=rounds),
            ),
            side=side,
        )
        for side in data.SIDES
    )
    return stage.Rows(label="Both sides", head=("", "Cards", "Missions", "Trenches", "Rounds"), rows=rows)


def _since(scene: Table, own: data.Side) -> tuple[stage.Piece, ...]:
    last = next((past for past in reversed(scene.trail) if own in actors(past)), None)
    differences = changes(last, scene.state) if last else []
    return (
        (stage.Note(stage.phrase("Since your turn: {changes}.", changes="; ".join(differences))),)
        if differences
        else ()
    )


def _weighed(scene: Table, own: data.Side) -> tuple[tuple[stage.Piece, ...], Taps]:
    """A charge of one's own on any battlefield, as its chances stand now; nobody else sees it."""
    links = {each: fresh(scene.draft, at=each) for each in attackable(scene.state, own)}
    at = scene.draft.get("at", "")
    taps = Taps(links, chosen=frozenset({at} & set(links)), quiet=True)
    if at in links:
        attack = charge_attack(scene.state, own, at)
        words = stage.phrase(
            "A charge of yours on {where}, were it your turn:", where=data.BATTLEFIELD_NAMES[at]
        )
        return (stage.Lead(words), *attack.pieces), taps
    choices = tuple(
        stage.Choice(
            words=data.BATTLEFIELD_NAMES[each],
            end=percent(charge_wins(charge_at(scene.state, own, each))["f"]),
            href=href,
        )
        for each, href in links.items()
    )
    weighed = stage.Choices(
        label="Your chances in a charge", choices=choices, shape="chips", shows_label=True
    )
    return (weighed,) if choices else (), taps


def in_play(state: State) -> tuple[stage.Piece, ...]:
    titles = [
        stage.phrase(
            "{title} ({side}): {text}",
            title=state.box.cards[each.card].title,
            side=data.SIDE_NAMES[each.owner],
            text=state.box.cards[each.card].text,
        )
        for each in state.in_play
    ]
    if not titles:
        return ()
    title = stage.phrase("{cards} in play", cards=sentence(count(len(titles), "card")))
    return (stage.Fold(id="in-play", title=title, pieces=tuple(stage.Note(each) for each in titles)),)


def _notebook(scene: Table) -> tuple[stage.Piece, ...]:
    book = notebook(scene.state, scene.trail, SECRECY.own(scene))
    rows = tuple(
        stage.Row(
            (each.card.title, data.SIDE_NAMES[each.by] if each.by else "–", HOW[each.how]),
            side=each.card.side,
        )
        for each in reversed(book.seen)
    )
    years = tuple(
        stage.Row(
            (
                str(each.year),
                f"{each.seen} of {each.total}",
                *(str(sum(card.side == side for card in each.left)) for side in data.CARD_SIDES),
            )
        )
        for each in book.years
        if each.year <= scene.state.year
    )
    head = ("Year", "Seen", *(data.SIDE_NAMES[side] for side in data.CARD_SIDES))
    left = "Cards of each year, and how many of whose are still unseen"
    pieces = (
        stage.Rows(label=left, head=head, rows=years),
        *((stage.Rows(label="Cards seen", head=("Card", "By", "For"), rows=rows),) if rows else ()),
    )
    return (stage.Fold(id="notebook", title="Notebook: cards seen", pieces=pieces),)


type Prompt = tuple[stage.Question, Taps, int | None]
"""The question, what the board's taps do, and where the morale marker is shown (`None`: where it is)."""


def question(scene: Table) -> Prompt:
    if scene.asked:
        return answer_question(scene, scene.asked), Taps(), None
    if wants_new_card(scene):
        return new_card_question(scene), Taps(), None
    if SECRECY.adjusts(scene):
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
    in_turn, taps = _in_turn(scene, actors(scene.state)[0])
    if in_turn.kind in ("hand", "points", "waiting"):
        in_turn = replace(in_turn, pieces=(*in_turn.pieces, *in_play(scene.state)))
    return in_turn, taps, None


def _in_turn(scene: Table, side: data.Side) -> tuple[stage.Question, Taps]:
    if not scene.acts_for(side):
        return waiting_question(scene, side)
    if scene.state.phase == "initiative":
        return _initiative(scene.state, side), Taps()
    turn, entries = scene.state.turn, scene.once(legal)
    if turn and turn.step == "event":
        return event_question(scene, side, entries[0])
    if turn and turn.step == "commands":
        return points_question(scene, side, entries)
    return start_question(scene, side, _entries_seen(scene, side, entries))


def _entries_seen(scene: Table, side: data.Side, entries: Sequence[Entry]) -> list[Entry]:
    if SECRECY.may_show(scene, side):
        return list(entries)
    return [entry for entry in entries if entry["type"] != "play_card"]


def _initiative(state: State, side: data.Side) -> stage.Question:
    why = initiative_steps(initiative(state.year, state.morale, state.first, state.options))[0].as_json()
    last = stage.phrase("Last year {who} went first.", who=player(state.first)) if state.first else ""
    own, other = (
        stage.Deed(
            words=stage.phrase("{who} goes first", who=one(each)),
            icon=stage.Icon(each),
            action=tap({"type": "choose_first", "side": side, "first": each}),
        )
        for each in (side, data.OTHER[side])
    )
    return stage.Question(
        kind="initiative",
        rule="choose_first",
        title=stage.phrase("Who opens {year}?", year=state.year),
        icon=stage.Icon(side),
        side=side,
        pieces=(stage.Lead(stage.phrase("{why} {last}", why=why["text"], last=last)),),
        main=own,
        lesser=(other,),
    )


def moment(scene: Table) -> stage.Moment | None:
    action = scene.last
    if not isinstance(action, dict) or action.get("type") != "frontal_charge" or len(scene.trail) < 2:
        return None
    before = scene.trail[-2]
    side: data.Side = action["side"]
    foe, at, rolls = data.OTHER[side], action["battlefield"], action["rolls"]
    charge = charge_at(before, side, at)
    attack, defence = charge.attack_bonus, charge.defence_bonus
    margin = rolls["attacker"] + attack - rolls["defender"] - defence
    verdict = stage.Effect(
        _verdict(margin), side if margin > 0 else foe if margin < 0 else "", stage.Icon(side)
    )
    moved = (stage.Effect(words, side) for words in changes(before, scene.state))
    title = stage.phrase("{who} charges at {where}", who=one(side), where=data.BATTLEFIELD_NAMES[at])
    throws = (_throw(side, rolls["attacker"], attack), _throw(foe, rolls["defender"], defence))
    low = scene.state.battlefields[at].frontline > 0
    return stage.Moment(title=title, side=side, throws=throws, effects=(verdict, *moved), low=low)


def _throw(side: data.Side, face: int, bonus: int) -> stage.Throw:
    parts = (
        stage.phrase("die {face}, {bonus} added", face=face, bonus=signed(bonus))
        if bonus
        else stage.phrase("die {face}", face=face)
    )
    return stage.Throw(one(side), (face,), str(face + bonus), parts, side)


def _verdict(margin: int) -> stage.Words:
    """Who won, and by how much.

    >>> [str(_verdict(n)) for n in (3, 0, -2)]
    ['Won by 3', 'A tie', 'Repulsed by 2']
    """
    if margin == 0:
        return "A tie"
    return stage.phrase("Won by {n}", n=margin) if margin > 0 else stage.phrase("Repulsed by {n}", n=-margin)


def staged(scene: Table, ask: stage.Question, taps: Taps, marker: int | None) -> stage.Stage:
    """The whole stage; `marker` is where the morale marker stands while a year is walked through."""
    state = scene.state
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    drawn = Taps(chosen=taps.chosen) if scene.room == "tv" else taps
    drawing = front(state, drawn, before) | {"ghosts": ghosts(state, drawn.outlooks)}
    walks = ask.kind == "scoring" and scene.walk is not None
    return stage.Stage(
        ask=ask,
        board=stage.Part("scarper/board.html", {"front": drawing}, "The front"),
        strip=_strip(state, before, taps, state.morale if marker is None else marker),
        hand=_hand(scene, taps),
        moment=moment(scene),
        warnings=() if walks else tuple(warnings(scene)),
        changes=tuple(changes(before, state)) if before and not walks else (),
        walks=walks,
        adjust=fresh(scene.draft, do="adjust") if SECRECY.may_adjust(scene) else "",
    )


def _strip(state: State, before: State | None, taps: Taps, marker: int) -> stage.Strip:
    scores = _scores(state, taps.outlooks) if state.phase in ("rounds", "reveal") else None
    drawn = morale(marker, before.morale if before else None, scores[1] if scores else ())
    tracks = (_track(state, taps, what) for what in NAMES)
    scored = (_scored(*scores),) if scores else ()
    return stage.Strip(
        facts=(*tracks, *scored), lead=stage.Part("scarper/morale.html", {"morale": drawn}, "Morale")
    )


def _track(state: State, taps: Taps, what: str) -> stage.StripFact:
    return stage.StripFact(
        key=what,
        name=NAMES[what],
        icon=stage.Icon(what),
        href=taps.tracks.get(what, ""),
        chips=tuple(stage.Chip(str(state.track(what)[side]), side) for side in data.SIDES),
        woulds=tuple(
            stage.Would(each.key, str(each.after.track(what)[side]), side)
            for each in taps.outlooks
            for side in data.SIDES
            if each.after.track(what)[side] != state.track(what)[side]
        ),
    )


def _scores(state: State, outlooks: Sequence[Outlook]) -> tuple[int, list[tuple[str, int]]]:
    """Where the marker would stand if the year were scored now, and where else after what is weighed."""
    now = scored_now(state)
    then = [(each.key, scored_now(each.after)) for each in outlooks]
    return now, [(key, at) for key, at in then if at != now]


def _scored(now: int, then: Sequence[tuple[str, int]]) -> stage.StripFact:
    side = data.ahead(now)
    woulds = tuple(
        stage.Would(key, str(abs(at)) if data.ahead(at) == side else data.lead(at), data.ahead(at))
        for key, at in then
    )
    return stage.StripFact(
        key="scored",
        rule="scored-now",
        name="Scored now",
        small=data.SIDE_NAMES[side] if side else "",
        value=str(abs(now)),
        side=side,
        woulds=woulds,
    )


def _hand(scene: Table, taps: Taps) -> stage.Hand | None:
    """One's own cards and missions, where they may lie open."""
    side = SECRECY.own(scene)
    if side is None or scene.state.hands[side].cards is None:
        return None
    chosen = scene.draft.get("card")
    cards = [
        card_edge(scene.state, each, taps.cards.get(each, ""), each == chosen and each in taps.cards)
        for each in scene.state.hands[side].cards or ()
    ]
    edges = (*cards, *kept_missions(scene.state, side))
    if not edges:
        return None
    return stage.Hand(
        words=stage.phrase("{who}'s hand", who=first_of_all(side)),
        side=side,
        icon=stage.Icon(side),
        edges=edges,
    )


def covers(state: State, seat: str) -> stage.Cover | None:
    """A side's cards and missions; nothing where its cards lie on the table, or once the war is over."""
    side = next((each for each in data.SIDES if each == seat), None)
    if side is None or state.phase == "over" or state.options.cards == "table":
        return None
    return stage.Cover(
        name=stage.phrase("{who}'s hand", who=first_of_all(side)), side=side, icon=stage.Icon(side)
    )


def view(scene: Table) -> stage.Screen:
    """All that is shown; what the scene's sight may not see is not in it."""
    own = SECRECY.own(scene) if scene.room == "hand" else None
    acting = actors(scene.state)
    return stage.Screen(
        bar(scene.state, (acting[0] if len(acting) == 1 else None), own), {}, staged(scene, *question(scene))
    )
