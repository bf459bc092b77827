"""What lasts longer than an evening: campaigns of one game, and series of evenings of another."""
