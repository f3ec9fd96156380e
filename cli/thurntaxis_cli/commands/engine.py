"""The engine protocol: `engine`."""

import click

from thurntaxis_cli.parameters import TaxisCommand, answer_options
from thurntaxis_cli.usage_errors import DONE


@click.command("engine", cls=TaxisCommand)
@answer_options(lang=True, json=False)
def engine_command(lang: str) -> int:
    """Hold a conversation in the engine protocol on standard input and output (docs/protocol.md).

    Lines: taxis, position new [players N] [seed N] [edition E] [board B] [option K=V] [module M], position json {...},
    position line TT1 ..., events, apply EVENT, undo, json, line, perft N, scores, ruling EVENT, go time MS,
    go playouts N, go exact, with lines N, seed N or cores N, stop, quit.
    """
    from thurntaxis_cli.engine.loop import run

    run(lang)
    return DONE
