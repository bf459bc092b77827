"""The tree of scenarios: where the campaign has been, where it can go, and what comes next can cost."""
