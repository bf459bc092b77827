"""Cards as questions: one to begin a round, missions to choose and reveal, one that the library lacks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.engine.deed import Entry
from companion.engine.stage import (
    Choice,
    Choices,
    Control,
    Deed,
    Edge,
    Fields,
    Icon,
    Lead,
    Note,
    Own,
    Piece,
    Question,
    Queue,
    Tick,
    Ticks,
    Turned,
    Way,
    Words,
    phrase,
)
from companion.engine.wording import count, listed, tap
from companion.games.scarper.data import CARD_SIDES, OTHER, SIDE_NAMES, SIDES, YEARS, CardSide, Side
from companion.games.scarper.deeds.secrets import SECRECY
from companion.games.scarper.procedures.rounds import resolver
from companion.games.scarper.procedures.year import figure, holds, lead
from companion.games.scarper.rules.rounds import card_status
from companion.games.scarper.screens import board
from companion.games.scarper.state import State, Table
from companion.games.scarper.state.box import Ahead, AtLeast, AtMost, Card, Claim, Judged, Mission, side_of

LINKS = {"requires": "Needs {titles}.", "cancels": "Cancels {titles}.", "prevents": "Prevents {titles}."}


def card_under(state: State, card_id: str) -> Words:
    card = state.box.cards[card_id]
    points = count(card.points, "point")
    return phrase("{side} {year}, {points}", side=SIDE_NAMES[card.side], year=card.year, points=points)


def card_pieces(state: State, card_id: str) -> tuple[Piece, ...]:
    card = state.box.cards[card_id]
    return (Lead(card.text), *(Note(words) for words in _links(state, card)))


def card_choice(state: State, card_id: str, href: str, note: Words = "") -> Choice:
    card = state.box.cards[card_id]
    return Choice(
        key=card_id,
        words=card.title,
        small=_small(state, card, note),
        end=str(card.points),
        icon=Icon(card.side),
        side=card.side,
        href=href,
    )


def card_tick(state: State, card_id: str) -> Tick:
    card = state.box.cards[card_id]
    return Tick(
        value=card_id, words=card.title, small=_small(state, card), side=card.side, icon=Icon(card.side)
    )


def card_edge(state: State, card_id: str, href: str, chosen: bool) -> Edge:
    card = state.box.cards[card_id]
    return Edge(
        title=card.title,
        text=card.text,
        band=SIDE_NAMES[card.side],
        points=str(card.points),
        side=card.side,
        icon=Icon(card.side),
        href=href,
        chosen=chosen,
        rule=f"card-{card.side}",
    )


def _small(state: State, card: Card, note: Words = "") -> Words:
    return " ".join(str(each) for each in (card.text, *_links(state, card), note) if each)


def _links(state: State, card: Card) -> list[Words]:
    stays: list[Words] = ["Remains in play."] if card.remain else []
    titles = {key: listed([state.box.cards[each].title for each in getattr(card, key)]) for key in LINKS}
    return stays + [phrase(LINKS[key], titles=names) for key, names in titles.items() if names]


def mission_tick(mission: Mission) -> Tick:
    return Tick(
        value=mission.id, words=mission.title, small=mission.text, side=mission.side, icon=Icon("mission")
    )


def mission_edge(mission: Mission, side: Side, now: Words) -> Edge:
    return Edge(
        title=mission.title,
        text=now or mission.text,
        band="Mission",
        side=side,
        kind="mission",
        icon=Icon("mission"),
        rule="mission",
    )


NEW = "new-card"


def may_add(scene: Table) -> bool:
    """Whether this table plays with physical cards, and this screen acts at it."""
    return not SECRECY.is_hidden(scene.state) and SECRECY.may_adjust(scene)


def wants_new_card(scene: Table) -> bool:
    return scene.draft.get("do") == NEW and may_add(scene)


def new_card_link(scene: Table) -> str | None:
    """Where a card is entered; what was looked for in vain comes along as its title."""
    return board.fresh(scene.draft, do=NEW, q=scene.draft.get("q")) if may_add(scene) else None


def new_card_question(scene: Table) -> Question:
    now = scene.state.year
    sides = tuple((side, SIDE_NAMES.get(side, "Neutral")) for side in CARD_SIDES)
    numbers = tuple((str(n), str(n)) for n in range(1, 7))
    years = tuple((str(year), str(year)) for year in YEARS if year <= now)
    name = scene.draft.get("q", "").strip()
    fields = (
        Control(name="a.card.title:text", label="Title", value=name, longest=80, needed=True),
        Control(name="a.card.side", label="Whose card", kind="select", options=sides),
        Control(name="a.card.points", label="Command points", kind="select", options=numbers),
        Control(name="a.card.year", label="Year", kind="select", options=years, value=str(now)),
        Control(name="a.card.text:text", label="What its event says", longest=600),
    )
    stays = Tick(value="true", words="Its title is underlined: it remains in play")
    return Question(
        kind=NEW,
        title="A card that is not here yet",
        pieces=(
            Lead("Copy what is printed on it. This table keeps it; its event is carried out by hand."),
            Fields(fields),
            Ticks(label="In play", name="a.card.remain", ticks=(stays,), shape="rows"),
        ),
        main=Deed(words="Put it into the library", action=tap({"type": "add_card"})),
        back=board.fresh(scene.draft),
        opens="full",
    )


def start_question(scene: Table, side: Side, entries: Sequence[Entry]) -> tuple[Question, board.Taps]:
    """What a side decides before its points: the trenches, the card, and how the card is played."""
    dig = next((entry for entry in entries if entry["type"] == "build_trenches"), None)
    digging = board.placing(scene, dig) if dig else None
    if digging and scene.draft.get("do") == "dig":
        return board.dig_question(scene, side, digging), replace(
            digging.taps(), outlooks=board.dug(scene, side, digging)
        )
    cards = list(dict.fromkeys(_may_play(scene.state, entries)))
    taps = replace(digging.taps(), quiet=True) if digging else board.Taps()
    taps = replace(taps, cards={each: board.fresh(scene.draft, card=each) for each in cards})
    chosen = scene.draft.get("card", "")
    if chosen in cards:
        return _card(scene, side, chosen), taps
    offer = board.dig_offer(scene, side, dig)
    if not any(entry["type"] == "play_card" for entry in entries):
        words = phrase("This is secret: {who} chooses a card on the own screen.", who=board.player(side))
        return Question(
            kind="hand",
            title=phrase("{who}: play a card", who=board.one(side)),
            side=side,
            pieces=(Lead(words), Choices(label="Before it", choices=(offer,))),
            main=to_hand(scene, side),
        ), taps
    from_box = scene.state.options.cards == "table"
    searching, shown = _library(scene, cards) if from_box else ((), cards)
    return Question(
        kind="hand",
        title=phrase("{who}: play a card", who=board.one(side)),
        side=side,
        pieces=(
            Choices(label="Before the card", choices=(offer,)),
            *searching,
            *_groups(scene, side, shown),
            *_missing(scene),
        ),
        missing="Tap the card you play",
    ), taps


def _may_play(state: State, entries: Sequence[Entry]) -> Iterable[str]:
    plays = [entry for entry in entries if entry["type"] == "play_card"]
    if plays and plays[0]["card"] is None:
        return table_cards(state)
    return (entry["card"] or "" for entry in plays)


def table_cards(state: State) -> list[str]:
    """The cards that a table with its own box may still play: of this year or earlier, not seen yet (R15)."""
    seen = {*state.played, *(each.card for each in state.in_play)}
    return [card.id for card in state.box.cards.values() if card.year <= state.year and card.id not in seen]


def to_hand(scene: Table, side: Side) -> Way:
    """The way to a side's own screen, where its secrets may lie open."""
    return Way(
        words=phrase("Open {who}'s hand", who=board.player(side)), href=scene.to_hand(side), leaves=True
    )


def _library(scene: Table, cards: Sequence[str]) -> tuple[tuple[Piece, ...], Sequence[str]]:
    """A way to find a physical card in the whole library, and those found."""
    state, words = scene.state, scene.draft.get("q", "").strip()
    year = scene.draft.get("year") or str(state.year)
    box = state.box.cards
    hits = [
        each
        for each in cards
        if words.lower() in box[each].title.lower() and (words or str(box[each].year) == year)
    ]
    search = Own(template="scarper/search.html", values={"words": words})
    years = sorted({box[each].year for each in cards})
    tabs = tuple(
        Choice(
            words=str(each), href=board.fresh(scene.draft, year=each), chosen=str(each) == year and not words
        )
        for each in years
    )
    if len(years) < 2:
        return (search,), hits
    return (search, Choices(label="Year of the card", choices=tabs, shape="chips")), hits


def _missing(scene: Table) -> tuple[Piece, ...]:
    href_ = new_card_link(scene)
    if not href_:
        return ()
    return (Choices(label="Not found", choices=(Choice(words="A card that is not here", href=href_),)),)


def _groups(scene: Table, side: Side, cards: Sequence[str]) -> tuple[Choices, ...]:
    box = scene.state.box.cards
    order: dict[CardSide, str] = {
        side: "Your own",
        "neutral": "Neutral",
        OTHER[side]: f"{SIDE_NAMES[OTHER[side]]} cards",
    }
    grouped = {kind: [each for each in cards if box[each].side == kind] for kind in CARD_SIDES}
    return tuple(
        Choices(
            label=name,
            shows_label=True,
            choices=tuple(
                card_choice(
                    scene.state, each, board.fresh(scene.draft, card=each), _note(scene.state, side, each)
                )
                for each in grouped[kind]
            ),
        )
        for kind, name in order.items()
        if grouped[kind]
    )


def _note(state: State, side: Side, card_id: str) -> str:
    cards = state.box.cards
    seen = card_status(state, cards[card_id], side)
    if seen.prevented_by:
        return f"Points only: {listed(cards[each].title for each in seen.prevented_by)} prevents its event."
    if seen.missing:
        return f"Points only: its event needs {listed(cards[each].title for each in seen.missing)} in play."
    if seen.triggers:
        return f"Its points also let the {SIDE_NAMES[resolver(cards[card_id], side)]} event happen."
    return ""


def _card(scene: Table, side: Side, card_id: str) -> Question:
    state = scene.state
    seen = card_status(state, state.box.cards[card_id], side)
    play = {"type": "play_card", "side": side, "card": card_id}
    uses = _triggered(state, side, play) if seen.triggers else _uses(state, play, seen.is_own)
    barred = board.why_not(state, play | {"mode": "event"})
    why = (
        (Choices(label="Barred", choices=(Choice(words="Play the event", barred=barred),)),) if barred else ()
    )
    return Question(
        kind="card",
        title=state.box.cards[card_id].title,
        under=card_under(state, card_id),
        side=side,
        pieces=(*card_pieces(state, card_id), *_trigger(state, side, card_id), *why),
        main=uses[0],
        lesser=uses[1:],
        back=board.fresh(scene.draft),
    )


def _trigger(state: State, side: Side, card_id: str) -> tuple[Piece, ...]:
    card = state.box.cards[card_id]
    seen = card_status(state, card, side)
    if not seen.triggers:
        return ()
    words = phrase(
        "The {owner} event happens with your points: say whether before or after you spend them.",
        owner=SIDE_NAMES[resolver(card, side)],
    )
    return (Lead(words),)


def _uses(state: State, play: dict[str, str], is_own: bool) -> tuple[Deed, ...]:
    points = count(state.box.cards[play["card"]].points, "point")
    taken = Deed(
        words=phrase("Take {points}", points=points),
        small="for attacks and tracks",
        action=tap(play | {"mode": "commands"}),
    )
    if not is_own:
        return (taken,)
    return (Deed(words="Play the event", small="no points", action=tap(play | {"mode": "event"})), taken)


def _triggered(state: State, side: Side, play: dict[str, str]) -> tuple[Deed, ...]:
    card = state.box.cards[play["card"]]
    owner, points = SIDE_NAMES[resolver(card, side)], count(card.points, "point")
    after, before = (tap(play | {"mode": "commands", "event_order": order}) for order in ("after", "before"))
    return (
        Deed(
            words=phrase("{points} first", points=points),
            small=phrase("then {owner} event", owner=owner),
            action=after,
        ),
        Deed(
            words=phrase("{owner} event first", owner=owner),
            small=phrase("then {points}", points=points),
            action=before,
        ),
    )


def missions_question(scene: Table, entries: Sequence[Entry]) -> Question:
    """Phase C: each side keeps one or both of two missions."""
    options = scene.state.options
    due = {entry["side"]: entry for entry in entries}
    words = phrase(
        "Each side keeps one or both. One met gives its side {success} morale; "
        "one missed gives the enemy {failure}.",
        success=options.mission_success,
        failure=options.mission_failure,
    )
    queue = Queue(tuple(_chooser(scene.state, side) for side in SIDES))
    heading = Question(
        kind="missions",
        rule="mission",
        title="Choose missions",
        pieces=(Lead(words), queue),
        missing="Waiting",
    )
    own = next((side for side in due if side == scene.own), None)
    if scene.state.options.cards == "table":
        return _counted(heading, [side for side in due if scene.acts_for(side)])
    if own:
        ticks = tuple(mission_tick(scene.state.box.missions[each]) for each in (due[own]["from"] or ()))
        keep = tap({"type": "choose_missions", "side": own})
        deed = Deed(words="Tick one mission, or both", live="Keep the ticked missions", action=keep)
        cards = Ticks(label="Missions to keep", name="a.keep[]", ticks=ticks, shape="rows")
        return replace(heading, side=own, pieces=(cards, *heading.pieces), main=deed, secret=True)
    ways = tuple(to_hand(scene, side) for side in due if scene.acts_for(side))
    return replace(heading, main=ways[0] if ways else None, lesser=ways[1:])


def _chooser(state: State, side: Side) -> Turned:
    kept = state.missions[side].count
    words = phrase("keeps {missions}", missions=count(kept, "mission")) if kept else phrase("chooses")
    return Turned(board.one(side), "done" if kept else "now", words, side, Icon(side))


def _counted(heading: Question, sides: Sequence[Side]) -> Question:
    """With cards on the table the app hears how many are kept."""
    choices = tuple(
        Choice(
            words=phrase("{who} keeps {missions}", who=board.one(side), missions=count(n, "mission")),
            icon=Icon(side),
            side=side,
            action=tap({"type": "choose_missions", "side": side, "keep": n}),
        )
        for side in sides
        for n in (1, 2)
    )
    kept = (Choices(label="Missions kept", choices=choices),) if choices else ()
    return replace(heading, pieces=(*heading.pieces, *kept), missing="Say how many are kept")


def kept_missions(state: State, side: Side) -> list[Edge]:
    kept = [state.box.missions[each] for each in state.missions[side].kept or ()]
    return [mission_edge(each, side, _now(state, side, each)) for each in kept]


def _now(state: State, side: Side, mission: Mission) -> Words:
    if isinstance(mission.condition, Judged):
        return phrase("{text} The table judges it.", text=mission.text)
    met = "Met now." if holds(mission.condition, side, state) else "Not yet."
    return phrase(
        "{text} {met} {now}", text=mission.text, met=met, now=_progress(state, side, mission.condition)
    )


def _progress(state: State, side: Side, condition: Claim) -> str:
    if isinstance(condition, AtLeast):
        bound = "at most" if isinstance(condition, AtMost) else "at least"
        now = figure(state, condition.what, side_of(condition.side, side), condition.battlefields)
        return f"Now {now}, {bound} {condition.value} needed"
    if isinstance(condition, Ahead):
        ahead = lead(state, condition.what, side, condition.battlefields)
        return f"Now {_ahead(ahead)}, {condition.margin} ahead needed"
    return ""


def _ahead(lead_: int) -> str:
    return "level" if not lead_ else f"{abs(lead_)} {'ahead' if lead_ > 0 else 'behind'}"


def reveal_question(scene: Table, entry: Entry) -> Question:
    """Phase E: turn the missions over; with physical cards say which they were."""
    state = scene.state
    by_hand = state.options.cards == "table"
    judged = _judged(state) if by_hand else entry["verdicts"]
    queue = Queue(tuple(_face_down(state, side) for side in SIDES))
    may = scene.may_act
    return Question(
        kind="reveal",
        rule="reveal_missions",
        title="Reveal the missions",
        icon=Icon("mission"),
        pieces=(
            Lead(phrase("All rounds of {year} are played.", year=state.year)),
            queue,
            *(_named(state, side) for side in SIDES if by_hand and may),
            *(_verdict(state.box.missions[each], by_hand) for each in judged if may),
        ),
        main=Deed(words="Reveal the missions", action=tap({"type": "reveal_missions"})) if may else None,
    )


def _face_down(state: State, side: Side) -> Turned:
    words = phrase("{missions} kept", missions=count(state.missions[side].count, "mission"))
    return Turned(board.one(side), "", words, side, Icon(side))


def _named(state: State, side: Side) -> Fields:
    seen = {each for record in state.history for each in record.revealed[side]}
    left = [state.box.missions[each] for each in state.box.missions_of(side) if each not in seen]
    cards = tuple((each.id, phrase("{title}: {text}", title=each.title, text=each.text)) for each in left)
    return Fields(
        tuple(
            Control(
                name=f"a.missions.{side}[]",
                label=phrase("{who}, mission {n}", who=board.one(side), n=n + 1),
                kind="select",
                options=(("", "Choose the mission"), *cards),
            )
            for n in range(state.missions[side].count)
        )
    )


def _verdict(mission: Mission, by_hand: bool) -> Piece:
    ticks = [Tick(value="true", words="It succeeds"), Tick(value="false", words="It fails")]
    if by_hand:
        ticks.append(Tick(value="", words="Not among them", on=True))
    label = phrase("{title}: {text}", title=mission.title, text=mission.text)
    return Ticks(label=label, name=f"a.verdicts.{mission.id}", ticks=tuple(ticks), shape="rows", single=True)


def _judged(state: State) -> list[str]:
    judged = [each.id for each in state.box.missions.values() if isinstance(each.condition, Judged)]
    seen = {each for record in state.history for side in SIDES for each in record.revealed[side]}
    return [each for each in judged if each not in seen]


def verdicts(state: State, side: Side, revealed: Sequence[str]) -> Mapping[str, bool | None]:
    """Whether each revealed mission holds on the board as it stands; `None` where the table judged."""
    results: dict[str, bool | None] = {}
    for each in revealed:
        condition = state.box.missions[each].condition
        results[each] = None if isinstance(condition, Judged) else holds(condition, side, state)
    return results
