"""While the other side acts: what it does, what has changed, what one's own next attack would be worth."""

from collections.abc import Sequence

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
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
from companion.engine.wording import count, percent
from companion.games.scarper.data import BATTLEFIELD_NAMES, CARD_SIDES, ROUNDS, SIDE_NAMES, SIDES, Side
from companion.games.scarper.procedures.frontal_charge_odds import charge_wins
from companion.games.scarper.rules.commands import attackable, charge_at
from companion.games.scarper.rules.legal import actors
from companion.games.scarper.rules.notebook import Notebook, notebook
from companion.games.scarper.screens.board import Taps
from companion.games.scarper.screens.cards import card_pieces, card_under
from companion.games.scarper.screens.draft import fresh
from companion.games.scarper.screens.frame import changes
from companion.games.scarper.screens.people import first_of_all, one, player
from companion.games.scarper.screens.spending.offers import charge_attack
from companion.games.scarper.state import State

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
    pieces = (_years(book, scene.state.year), *_seen(book))
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


def _seen(book: Notebook) -> Sequence[Piece]:
    """Card by card, the newest first."""
    rows = tuple(
        Row((each.title, _by(each.by), HOW[each.how]), side=each.side) for each in reversed(book.seen)
    )
    return (Rows(label="Cards seen", head=("Card", "By", "For"), rows=rows),) if rows else ()


def _by(side: Side | None) -> Words:
    return SIDE_NAMES[side] if side else "–"
