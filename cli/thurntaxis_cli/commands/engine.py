"""The engine protocol: `engine`."""

import click

from thurntaxis_cli.exit_status import DONE
from thurntaxis_cli.parameters import TaxisCommand, answer_options


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
