"""Phase 4 on the screens: the action cards turned over together, told one by one where they are real."""

from dataclasses import replace

from companion.engine.called import Several
from companion.engine.game import Scene
from companion.engine.looking import Values, fresh
from companion.engine.stage import Choice, Choices, Deed, Own, Piece, Question, Say, Words, said, ways_on
from companion.engine.wording import tap
from companion.games.verraeter.data import ACTION_CARDS, ActionCard
from companion.games.verraeter.screens.drafting import action_card
from companion.games.verraeter.screens.people import own_sign, person, seal
from companion.games.verraeter.screens.scales import facing
from companion.games.verraeter.screens.story import Conflict, Walk
from companion.games.verraeter.screens.supplying import laid_words
from companion.games.verraeter.screens.told import beat_words, gains, sums
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken


def reveal_question(scene: Scene[State]) -> Question:
    """One tap for the whole table; after a draft with real cards each is named first."""
    if scene.state.draft.mode == "offline":
        return _named(scene)
    backs = [
        _back(scene.state, each.id) | {"ready": each.id in scene.ready.said} for each in scene.state.in_turn()
    ]
    asked = Question(
        kind="reveal",
        title="Turn the action cards over",
        under="All supply is played. Everybody holds a card ready.",
        pieces=(Own(template="verraeter/cards.html", values={"cards": backs}),),
        missing="The cards are turned over now",
    )
    return replace(asked, **_turning(scene)) if _may(scene) else asked


def _turning(scene: Scene[State]) -> Values:
    """What the foot offers: one tap where one device holds all seats, else the word of each seat."""
    action, ready = tap({"type": "reveal"}), scene.ready
    missing = [who for who in ready.missing if who not in scene.sight.holds]
    if not missing and (not ready.said or not ready.missing):
        return {"main": Deed(words="Turn the cards over", action=action)}
    names = Several(spoken(who) for who in missing)
    waits = said("Waiting for {who}", who=names)
    hurry = Deed(words="Turn them now", small=said("without {who}", who=names), name="ready", action="now")
    says = Deed(words="I am ready", small="The cards turn when all are", name="ready", action="yes")
    is_mine = any(who in scene.sight.holds for who in ready.missing)
    return {
        "action": action,
        "to": "ready",
        "main": says if is_mine else None,
        "lesser": (hurry,) if missing and ready.hurries else (),
        "missing": waits,
    }


def _may(scene: Scene[State]) -> bool:
    return bool(scene.sight.acts) and scene.room != "tv"


def _back(state: State, who: str) -> Values:
    """A card face down: whose it is, whom he serves, what he laid."""
    return person(state, who) | {"laid": laid_words(state.player(who).played), "card": None}


def walk_question(scene: Scene[State], walk: Walk) -> Question:
    """The cards one by one, on every screen at once."""
    lead, words = beat_words(walk)
    told: tuple[Piece, ...] = (Say(words, lead),) if words or lead else ()
    if walk.is_settled:
        told = (*told, sums(walk.conflict), gains(walk.conflict))
    shown = Own(template="verraeter/cards.html", values=picture(walk))
    main, lesser = ways_on(scene, walk.beat, len(walk.conflict.order) + 1 + walk.is_settled, _on(walk))
    return Question(
        kind="walk",
        title=_title(walk),
        pieces=(*told[:1], shown, *told[1:]),
        main=main,
        lesser=lesser,
        missing="",
        to="walk",
    )


def _on(walk: Walk) -> Words:
    """What the next beat is."""
    if walk.is_settled:
        return "Go on"
    return said("Turn {who}'s card", who=spoken(walk.next)) if walk.next else "What comes of it"


def _title(walk: Walk) -> Words:
    if walk.is_settled:
        return said("The conflict of round {round}", round=walk.conflict.before.round)
    if walk.beat + 1 == len(walk.conflict.order):
        return "One card is left"
    return (
        said("{who} turns first", who=spoken(walk.next)) if not walk.beat and walk.next else "The cards turn"
    )


def picture(walk: Walk) -> Values:
    """The cards so far, the newest large, and how the sums stand after it."""
    cards = [_card(walk.conflict, who, who in walk.turned) for who in walk.conflict.order]
    if walk.turned and not walk.is_settled:
        cards[walk.beat - 1]["newest"] = True
    return {"cards": cards, "sums": tipped(walk)}


def _card(conflict: Conflict, who: str, is_turned: bool) -> Values:
    card = conflict.card(who) if is_turned else None
    if card is None:
        return _back(conflict.before, who)
    house = conflict.told["allegiances"][who]
    came = {"now": house, "now_name": conflict.before.words.houses[house], "betrays": conflict.betrays(who)}
    return _back(conflict.before, who) | {"card": action_card(card)} | came


def tipped(walk: Walk) -> Values:
    """Both sums as they stand, and what they were before the last card."""
    now, was = (walk.conflict.weights(turned) for turned in (walk.turned, walk.turned[:-1]))
    return facing(walk.conflict.before, now, now if walk.is_settled else was)


def _named(scene: Scene[State]) -> Question:
    state, told = scene.state, _told(scene)
    asked = next((each.id for each in state.in_turn() if each.id not in told), None)
    if not _may(scene):
        return Question(kind="named", title="Turn the action cards over", missing="They are turned over now",
                        under="All supply is played; the real cards are turned over now.")  # fmt: skip
    action = tap({"type": "reveal", "picks": told})
    question = said("What did {who} turn over?", who=spoken(asked)) if asked else "All cards are told"
    return Question(
        kind="named",
        title=question,
        pieces=(*_told_cards(scene, told), *((_tiles(scene, told, asked),) if asked else ())),
        main=None if asked else Deed(words="Evaluate the conflict", action=action),
        missing="Tap the card",
        back=fresh(scene) if told else "",
    )


def _told_cards(scene: Scene[State], told: dict[str, ActionCard]) -> tuple[Piece, ...]:
    """Those that were told, each to be taken back."""
    chosen = tuple(
        Choice(
            words=said("{who}: {card} ×", who=spoken(who), card=action_card(card)["name"]),
            icon=seal(scene.state, who),
            href=_link(scene, {each: kept for each, kept in told.items() if each != who}),
        )
        for who, card in told.items()
    )
    return (Choices(label="Told, tap to take back", choices=chosen, shape="chips"),) if chosen else ()


def _tiles(scene: Scene[State], told: dict[str, ActionCard], asked: str) -> Choices:
    """The six action cards; one that is told lies before its player."""
    takers = {card: who for who, card in told.items()}
    choices = tuple(
        Choice(
            words=action_card(card)["name"],
            icon=own_sign(action_card(card)["sign"]),
            small=spoken(takers[card]) if card in takers else "",
            href="" if card in takers else _link(scene, {**told, asked: card}),
        )
        for card in ACTION_CARDS
    )
    return Choices(label="Action cards", choices=choices, shape="tiles")


def _told(scene: Scene[State]) -> dict[str, ActionCard]:
    """Who turned over what, as far as it has been told; each card once."""
    told: dict[str, ActionCard] = {}
    for part in scene.draft.get("picks", "").split("~"):
        who, _, name = part.partition(":")
        card = next((each for each in ACTION_CARDS if each == name), None)
        if who in scene.state.ids and card is not None and card not in told.values():
            told[who] = card
    return told


def _link(scene: Scene[State], told: dict[str, ActionCard]) -> str:
    return fresh(scene, picks="~".join(f"{who}:{card}" for who, card in told.items()))
