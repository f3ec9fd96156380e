"""What ends a game early: an agent that can't go on."""

from thurntaxis.message import Message


class Forfeit(Exception):
    """The player who decides loses the game at once."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason
