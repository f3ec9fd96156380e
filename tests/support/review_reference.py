"""The review of a game, kept in the tree so that changes are visible.

`python tests/support/review_reference.py` updates it.
"""

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from support.paths import EXAMPLES, TESTS
from thurntaxis.io.read import record_from_data
from thurntaxis_solver.game_review import review

GAME = EXAMPLES / "game-tie.json"
FILE = TESTS / "solver" / "review.json"
PLAYOUTS = 600


def reviewed() -> dict[str, Any]:
    """Return the chances and losses of each turn, and what would have been better in the costly ones."""
    found = review(record_from_data(json.loads(GAME.read_text(encoding="utf-8"))), PLAYOUTS)
    turns = [
        [turn.number, turn.player, None if turn.win is None else round(float(turn.win), 4), round(turn.lost, 4)]
        for turn in found.turns
    ]
    costly = [
        {
            "turn": turn.number,
            "best": [str(event) for event in turn.comparison.best.turn],
            "reasons": [reason.text for reason in turn.comparison.best.reasons],
        }
        for turn in found.costly
        if turn.comparison
    ]
    return {"turns": turns, "costly": costly}


if __name__ == "__main__":
    FILE.write_text(json.dumps(reviewed(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
