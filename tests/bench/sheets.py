"""Every sheet of every game as a picture; and what moved on them since another tree's were drawn.

    uv run python tests/bench/sheets.py OUT [--game SLUG] [--only NAME]
    uv run python tests/bench/sheets.py OUT --against BASE

The first draws (in the tree that it is started from), the second compares two such folders pixel by pixel.
A game that is under way and one that is over are printed too, for each seat and for everybody.
"""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path[:0] = [os.getcwd()]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

import django  # noqa: E402
from PIL import Image, ImageChops  # noqa: E402

CHOICES: tuple[dict[str, Any], ...] = (
    {},
    {"paper": "letter", "ink": "saver", "large": True},
    {"filled": False},
)
DOTS = "60"


def scenes(game: Any) -> Iterator[tuple[str, Any]]:
    """No table; the recorded game half way for everybody and for each seat; its end for everybody."""
    from companion.engine.scene import Scene, Sight, Sitting

    yield "", None
    setup, actions = game.demo() if game.demo else (game.shuffle({}, Random(1)), ())
    trail = [game.open(setup).state]
    for action in actions:
        trail.append(game.apply(trail[-1], action).state)
    sitting = Sitting(code="BCDFGH", title="An evening", on="7 May 2025")
    for name, upto in (("half", len(trail) // 2 + 1), ("end", len(trail))):
        for seat in ("", *(chair.id for chair in game.setup_seats(setup))):
            own = frozenset([seat] if seat else [])
            scene = Scene(
                trail[upto - 1], Sight(own, own), trail=tuple(trail[:upto]), sitting=sitting, version=upto
            )
            yield f"-{name}{seat and '-'}{seat}", game.seen(scene)


def draw(out: Path, slug: str, only: str) -> None:
    """All sheets of a game into a folder: a PDF each, and its pages."""
    from companion import shelf
    from companion.engine.option import chosen

    game = shelf.game(slug)
    for label, scene in scenes(game):
        for name, printable in game.printables.items():
            if only not in ("", name) or (printable.table, scene is None) in (("must", True), ("no", False)):
                continue
            known = {option.key: [value for value, _ in option.choices] for option in printable.options}
            for n, given in enumerate(CHOICES):
                fits = {key: value for key, value in given.items() if value in known.get(key, ())}
                if (n and not fits) or (name == "everything" and (n or scene)):
                    continue
                file = out / f"{slug}-{name}{label}-{n}"
                try:
                    file.with_suffix(".pdf").write_bytes(
                        printable.make(chosen(printable.options, fits), scene).pdf()
                    )
                except Exception as refused:
                    file.with_suffix(".txt").write_text(repr(refused))


def compared(out: Path, base: Path) -> Iterator[str]:
    """Each sheet that one of the two lacks, or that is another."""
    for name in sorted(
        {file.name for folder in (out, base) for file in folder.iterdir() if file.suffix != ".png"}
    ):
        pair = [folder / name for folder in (base, out)]
        if not all(file.exists() for file in pair):
            yield f"{name}: only in {next(file for file in pair if file.exists()).parent}"
            continue
        one, two = (file.read_bytes() for file in pair)
        if one == two or not name.endswith(".pdf"):
            if one != two:
                yield f"{name}: {one.decode()} / {two.decode()}"
            continue
        before, after = (pages(file) for file in pair)
        if len(before) != len(after):
            yield f"{name}: {len(before)} / {len(after)} pages"
        for n, (old, new) in enumerate(zip(before, after, strict=False), 1):
            with Image.open(old) as drawn, Image.open(new) as again:
                moved = ImageChops.difference(drawn.convert("RGB"), again.convert("RGB"))
            if box := moved.getbbox():
                count = sum(moved.convert("L").point(lambda grey: grey > 8 and 1).histogram()[1:2])
                yield f"{name}, page {n}: {count} points, within {box}"


def pages(file: Path) -> list[Path]:
    """The pages of a PDF as pictures, drawn when they are first asked for."""
    if not (drawn := sorted(file.parent.glob(f"{file.stem}.p-*.png"))):
        subprocess.run(["pdftoppm", "-r", DOTS, "-png", str(file), f"{file.with_suffix('.p')}"], check=True)
        drawn = sorted(file.parent.glob(f"{file.stem}.p-*.png"))
    return drawn


def main() -> None:
    asked = ArgumentParser()
    asked.add_argument("out", type=Path)
    asked.add_argument("--against", type=Path)
    asked.add_argument("--game", default="")
    asked.add_argument("--only", default="")
    given = asked.parse_args()
    if given.against:
        print(*compared(given.out, given.against), sep="\n")
        return
    django.setup()
    from companion import shelf

    given.out.mkdir(parents=True, exist_ok=True)
    for slug in [given.game] if given.game else shelf.slugs():
        draw(given.out, slug, given.only)


if __name__ == "__main__":
    main()
