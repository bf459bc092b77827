"""The cards in a hand: drafted, laid for a house, picked up, laid down, with advice where it is wanted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal, NamedTuple, TypedDict

from companion.engine import stage
from companion.engine.deed import Entry
from companion.engine.game import Scene
from companion.engine.scene import Values, fresh, keep, whole
from companion.engine.stage import Choice, Choices, Deed, Note, Piece, Question, phrase
from companion.engine.wording import count, percent, sentence, tap
from companion.games.verraeter import data
from companion.games.verraeter.deeds import legal
from companion.games.verraeter.procedures.conflict import Fighter
from companion.games.verraeter.rules import accounted_for
from companion.games.verraeter.rules import notebook as book
from companion.games.verraeter.screens.board import open_weights, seal, site_pieces
from companion.games.verraeter.state import Player, State, spoken


class Counsel(NamedTuple):
    """The odds by choice (an action card, or a sum of supply), and what they assume; empty without advice."""

    of: Mapping[object, Values]
    assumes: str


NOTHING = Counsel({}, "")


def book_of(scene: Scene[State], who: str) -> book.Notebook:
    """What this player may know by now."""
    lines = scene.passages or book.passages_of(scene.trail or [scene.state])
    return book.notebook(scene.state, lines, who)


def advised_picks(scene: Scene[State], who: str) -> Counsel:
    if not scene.state.options.adviser:
        return NOTHING
    advised = book.advise_picks(scene.state, book_of(scene, who))
    return Counsel({each.pick: _values(scene.state, each) for each in advised.choices}, advised.assumes)


def advised_supply(scene: Scene[State], who: str) -> Counsel:
    """Every sum that his hand can make, beside the card that he kept."""
    if not scene.state.options.adviser:
        return NOTHING
    advised = book.advise_supply(scene.state, book_of(scene, who), totals_of(scene.state.player(who).hand))
    return Counsel({each.supply: _values(scene.state, each) for each in advised.choices}, advised.assumes)


def totals_of(hand: Sequence[int]) -> list[int]:
    """What a hand can come to.

    >>> totals_of([3, 4])
    [0, 3, 4, 7]
    """
    return sorted({sum(cards) for n in range(len(hand) + 1) for cards in combinations(hand, n)})


def _values(state: State, advice: book.Advice) -> Values:
    win, tie = round(100 * advice.win.mean), round(100 * advice.tie)
    low, mean, high = (f"{float(points):.1f}" for points in advice.points)
    return {
        "house": state.words.houses[advice.house],
        "win": percent(float(advice.win.mean)),
        "win_low": percent(float(advice.win.low)),
        "win_high": percent(float(advice.win.high)),
        "tie": percent(float(advice.tie)) if advice.tie else "",
        "bar": {"win": win, "tie": tie, "tie_x": win, "lose": 100 - win - tie, "lose_x": win + tie},
        "mean": mean,
        "low": low,
        "high": high,
    }


EFFECTS = {
    "diplomat_2": "+2 for your house, and one more supply card afterwards.",
    "diplomat_5": "+5 for your house.",
    "farmer": "Pick up three supply cards, first of all; none for estates.",
    "master_builder": "Build, move or turn over one card of yours afterwards.",
    "strategist": "2 points, the strategy card, and the choice of the next site.",
    "traitor": "Change sides as the cards are turned over; 1 point.",
}
ON_DEVICES = "The app puts one card aside unseen. Each in turn looks in secret, keeps one, hands the rest on."


def dealing_question(scene: Scene[State], who: str) -> Question:
    deal = tap({"type": "deal_actions", "player": who})
    real = tap({"type": "draft_offline", "player": who})
    return Question(
        kind="dealing",
        title="Draft the action cards",
        pieces=(*site_pieces(scene.state), stage.Lead(ON_DEVICES)),
        main=Deed(words="Draft on the devices", action=deal),
        lesser=(Deed(words="With real cards", small="told as they turn", action=real),),
    )


def picking_question(scene: Scene[State], who: str) -> Question:
    """The cards handed to this player; at a table that wants it, each weighed. Secret."""
    pool, advice = scene.state.draft.pool, advised_picks(scene, who)
    cards = [action_card(card) | {"odds": advice.of.get(card)} for card in sorted(pool)]
    assumes = (Note(advice.assumes),) if advice.assumes else ()
    action = tap({"type": "pick_action", "player": who})
    return Question(
        kind="picking",
        title=phrase("Keep one. {left}.", left=_handed(scene.state)),
        pieces=(stage.Own(template="verraeter/draft.html", values={"cards": cards}, live=True), *assumes),
        main=Deed(words="Tap a card", action=action, live="Keep the {each}"),
        secret=True,
    )


def _handed(state: State) -> stage.Words:
    left, waits = len(state.draft.pool) - 1, [each for each in state.in_turn() if each.pick is None]
    if len(waits) > 1:
        goes = sentence(count(left, "goes", "go"))
        return phrase("{goes} on to {who}", goes=goes, who=spoken(waits[1].id))
    return sentence(f"{count(left, 'goes', 'go')} back, face down")


def action_card(card: data.ActionCard) -> Values:
    return {"id": card, "name": data.ACTION_NAMES[card], "sign": sign_of(card), "effect": EFFECTS[card]}


def sign_of(card: str) -> str:
    return "diplomat" if card.startswith("diplomat") else card


type How = Literal["done", "now", ""]


def queue_of(state: State, rows: Iterable[tuple[str, How, stage.Words]]) -> stage.Queue:
    """Players in a row: who, how far, a word about each."""
    return stage.Queue(
        tuple(
            stage.Turned(spoken(who), how, words, state.player(who).allegiance, seal(state, who))
            for who, how, words in rows
        )
    )


def _how(state: State, player: Player) -> How:
    return "now" if player.id == state.active else ""


def order_of_picks(state: State) -> stage.Queue:
    """Who has picked, who is at it, who waits; no card is named."""
    order = state.in_turn()
    return queue_of(state, ((each.id, "done" if each.pick else _how(state, each), "") for each in order))


def supply_question(scene: Scene[State], who: str) -> Question:
    """A hand to choose from, with what each choice does. Secret."""
    state, player = scene.state, scene.state.player(who)
    if state.options.counts_only:
        return told_question(scene, who)
    house = served(player)
    advice = advised_supply(scene, who)
    warning = surplus_warning(state, who)
    notes = tuple(Note(words, warns=words == warning) for words in (warning, advice.assumes) if words)
    return Question(
        kind="supply",
        title="Play supply",
        under=_lead(state, player),
        pieces=(
            stage.Own(template="verraeter/supply.html", values=_weighed(state, player, advice), live=True),
            *notes,
        ),
        main=Deed(
            words="Play no supply",
            live="Play {each}",
            small=phrase("it counts for the {house}", house=state.words.houses[house]) if player.hand else "",
            action=tap({"type": "play_supply", "player": who, "cards": []}),
        ),
        secret=True,
    )


def _weighed(state: State, player: Player, advice: Counsel) -> Values:
    """A hand as it is ticked: what the two houses have, what each sum would come to."""
    house = served(player)
    weights = {each: sum(parts) for each, parts in open_weights(state, state.site or (0, 1)).items()}
    return {
        "cards": hand_cards(player.hand),
        "house": house,
        "house_name": state.words.houses[house],
        "own": weights[house],
        "foe_house": data.OTHER[house],
        "foe": weights[data.OTHER[house]],
        "foe_name": state.words.houses[data.OTHER[house]],
        "pick": action_card(player.pick) if player.pick else None,
        "odds": advice.of,
    }


def served(player: Player) -> data.House:
    """The house for which his supply will count: the traitor's is the other one (R13)."""
    return Fighter(player.id, player.allegiance, (), player.pick).serves


def _lead(state: State, player: Player) -> str:
    house = state.words.houses[served(player)]
    if player.pick != "traitor":
        return f"Up to {data.MOST_SUPPLY_PLAYED} cards for the {house}, or none."
    turns = f"They count for the {house}: you change sides as the cards are turned over."
    return f"Up to {data.MOST_SUPPLY_PLAYED} cards, or none. {turns}"


def hand_cards(hand: tuple[int, ...]) -> list[Values]:
    return [{"n": n, "value": value or "?"} for n, value in enumerate(hand)]


def surplus_warning(state: State, who: str) -> str:
    """What would have to be laid down in phase 10 as things stand (R20)."""
    player = state.player(who)
    due = data.FARMER_CARDS if player.pick == "farmer" else _due(state, who)
    over = len(player.hand) + due - state.options.hand_limit
    if over <= 0 or not player.hand:
        return ""
    held, limit = len(player.hand), state.options.hand_limit
    return (
        f"You hold {held} and may pick up {due} afterwards; {limit} is the limit. "
        f"Play {min(over, held)} or lay that many down."
    )


def _due(state: State, who: str) -> int:
    player = state.player(who)
    estates = sum(state.circle[n].house == player.allegiance for n in state.buildings(who, "estate"))
    return estates + (player.pick == "diplomat_2")


def told_question(scene: Scene[State], who: str) -> Question:
    """Cards as they are laid on the table, told to the app value by value (R30)."""
    state, player = scene.state, scene.state.player(who)
    most, free = min(data.MOST_SUPPLY_PLAYED, len(player.hand)), free_values(state, who)
    chosen = values_of(scene.draft.get("cards", ""), free, most)
    action = {"type": "play_supply", "player": who, "cards": list(chosen)}
    played = phrase("Play {cards}: {sum}", cards=count(len(chosen), "card"), sum=sum(chosen))
    return Question(
        kind="told",
        title=phrase("What {who} lays down", who=spoken(who)),
        under="Lay real cards down and tap their values.",
        pieces=value_picker(scene, "cards", chosen, most, free),
        main=Deed(words=played if chosen else "Play no supply", action=tap(action)),
        back=fresh(scene) if chosen else "",
    )


def values_of(text: str, free: dict[int, int], most: int) -> tuple[int, ...]:
    """Card values that an address holds, as many as may be; what is none or not to be had is passed over.

    >>> values_of("3.5.x.3.4", {3: 1, 4: 2, 5: 1}, 2)
    (3, 5)
    """
    chosen: tuple[int, ...] = ()
    for part in text.split("."):
        value = int(part) if part.isascii() and part.isdigit() and len(part) == 1 else 0
        if chosen.count(value) < free.get(value, 0) and len(chosen) < most:
            chosen += (value,)
    return chosen


def value_picker(
    scene: Scene[State], key: str, chosen: tuple[int, ...], most: int, free: dict[int, int]
) -> tuple[Piece, ...]:
    """Values to tap one after another, and the chosen ones to tap away again."""
    full = len(chosen) >= most
    away = tuple(
        Choice(
            words=phrase("{value} ×", value=value),
            chosen=True,
            href=keep(scene, **{key: _text((*chosen[:n], *chosen[n + 1 :])) or None}),
        )
        for n, value in enumerate(chosen)
    )
    pad = tuple(
        Choice(
            words=str(value),
            small=phrase("{n} left", n=left - chosen.count(value)),
            href="" if full or left <= chosen.count(value) else keep(scene, **{key: _text((*chosen, value))}),
        )
        for value, left in free.items()
    )
    pieces = (Choices(label="Chosen, tap to take away", choices=away, shape="chips"),) if away else ()
    return (*pieces, Choices(label="Values", choices=pad, shape="pad"))


def _text(values: tuple[int, ...]) -> str:
    return ".".join(map(str, values))


def free_values(state: State, who: str) -> dict[int, int]:
    """How many cards of each value this player may still hold (R30).

    What is known of hands then is what everybody can work out: who has not played his 3 has it.
    """
    hand = state.player(who).hand
    unknown = data.UNKNOWN in hand
    return {
        value: hand.count(value) + (max(0, exist - accounted_for(state, value)) if unknown else 0)
        for value, exist in sorted(state.cards.supply.items())
        if exist
    }


def order_of_supply(state: State) -> stage.Queue:
    """Who has played what, who is at it, who waits."""
    order = state.in_turn()
    return queue_of(state, ((each.id, _how(state, each), laid_words(each.played)) for each in order))


def laid_words(played: tuple[int, ...] | None) -> str:
    return "" if played is None else " + ".join(map(str, played)) or "no supply"


MORE, FEWER = "Tick {missing} more", "Tick {missing} fewer"


def refill_question(scene: Scene[State], who: str) -> Question:
    """How many cards, and which go for them. Secret where the app knows the hand."""
    state, entry = scene.state, scene.once(legal)[0]
    take = _take(scene, entry["max_cards"])
    goes = entry["discards"][take] if state.options.surplus == "before" else 0
    numbers = _numbers(scene, take, entry["max_cards"])
    if state.options.counts_only:
        # The app only counts: what is laid down is told by its value (R30).
        free = free_values(scene.state, who)
        laid = values_of(scene.draft.get("laid", ""), free, goes)
        action = {"type": "refill", "player": who, "cards": take, "discard": list(laid)}
        name = spoken(who)
        note = phrase("The limit is {limit}: tap what {who} lays down, {cards}.", who=name,
                    limit=scene.state.options.hand_limit, cards=count(goes, "card"))  # fmt: skip
        picker = (Note(note), *value_picker(scene, "laid", laid, goes, free)) if goes else ()
        shut = "" if len(laid) == goes else phrase("Tap {cards} more", cards=count(goes - len(laid), "card"))
        main = Deed(words=_button(take, goes), action=tap(action), shut=shut)
        return replace(_question(scene, who, (numbers, *picker)), main=main)
    return replace(_card_question(scene, who, take, goes, numbers), secret=True)


def open_refill_question(scene: Scene[State], who: str) -> Question | None:
    """The same on a screen that shows no hand: the app deals, where nothing must be laid down for it."""
    entry = scene.once(legal)[0]
    if any(entry["discards"]) and scene.state.options.surplus == "before":
        return None
    take = _take(scene, entry["max_cards"])
    action = {"type": "refill", "player": who, "cards": take}
    if scene.state.options.surplus == "before":
        action["discard"] = []
    ask = _question(scene, who, (_numbers(scene, take, entry["max_cards"]), _after(scene.state, take, entry)))
    return replace(ask, main=Deed(words=_button(take, 0), action=tap(action)))


def _take(scene: Scene[State], most: int) -> int:
    number = whole(scene, "take")
    return most if number is None or number > most else number


def _numbers(scene: Scene[State], take: int, most: int) -> Choices:
    choices = tuple(
        Choice(words=str(n), href=keep(scene, take=n, drawn=None), chosen=n == take, key=f"take-{n}")
        for n in range(most + 1)
    )
    return Choices(label="How many cards", choices=choices, shape="pad")


def _question(scene: Scene[State], who: str, pieces: Iterable[Piece | None]) -> Question:
    due = scene.state.refill[0].entitlement
    return Question(
        kind="refill",
        title="Pick up supply",
        under=phrase("Up to {cards}: {why}.", cards=count(due, "card"), why=why(scene.state, who)),
        pieces=(*(piece for piece in pieces if piece), queue(scene.state)),
    )


def _button(take: int, goes: int) -> stage.Words:
    if goes:
        return phrase("Lay {goes} down, pick up {take}", goes=goes, take=take)
    return phrase("Pick up {take}", take=take or "nothing")


def _after(state: State, take: int, entry: Entry) -> Note | None:
    goes = entry["discards"][take] if state.options.surplus == "after" else 0
    return Note(phrase("You then see all cards and lay {goes} down.", goes=goes)) if goes else None


def _card_question(scene: Scene[State], who: str, take: int, goes: int, numbers: Choices) -> Question:
    """The app knows the hand: the lowest cards are ticked to go, and it deals or is told what was drawn."""
    state, hand = scene.state, scene.state.player(who).hand
    action: Entry = {"type": "refill", "player": who, "cards": take}
    if state.options.surplus == "before" and not goes:
        action["discard"] = []
    after = _after(state, take, scene.once(legal)[0])
    pieces = (numbers, after, *_going(state, hand, goes), _drawn(scene, action, take))
    more, fewer = (MORE, FEWER) if goes else ("", "")
    main = Deed(words=_button(take, goes), action=tap(action), more=more, fewer=fewer)
    return replace(_question(scene, who, pieces), main=main)


def _going(state: State, hand: tuple[int, ...], goes: int) -> tuple[Piece, ...]:
    if not goes:
        return ()
    note = phrase("The limit is {limit}: tick {cards} to lay down.", limit=state.options.hand_limit,
                cards=count(goes, "card"))  # fmt: skip
    return (Note(note), to_lay_down(hand, goes))


def to_lay_down(hand: tuple[int, ...], goes: int) -> stage.Ticks:
    """A hand of which so many cards go; the first are ticked already."""
    ticks = tuple(
        stage.Tick(value=str(value), words=str(value or "?"), on=n < goes) for n, value in enumerate(hand)
    )
    return stage.Ticks(label="Supply to lay down", name="a.discard[]", ticks=ticks, wanted=goes)


def _drawn(scene: Scene[State], action: Entry, take: int) -> stage.Fold | None:
    if not take:
        return None
    pile = {value: n for value, n in sorted(scene.state.cards.supply.items()) if n}
    drawn = values_of(scene.draft.get("drawn", ""), pile, take)
    help_ = phrase("Draw {take} from the pile and tap their values; else the app deals.", take=take)
    refill = {**action, "cards": list(drawn)}
    drew = Choice(words="I drew these", action=tap(refill))
    deed = (Choices(label="Told", choices=(drew,)),) if len(drawn) == take else ()
    pieces = (Note(help_), *value_picker(scene, "drawn", drawn, take, pile), *deed)
    return stage.Fold(id="real-draw", title="You draw real cards?", pieces=pieces, open=bool(drawn))


def why(state: State, who: str) -> str:
    """Why somebody may pick up: as farmer, or for his estates in friendly land (10)."""
    player, due = state.player(who), state.refill[0].entitlement
    if player.pick == "farmer":
        return f"the farmer picks up {data.FARMER_CARDS} and none for estates"
    estates = due - (player.pick == "diplomat_2")
    words = f"{count(estates, 'estate')} in friendly land"
    return words + " and one as diplomat" if player.pick == "diplomat_2" else words


def queue(state: State) -> stage.Queue:
    rows = ((due.player, phrase("up to {due}", due=due.entitlement)) for due in state.refill)
    return queue_of(state, ((who, "" if n else "now", words) for n, (who, words) in enumerate(rows)))


def waiting_question(scene: Scene[State], who: str) -> Question:
    """What everybody else sees while somebody chooses from his hand."""
    state, name = scene.state, spoken(who)
    pieces: tuple[Piece, ...]
    match state.phase:
        case "draft":
            kind, title, pieces = "passing", "The draft goes round", (order_of_picks(state),)
            cards = count(len(state.draft.pool), "card")
            under = phrase("{who} looks at {cards} and keeps one.", who=name, cards=cards)
            missing = phrase("{who} chooses in secret", who=name)
        case "supply":
            kind, title = "laid", "Supply is played"
            pieces = (*site_pieces(state), order_of_supply(state))
            most = data.MOST_SUPPLY_PLAYED
            under = phrase("{who} plays up to {most} supply cards, or none.", who=name, most=most)
            missing = phrase("{who} plays supply", who=name)
        case _:
            kind, title, pieces = "refill-waiting", "Supply is picked up", (queue(state),)
            due = state.refill[0].entitlement
            under = phrase("{who} may pick up {due}: {why}.", who=name, due=due, why=why(state, who))
            missing = phrase("{who} picks up supply", who=name)
    return Question(kind=kind, title=title, under=under, pieces=pieces, missing=missing)


Surplus = TypedDict("Surplus", {"type": str, "player": str, "count": int, "from": Sequence[int]})
"""Who has drawn lays so many of all his cards down."""


def lay_down_elsewhere(scene: Scene[State], ask: Surplus) -> Question:
    """The same for everybody else."""
    name = spoken(ask["player"])
    return Question(
        kind="lay-down-waiting",
        title="The surplus is laid down",
        under=phrase("{who} has drawn and lays {cards} down.", who=name, cards=count(ask["count"], "card")),
        pieces=(queue(scene.state),),
        missing=phrase("{who} lays cards down", who=name),
    )


def lay_down_question(scene: Scene[State], ask: Surplus) -> Question:
    """The question to him who has drawn: which of all his cards go (R20)."""
    goes = count(ask["count"], "card")
    return Question(
        kind="lay-down",
        title="Lay the surplus down",
        under=phrase("Choose {cards} to lay down; the rest is your hand.", cards=goes),
        pieces=(to_lay_down(tuple(ask["from"]), ask["count"]),),
        main=Deed(
            words="Lay them down",
            action=tap({"type": ask["type"], "player": ask["player"]}),
            more=MORE,
            fewer=FEWER,
        ),
        to="say",
        secret=True,
    )
