"""Agents against each other: `tournament`."""

import sys
from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from thurntaxis.fault import reason_of
from thurntaxis.message import Message, verbatim
from thurntaxis_cli.new_game import GivenRules, check_combination, rules_options
from thurntaxis_cli.parameters import Integer, TaxisCommand, answer_language, answer_options
from thurntaxis_cli.usage_errors import DONE, INTERRUPTED
from thurntaxis_presentation.errors import in_words, refuse, refusing
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.terminal.output import say_json
from thurntaxis_presentation.terminal.tournament_tables import show_tournament
from thurntaxis_solver.play.agents import read
from thurntaxis_solver.play.matches import Row, Setup
from thurntaxis_solver.play.result_file import ResultFile, result_file
from thurntaxis_solver.play.standings import table
from thurntaxis_solver.play.tournament import Engine, EngineError, engine, play


@click.command("tournament", cls=TaxisCommand)
@click.argument("agents", metavar="AGENT...", nargs=-1)
@click.option("--games", type=Integer(1, 10**7), default=100, show_default=True, help="Number of games.")
@click.option("--players", type=Integer(2, 4), help="Players in each game.  [default: the number of agents]")
@click.option(
    "--engine", "where", default="local", show_default=True, metavar="local|dask://HOST:PORT", help="Where games run."
)
@click.option("--cores", type=Integer(1, 1024), help="Number of games in parallel.  [default: all cores]")
@click.option(
    "--seed", type=Integer(0, 10**18), default=1, show_default=True, help="The same number deals the same cards."
)
@rules_options()
@click.option(
    "--out", metavar="FILE", help="Write the games to FILE as lines of JSON, and continue the games already in it."
)
@answer_options(lang=True)
def tournament_command(
    agents: tuple[str, ...],
    games: int,
    players: int | None,
    where: str,
    cores: int | None,
    seed: int,
    rules: GivenRules,
    out: str | None,
    as_json: bool,
    lang: Language,
) -> int:
    """Let AGENTs play against each other, and rate them.

    An AGENT is a name, optionally with parameters: greedy, greedy:noise=2. Every deal is played once for every rotation
    of the seats, with the same cards. If there are fewer agents than --players, the last one takes the other seats; if
    there are more, every combination of that many agents plays.
    """
    setup = _setup(agents, players, seed, rules)
    plays = _engine(where, cores)
    if where == "local":
        with refusing("tournament", "AGENT"):  # a program that can't play, before any game is played
            for name in dict.fromkeys(setup.agents):
                read(name).try_out(setup.start().rules, setup.players)
    rows: list[Row] = []
    with _result_file(out, setup, games) as file:
        finished = _play(setup, games, plays, file, rows)
    if rows:
        answer = table(setup, rows)
        if as_json:
            say_json(answer.data())
        else:
            show_tournament(answer, lang)
    return DONE if finished else INTERRUPTED


# ---- the set-up


def _setup(agents: tuple[str, ...], players: int | None, seed: int, rules: GivenRules) -> Setup:
    if not agents:
        raise refuse("tournament", "AGENT...", "missing", verbatim("taxis tournament AGENT..."))
    settings = rules.settings("tournament")
    with refusing("tournament", "AGENT"), check_combination("tournament"):
        return Setup.of(agents, players, seed, **settings)


def _engine(where: str, cores: int | None) -> Engine:
    def tell(message: Message) -> None:
        click.echo(f"taxis: tournament: --engine: {in_words(message, answer_language())}", err=True)

    with refusing("tournament", "--engine"):
        return engine(where, cores, tell)


# ---- playing


@contextmanager
def _result_file(out: str | None, setup: Setup, games: int) -> Generator[ResultFile | None]:
    """Open the result file, if there is one; turn its faults into error lines."""
    if out is None:
        yield None
        return
    with refusing(out, "--out"), ExitStack() as stack:
        try:
            file = stack.enter_context(result_file(Path(out), setup, games))
        except OSError as error:
            reason = reason_of(error)
            raise refuse(out, "--out", "can't be used: {reason}", "a file for the results", reason) from None
        yield file


def _play(setup: Setup, games: int, plays: Engine, file: ResultFile | None, rows: list[Row]) -> bool:
    """Play, and add each finished game to `rows`; return whether all games were played.

    The progress is shown on standard error if that is a terminal.
    """
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = not sys.stderr.isatty()
    try:
        with (
            Progress(*columns, console=Console(stderr=True), transient=True, disable=hidden) as progress,
            closing(play(setup, games, plays, file)) as played,
        ):
            rows.extend(progress.track(played, total=games))  # game by game: an interrupted one keeps the earlier ones
    except KeyboardInterrupt:
        return False
    except EngineError as error:
        raise refuse("tournament", "--engine", error.wrong, error.right) from None
    return True
