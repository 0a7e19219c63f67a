"""Harnesses that try to break the referee; each is a program and has a small share in the tests."""
