"""Energy: what a round pays and gains."""
