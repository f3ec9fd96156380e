"""The sensible player, for playouts: its rules and its weights."""
