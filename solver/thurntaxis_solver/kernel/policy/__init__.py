"""The playout policy: how it chooses, and its weights."""
