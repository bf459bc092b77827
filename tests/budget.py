"""What each room of the house may weigh: its lines and its tokens, held in `budget.toml`.

`uv run python -m tests.budget` writes the lower figures after a cut. A higher one is written by hand, with
the reason beside it as `why`; `tests/test_house.py` asks for both.
"""

import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

HOUSE = Path(__file__).resolve().parent.parent
BUDGET = Path(__file__).with_suffix(".toml")
KINDS = {".py", ".js", ".css", ".html"}
LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}
REMARKS = {
    ".js": re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.S),
    ".css": re.compile(r"/\*.*?\*/", re.S),
    ".html": re.compile(r"\{#.*?#\}|\{% comment .*?endcomment %\}|<!--.*?-->", re.S),
}
HEAD = """\
# What each room may weigh: lines, and tokens without comments and docstrings. `uv run python -m tests.budget`
# writes lower figures after a cut; who raises one says in `why` what it bought.
"""


class Weight(NamedTuple):
    """Lines of all files, and tokens: of code without comments and docstrings."""

    lines: int = 0
    tokens: int = 0

    def plus(self, other: "Weight") -> "Weight":
        """Both together."""
        return Weight(self.lines + other.lines, self.tokens + other.tokens)


def room_of(path: Path) -> str:
    """The room of the budget to which a file of the house belongs; empty for what is not ours to weigh."""
    top, *inner = path.parts
    if path.suffix not in KINDS or "vendor" in inner or "migrations" in inner:
        return ""
    if top in ("static", "templates"):
        return {".js": "script", ".css": "style", ".html": "templates"}[path.suffix]
    if top != "companion":
        return top if top in ("tests", "campaigns") else "views"
    if inner[0] == "games" and len(inner) > 2:
        return inner[1]
    return inner[0] if inner[0] in ("engine", "press", "tables") else "views"


def weight(path: Path) -> Weight:
    """The lines and tokens of one file."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return Weight(text.count("\n"), _tokens(text))
    bare = REMARKS[path.suffix].sub("", text)
    return Weight(text.count("\n"), len(re.findall(r"\w+|[^\w\s]", bare)))


def _tokens(code: str) -> int:
    """A string that stands alone on its line is a docstring."""
    kept, before, docs = 0, tokenize.NEWLINE, 0
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.NEWLINE and docs:
            kept -= docs
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            alone = token.type == tokenize.STRING and before in LAYOUT
            docs = 1 if alone else 0
            before = token.type
        kept += token.type not in LAYOUT
    return kept


def weights(paths: Iterable[Path]) -> dict[str, Weight]:
    """Each room's weight, of these files of the house."""
    sums: dict[str, Weight] = {}
    for path in paths:
        if room := room_of(path.relative_to(HOUSE)):
            sums[room] = sums.get(room, Weight()).plus(weight(path))
    return dict(sorted(sums.items()))


def files(paths: Iterable[Path]) -> Counter[str]:
    """How many files of code each room has; nothing holds them, but who looks at the sum asks for it."""
    return Counter(room for path in paths if (room := room_of(path.relative_to(HOUSE))))


def tracked() -> list[Path]:
    """Every file that the house keeps, the new ones too."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True).stdout
    return [HOUSE / name for name in listed.splitlines() if (HOUSE / name).is_file()]


def budget(text: str) -> dict[str, tuple[Weight, str]]:
    """What each room may weigh, and why its last raise was."""
    rooms = tomllib.loads(text)
    return {
        room: (Weight(told["lines"], told["tokens"]), told.get("why", "")) for room, told in rooms.items()
    }


def raised_without_reason(text: str, before: str) -> list[str]:
    """The rooms whose figure is higher than it was, and whose reason is the same as before, or none."""
    was = budget(before)
    return [
        room
        for room, (may, why) in budget(text).items()
        if room in was
        and (may.lines > was[room][0].lines or may.tokens > was[room][0].tokens)
        and why in ("", was[room][1])
    ]


def written(now: dict[str, Weight], held: dict[str, tuple[Weight, str]]) -> str:
    """The budget with each figure that has come down."""
    parts = [HEAD]
    for room, is_now in now.items():
        may, why = held.get(room, (is_now, ""))
        lines, tokens = min(may.lines, is_now.lines), min(may.tokens, is_now.tokens)
        reason = f'why = "{why}"\n' if why else ""
        parts.append(f"\n[{room}]\nlines = {lines}\ntokens = {tokens}\n{reason}")
    return "".join(parts)


def main() -> int:
    """Write what is lower, and say what is over."""
    paths = tracked()
    now, many = weights(paths), files(paths)
    held = budget(BUDGET.read_text("utf-8")) if BUDGET.exists() else {}
    BUDGET.write_text(written(now, held), "utf-8")
    for room, is_now in now.items():
        may = held.get(room, (is_now, ""))[0]
        over = (
            ""
            if is_now.lines <= may.lines and is_now.tokens <= may.tokens
            else f"  over: {may.lines} {may.tokens}"
        )
        print(f"{room:12} {many[room]:5} files {is_now.lines:7} lines {is_now.tokens:8} tokens{over}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
