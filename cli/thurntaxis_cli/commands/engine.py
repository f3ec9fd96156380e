"""The engine protocol: `engine`."""

import click

from thurntaxis_cli.parameters import TaxisCommand, answer_options
from thurntaxis_cli.usage_errors import DONE


@click.command("engine", cls=TaxisCommand)
@answer_options(json=False)
def engine_command() -> int:
    """Hold a conversation in the engine protocol on standard input and output.

    Lines: taxis, position new [players N] [seed N] [edition E] [option K=V], position json {...}, events,
    apply EVENT, json, perft N, scores, go time MS, go playouts N, go exact, stop, quit.
    """
    from thurntaxis_cli.engine.loop import run

    run()
    return DONE
