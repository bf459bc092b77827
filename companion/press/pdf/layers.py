"""Layers of a file (ISO 32000-1, 8.11): what a screen shows and a printer leaves out."""

from collections.abc import Sequence


def unprinted_layer(title: str) -> bytes:
    """A layer that is seen and not printed: a machine's path is no ink round every front."""
    usage = b"<</Print<</Subtype/Print/PrintState/OFF>>/View<</ViewState/ON>>/Export<</ExportState/ON>>>>"
    return b"<</Type/OCG/Name(%b)/Intent/View/Usage%b>>" % (title.encode("ascii"), usage)


def layers_told(layers: Sequence[bytes]) -> bytes:
    """The file's list of its layers, each given as a reference, and when a reader heeds what they ask."""
    told = b" ".join(layers)
    heeded = b"".join(
        b"<</Event/%b/Category[/%b]/OCGs[%b]>>" % (event, event, told)
        for event in (b"Print", b"View", b"Export")
    )
    return b"<</OCGs[%b]/D<</Name(Layers)/BaseState/ON/Order[%b]/AS[%b]>>>>" % (told, told, heeded)
