"""A season of single evenings: plays, standings, who beats whom, the way there, all of it to take away."""
