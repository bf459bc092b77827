"""Phase 3 on the screens: what lies open, what each house needs, and a hand to choose from in secret."""

from companion.engine.game import Scene
from companion.engine.looking import Values, fresh, keep
from companion.engine.stage import Choice, Choices, Deed, Note, Own, Piece, Question, Queue, Turned, said
from companion.engine.wording import count, tap
from companion.games.verraeter.data import FARMER_CARDS, MOST_SUPPLY_PLAYED, OTHER, UNKNOWN, House
from companion.games.verraeter.procedures.outcome import Fighter
from companion.games.verraeter.rules.supplying import known
from companion.games.verraeter.screens.advising import Told, advised_supply
from companion.games.verraeter.screens.drafting import action_card
from companion.games.verraeter.screens.people import person, seal
from companion.games.verraeter.screens.placing import site_pieces
from companion.games.verraeter.screens.scales import open_weights
from companion.games.verraeter.state import Player, State


def supply_question(scene: Scene[State], who: str) -> Question:
    """A hand to choose from, with what each choice does. Secret."""
    state, player = scene.state, scene.state.player(who)
    if state.options.counts_only:
        return told_question(scene, who)
    house = served(player)
    told = advised_supply(scene, who)
    warning = surplus_warning(state, who)
    notes = tuple(Note(words, warns=words == warning) for words in (warning, told.assumes) if words)
    return Question(
        kind="supply",
        title="Play supply",
        under=_lead(state, player),
        pieces=(
            Own(template="verraeter/supply.html", values=_weighed(state, player, told), live=True),
            *notes,
        ),
        main=Deed(
            words="Play no supply",
            live="Play {each}",
            small=said("it counts for the {house}", house=state.words.houses[house]) if player.hand else "",
            action=tap({"type": "play_supply", "player": who, "cards": []}),
        ),
        secret=True,
    )


def _weighed(state: State, player: Player, told: Told) -> Values:
    """A hand as it is ticked: what the two houses have, what each sum would come to."""
    house = served(player)
    weights = {each: sum(parts) for each, parts in open_weights(state, state.site or (0, 1)).items()}
    return {
        "cards": hand_cards(player.hand),
        "house": house,
        "house_name": state.words.houses[house],
        "own": weights[house],
        "foe_house": OTHER[house],
        "foe": weights[OTHER[house]],
        "foe_name": state.words.houses[OTHER[house]],
        "pick": action_card(player.pick) if player.pick else None,
        "odds": told.of,
    }


def served(player: Player) -> House:
    """The house for which his supply will count: the traitor's is the other one (R13)."""
    return Fighter(player.id, player.allegiance, (), player.pick).serves


def _lead(state: State, player: Player) -> str:
    house = state.words.houses[served(player)]
    if player.pick != "traitor":
        return f"Up to {MOST_SUPPLY_PLAYED} cards for the {house}, or none."
    turns = f"They count for the {house}: you change sides as the cards are turned over."
    return f"Up to {MOST_SUPPLY_PLAYED} cards, or none. {turns}"


def hand_cards(hand: tuple[int, ...]) -> list[Values]:
    """Supply cards as they lie in a hand."""
    return [{"n": n, "value": value or "?"} for n, value in enumerate(hand)]


def surplus_warning(state: State, who: str) -> str:
    """What would have to be laid down in phase 10 as things stand (R20)."""
    player = state.player(who)
    due = FARMER_CARDS if player.pick == "farmer" else _due(state, who)
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
    most, free = min(MOST_SUPPLY_PLAYED, len(player.hand)), free_values(state, who)
    chosen = values_of(scene.draft.get("cards", ""), free, most)
    action = {"type": "play_supply", "player": who, "cards": list(chosen)}
    played = said("Play {cards}: {sum}", cards=count(len(chosen), "card"), sum=sum(chosen))
    return Question(
        kind="told",
        title=said("What {who} lays down", who=person(state, who)["name"]),
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
            words=said("{value} ×", value=value),
            chosen=True,
            href=keep(scene, **{key: _text((*chosen[:n], *chosen[n + 1 :])) or None}),
        )
        for n, value in enumerate(chosen)
    )
    pad = tuple(
        Choice(
            words=str(value),
            small=said("{n} left", n=left - chosen.count(value)),
            href="" if full or left <= chosen.count(value) else keep(scene, **{key: _text((*chosen, value))}),
        )
        for value, left in free.items()
    )
    told = (Choices(label="Chosen, tap to take away", choices=away, shape="chips"),) if away else ()
    return (*told, Choices(label="Values", choices=pad, shape="pad"))


def _text(values: tuple[int, ...]) -> str:
    return ".".join(map(str, values))


def free_values(state: State, who: str) -> dict[int, int]:
    """How many cards of each value this player may still hold (R30).

    What is known of hands then is what everybody can work out: who has not played his 3 has it.
    """
    hand = state.player(who).hand
    unknown = UNKNOWN in hand
    return {
        value: hand.count(value) + (max(0, exist - known(state, value)) if unknown else 0)
        for value, exist in sorted(state.cards.supply.items())
        if exist
    }


def laid_question(scene: Scene[State], who: str) -> Question:
    """What everybody else sees of phase 3."""
    name = person(scene.state, who)["name"]
    return Question(
        kind="laid",
        title="Supply is played",
        under=said("{who} plays up to {most} supply cards, or none.", who=name, most=MOST_SUPPLY_PLAYED),
        pieces=(*site_pieces(scene.state), order_of_supply(scene.state)),
        missing=said("{who} plays supply", who=name),
    )


def order_of_supply(state: State) -> Queue:
    """Who has played what, who is at it, who waits."""
    return Queue(
        tuple(
            Turned(
                person(state, each.id)["name"],
                "now" if each.id == state.active else "",
                laid_words(each.played),
                each.allegiance,
                seal(state, each.id),
            )
            for each in state.in_turn()
        )
    )


def laid_words(played: tuple[int, ...] | None) -> str:
    """The supply that lies before somebody: “2 + 4”."""
    return "" if played is None else " + ".join(map(str, played)) or "no supply"
