"""Tests of Verräter's rules."""
