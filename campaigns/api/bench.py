"""What programs are answered of binders."""

from dataclasses import dataclass

from companion.engine.campaign.trials import Summary
from companion.engine.wire import Json


@dataclass(frozen=True, slots=True)
class Fault:
    """What stands in the way of playing a binder, and where."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Binder:
    """A binder as it is in one version: what stands in the way of playing it, and of printing it."""

    code: str
    system: str
    title: str
    version: int
    what: str
    by: str
    faults: tuple[Fault, ...]
    unprinted: tuple[Fault, ...]
    content: Json


@dataclass(frozen=True, slots=True)
class NewBinder:
    """A binder just begun, and the token that writes it."""

    token: str
    binder: Binder


@dataclass(frozen=True, slots=True)
class Row:
    """A binder or a version of one, in a list; `fault` is the first thing that stands in the way."""

    code: str
    title: str
    version: int
    aside: bool
    note: str
    what: str
    fault: str


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of them, newest first."""

    binders: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Saved:
    """What became of a save; a late one is kept beside the latest, as a version of its own."""

    version: int
    late: bool
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Trials:
    """A version's own plays: how many are done, and once all are, what they come to."""

    key: str
    state: str
    version: int
    plays: int
    players: int
    seed: int
    done: int
    problem: str
    summary: Summary | None
