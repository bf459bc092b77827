"""Verräter: two royal houses, twelve landscapes, and nobody on the same side for long."""
