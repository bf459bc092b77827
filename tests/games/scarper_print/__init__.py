"""Tests of Scarper's paper."""
