"""The best turn: `advise`."""

import shlex

import click

from thurntaxis.message import Message
from thurntaxis_cli.inputs import asking_solver, load_position, read_event, read_player, with_warnings
from thurntaxis_cli.parameters import Integer, Seconds, TaxisCommand, answer_options, position_file
from thurntaxis_cli.usage_errors import DONE
from thurntaxis_presentation.errors import refuse
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.terminal.output import say_json


@click.command("advise", cls=TaxisCommand)
@position_file
@click.option(
    "--for", "asker", metavar="PLAYER", help="Player to advise, by index (from 0) or name.  [default: whose turn it is]"
)
@click.option(
    "--time", "seconds", metavar="S", type=Seconds(), help="Seconds to search.  [default: 2, or none with --playouts]"
)
@click.option("--playouts", type=Integer(1, 10**9), help="Number of playouts, instead of a time: repeatable results.")
@click.option("--cores", type=Integer(1, 256), default=1, show_default=True, help="Number of search trees in parallel.")
@click.option("--exact", is_flag=True, help="Prove the best turn, or say why that is impossible.")
@click.option("--explain", metavar="EVENT", help="Compare the best turn with the best one that begins with EVENT.")
@click.option("--readings", is_flag=True, help="Say whether other readings of the rules change the advice.")
@click.option("--lines", type=Integer(1, 100), default=3, show_default=True, help="Number of turns to show.")
@click.option("--seed", type=Integer(0, 2**31 - 1), default=1, show_default=True, help="Random seed.")
@answer_options(lang=True)
def advise_command(
    position_file: str,
    asker: str | None,
    seconds: float | None,
    playouts: int | None,
    cores: int,
    exact: bool,
    explain: str | None,
    readings: bool,
    lines: int,
    seed: int,
    as_json: bool,
    lang: Language,
) -> int:
    """Recommend a turn, with alternatives, and say which figures are proved and which are estimated.

    Ctrl-C ends the search and shows the best turn found so far.
    """
    from thurntaxis_cli.waiting import wait_for
    from thurntaxis_presentation.sentences import advice_data
    from thurntaxis_presentation.terminal.answer_tables import show_advice
    from thurntaxis_solver.analysis import Analysis
    from thurntaxis_solver.turn_advice import Effort

    position = load_position(position_file)
    event = None if explain is None else read_event(position, explain, "advise", key="--explain")
    if event is not None and event not in position.events():
        raise refuse(
            "advise",
            "--explain",
            Message("{event} is not legal here", str(event)),
            Message("taxis ruling {position} '{event}' explains why", shlex.quote(position_file), str(event)),
        )
    analysis = Analysis(
        position,
        Effort(seconds, playouts, cores, seed),
        player=None if asker is None else read_player(position, asker, "advise", "--for"),
        lines=lines,
        exact=exact,
        event=event,
        readings=readings,
    )
    with asking_solver(position_file, position_file, "turn"):
        advice = wait_for(analysis)
    if as_json:
        note = {"note": "; ".join(lang.text(note) for note in advice.notes)} if advice.notes else {}
        say_json(with_warnings(advice_data(advice, lang, position.rules.board) | note, position))
    else:
        show_advice(position, advice, lang)
    return DONE
