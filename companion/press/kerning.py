"""How much closer two letters stand than their widths say, read from the fonts themselves."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

FOLDER = Path(__file__).with_name("fonts")
PAIRS = 2
"""The kind of lookup in a font's table of positions that adjusts pairs."""

ONE_AT_A_TIME = Lock()
"""The tables of a font are read as they are asked for, which two threads must not do at once."""


class Kerning:
    """One font's pairs, as its `kern` feature for Latin letters tells them, in thousandths of the size."""

    def __init__(self, name: str) -> None:
        from fontTools.ttLib import TTFont

        loaded = TTFont(FOLDER / f"{name}.ttf", lazy=True)
        self.glyphs: Mapping[int, str] = loaded.getBestCmap()
        self.unit: float = 1000 / loaded["head"].unitsPerEm
        self.lookups = [list(found) for found in _lookups(loaded["GPOS"].table)] if "GPOS" in loaded else []

    def between(self, left: str, right: str) -> int:
        """What is added between two letters: mostly less than nothing."""
        one, other = self.glyphs.get(ord(left), ""), self.glyphs.get(ord(right), "")
        return round(self.unit * sum(_adjusted(lookup, one, other) for lookup in self.lookups))


def _lookups(table: Any) -> Iterator[Iterator[Any]]:
    """For each lookup of the feature its parts, the first that knows a pair being the one that counts."""
    scripts = {each.ScriptTag: each.Script for each in table.ScriptList.ScriptRecord}
    script = scripts.get("latn") or scripts["DFLT"]
    features = [table.FeatureList.FeatureRecord[at] for at in script.DefaultLangSys.FeatureIndex]
    wanted = {at for each in features if each.FeatureTag == "kern" for at in each.Feature.LookupListIndex}
    for at in sorted(wanted):
        parts = [getattr(part, "ExtSubTable", part) for part in table.LookupList.Lookup[at].SubTable]
        yield (part for part in parts if part.LookupType == PAIRS)


def _adjusted(lookup: list[Any], one: str, other: str) -> int:
    for part in lookup:
        if one not in part.Coverage.glyphs:
            continue
        if part.Format == 1:
            pairs = part.PairSet[part.Coverage.glyphs.index(one)].PairValueRecord
            value = next((pair.Value1 for pair in pairs if pair.SecondGlyph == other), None)
            if value is None:
                continue
        else:
            first, second = part.ClassDef1.classDefs.get(one, 0), part.ClassDef2.classDefs.get(other, 0)
            value = part.Class1Record[first].Class2Record[second].Value1
        return int(getattr(value, "XAdvance", 0) or 0)
    return 0


@cache
def kerning(name: str) -> Kerning:
    """A font's pairs, read once a process."""
    return Kerning(name)


@lru_cache(maxsize=20_000)
def between(name: str, left: str, right: str) -> int:
    """What a font adds between two letters, in thousandths of the type size.

    >>> between("Barlow-Regular", "A", "V") < -20, between("Barlow-Regular", "n", "n")
    (True, 0)
    """
    with ONE_AT_A_TIME:
        return kerning(name).between(left, right)
