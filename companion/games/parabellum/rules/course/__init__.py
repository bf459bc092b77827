"""The course of a scenario: its opening, turns, objectives, and its end (specification 5.1, 5.7)."""
