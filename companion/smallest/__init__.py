"""The smallest game: on no shelf, here to be copied into `companion/games/`."""
