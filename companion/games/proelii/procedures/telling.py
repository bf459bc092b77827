"""A state in the making, and why, line by line."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.game import Step
from companion.games.proelii.state.table import State
from companion.games.proelii.state.unit import Unit


class Done(NamedTuple):
    """What a deed has done so far: the state, and why."""

    state: State
    steps: tuple[Step, ...] = ()

    def told(self, rule: str, template: str, values: Mapping[str, object] | None = None) -> "Done":
        """The same, with one more line."""
        return self._replace(steps=(*self.steps, Step(rule, template, values or {})))

    def now(self, state: State) -> "Done":
        """The same lines, another state."""
        return self._replace(state=state)

    def unit(self, name: str) -> Unit:
        """A unit as it now stands."""
        return self.state.units[name]

    def put(self, name: str, unit: Unit) -> "Done":
        """The same with one unit changed."""
        return self.now(self.state.with_unit(name, unit))

    def named(self, name: str) -> str:
        """What a unit is called."""
        return self.state.units[name].name
