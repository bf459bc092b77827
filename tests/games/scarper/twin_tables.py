"""Scarper twice: the Allies drew other cards and missions, and the German player must not know which."""

from random import Random
from typing import Any

from companion.games.scarper.deeds import legal
from companion.games.scarper.game import GAME
from companion.games.scarper.state import State
from tests.twinned import Twins, World

MISSIONS = "mission_decks"


def in_the_first_year() -> Twins:
    """The German side has played its round; it is for the Allies to play a card."""
    one = GAME.shuffle({}, Random(5))
    return dealt(one, otherwise(one))


def with_any_hand(random: Random) -> Twins:
    """Any cards and missions of the Allies', or any others."""
    one = GAME.shuffle({}, random)
    return dealt(one, otherwise(one, random))


def dealt(one: Any, other_one: Any) -> Twins:
    worlds = [World(setup, list(lines(setup))) for setup in (one, other_one)]
    hands = [GAME.open(setup).state.hands["allied"].cards for setup in (one, other_one)]
    other = next(card for card in hands[0] if card not in hands[1])
    last = len(worlds[0].lines) + 1
    nowhere = next(card for card in one["decks"]["1918"])
    wrong = [played("allied", nowhere), {"type": "choose_missions", "side": "allied", "keep": [nowhere]}]
    guesses = [played("allied", card) for card in (other, *hands[1])]
    fixes: list[tuple[int, Any]] = [
        (2, {"type": "choose_missions", "side": "allied", "keep": [each]})
        for each in (*one[MISSIONS]["allied"][:2], nowhere)
    ]
    fixes += [(last, None), (last, {"type": "invest_economy", "side": "german", "points": 1})]
    return Twins(GAME, *worlds, owner="allied", looker="german", wrong=wrong, guesses=guesses, fixes=fixes,
                 drafts=("?do=adjust", f"?card={other}"))  # fmt: skip


def otherwise(setup: Any, random: Random | None = None) -> Any:
    """The same setup, but that the Allies' last card and their missions are others, or any of them."""
    state = GAME.open(setup).state
    first, mine = setup["decks"]["1914"], state.hands["allied"].cards or ()
    left = [card for card in first if card not in (*mine, *(state.hands["german"].cards or ()))]
    those = random.sample(mine, random.randint(1, len(mine))) if random else mine[-1:]
    swap = dict(zip(those, random.sample(left, len(those)) if random else left, strict=False))
    swap |= {there: here for here, there in swap.items()}
    decks = {**setup["decks"], "1914": [swap.get(card, card) for card in first]}
    allied = setup[MISSIONS]["allied"]
    return {**setup, "decks": decks, MISSIONS: {**setup[MISSIONS], "allied": [*allied[2:], *allied[:2]]}}


def played(side: str, card: str) -> Any:
    return {"type": "play_card", "side": side, "card": card, "mode": "commands"}


def lines(setup: Any) -> Any:
    """Each keeps its first mission; who goes first spends a card without an event."""
    state = GAME.open(setup).state
    for step in (kept("allied"), kept("german"), card, publish):
        action = step(state)
        yield action
        state = GAME.apply(state, action).state


def kept(side: str) -> Any:
    return lambda state: {
        "type": "choose_missions",
        "side": side,
        "keep": [next(entry["from"] for entry in legal(state) if entry.get("side") == side)[0]],
    }


def card(state: State) -> Any:
    plays = (entry for entry in legal(state) if entry["type"] == "play_card")
    plain = next(each for each in plays if each["mode"] == "commands" and not each["event_order"])
    return played("german", plain["card"])


def publish(state: State) -> Any:
    assert state.turn is not None
    return {"type": "publish_propaganda", "side": "german", "points": state.turn.left}


TWINS = (in_the_first_year,)
AT_RANDOM = (with_any_hand,)
