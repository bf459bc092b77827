"""What the rules do between deeds: a battle set up, its course step by step, activations, a war's armies."""
