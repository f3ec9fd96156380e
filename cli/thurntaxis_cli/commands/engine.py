"""The engine protocol: `engine`."""

import click

from thurntaxis.message import verbatim
from thurntaxis_cli.parameters import Seconds, TaxisCommand, answer_options
from thurntaxis_cli.usage_errors import DONE, NO
from thurntaxis_presentation.errors import refuse, refusing
from thurntaxis_presentation.language import Language
from thurntaxis_solver.play.engine_process import PATIENCE, words_of


@click.command("engine", cls=TaxisCommand)
@click.option("--check", "command", metavar="COMMAND", help="Check the engine that COMMAND starts.")
@click.option(
    "--patience", type=Seconds(), metavar="S", help=f"Time limit for an answer, in seconds.  [default: {PATIENCE:g}]"
)
@answer_options(lang=True)
def engine_command(command: str | None, patience: float | None, lang: Language, as_json: bool) -> int:
    """Speak the engine protocol on standard input and output (docs/protocol.md), or check an engine.

    Lines: taxis, position new [players N] [seed N] [edition E] [board B] [option K=V] [module M], position json {...},
    position line TT1 ..., events, apply EVENT, undo, json, line, perft N, scores, ruling EVENT, go time MS,
    go playouts N, go exact, with lines N, seed N or cores N, stop, quit.
    """
    if command is not None:
        from thurntaxis_cli.engine_check.report import check

        with refusing("engine", "--check"):
            words_of(command)  # whether there is such a program
        return DONE if check(command, patience or PATIENCE, lang, as_json=as_json) else NO
    for name, value in (("--patience", patience), ("--json", as_json)):
        if value:
            raise refuse("engine", name, "there is nothing to check", verbatim(f"--check COMMAND {name}"))
    from thurntaxis_cli.engine.loop import run

    run(lang)
    return DONE
