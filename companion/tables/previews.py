"""What somebody brings of his own to a table, before it opens: its name, picture, account and faults."""

import re
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import NamedTuple

from django.core.files.uploadedfile import UploadedFile

from companion.engine.errors import GameError
from companion.engine.game import Game, OwnerFile
from companion.engine.wire import Json, loads
from companion.engine.wording import read
from companion.press.document import thumbnail
from companion.tables.forms import WayIn


class Preview(NamedTuple):
    """A file of one's own that would be played: its picture is an address; one with faults has no picture."""

    title: str
    name: str
    picture: str = ""
    facts: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def drawn(game: Game[object], setup: Json) -> bytes:
    """The board as it lies when that setup is opened, in small."""
    assert game.sketch is not None
    return thumbnail(game.sketch(game.open(game.shuffle(setup, Random(0))).state))


def previews(form: WayIn) -> list[Preview]:
    """All that came along: what has faults first."""
    came = [_preview(form, file, *each) for file in form.game.files for each in _brought(form, file)]
    return sorted(came, key=lambda each: not each.faults)


def _brought(form: WayIn, file: OwnerFile) -> Iterator[tuple[str, bytes]]:
    """A file under its name, or what came along in the address; whichever was chosen last."""
    upload, written = form.files.get(f"f.{file.key}"), form[f"j.{file.key}"].value()
    if isinstance(upload, UploadedFile):
        upload.seek(0)
        yield upload.name or file.title, upload.read()
    elif written:
        yield file.title, str(written).encode()


def _preview(form: WayIn, file: OwnerFile, name: str, content: bytes) -> Preview:
    try:
        whole = file.read(content) if f"f.{file.key}" in form.files else loads(content.decode())
        steps = file.check(whole).steps
    except GameError as error:
        return Preview(file.title, name, faults=_faults(str(error)))
    called = (whole.get("title") or whole.get("name")) if isinstance(whole, dict) else ""
    picture = _picture(form, file.key, whole)
    return Preview(
        file.title, str(called or name), picture, tuple(read(each.template, each.values) for each in steps)
    )


def _faults(words: str) -> tuple[str, ...]:
    """All that is wrong, one by one, as `errors.together` told it in one breath."""
    first, _, others = words.partition(" Also wrong: ")
    return (first, *(each for each in re.split(r"\s*(?:\(\d+\) |(?=… and ))", others) if each))


def _picture(form: WayIn, key: str, whole: Json) -> str:
    """The field, where that file makes another one of it."""
    game, usual = form.game, dict(form.plays.tiles()[0].drawn) if form.plays else {}
    with suppress(GameError):
        picture = drawn(game, {"options": usual.get("options", {}), key: whole})
        if form.plays or picture != drawn(game, {}):
            return f"data:image/png;base64,{b64encode(picture).decode()}"
    return ""
