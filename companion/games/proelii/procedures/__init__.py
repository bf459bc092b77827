"""What the rules assistant resolves, and the arithmetic of ground, dice and energy below it."""
