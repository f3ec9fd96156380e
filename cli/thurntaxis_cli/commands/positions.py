"""Positions: `new`, `show`, `convert`, `legal`, `apply`, `perft`."""

import contextlib
import re
import sys
from pathlib import Path

import click

from thurntaxis import EventError, IllegalEvent, Position, perft
from thurntaxis.io.write import position_data
from thurntaxis.message import clipped, verbatim
from thurntaxis_cli.file_output import write_file
from thurntaxis_cli.inputs import load_position, with_warnings
from thurntaxis_cli.new_game import GivenRules, deal_for, rules_options
from thurntaxis_cli.parameters import DEEPEST, Integer, OneOf, TaxisCommand, answer_options, position_file
from thurntaxis_cli.usage_errors import DONE, NO
from thurntaxis_presentation.errors import one_line, refuse, refusing
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.sentences import objections_in_words, sentence
from thurntaxis_presentation.terminal.output import console, in_json, say, say_json
from thurntaxis_presentation.typed_moves import move_of

FORMS = ("line", "json", "toml")
"""The forms in which a position can be written."""

_OTHER_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".pdf", ".eps", ".ps")
"""The file name extensions of other kinds of pictures."""

out_option = click.option(
    "--out", metavar="FILE", default="-", help="Write to FILE instead, by its suffix: .json, .toml or .txt (a line)."
)


@click.command("new", cls=TaxisCommand)
@click.option("--players", type=Integer(2, 4), default=2, show_default=True, help="Number of players.")
@rules_options()
@click.option("--seed", type=Integer(-(10**18), 10**18), help="Random seed: the same number deals the same cards.")
@out_option
@answer_options(json=False)
def new_command(players: int, rules: GivenRules, seed: int | None, out: str) -> None:
    """Deal a starting position, and write it as JSON."""
    write_position(deal_for("new", players, rules, seed), out=out)


@click.command("show", cls=TaxisCommand)
@position_file
@click.option("--svg", metavar="FILE", help="Also draw the table as SVG into FILE; - prints only the SVG.")
@answer_options(lang=True)
def show_command(position_file: str, svg: str | None, as_json: bool, lang: Language) -> None:
    """Show the table of POSITION, with its map."""
    if svg == "-" and as_json:
        raise refuse("show", "--svg", "- and --json both write to standard output", "one of them, or a file")
    if svg is not None and Path(svg).suffix.lower() in _OTHER_PICTURES:
        raise refuse(
            "show", "--svg", '"{file}" isn\'t the name of an SVG file', verbatim("--svg FILE.svg"), clipped(svg)
        )
    position = load_position(position_file)
    lang = lang.in_edition(position.rules.edition)
    if svg is not None:
        from thurntaxis_presentation.svg import board_svg

        write_file(svg, board_svg(position, lang), "--svg")
        if svg == "-":
            return
    if as_json:
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


@click.command("convert", cls=TaxisCommand)
@position_file
@click.option("--to", "form", type=OneOf("format", FORMS), required=True, help="Format to write: line, json or toml.")
@out_option
@answer_options()
def convert_command(position_file: str, form: str, out: str, as_json: bool) -> None:
    """Write POSITION in another form: as a line of text, as JSON, or as TOML."""
    write_position(load_position(position_file), form, as_json=as_json, out=out)


def write_position(position: Position, form: str | None = None, *, as_json: bool = False, out: str = "-") -> None:
    """Write a position in one of the `FORMS`, or in that of the file's name, to a file or to standard output."""
    form = form or {".toml": "toml", ".txt": "line"}.get(Path(out).suffix.lower(), "json")
    if form == "line":
        text = in_json(with_warnings({"line": position.to_line()}, position)) if as_json else position.to_line()
    else:
        text = position.to_toml().rstrip("\n") if form == "toml" and not as_json else in_json(position_data(position))
    write_file(out, text if out == "-" else text + "\n", "--out")


@click.command("legal", cls=TaxisCommand)
@position_file
@answer_options()
def legal_command(position_file: str, as_json: bool) -> None:
    """List the legal moves of POSITION, one per line, sorted."""
    position = load_position(position_file)
    events = list(map(str, position.events()))
    if as_json:
        answer = {"chance": position.is_chance, "player": position.decider, "phase": position.turn.phase}
        say_json(with_warnings({**answer, "events": events}, position))
    elif events:
        say("\n".join(events))


@click.command("apply", cls=TaxisCommand)
@position_file
@click.argument("events", metavar="EVENT...", nargs=-1, required=True)
@out_option
@answer_options(lang=True)
def apply_command(position_file: str, events: tuple[str, ...], out: str, as_json: bool, lang: Language) -> int:
    """Apply EVENTs to POSITION, in quotes: "draw deck; deal Ulm; play Ulm right"."""
    position = start = load_position(position_file)
    between = ";" if any(" " in text.strip() for text in events) else " "
    texts = [text for text in re.split("[;；]", between.join(events)) if text.strip()] or [*events]
    with contextlib.suppress(EventError):  # the words of one event
        texts = [str(position.parse(" ".join(events)))]
    for at, text in enumerate(texts, 1):
        with refusing("apply", f"EVENT {at}"):
            event = move_of(position, text, lang)
        try:
            position = position.play(event)
        except IllegalEvent as illegal:
            from thurntaxis_presentation.rulings import decisive

            board, clauses = position.rules.board, illegal.clauses
            lang = lang.in_edition(position.rules.edition)
            if as_json:
                reasons = objections_in_words(illegal.objections, lang, board)
                refusal = {"event": str(event), "legal": False, "index": at - 1, "clauses": clauses, "message": reasons}
                say_json(with_warnings(refusal, start))
            reason = sentence(decisive(position, event, illegal.objections), lang, board)
            refused = lang.text("not-legal", event=event, reasons=reason)
            sys.stderr.write(one_line(f"taxis: apply: EVENT {at}: {refused}") + "\n")
            return NO
    write_position(position, out=out)
    return DONE


@click.command("perft", cls=TaxisCommand)
@position_file
@click.argument("depth", metavar="N", type=Integer(0, DEEPEST))
@answer_options()
def perft_command(position_file: str, depth: int, as_json: bool) -> None:
    """Count the different sequences of N moves from POSITION."""
    count = perft(position := load_position(position_file), depth)
    if as_json:
        say_json(with_warnings({"perft": count}, position))
    else:
        say(str(count))
