"""A game's sheets of the desk: words from a file of its own, all else from what a question is read as."""

from collections.abc import Mapping, Sequence
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
from companion.engine.shape import describe
from companion.engine.wire import Json, loads

type Table = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Sheets:
    """The sheets of one game.

    * `file`: their words; of each procedure the `example` with which it begins, what it `asks` (words by
      their paths), the house `rules` and own `files` folded away below; `words` that several share.
    * `folder`: where the worked examples lie; `rules`: the game's house rules.
    * `names`: words for values; `picks`: what may be picked of each kind of names that a record knows;
      `own`: the game's own kinds of fields, which a file names with `as`.
    """

    file: Path
    folder: Path
    rules: Sequence[Option] = ()
    names: Mapping[Json, str] = field(default_factory=dict)
    picks: Mapping[str, Picks] = field(default_factory=dict)
    own: Mapping[str, Kind] = field(default_factory=dict)

    @cached_property
    def said(self) -> Table:
        """All that the file says."""
        found: Table = loads(self.file.read_bytes())
        return found

    def fields(self, name: str, asks: Any) -> tuple[Field, ...]:
        """The fields of one sheet, whose question is read as a record."""
        said, schema = self.said[name], describe(asks)
        kinds = Kinds(self.names, self.picks, {"rules": self._every_rule, **self.own})
        first = worked(self.folder, said["example"]) if "example" in said else LEFT_OUT
        listed = fields_of(schema, self._words(said["asks"]), first, kinds)
        shared = {key: f"@{key}" for key in said.get("files", ())}
        files = fields_of(schema, self._words(shared), LEFT_OUT, kinds)
        rules = said.get("rules", ())
        if not rules and not files:
            return listed
        return (*listed, house_rules(self.rules, rules, files, self.said.get("files", "own files")))

    def _every_rule(self, label: str, form: Literal["below", "folded"], **_: Json) -> Field:
        return Group(label=label, form=form, fields=tuple(map(house_rule, self.rules)))

    def _words(self, asks: Table) -> Words:
        return {key: Said(**table) for key, table in self._like(asks)}

    def _like(self, asks: Table) -> list[tuple[str, dict[str, Any]]]:
        """The words of each field, with those that several sheets share in their places."""
        found: dict[str, dict[str, Any]] = {}
        for key, value in asks.items():
            table = dict(value) if isinstance(value, dict) else _short(value)
            like = table.pop("like", "")
            shared = {k: v for k, v in self.said.get("words", {}).items() if like and _is_of(k, like)}
            for other, said in self._like(shared):
                found[key + other.removeprefix(like)] = said
            found[key] = {**found.get(key, {}), **_spelt(table)}
        return list(found.items())


def _short(label: str) -> dict[str, Any]:
    return {"like": label[1:]} if label.startswith("@") else {"label": label}


def _is_of(key: str, like: str) -> bool:
    return key == like or key.startswith(f"{like}.")


def _spelt(table: dict[str, Any]) -> dict[str, Any]:
    """The words of a field as Python spells them."""
    made = {"kind" if key == "as" else key: value for key, value in table.items()}
    return {**made, "has": tuple(made["has"])} if "has" in made else made
