"""Combat on the screens: targets, exact odds, real dice throw by throw, what they did."""
