"""Several files in one, the same for the same files."""

from collections.abc import Mapping
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo


class Packed(NamedTuple):
    """A ZIP with its name."""

    name: str
    content: bytes


def packed(name: str, files: Mapping[str, bytes]) -> Packed:
    """The files in one, in order; pictures are packed already."""
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_STORED) as archive:
        for path, content in files.items():
            archive.writestr(ZipInfo(path), content)
    return Packed(f"{name}.zip", whole.getvalue())
