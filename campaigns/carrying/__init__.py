"""Carrying things from house to house: everything in one file, or one campaign in another."""
