"""Saves a game under way in a file."""

import json
import tempfile
from pathlib import Path

from thurntaxis.io.write import record_data
from thurntaxis_cli.file_output import new_name, write_file
from thurntaxis_presentation.errors import BadInput
from thurntaxis_solver.play.game import Game


class GameFile:
    """The file in which a game is saved, and whether it is up to date."""

    def __init__(self, game: Game) -> None:
        """Start with a game that is new, or saved in a file as it is."""
        self._game = game
        self._saved = tuple(game.events)
        self._file = ""

    @property
    def is_up_to_date(self) -> bool:
        """Whether nothing has happened since the game was loaded or saved."""
        return tuple(self._game.events) == self._saved

    @property
    def suggestion(self) -> str:
        """The file in which the game was saved last, or the name of a new one."""
        return self._file or new_name()

    def save(self, file: str) -> None:
        """Save the game in a file; raise `BadInput` if that can't be written."""
        text = json.dumps(record_data(self._game.record()), ensure_ascii=False, indent=1) + "\n"
        write_file(file, text, "save")
        self._saved, self._file = tuple(self._game.events), file

    def rescue(self) -> str | None:
        """Save the game in a new file, in this folder or in that of temporary files, and return the file.

        Return none if there is nothing to save, or no file can be written.
        """
        if self.is_up_to_date:
            return None
        for folder in ("", tempfile.gettempdir()):
            file = str(Path(folder, new_name(folder)))
            try:
                self.save(file)
            except BadInput:
                continue
            return file
        return None
