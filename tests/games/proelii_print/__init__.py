"""Tests of SCOPE's paper."""
