"""Games as environments for learning: actions, what a seat sees, and many games at once."""
