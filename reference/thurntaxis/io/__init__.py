"""Positions and game records as files: decoded, built, checked, written."""
