"""Turns with which the game ends, solved exactly: every figure is proved."""
