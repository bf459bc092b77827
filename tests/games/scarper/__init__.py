"""Tests of Scarper's rules."""
