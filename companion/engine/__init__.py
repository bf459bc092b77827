"""The pure vocabulary that all games speak. Nothing here knows a game, a database or a screen."""
