"""Verräter twice: other cards were put aside, picked and drawn, and one who looks must not know which."""

from random import Random
from typing import Any

from companion.games.verraeter.data import ACTION_CARDS
from companion.games.verraeter.deeds import legal
from companion.games.verraeter.game import GAME
from tests.games.verraeter.drawn import ESTATES, PATCHWORK, PLAYERS, deed
from tests.games.verraeter.test_rounds import BEFORE
from tests.games.verraeter.test_secrets import LATER, OTHERWISE, ROUND_1
from tests.twinned import Twins, World

SETUP = {"players": PLAYERS, "start_player": "anna", "circle": PATCHWORK}
LAID = ([5], [4], [], [3])


def in_the_draft() -> Twins:
    """Bert and Anna have picked in secret, Cleo looks at what they left, and Dora must wait."""
    return drafted(("farmer", "traitor", "strategist"), ("traitor", "farmer", "diplomat_5"))


def in_any_draft(random: Random) -> Twins:
    """They have picked any cards, or any others."""
    one, two = (random.sample(ACTION_CARDS, 3) for _ in range(2))
    return drafted(tuple(one), tuple(two if two != one else one[::-1]))


def drafted(*truths: tuple[str, ...]) -> Twins:
    opening = [
        *(deed("place_estate", who, landscape=n) for who, n in ESTATES),
        deed("choose_site", "bert", site=[4, 5]),
    ]
    worlds = [
        World(SETUP, [
            *opening, deed("deal_actions", "anna", removed=removed),
            deed("pick_action", "anna", card=anna), deed("pick_action", "bert", card=bert),
        ])
        for removed, anna, bert in truths
    ]  # fmt: skip
    wrong = [deed("pick_action", "cleo", card="no such card"), deed("play_supply", "cleo", cards=[3, 9])]
    guesses = [deed("pick_action", "cleo", card=card) for card in ("diplomat_5", "strategist", "diplomat_2")]
    fixes: list[tuple[int, Any]] = [
        (8, deed("pick_action", "anna", card="master_builder")),
        (8, deed("pick_action", "anna", card="no such card")),
        (9, deed("pick_action", "bert", card="farmer")),
        (6, deed("choose_site", "bert", site=[0, 1])),
        (7, None),
    ]
    return Twins(GAME, *worlds, owner="cleo", looker="dora", wrong=wrong, guesses=guesses, fixes=fixes)


def at_supply() -> Twins:
    """It is for Cleo to play supply, out of a hand and beside a pick that Bert does not know."""
    return supplied(([2, 2, 2], LATER), ([8, 6, 3], OTHERWISE))


def at_any_supply(random: Random) -> Twins:
    """Any hands and picks, or any others."""
    truths = []
    for _ in range(2):
        cards = random.sample([card for _, card in LATER], 3)
        picks = tuple((who, card) for (who, _), card in zip(LATER, cards, strict=True))
        truths.append((random.sample((2, 2, 2, 6, 8), 3), picks))
    return supplied(*truths)


def supplied(*truths: tuple[list[int], tuple[tuple[str, str], ...]]) -> Twins:
    worlds = [World(SETUP, lines(*truth)) for truth in truths]
    wrong = [
        deed("play_supply", "cleo", cards=[9, 9, 9]),
        deed("refill", "cleo", cards=[2], discard=[9]),
        deed("pick_action", "cleo", card="traitor"),
    ]
    guesses = [deed("play_supply", "cleo", cards=[card]) for card in (2, 6, 8)]
    last = len(worlds[0].lines) + 1
    fixes: list[tuple[int, Any]] = [
        (last - 2, deed("pick_action", "dora", card="traitor")),
        (last, deed("play_supply", "bert", cards=[])),
        (7, deed("deal_actions", "anna", removed="traitor")),
    ]
    drafts = ("?do=adjust", "?for=cleo", "?take=1&cards=3")
    return Twins(GAME, *worlds, owner="cleo", looker="bert", wrong=wrong, guesses=guesses, fixes=fixes,
                 drafts=drafts)  # fmt: skip


def laying_down() -> Twins:
    """Anna has drawn and is asked which of her cards go; the tablet lies where all may see it."""
    return laid_down([2, 2, 3], [6, 6, 8])


def laying_any_down(random: Random) -> Twins:
    """She has drawn any cards, or any others."""
    return laid_down(*(sorted(random.choices((2, 3, 4, 5, 6, 8), k=3)) for _ in range(2)))


def laid_down(*truths: list[int]) -> Twins:
    setup = {**SETUP, "options": {"surplus": "after"}}
    worlds = [World(setup, BEFORE, deed("refill", "anna", cards=cards)) for cards in truths]
    return Twins(GAME, *worlds, owner="anna", looker="bert", wrong=[deed("refill", "anna", cards=[9])],
                 fixes=[(len(BEFORE), None)])  # fmt: skip


def lines(values: list[int], later: tuple[tuple[str, str], ...]) -> list[Any]:
    """Up to Cleo's supply in round 2: the others drew these values, and picked these cards."""
    done, state, drawn = list(ROUND_1), GAME.open(SETUP).state, iter(values)
    for action in ROUND_1:
        state = GAME.apply(state, action).state
    while state.phase == "refill":
        entry = legal(state)[0]
        cards = [4] if state.active == "bert" else [next(drawn)]
        done.append(deed("refill", entry["player"], cards=cards[: entry["max_cards"]]))
        state = GAME.apply(state, done[-1]).state
    picks = (deed("pick_action", who, card=card) for who, card in (("bert", "strategist"), *later))
    site = deed("choose_site", "bert", site=legal(state)[0]["sites"][0])
    dealt = deed("deal_actions", "bert", removed="farmer")
    return [*done, site, dealt, *picks, deed("play_supply", "bert", cards=[])]


TWINS = (in_the_draft, at_supply, laying_down)
AT_RANDOM = (in_any_draft, at_any_supply, laying_any_down)
