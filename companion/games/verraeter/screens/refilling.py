"""Phase 10 on the screens: who picks up how much and why, and what must be laid down for it."""

from collections.abc import Iterable
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.looking import keep, whole
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Fold,
    Note,
    Piece,
    Question,
    Queue,
    Tick,
    Ticks,
    Turned,
    Words,
    said,
)
from companion.engine.wire import Json
from companion.engine.wording import count, tap
from companion.games.verraeter.data import FARMER_CARDS
from companion.games.verraeter.rules.legal import legal
from companion.games.verraeter.screens.people import person, seal
from companion.games.verraeter.screens.supplying import free_values, value_picker, values_of
from companion.games.verraeter.state import State

MORE, FEWER = "Tick {missing} more", "Tick {missing} fewer"


def refill_question(scene: Scene[State], who: str) -> Question:
    """How many cards, and which go for them. Secret where the app knows the hand."""
    state, entry = scene.state, scene.once(legal)[0]
    take = _take(scene, entry["max_cards"])
    goes = entry["discards"][take] if state.options.surplus == "before" else 0
    numbers = _numbers(scene, take, entry["max_cards"])
    if state.options.counts_only:
        return _told(scene, who, take, goes, numbers)
    return replace(_known(scene, who, take, goes, numbers), secret=True)


def open_refill_question(scene: Scene[State], who: str) -> Question | None:
    """The same on a screen that shows no hand: the app deals, where nothing must be laid down for it."""
    entry = scene.once(legal)[0]
    if any(entry["discards"]) and scene.state.options.surplus == "before":
        return None
    take = _take(scene, entry["max_cards"])
    action = {"type": "refill", "player": who, "cards": take}
    if scene.state.options.surplus == "before":
        action["discard"] = []
    asked = _asked(scene, who, (_numbers(scene, take, entry["max_cards"]), _after(scene.state, take, entry)))
    return replace(asked, main=Deed(words=_button(take, 0), action=tap(action)))


def _take(scene: Scene[State], most: int) -> int:
    asked = whole(scene, "take")
    return most if asked is None or asked > most else asked


def _numbers(scene: Scene[State], take: int, most: int) -> Choices:
    choices = tuple(
        Choice(words=str(n), href=keep(scene, take=n, drawn=None), chosen=n == take, key=f"take-{n}")
        for n in range(most + 1)
    )
    return Choices(label="How many cards", choices=choices, shape="pad")


def _asked(scene: Scene[State], who: str, pieces: Iterable[Piece | None]) -> Question:
    due = scene.state.refill[0].entitlement
    return Question(
        kind="refill",
        title="Pick up supply",
        under=said("Up to {cards}: {why}.", cards=count(due, "card"), why=why(scene.state, who)),
        pieces=(*(piece for piece in pieces if piece), queue(scene.state)),
    )


def _button(take: int, goes: int) -> Words:
    if goes:
        return said("Lay {goes} down, pick up {take}", goes=goes, take=take)
    return said("Pick up {take}", take=take or "nothing")


def _after(state: State, take: int, entry: Json) -> Note | None:
    goes = entry["discards"][take] if state.options.surplus == "after" else 0
    return Note(said("You then see all cards and lay {goes} down.", goes=goes)) if goes else None


def _known(scene: Scene[State], who: str, take: int, goes: int, numbers: Choices) -> Question:
    """The app knows the hand: the lowest cards are ticked to go, and it deals or is told what was drawn."""
    state, hand = scene.state, scene.state.player(who).hand
    action: dict[str, Json] = {"type": "refill", "player": who, "cards": take}
    if state.options.surplus == "before" and not goes:
        action["discard"] = []
    after = _after(state, take, scene.once(legal)[0])
    pieces = (numbers, after, *_going(state, hand, goes), _drawn(scene, action, take))
    more, fewer = (MORE, FEWER) if goes else ("", "")
    main = Deed(words=_button(take, goes), action=tap(action), more=more, fewer=fewer)
    return replace(_asked(scene, who, pieces), main=main)


def _going(state: State, hand: tuple[int, ...], goes: int) -> tuple[Piece, ...]:
    """The cards to tick that go."""
    if not goes:
        return ()
    note = said("The limit is {limit}: tick {cards} to lay down.", limit=state.options.hand_limit,
                cards=count(goes, "card"))  # fmt: skip
    return (Note(note), to_lay_down(hand, goes))


def to_lay_down(hand: tuple[int, ...], goes: int) -> Ticks:
    """A hand of which so many cards go; the first are ticked already."""
    ticks = tuple(
        Tick(value=str(value), words=str(value or "?"), on=n < goes) for n, value in enumerate(hand)
    )
    return Ticks(label="Supply to lay down", name="a.discard[]", ticks=ticks, wanted=goes)


def _drawn(scene: Scene[State], action: Json, take: int) -> Fold | None:
    """Real cards drawn from the pile, told by their values."""
    if not take:
        return None
    pile = {value: n for value, n in sorted(scene.state.cards.supply.items()) if n}
    drawn = values_of(scene.draft.get("drawn", ""), pile, take)
    help_ = said("Draw {take} from the pile and tap their values; else the app deals.", take=take)
    told = {**action, "cards": list(drawn)}
    done = Choice(words="I drew these", action=tap(told))
    deed = (Choices(label="Told", choices=(done,)),) if len(drawn) == take else ()
    pieces = (Note(help_), *value_picker(scene, "drawn", drawn, take, pile), *deed)
    return Fold(id="real-draw", title="You draw real cards?", pieces=pieces, open=bool(drawn))


def _told(scene: Scene[State], who: str, take: int, goes: int, numbers: Choices) -> Question:
    """The app only counts: what is laid down is told by its value (R30)."""
    free = free_values(scene.state, who)
    laid = values_of(scene.draft.get("laid", ""), free, goes)
    action = {"type": "refill", "player": who, "cards": take, "discard": list(laid)}
    name = person(scene.state, who)["name"]
    note = said("The limit is {limit}: tap what {who} lays down, {cards}.", who=name,
                limit=scene.state.options.hand_limit, cards=count(goes, "card"))  # fmt: skip
    picker = (Note(note), *value_picker(scene, "laid", laid, goes, free)) if goes else ()
    shut = "" if len(laid) == goes else said("Tap {cards} more", cards=count(goes - len(laid), "card"))
    main = Deed(words=_button(take, goes), action=tap(action), shut=shut)
    return replace(_asked(scene, who, (numbers, *picker)), main=main)


def why(state: State, who: str) -> str:
    """Why somebody may pick up: as farmer, or for his estates in friendly land (10)."""
    player, due = state.player(who), state.refill[0].entitlement
    if player.pick == "farmer":
        return f"the farmer picks up {FARMER_CARDS} and none for estates"
    estates = due - (player.pick == "diplomat_2")
    words = f"{count(estates, 'estate')} in friendly land"
    return words + " and one as diplomat" if player.pick == "diplomat_2" else words


def queue(state: State) -> Queue:
    """Who is still to pick up, in order."""
    return Queue(
        tuple(
            Turned(
                person(state, due.player)["name"],
                "" if n else "now",
                said("up to {due}", due=due.entitlement),
                state.player(due.player).allegiance,
                seal(state, due.player),
            )
            for n, due in enumerate(state.refill)
        )
    )


def waiting_refill(scene: Scene[State], who: str) -> Question:
    """What everybody else sees of phase 10."""
    due, name = scene.state.refill[0].entitlement, person(scene.state, who)["name"]
    return Question(
        kind="refill-waiting",
        title="Supply is picked up",
        under=said("{who} may pick up {due}: {why}.", who=name, due=due, why=why(scene.state, who)),
        pieces=(queue(scene.state),),
        missing=said("{who} picks up supply", who=name),
    )


def lay_down_elsewhere(scene: Scene[State], ask: Json) -> Question:
    """The same for everybody else."""
    name = person(scene.state, ask["player"])["name"]
    return Question(
        kind="lay-down-waiting",
        title="The surplus is laid down",
        under=said("{who} has drawn and lays {cards} down.", who=name, cards=count(ask["count"], "card")),
        pieces=(queue(scene.state),),
        missing=said("{who} lays cards down", who=name),
    )


def lay_down_question(scene: Scene[State], ask: Json) -> Question:
    """The question to him who has drawn: which of all his cards go (R20)."""
    goes = count(ask["count"], "card")
    return Question(
        kind="lay-down",
        title="Lay the surplus down",
        under=said("Choose {cards} to lay down; the rest is your hand.", cards=goes),
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
