"""The yards played from the shop to North's first attack, line by line."""

from typing import Any

N, S = "north", "south"


def deed(kind: str, who: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "player": who, **more}


def buys(who: str, dealt: dict[str, str]) -> dict[str, Any]:
    """Cards under the numbers that the tests call them by."""
    items = [{"unit": card, "quantity": 1} for card in dealt.values()]
    return deed("purchase", who, resource="units", items=items, deal=dealt)


def goods(who: str, resource: str, quantity: int) -> dict[str, Any]:
    return deed("purchase", who, resource=resource, quantity=quantity)


def played(foot: str, ammunition: int, load: tuple[int, int]) -> list[dict[str, Any]]:
    """Up to North's second turn. South's foot is one card or another; so are its tokens and its cargo."""
    lines = [
        {"type": "turn_order", "rolls": [{N: 6, S: 2}]},
        buys(N, {"u1": "squad"}),
        buys(S, {"u2": foot, "u3": "carrier"}),
        *(goods(who, "manpower", 6) for who in (N, S)),
        *(goods(who, "fuel", 5) for who in (N, S)),
        *(goods(who, "ammunition", n) for who, n in ((N, 1), (S, ammunition))),
        *(
            deed("muster", who, unit=unit, flag=[colour])
            for who, unit, colour in ((N, "u1", "red"), (S, "u2", "blue"), (S, "u3", "green"))
        ),
        deed("stow", S, unit="u3", fuel=load[0], ammunition=load[1]),
        deed("done", N),
        deed("done", S),
        deed("end_phase", N),
        deed("deploy", N, unit="u1", square="b1", position="c"),
        *(deed("end_phase", N) for _ in range(5)),
        deed("end_phase", S),
        deed("deploy", S, unit="u2", square="e1", position="c"),
        deed("deploy", S, unit="u3", square="f1", position="c"),
        *(deed("end_phase", S) for _ in range(5)),
        deed("move", N, unit="u1", path=["c1", "d1"], position="c"),
    ]
    return [*lines, *(deed("end_phase", N) for _ in range(4))]
