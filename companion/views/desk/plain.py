"""Any answer as nested tables, for procedures without a page of their own."""

from companion.engine.wire import Json

WORDS = {None: "none", True: "yes", False: "no"}
type Line = dict[str, Json]


def laid_out(value: Json) -> Line:
    """One value for the template: a `text`, `rows` of key and value, or a `table` of like objects.

    >>> laid_out({"win_by": None})
    {'rows': [{'key': 'Win by', 'value': {'text': 'none'}}]}
    """
    if isinstance(value, dict) and value:
        return {"rows": [{"key": spoken(key), "value": laid_out(inner)} for key, inner in value.items()]}
    if isinstance(value, list) and value and all(isinstance(each, dict) and each for each in value):
        return _table(value)
    if isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
        return {"rows": [{"key": str(n), "value": laid_out(inner)} for n, inner in enumerate(value, 1)]}
    if isinstance(value, list):
        return {"text": ", ".join(said(each) for each in value) or "none"}
    return {"text": said(value)}


def _table(rows: list[dict[str, Json]]) -> Line:
    keys = list(dict.fromkeys(key for row in rows for key in row))
    cells = [[laid_out(row.get(key)) for key in keys] for row in rows]
    return {"head": [spoken(key) for key in keys], "table": cells}


def spoken(key: str) -> str:
    """A key as people read it.

    >>> spoken("movement_value"), spoken("big-bertha"), spoken("-2")
    ('Movement value', 'Big bertha', '−2')
    """
    if key.lstrip("-").isdecimal():
        return key.replace("-", "−")
    words = key.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:]


def said(value: Json) -> str:
    """A single value as people read it."""
    if isinstance(value, bool) or value is None:
        return WORDS[value]
    if isinstance(value, int | float):
        return str(value).replace("-", "−")
    return "none" if value in ({}, []) else str(value)
