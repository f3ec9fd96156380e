"""The rules over flat arrays: legal events and their effects."""
