"""Writes files as a whole or not at all."""

import errno
import itertools
import os
import secrets
import shutil
from pathlib import Path

from thurntaxis.fault import reason_of
from thurntaxis.message import Message
from thurntaxis_presentation.errors import refuse
from thurntaxis_presentation.terminal.output import say


def write_file(path: str, text: str, option: str) -> None:
    """Write a file as a whole or not at all; `-` is standard output. Errors name the parameter `option`."""
    if path == "-":
        say(text)
        return
    try:
        _replace_file(Path(path), text)
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else Message("it isn't a file name")
        raise refuse(
            path, option, "can't be written: {reason}", "a file in a folder that can be written to", reason
        ) from None


def new_name(folder: str = "") -> str:
    """Return the name of a file for a game that a folder doesn't have yet: `taxis-game-1.json` or a later one."""
    return next(name for at in itertools.count(1) if not Path(folder, name := f"taxis-game-{at}.json").exists())


def _replace_file(path: Path, text: str) -> None:
    """Replace a file in one step."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if path.exists() and not path.is_file():  # a device or a pipe is written to as it is
        path.write_text(text, encoding="utf-8")
        return
    new = path.with_name(f".{path.name[:40]}.{secrets.token_hex(4)}")
    with new.open("x", encoding="utf-8") as file:
        try:
            file.write(text)
            file.close()
            if path.exists():
                shutil.copymode(path, new)
            new.replace(path)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
