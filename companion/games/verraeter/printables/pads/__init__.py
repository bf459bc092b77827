"""Pads to keep the score on: for a pencil alone, and to be photographed."""
