"""The desk of Verräter: a sheet for each of its ten procedures, in the order in which people ask them."""

from collections.abc import Mapping

from companion.engine.form import Sheet

DESK: Mapping[str, Sheet] = {}
