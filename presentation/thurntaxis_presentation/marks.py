"""The marks by which houses and routes of players are told apart, on paper as on the screen."""

from thurntaxis import Position


def marks(position: Position) -> tuple[str, ...]:
    """Return a sign for each player: the initial of the name where all differ, else the player's index."""
    initials = [(player.name or "").strip()[:1].upper() for player in position.players]
    plain = all(initial.isascii() and initial.isalpha() for initial in initials)
    return tuple(initials if plain and len(set(initials)) == len(initials) else map(str, range(len(initials))))
