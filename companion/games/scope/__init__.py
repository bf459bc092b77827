"""SCOPE Stalingrad: two hidden fronts of cards, and snipers who look for each other."""
