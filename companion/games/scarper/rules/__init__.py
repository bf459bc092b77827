"""What the rules do: the sequence of play, events carried out, the game set up."""
