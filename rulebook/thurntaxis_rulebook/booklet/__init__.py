"""Finds the passage of a clause in the reader's own rulebook, a PDF or a text."""
