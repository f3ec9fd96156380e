"""The command line `taxis`: finds the command and runs it."""

import _thread
import importlib
import os
import sys
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import click

COMMANDS = {
    "new": ("positions", "Deal a starting position."),
    "enter": ("enter", "Enter a position from a real table, question by question."),
    "convert": ("positions", "Convert a position to a line, JSON or TOML."),
    "show": ("positions", "Show the table with its map, or draw it as SVG."),
    "legal": ("positions", "List the legal moves."),
    "apply": ("positions", "Play moves in a position."),
    "ruling": ("rulebook", "Say whether a move is legal, and why."),
    "rule": ("rulebook", "Look up rules by id or words."),
    "disputes": ("rulebook", "List the points on which editions differ, with rulings."),
    "placements": ("solver", "Find the best houses for closing a route."),
    "routes": ("solver", "Find the routes worth building."),
    "odds": ("solver", "Compute the exact chance that cards come up."),
    "advise": ("solver", "Recommend a turn, with alternatives."),
    "perft": ("positions", "Count the possible sequences of moves."),
    "replay": ("records", "Check and annotate a game record."),
    "review": ("records", "Find the costliest turns of a game."),
    "play": ("play", "Play against the computer in the terminal."),
    "tournament": ("tournament", "Let agents play against each other."),
    "board": ("board", "Check a board file, or start one for the northern board."),
    "site": ("site", "Build or serve the site."),
    "engine": ("engine", "Speak the engine protocol, or check another engine."),
}
"""The commands in the order of the help: the module of each, and what it does."""


class Commands(click.Group):
    """A group that imports a command only when it runs, so that the start is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of the commands."""
        return list(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name and the command that the arguments begin with, and the other arguments."""
        name, command, others = super().resolve_command(ctx, args)
        if name is not None:
            module = importlib.import_module(f"thurntaxis_cli.commands.{COMMANDS[name][0]}")
            command = getattr(module, f"{name}_command")
        return name, command, others


@click.group(
    "taxis",
    cls=Commands,
    commands={name: click.Command(name, short_help=purpose) for name, (_, purpose) in COMMANDS.items()},
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="thurntaxis", message="taxis %(version)s", help="Show the version.")
def taxis() -> None:
    """Rule on moves, look up the rules, and find the best turn in the board game Thurn and Taxis.

    A POSITION is a file (JSON or TOML), a line in quotes ("TT1 ..."), or - for standard input. An EVENT is a line of
    text in quotes, such as "play Ulm right". You can write city names without diacritics.

    Exit status: 0 done; 1 the answer is no; 2 bad input or usage.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return its exit status; a command that returns none has answered."""
    sys.stdout, sys.stderr = _in_utf8(sys.stdout), _in_utf8(sys.stderr)
    try:
        with _every_interrupt():
            status = taxis.main(
                args=None if arguments is None else list(arguments), prog_name="taxis", standalone_mode=False
            )
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt, SystemExit) as error:  # noqa: BLE001 - every error is worded, bugs included
        # Error messages need the rules, which take longer to load than the help.
        from thurntaxis_cli.usage_errors import status_of

        return status_of(error, sys.argv[1:] if arguments is None else arguments)
    return status if isinstance(status, int) else 0


@contextmanager
def _every_interrupt() -> Generator[None]:
    """Repeat a Ctrl-C that came while an object was deleted, where Python drops every exception."""
    told = sys.unraisablehook

    def repeat(dropped: "sys.UnraisableHookArgs") -> None:
        if dropped.exc_type is KeyboardInterrupt:
            threading.Timer(0.01, _thread.interrupt_main).start()
        else:
            told(dropped)

    sys.unraisablehook = repeat
    try:
        yield
    finally:
        sys.unraisablehook = told


def _in_utf8(stream: TextIO | None) -> TextIO:
    """Return the stream, set to UTF-8 whatever the locale; the null device in place of a closed one."""
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace")
    return stream
