"""The card workshop's memory: sets of own cards, every version, their pictures, and who makes them."""
