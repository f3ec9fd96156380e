"""Reviews of games: `review`."""

import threading

import click

from thurntaxis_cli.file_output import write_file
from thurntaxis_cli.inputs import label, load_record, with_warnings
from thurntaxis_cli.parameters import Integer, TaxisCommand, answer_options
from thurntaxis_cli.usage_errors import DONE
from thurntaxis_cli.waiting import interruptible
from thurntaxis_presentation.errors import refuse
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.sentences import reason_in_words
from thurntaxis_presentation.terminal.output import say_json, working


@click.command("review", cls=TaxisCommand)
@click.argument("record_file", metavar="RECORD")
@click.option(
    "--playouts", type=Integer(1, 10**7), default=2000, show_default=True, help="Number of playouts for each decision."
)
@click.option("--seed", type=Integer(0, 2**31 - 1), default=1, show_default=True, help="Random seed.")
@click.option("--svg", metavar="FILE", help="Also draw the chances as SVG into FILE; - prints only the SVG.")
@answer_options(lang=True)
def review_command(record_file: str, playouts: int, seed: int, svg: str | None, as_json: bool, lang: Language) -> int:
    """Find the costliest turns of a game RECORD, and say what would have been better.

    Each decision is judged by what its player could know at the time. The game may be unfinished. Ctrl-C stops the
    review and shows what has been found.
    """
    from thurntaxis_solver.game_review import FaultyRecord, review
    from thurntaxis_solver.limits import NotCovered

    record, stop, done = load_record(record_file), threading.Event(), [0]
    with interruptible(stop, lambda: done[0] > 0), working("reviewing") as show:

        def tell(count: int, every: int) -> None:
            done[0] = count
            show(f"reviewing: {count} of {every} decisions")

        try:
            found = review(record, playouts, seed=seed, stop=stop, progress=tell)
        except FaultyRecord as fault:
            raise refuse(label(record_file), fault.key, fault.wrong, fault.right) from None
        except NotCovered as fault:
            raise refuse(label(record_file), f"start.{fault.key}", fault.wrong, fault.right) from None
    if not found.turns:
        raise KeyboardInterrupt
    if svg is not None:
        from thurntaxis_presentation.svg.chances_chart import chances_svg

        write_file(svg, chances_svg(found, lang).rstrip("\n"), "--svg")
        if svg == "-":
            return DONE
    if as_json:
        board = record.start.rules.board
        answer = found.data(lambda reason: reason_in_words(reason, lang, board))
        say_json(with_warnings(answer, record.start, within="start."))
    else:
        from thurntaxis_presentation.terminal.review_table import show_review

        show_review(found, lang)
    return DONE
