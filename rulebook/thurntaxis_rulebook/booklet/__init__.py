"""Looks up the passage of a clause in the user's own rulebook, a PDF or a text."""
