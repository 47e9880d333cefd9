"""Tests of the programs for developers."""
