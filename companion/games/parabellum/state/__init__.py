"""What a campaign of Parabellum is made of."""
