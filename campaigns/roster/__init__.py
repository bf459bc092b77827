"""The rosters: every unit that a company ever had, and its life."""
