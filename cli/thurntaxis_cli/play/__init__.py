"""A game in the terminal: the choices, what happens, and the conversation around them."""
