"""What ends a game early: an agent that can't go on."""


class Forfeit(Exception):
    """The player who decides loses the game at once; the message says why, in words that follow its agent's name."""
