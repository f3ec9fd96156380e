"""The Princess' Messenger: letters pay for more than one official a turn, and a figure makes them cheaper.

`letters` has the letters, `paying` what officials cost, `figure` the messenger, `letter_holdings` who
holds what.
"""

import dataclasses

from thurntaxis.clauses import Note
from thurntaxis.modules.messenger.figure import messenger_point, take_messenger
from thurntaxis.modules.messenger.letter_holdings import LETTER_HOLDINGS, MESSENGER_HOLDINGS
from thurntaxis.modules.messenger.letters import deal_letters, refresh_letters, take_letters
from thurntaxis.modules.messenger.paying import clauses, moments, use
from thurntaxis.parts import Parts
from thurntaxis.position import Position


def with_letters(parts: Parts) -> Parts:
    """Return the parts with letters that pay for officials and, if there are carriages, with the messenger."""

    def begin(position: Position, note: Note) -> Position:
        return refresh_letters(parts.begin(position, note))

    def place_houses(position: Position, cities: tuple[str, ...], note: Note) -> Position:
        return parts.place_houses(take_letters(position, cities, note), cities, note)

    changed = dataclasses.replace(
        parts,
        officials=dataclasses.replace(parts.officials, moments=moments, use=use, permits=clauses),
        begin=begin,
        place_houses=place_houses,
        set_up=(*parts.set_up, deal_letters),
        holdings=(*parts.holdings, LETTER_HOLDINGS),
    )
    return with_messenger(changed) if parts.carriages else changed


def with_messenger(parts: Parts) -> Parts:
    """Return the parts with the messenger, which goes to players who receive no carriage."""
    return dataclasses.replace(
        parts,
        decline=("messenger.decline",),
        no_carriage=take_messenger,
        points=(*parts.points, messenger_point),
        holdings=(*parts.holdings, MESSENGER_HOLDINGS),
    )
