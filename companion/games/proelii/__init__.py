"""Proelii: an ancient battle in which every quarter of a unit's energy is accounted for."""
