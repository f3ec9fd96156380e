"""A game in the terminal: what may be chosen, what has happened, and the conversation around it."""
