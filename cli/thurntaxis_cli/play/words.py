"""The words of a conversation in a language: what a person may write, and what a game tells."""

import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from thurntaxis import Position
from thurntaxis.names import fold
from thurntaxis_presentation.describe import called
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.sentences import sentence

if TYPE_CHECKING:
    from thurntaxis_solver.play.game import Happened

COMMANDS = ("help", "more", "show", "hint", "why", "scores", "undo", "save", "quit")
"""The commands of the game. They are always understood by these names."""

ANSWERS = ("yes", "no")


def command_word(command: str, lang: Language, table: str = "play") -> str:
    """Return what a command, or yes and no, is called in a language, by the table of a conversation."""
    return lang.label(f"word-{command}", table).split()[0]


def is_yes(text: str, lang: Language) -> bool | None:
    """Return whether a text means yes or no; none if it means neither."""
    answer = by_word(ANSWERS, lang).get(fold(text))
    return None if answer is None else answer == "yes"


def by_word(commands: Iterable[str], lang: Language, table: str = "play") -> dict[str, str]:
    """Return the commands by each folded word for them, in a language and in English."""
    return {
        fold(word): command for command in commands for word in (*lang.label(f"word-{command}", table).split(), command)
    }


# ---- what happens in a game

NOTED = (
    *("carriage.", "draw.reshuffle", "end.", "play.abandon", "tiles."),
    *("free-cities.", "horses.discarded", "letters.take", "messenger.", "offices.", "return."),
)
"""The clauses, or beginnings of clauses, whose effects in the others' turns are reported; in the player's own, all."""


def story(happened: "Iterable[Happened]", position: Position, person: int, lang: Language) -> Iterator[str]:
    """Yield lines that tell what happened: the effects of the player's event, then each turn of another player."""
    for player, turn in itertools.groupby(happened, lambda one: one.player):
        moves: list[str] = []
        notes: list[str] = []
        for one in turn:
            if player != person and one.event is not None and one.event.verb not in ("deal", "back"):
                moves.append(lang.move(one.event, "deeds"))
            notes += [
                sentence(effect, lang, position.rules.board)
                for effect in one.effects
                if (effect.clause != "turn.order" if player == person else effect.clause.startswith(NOTED))
            ]
        if moves:
            yield f"{called(position, player, lang)}{lang.colon}{lang.parted(moves)}"
        if notes and (moves or player == person):
            yield lang.typography("space").join(notes)
