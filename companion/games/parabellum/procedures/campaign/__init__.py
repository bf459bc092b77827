"""From scenario to scenario: order, ends, reports, and whether all is in its place."""
