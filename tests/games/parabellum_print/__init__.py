"""Tests of Parabellum's paper."""
