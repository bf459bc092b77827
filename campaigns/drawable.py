"""Words of users on paper: what our type cannot set is shown as a question mark, and stops no print."""

from unicodedata import normalize

from django.utils.safestring import SafeString

from companion.press.fonts import BODY, LABEL, missing


def drawable(text: str) -> SafeString:
    """Markup that is escaped already, with a question mark for each letter that our fonts lack."""
    text = normalize("NFC", text).replace("\t", " ")
    lost = set(missing(BODY, text.replace("\n", "")) + missing(LABEL, text.replace("\n", "")))
    return SafeString("".join("?" if letter in lost else letter for letter in text))
