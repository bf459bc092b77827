"""How the answers on the desk read."""
