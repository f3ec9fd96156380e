"""The table: `show`."""

from pathlib import Path

import click

from thurntaxis.message import verbatim
from thurntaxis_cli.file_output import write_file
from thurntaxis_cli.inputs import load_position, with_warnings
from thurntaxis_cli.parameters import TaxisCommand, answer_options, position_file
from thurntaxis_cli.usage_errors import DONE
from thurntaxis_presentation.errors import refuse, shortened
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.terminal.output import console, say_json

_OTHER_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".pdf", ".eps", ".ps")
"""The file name extensions of other kinds of pictures."""


@click.command("show", cls=TaxisCommand)
@position_file
@click.option("--svg", metavar="FILE", help="Also draw the table as SVG into FILE; - prints only the SVG.")
@answer_options(lang=True)
def show_command(position_file: str, svg: str | None, as_json: bool, lang: Language) -> int:
    """Show the table of POSITION, with its map."""
    if svg == "-" and as_json:
        raise refuse("show", "--svg", "- and --json both write to standard output", "one of them, or a file")
    if svg is not None and Path(svg).suffix.lower() in _OTHER_PICTURES:
        raise refuse(
            "show", "--svg", '"{file}" isn\'t the name of an SVG file', verbatim("--svg FILE.svg"), shortened(svg)
        )
    position = load_position(position_file)
    if svg is not None:
        from thurntaxis_presentation.svg import board_svg

        write_file(svg, board_svg(position, lang), "--svg")
        if svg == "-":
            return DONE
    if as_json:
        from thurntaxis.io.write import position_data

        answer = {
            "position": position_data(position),
            "chance": position.is_chance,
            "deck": position.deck_size,
            "scores": position.scores(),
            "winner": position.winner(),
            "houses_left": [position.rules.board.houses - len(player.houses) for player in position.players],
            "stacks": position.stacks(),
        }
        say_json(with_warnings(answer, position))
    else:
        from thurntaxis_presentation.terminal.table import show_table

        show_table(position, console(), lang)
    return DONE
