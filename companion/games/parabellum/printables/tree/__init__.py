"""The scenario tree on paper: a poster, and a page of the binder."""
