"""Events that one could think of, legal or not."""

import itertools
import random
from collections.abc import Iterator

import thurntaxis as tt


def conceivable(position: tt.Position, chance: random.Random) -> Iterator[tt.Event]:
    """Yield every event that can be written with one or two words, and many of those with more."""
    board = position.rules.board
    cards = [*position.own.route, *position.own.hand, *chance.sample(sorted(board.city_of), 2)]
    cards = [card for card in cards if card in board.city_of]
    several = {
        "CARD...": cards,
        "CITY...": sorted({board.city_of[card] for card in cards}),
        "OFFICE...": position.rules.officials,
    }
    words = {
        "CARD": sorted(board.city_of),
        "CITY": [city.name for city in board.cities],
        "NUMBER": sorted(set(map(str, board.horseshoes.values()))),
    }
    for verb, action in position.rules.actions.items():
        slots = action.form.removeprefix(verb).split()
        if slots and slots[-1] in several:
            some = several[slots[-1]]
            for _ in range(20):
                yield tt.Event((*verb.split(), *sorted(chance.sample(some, chance.randrange(min(5, len(some) + 1))))))
            continue
        choices = [[word for choice in slot.split("|") for word in words.get(choice, [choice])] for slot in slots]
        for chosen in itertools.product(*choices):
            yield tt.Event((*verb.split(), *chosen))
