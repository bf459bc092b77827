"""The desk: one question answered, on a page, in an address, and as JSON."""
