"""The house's templates as a tap draws them: in Django's language, and run as Python that Jinja2 makes of it.

Django walks a template node by node, and looks each name up along four ways; Jinja2 makes a function of it
that joins strings. A template is put into Jinja's words when it is first drawn, and what was compiled of it
is kept from start to start by its text. What each word means is Django's: its filters, its tags, an attribute
that is called, a name that stands for nothing. That both draw the same is tried over whole games.
"""

import re
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import jinja2
from django.conf import settings
from django.template import Engine
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeData, SafeString, mark_safe
from jinja2 import ChainableUndefined, Environment, FileSystemBytecodeCache, Undefined, nodes, pass_context
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion.engine.stage import Fold, Own, Part, Piece
from companion.tables.live import PICTURE
from companion.tables.templatetags import tables as tags

QUOTED = re.compile(r"""("[^"]*"|'[^']*')""")
WORD = re.compile(r"""(?:[^\s"']|"[^"]*"|'[^']*')+""")
TAG = re.compile(r"\{%(.*?)%\}|\{\{(.*?)\}\}|\{#.*?#\}", re.S)
NUMBER = re.compile(r"(?<=[\w\]])\.(\d+)\b")
ARGUMENT = re.compile(r"""\|(\w+):("[^"]*"|'[^']*'|-?[\w.\[\]]+)""")
INCLUDED = re.compile(r"""\{% include ["']([^"']+)["'] %\}""")
LOOPS = (("forloop.counter0", "loop.index0"), ("forloop.counter", "loop.index"), ("forloop.", "loop."))
UNKNOWN = re.compile(r"\bloop\.(parentloop|rev)")
"""What Django knows of a loop, and Jinja does not or by another name: it would print nothing."""
SILENT = ("load", "localize", "endlocalize", "partialdef", "endpartialdef")
CALLS = ("kept", "drawn", "sign", "picture", "shown", "opens", "tap", "given", "rule", "ruled")
CSRF = '<input type="hidden" name="csrfmiddlewaretoken" value="{{ csrf_token }}">'
SPECIAL = re.compile("[&<>'\"]").search
SHELF = settings.HOME / "drawn"
ELSEWHERE = ("campaigns", "desk", "print", "rooms", "rules", "tables", "workshop", "404.html", "about.html",
             "base.html", "full.html")  # fmt: skip
"""Templates of whole pages, and of rooms in which nobody taps: Django draws them."""
MADE = Path(__file__).read_text("utf-8")
"""What is compiled otherwise by another edition of this file is compiled anew."""
RECENT, LETTERS = 48, 1_000_000
"""Values of a part that are compared one by one; letters of a part's pictures that are remembered."""
PIECES, MARK = "pieces of the page", Markup("\0")
"""Where a page collects its parts, and what stands in the place of each."""


def translated(source: str) -> str:
    """A template in Jinja's words.

    >>> translated('{% include "a.html" with b=c.0 only %}{{ d|add:"e" }}{% if x is None %}{% endif %}')
    '{{ only("a.html", b=c[0]) }}{{ d|add("e") }}{% if x is none %}{% endif %}'
    """
    return TAG.sub(_piece, source)


def _piece(match: re.Match[str]) -> str:
    if match[1] is not None:
        words = match[1]
        name, *rest = WORD.findall(words)
        if name in SILENT:
            return ""
        if name == "csrf_token":
            return CSRF
        if name in (*CALLS, "static", "url"):
            return _call(name, rest)
        if name == "include":
            return _include(rest)
        if name == "empty":
            return "{% else %}"
        values = ", ".join(map(_value, rest)) if name == "with" else _value(" ".join(rest))
        return f"{{% {name} {values} %}}" if values else f"{{% {name} %}}"
    return "" if match[2] is None else f"{{{{ {_value(match[2].strip())} }}}}"


def _call(name: str, rest: list[str]) -> str:
    """What a tag of the house's prints, or with “as” what it is called."""
    kept = rest[-1] if len(rest) > 1 and rest[-2] == "as" else ""
    call = f"{name}({', '.join(map(_value, rest[:-2] if kept else rest))})"
    return f"{{% set {kept} = {call} %}}" if kept else f"{{{{ {call} }}}}"


def _include(rest: list[str]) -> str:
    template, values = _value(rest[0]), [_value(each) for each in rest[1:] if each not in ("with", "only")]
    if rest[-1] == "only":
        return f"{{{{ only({', '.join([template, *values])}) }}}}"
    drawn = f"{{% include {template} %}}"
    return f"{{% with {', '.join(values)} %}}{drawn}{{% endwith %}}" if values else drawn


def _value(words: str) -> str:
    """An expression; what stands in quotes is left as it is."""
    parts = QUOTED.split(words)
    for at in range(0, len(parts), 2):
        part = parts[at]
        for was, now in LOOPS:
            part = part.replace(was, now)
        if UNKNOWN.search(part):
            raise ValueError(f"A table's painter does not know {part.strip()!r}.")
        part = NUMBER.sub(r"[\1]", NUMBER.sub(r"[\1]", part))
        parts[at] = re.sub(r"\bis (not )?None\b", lambda found: f"is {found[1] or ''}none", part)
    return ARGUMENT.sub(r"|\1(\2)", "".join(parts))


class Loader(jinja2.BaseLoader):
    """The house's folders; `name#part` is a part of a template that is drawn by itself."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        file, text = _source(template)
        return _whole(translated(text), (template,)), str(file), lambda: True


def _source(template: str) -> tuple[Path, str]:
    name, _, part = template.partition("#")
    for folder in settings.TEMPLATE_FOLDERS:
        file: Path = folder / name
        if file.is_file():
            text = file.read_text("utf-8")
            return file, _part(text, part) if part else text
    raise jinja2.TemplateNotFound(template)


def _whole(source: str, within: tuple[str, ...]) -> str:
    """With what it includes written in its place: one function draws all of it."""

    def written(match: re.Match[str]) -> str:
        if match[1] in within:
            return match[0]
        return f"{{% with %}}{_whole(translated(_source(match[1])[1]), (*within, match[1]))}{{% endwith %}}"

    return INCLUDED.sub(written, source)


def _part(text: str, name: str) -> str:
    match = re.search(rf"\{{% partialdef {name}\b[^%]*%\}}(.*?)\{{% endpartialdef", text, re.S)
    if match is None:
        raise jinja2.TemplateNotFound(name)
    return match[1]


def escaped(value: object) -> str:
    """A value as a page holds it: most are numbers and plain words, in which there is nothing to escape.

    >>> escaped(3), str(escaped("a & b")), str(escaped(Markup("<b>"))), escaped("b3 s-token")
    ('3', 'a &amp; b', '<b>', 'b3 s-token')
    """
    if type(value) is str:
        return escape(value) if SPECIAL(value) else value
    if type(value) is Markup or type(value) is SafeString:
        return value
    return str(value) if type(value) is int else escape(value)


class Writer(CodeGenerator):
    """Writes what a template prints as Jinja2 does, but for what needs no escaping."""

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
            return
        self.write("environment.escaped(")
        if finalize.src is not None:
            self.write(finalize.src)


class Room(Environment):
    """Jinja2's rules where they are Django's, and Django's elsewhere."""

    code_generator_class = Writer
    escaped = staticmethod(escaped)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """One dictionary for all: a chain of two would be copied by hand wherever a part is drawn."""
        return self.globals

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A key first, then an attribute; what can be called is called."""
        if _keyed[type(obj)] and attribute in obj:
            return obj[attribute]
        try:
            value = getattr(obj, attribute)
        except AttributeError:
            return self.undefined(obj=obj, name=attribute)
        return value() if callable(value) and not isinstance(value, Undefined) else value


def _as_django(function: Callable[..., Any], *, is_safe: bool, escapes: bool) -> Callable[..., Any]:
    """A filter of Django's: nothing is an empty string to it, and what was safe stays so where it says so."""

    def filtered(value: object, *given: object) -> Any:
        value = "" if isinstance(value, Undefined) else value
        words = ["" if isinstance(each, Undefined) else each for each in given]
        made = function(value, *words, autoescape=True) if escapes else function(value, *words)
        return (
            mark_safe(made)
            if is_safe and isinstance(value, SafeData | Markup) and isinstance(made, str)
            else made
        )

    return filtered


class Keyed(dict[type[Any], bool]):
    """By kind of thing, whether it has keys: asked for every name in a template, and worked out once."""

    def __missing__(self, kind: type[Any]) -> bool:
        has = self[kind] = issubclass(kind, Mapping)
        return has


_keyed = Keyed()


def _is_none(value: object) -> bool:
    return value is None or isinstance(value, Undefined)


type Pieces = tuple[str, ...]


class Drawn:
    """The pictures of one part by its values, which are compared whole; of too many the oldest go."""

    def __init__(self) -> None:
        self._known: dict[object, Pieces] = {}
        self._recent: list[tuple[dict[str, object], Pieces]] = []
        self._letters, self._lock = 0, Lock()

    def of(self, template: str, values: dict[str, object]) -> Pieces:
        """The part, drawn once for equal values."""
        key = *values, *values.values()
        try:
            picture = self._known.get(key)
        except TypeError:  # A dictionary is among them.
            return self._compared(template, values)
        if picture is None:
            picture = tuple(pieces(template, values))
            with self._lock:
                self._known[key] = picture
                self._letters += sum(map(len, picture))
                while self._letters > LETTERS and len(self._known) > 1:
                    self._letters -= sum(map(len, self._known.pop(next(iter(self._known)))))
        return picture

    def _compared(self, template: str, values: dict[str, object]) -> Pieces:
        """Those of a tap before are looked at, the newest first."""
        before = self._recent
        for at, (was, picture) in enumerate(before):
            if was == values:
                if at > RECENT // 4:
                    before.insert(0, before.pop(at))
                return picture
        picture = tuple(pieces(template, values))
        before.insert(0, (values, picture))
        del before[RECENT:]
        return picture


class Parts(dict[str, Drawn]):
    """By template what was drawn of it."""

    def __missing__(self, template: str) -> Drawn:
        return self.setdefault(template, Drawn())


DRAWN = Parts()


def kept(template: str, **values: object) -> Markup:
    """The part, drawn once for equal values."""
    return Markup("").join(map(Markup, DRAWN[template].of(template, values)))


def _laid(context: Context, template: str, values: dict[str, object]) -> Markup:
    """A part of a page that is drawn piece by piece stands apart from what is around it."""
    around: list[Pieces] | None = context.get(PIECES)
    if around is None:
        return kept(template, **values)
    around.append(DRAWN[template].of(template, values))
    return MARK


@pass_context
def _kept(context: Context, template: str, **values: object) -> Markup:
    return _laid(context, template, values)


def only(template: str, **values: object) -> Markup:
    """The part with these values, and nothing of what stands around it."""
    return Markup(_template(template).render(values))


@cache
def _template(name: str) -> jinja2.Template:
    return ENV.get_template(name)


@pass_context
def _drawn(context: Context, template: str, **values: object) -> Markup:
    return Markup('<div class="drawn">') + _laid(context, template, values) + Markup("</div>")


@pass_context
def _picture(context: Context, part: Part) -> Markup:
    return _drawn(context, part.template, signs=_static(part.signs), **part.values)


@pass_context
def _shown(context: Context, piece: Piece) -> Markup:
    around = tags.AROUND_OWN if isinstance(piece, Own | Fold) else tags.AROUND
    return _laid(context, piece.template, {"piece": piece} | {name: context.get(name) for name in around})


_static = cache(static)


def _url(name: str, *args: object) -> str:
    return reverse(name, args=args)


class Shelf(FileSystemBytecodeCache):
    """What was compiled, in the house's own folder; where there is no room, it is compiled at each start."""

    def get_source_checksum(self, source: str) -> str:
        return str(super().get_source_checksum(source + MADE))

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _opened() -> Environment:
    SHELF.mkdir(parents=True, exist_ok=True)
    room = Room(
        loader=Loader(), autoescape=True, undefined=ChainableUndefined, keep_trailing_newline=True,
        auto_reload=False, cache_size=-1, bytecode_cache=Shelf(str(SHELF)),
    )  # fmt: skip
    room.globals = {
        "static": _static, "url": _url, "kept": _kept, "only": only, "drawn": _drawn, "picture": _picture,
        "shown": _shown, "sign": tags.sign, "rule": tags.rule, "ruled": tags.ruled,
        "opens": pass_context(tags.opens), "tap": pass_context(tags.tap), "given": pass_context(tags.given),
        "True": True, "False": False, "None": None,
    }  # fmt: skip
    libraries = Engine.get_default().template_builtins
    room.filters = {
        name: _as_django(
            function,
            is_safe=getattr(function, "is_safe", False),
            escapes=getattr(function, "needs_autoescape", False),
        )
        for library in libraries
        for name, function in library.filters.items()
    }
    room.tests["none"] = _is_none
    return room


ENV = _opened()


def painted(template: str, context: Mapping[str, object]) -> str:
    """The template, or with `name#part` a part of it, drawn with these values."""
    return "".join(pieces(template, context))


def pieces(template: str, context: Mapping[str, object]) -> list[str]:
    """The same, each part that is drawn once for its values apart from what is around it."""
    parts: list[Pieces] = []
    first, *around = _template(template).render({**context, PIECES: parts}).split(MARK)
    if len(around) != len(parts):  # Somebody's own words hold that letter.
        return [_template(template).render(context)]
    drawn = [first]
    for part, after in zip(parts, around, strict=True):
        drawn += part
        drawn.append(after)
    return list(filter(None, drawn))


def read_ahead() -> Iterator[str]:
    """Compile, one by one, whatever a table's picture may need; each by its name."""
    for folder in settings.TEMPLATE_FOLDERS:
        for file in sorted(folder.rglob("*.html")):
            name = file.relative_to(folder).as_posix()
            if name.partition("/")[0] not in ELSEWHERE:
                ENV.get_template(name)
                yield name
    for name in (PICTURE, "tables/followed.html", "tables/refusal.html"):
        ENV.get_template(name)
        yield name
