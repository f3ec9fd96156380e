"""The learned evaluation: a small network and its weights."""
