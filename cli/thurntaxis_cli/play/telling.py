"""Tells the player what happens in a game, in a language."""

from collections.abc import Iterable, Iterator

from thurntaxis import Position
from thurntaxis_presentation.describe import called
from thurntaxis_presentation.errors import one_line
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.sentences import sentence
from thurntaxis_solver.play.game import Happened

NOTED = (
    *("carriage.", "draw.reshuffle", "end.", "play.abandon", "tiles."),
    *("free-cities.", "horses.discarded", "letters.take", "messenger.", "offices.", "return."),
)
"""The clauses, or beginnings of clauses, whose effects in the others' turns are reported; in the player's own, all."""


def told(name: str, lang: Language, **facts: object) -> str:
    """Return a message of the game in a language."""
    return lang.text(name, "play", **facts)


def story(happened: Iterable[Happened], position: Position, person: int, lang: Language) -> Iterator[str]:
    """Yield lines that tell what happened: the effects of the player's event, then each turn of another player."""
    player: int | None = None
    mine: list[str] = []
    words: list[str] = []
    notes: list[str] = []
    space = lang.typography("space")

    def turn() -> Iterator[str]:
        if mine:
            yield space.join(mine)
        if player is not None and words:
            yield f"{called(position, player, lang)}{lang.colon}{'; '.join(words)}"
            if notes:
                yield space.join(notes)
        mine.clear()
        words.clear()
        notes.clear()

    for one in happened:
        own = one.player == person
        if one.player != player:
            yield from turn()
            player = one.player
        if own:
            mine += [
                sentence(effect, lang, position.rules.board) for effect in one.effects if effect.clause != "turn.order"
            ]
            continue
        if one.event is not None and one.event.verb not in ("deal", "back"):
            words.append(one_line(str(one.event)))
        notes += [
            sentence(effect, lang, position.rules.board) for effect in one.effects if effect.clause.startswith(NOTED)
        ]
    yield from turn()
