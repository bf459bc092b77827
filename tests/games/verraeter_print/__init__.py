"""Tests of Verräter's paper."""
