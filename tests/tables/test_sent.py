"""What goes down a stream puts together again what was painted, however the lines of the last one lay."""

from zlib import MAX_WBITS, decompressobj

from hypothesis import given
from hypothesis import strategies as st

from companion.tables.bell.sent import GZIP, Part, difference, packed

LINES = st.lists(st.sampled_from(["", "<li>", "</li>", "a", "b"]) | st.text("xyz", max_size=3), max_size=30)


def together(last: list[str], parts: list[Part]) -> list[str]:
    """As a page does it."""
    lines: list[str] = []
    for part in parts:
        lines += [part] if isinstance(part, str) else last[part[0] : part[0] + part[1]]
    return lines


@given(LINES, LINES)
def test_the_lines_are_put_together_again(last: list[str], new: list[str]) -> None:
    assert together(last, difference(last, new)) == new


@given(LINES)
def test_the_same_lines_are_one_run(lines: list[str]) -> None:
    once = list(dict.fromkeys(lines))
    assert difference(once, once) == ([(0, len(once))] if once else [])


@given(st.lists(st.text(max_size=50), max_size=10))
def test_packed_pieces_of_different_streams_are_read_one_after_the_other(pieces: list[str]) -> None:
    read = decompressobj(MAX_WBITS | 16)
    assert read.decompress(GZIP) == b""
    for piece in pieces:
        assert read.decompress(packed(piece)).decode() == piece
