"""A game's sheets of the desk: words from a file of its own, all else from what a question is read as."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from companion.engine.desk.fields import fields_of
from companion.engine.desk.words import Kind, Kinds, Said, Words
from companion.engine.examples import worked
from companion.engine.form.choice import Picks
from companion.engine.form.field import Field
from companion.engine.form.house_rule import house_rule, house_rules
from companion.engine.form.place import LEFT_OUT
from companion.engine.form.rows import Group
from companion.engine.option import Option
from companion.engine.procedure import Procedure, Resolution
from companion.engine.shape import describe
from companion.engine.told import Told
from companion.engine.wire import Json

type Table = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Sheets:
    """The sheets of one game.

    * `words`: the file; each procedure's title, summary, group and button, the example with which it
      `begins`, what it `asks` (labels by their paths), the `rules` and own `files` folded away below.
    * `folder`: where the worked examples lie; `rules`: the game's house rules.
    * `names`: words for values; `picks`: what may be picked of each kind of names that a record knows.
    """

    words: Path
    folder: Path
    rules: Sequence[Option] = ()
    names: Mapping[Json, str] = field(default_factory=dict)
    picks: Mapping[str, Picks] = field(default_factory=dict)

    @cached_property
    def _told(self) -> Table:
        return tomllib.loads(self.words.read_text("utf-8"))

    def procedure(
        self,
        name: str,
        asks: Any,
        resolve: Callable[[Json], Resolution],
        told: Callable[[Json, Json], Told],
        own: Mapping[str, Kind] | None = None,
        **chance: Any,
    ) -> Procedure:
        """One procedure: what it is read as, who resolves it, how its answer reads."""
        said = self._told[name]
        words = {key: said[key] for key in ("title", "summary", "group", "button")}
        fields = self.fields(name, asks, own)
        return Procedure(name=name, **words, asks=asks, fields=fields, resolve=resolve, told=told, **chance)

    def fields(self, name: str, asks: Any, own: Mapping[str, Kind] | None = None) -> tuple[Field, ...]:
        """The fields of one sheet; `own` makes those of a kind of the game's own, by their paths."""
        said, schema = self._told[name], describe(asks)
        words = self._words(said["asks"])
        kinds = Kinds(self.names, self.picks, {"options": self._every_rule(words), **(own or {})})
        first = worked(self.folder, said["begins"]) if "begins" in said else LEFT_OUT
        listed = fields_of(schema, words, first, kinds)
        shared = {key: f"@{key}" for key in said.get("files", ())}
        files = fields_of(schema, self._words(shared), LEFT_OUT, kinds)
        rules = said.get("rules", ())
        below = (house_rules(self.rules, rules, files, self._told["files"]),) if rules or files else ()
        return (*listed, *below)

    def _every_rule(self, words: Words) -> Kind:
        """All house rules under one heading."""
        form: Literal["below", "folded"]
        form = "folded" if "options" in words and words["options"].form == "folded" else "below"

        def made(label: str, help: str, **_: Json) -> Field:
            return Group(label=label, help=help, form=form, fields=tuple(map(house_rule, self.rules)))

        return made

    def _words(self, asks: Table) -> Words:
        return {key: Said(**table) for key, table in self._like(asks)}

    def _like(self, asks: Table) -> list[tuple[str, dict[str, Any]]]:
        """The words of each field, with those that several sheets share in their places."""
        found: dict[str, dict[str, Any]] = {}
        for key, value in asks.items():
            table = dict(value) if isinstance(value, dict) else _short(value)
            like = table.pop("like", "")
            shared = {k: v for k, v in self._told.get("shared", {}).items() if like and _is_of(k, like)}
            for other, said in self._like(shared):
                found[key + other.removeprefix(like)] = said
            found[key] = {**found.get(key, {}), **_tupled(table)}
        return list(found.items())


def _short(label: str) -> dict[str, Any]:
    return {"like": label[1:]} if label.startswith("@") else {"label": label}


def _is_of(key: str, like: str) -> bool:
    return key == like or key.startswith(f"{like}.")


def _tupled(table: dict[str, Any]) -> dict[str, Any]:
    return {**table, "has": tuple(table["has"])} if "has" in table else table
