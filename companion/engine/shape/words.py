"""What would be right, in words, for each kind of fault that pydantic finds."""

from pydantic_core import ErrorDetails

from companion.engine.reading import say
from companion.engine.thing import THING

WANTED = {
    "bool_type": "true or false",
    "dataclass_type": "an object",
    "dict_type": "an object",
    "float_type": "a number",
    "frozen_set_type": "a list",
    "int_type": "a whole number",
    "mapping_type": "an object",
    "string_too_short": "a text that is not empty",
    "string_type": "a text",
    "tuple_type": "a list",
}


def said(error: ErrorDetails) -> str:
    """A fault in words."""
    kind, context = error["type"], error.get("ctx", {})
    if kind == "fault":
        return str(context["message"])
    if kind.startswith("missing"):
        return f"Still to say: {THING}."
    wanted = WANTED.get(kind, "something else")
    if kind == "wanted":
        wanted = context["wanted"]
    if kind == "string_too_long":
        wanted = f"a text of {context['max_length']} characters at most"
    if kind == "literal_error":
        wanted = f"one of {context['expected'].replace("'", '').replace(' or ', ', ')}"
    return f"{THING}: {wanted} is wanted; {say(error['input'])} was given."
