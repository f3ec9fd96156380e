"""The guided entry of a position: `enter`."""

import contextlib
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from thurntaxis import Position
from thurntaxis.io.write import position_data, to_json, to_toml
from thurntaxis.message import clipped
from thurntaxis_cli.enter.session import Entry
from thurntaxis_cli.file_output import write_file
from thurntaxis_cli.line_input import line_input
from thurntaxis_cli.new_game import GivenRules, check_board, read_options, rules_options
from thurntaxis_cli.parameters import TaxisCommand, answer_options
from thurntaxis_cli.usage_errors import DONE, INTERRUPTED
from thurntaxis_presentation.errors import one_line, refuse
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.terminal.output import say, say_json

FORMS = (".json", ".toml")
"""The suffixes of position files."""


@click.command("enter", cls=TaxisCommand)
@click.argument("file", metavar="[FILE]", required=False)
@rules_options(asks=True)
@click.option("--plain", is_flag=True, help="Print line by line; never redraw the screen.")
@answer_options(lang=True)
def enter_command(file: str | None, rules: GivenRules, plain: bool, as_json: bool, lang: Language) -> int:
    """Enter a position from a real table, question by question.

    Give city names in any spelling, abbreviated if you like, and several at once: "ul ca st". Tab completes them, Enter
    accepts the default, and back returns to an earlier question.

    The position is written to FILE, as JSON or TOML depending on its suffix. Without FILE, it is printed as one line,
    which every command accepts in place of a file: taxis advise "$(taxis enter)".
    """
    if file is not None and Path(file).suffix.lower() not in FORMS:
        raise refuse(
            "enter", "FILE", '"{file}" isn\'t the name of a position file', "FILE.json or FILE.toml", clipped(file)
        )
    if file is not None and Path(file).exists():
        raise refuse("enter", "FILE", "{file} already exists", "a new file", clipped(file))
    if rules.board is not None:
        check_board("enter", rules.board)
    settings = {"board": rules.board, "rules.edition": rules.edition, "rules.modules": list(rules.modules)}
    given: dict[str, object] = {key: value for key, value in settings.items() if value}
    given["rules.options"] = read_options("enter", rules.options)
    # The conversation goes to standard error, so that standard output holds the position alone.
    with contextlib.redirect_stdout(sys.stderr):
        position = _entered(given, plain=plain, lang=lang)
    if position is None:
        return INTERRUPTED
    if file is not None:
        text = to_toml(position) if Path(file).suffix.lower() == ".toml" else to_json(position, indent=2) + "\n"
        write_file(file, text, "FILE")
        sys.stderr.write(lang.text("written", "enter", file=one_line(file)) + "\n")
    if as_json:
        say_json(position_data(position))
    elif file is None:
        say(position.to_line())
    return DONE


def _entered(given: Mapping[str, object], *, plain: bool, lang: Language) -> Position | None:
    """Return the position that was entered; None if the entry was interrupted."""
    lines = line_input(plain=plain)
    entry = Entry(lang, lines, given)
    try:
        return entry.run()
    except EOFError:
        if not lines.on_screen:
            question = len(entry.asked)
            raise refuse(
                "enter", "-", "the input ends at question {number}", "an answer to every question", question
            ) from None
    except KeyboardInterrupt:
        pass
    say("")
    entry.leave()
    return None
