"""Engraved plates: units on their ground in a rosette, a company's livery as the edge of a share."""
