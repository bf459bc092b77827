"""SCOPE twice: other cards lie face down on the German front, and one who looks must not know which."""

from random import Random
from typing import Any

from companion.games.scope.game import GAME
from tests.games.scope.player import FRONTS, STAY, deed, duel
from tests.twinned import Twins, World

SALTS = {"german": "00" * 16, "soviet": "11" * 16}
OTHERWISE = [
    ["sniper", "empty", "empty", "decoy"],
    ["infantry", "machine_gun", "empty", "mortar"],
    ["officer", "scout", "sniper", "empty"],
]
TURNED = [2, 1, 0, 3]


def setup(german: Any, **more: Any) -> dict[str, Any]:
    return duel(mode="advanced", salts=SALTS, **more) | {"fronts": {**FRONTS, "german": german}}


DRAFTS = (
    "?do=adjust",
    "?at=d6",
    "?at=b2&on=points",
    "?do=howitzer&at=d6",
    "?do=move&q=a2&order=2103",
    "?do=shoot",
)


def fronts_remembered() -> Twins:
    """The same where the app remembers what was seen, and tells the odds."""
    return fronts_laid(options={"memory_aid": True})


def fronts_laid(**more: Any) -> Twins:
    """The German side has moved in secret, the Soviet side has searched, and it is for the German side."""
    return laid_twice(((FRONTS["german"], STAY), (moved_back(OTHERWISE), TURNED)), **more)


def any_fronts(random: Random) -> Twins:
    """The German cards lie in one way or any other, but for the one that was searched; it moved in any."""
    truths = []
    for _ in range(2):
        front = shuffled(random)
        order = random.sample(range(4), 4)
        truths.append((moved_back(front, order), order))
    return laid_twice(tuple(truths), **({"options": {"memory_aid": True}} if random.random() < 0.5 else {}))


def shuffled(random: Random) -> Any:
    """The German cards in any way that leaves the searched one in its place."""
    rows = [list(row) for row in OTHERWISE]
    places = [(n, m) for n, row in enumerate(rows) for m in range(len(row)) if (n, m) != LOOKED_AT]
    cards = [rows[n][m] for n, m in places]
    random.shuffle(cards)
    for (n, m), card in zip(places, cards, strict=True):
        rows[n][m] = card
    return rows


LOOKED_AT = (2, 3)
"""d1: a front is told from its first row, which lies at the street."""


def laid_twice(truths: Any, **more: Any) -> Twins:
    worlds = []
    for german, order in truths:
        opening = deed("move", quadrant="a2", order=order)
        worlds.append(World(setup(german, **more), [opening, deed("end_turn"), *SEARCHED]))
    wrong = [deed("search", cell="a1"), deed("howitzer", mortar="a9", target="a4"), deed("shoot")]
    guesses = [deed("howitzer", mortar=at, target="d6") for at in ("c1", "d2")]
    guesses += [deed("recognition", cells=["a4"]), deed("deploy", officer="a1", quadrant="a1", order=STAY)]
    fixes: list[tuple[int, Any]] = [
        (2, deed("move", quadrant="b2", order=STAY)),
        (4, deed("search", "soviet", cell="a1")),
        (4, None),
    ]
    asked = {"wrong": wrong, "guesses": guesses, "fixes": fixes, "drafts": DRAFTS}
    return Twins(GAME, *worlds, owner="german", looker="soviet", **asked)


SEARCHED = (deed("search", "soviet", cell="d1"), deed("end_turn", "soviet"))


def found_and_turned_back() -> Twins:
    """Without a memory: a scout or a mortar was turned up, the Soviet side held, and it is forgotten."""
    worlds = []
    for german, order in ((FRONTS["german"], STAY), (moved_back(OTHERWISE), TURNED)):
        opening = [deed("move", quadrant="a2", order=order), deed("end_turn")]
        found = [deed("search", "soviet", cell="d2"), deed("hold", "soviet"), deed("end_turn", "soviet")]
        worlds.append(World(setup(german), [*opening, *found]))
    fixes: list[tuple[int, Any]] = [
        (4, None),
        (5, None),
        (5, deed("shoot", "soviet", quadrant="a4")),
        (6, None),
    ]
    return Twins(
        GAME, *worlds, owner="german", looker="soviet", wrong=[], guesses=[], fixes=fixes, drafts=DRAFTS
    )


def moved_back(front: Any, order: Any = TURNED) -> Any:
    """A front that becomes this one by the first move."""
    rows = [list(row) for row in front]
    # Quadrant a2 holds the first two cells of the second row, then of the first.
    cells = [(1, 0), (1, 1), (0, 0), (0, 1)]
    came = [rows[row][column] for row, column in cells]
    for place, cell in enumerate(order):
        row, column = cells[cell]
        rows[row][column] = came[place]
    return rows


def fronts_being_laid() -> Twins:
    """The German side has laid its front out and sealed it; the Soviet side has not."""
    return being_laid(FRONTS["german"], OTHERWISE)


def any_fronts_being_laid(random: Random) -> Twins:
    """It has laid its cards in any way, or in any other."""
    return being_laid(*(anyhow(random) for _ in range(2)))


def anyhow(random: Random) -> Any:
    cards = random.sample(cards := [card for row in OTHERWISE for card in row], len(cards))
    return [cards[n : n + 4] for n in range(0, len(cards), 4)]


def being_laid(*truths: Any) -> Twins:
    asked = {"scenario": "quick_duel", "mode": "advanced", "laying": "players"}
    worlds = []
    for n, german in enumerate(truths):
        luck = {"german": f"{n}" * 32, "soviet": "1" * 32}
        worlds.append(World({**asked, "luck": luck}, [laid(german, f"{n}" * 32)]))
    again = laid(FRONTS["soviet"], "2" * 32)
    fixes: list[tuple[int, Any]] = [(2, again), (2, None)]
    drafts = ("?lay=zz9", "?lay=zz9&pick=sniper", "?from=sniper&to=3")
    return Twins(
        GAME, *worlds, owner="german", looker="soviet", wrong=[again], guesses=[], fixes=fixes, drafts=drafts
    )


def laid(front: Any, salt: str) -> Any:
    return deed("lay_out", front=front, salt=salt)


TWINS = (fronts_laid, fronts_remembered, found_and_turned_back, fronts_being_laid)
AT_RANDOM = (any_fronts, any_fronts_being_laid)
