"""A record with some of its attributes changed, quickly: a game does so hundreds of times a journal."""

from typing import TYPE_CHECKING, Any

__all__ = ["but"]

if TYPE_CHECKING:
    from dataclasses import replace as but
else:

    def but(record: Any, **changes: Any) -> Any:
        """`dataclasses.replace`, ten times as quick: for records without slots, and nothing is checked anew.

        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... class Turn:
        ...     side: str
        ...     left: int
        >>> but(Turn("german", 3), left=2)
        Turn(side='german', left=2)
        """
        changed = object.__new__(type(record))
        object.__setattr__(changed, "__dict__", {**record.__dict__, **changes})
        return changed
