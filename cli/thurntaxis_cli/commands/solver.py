"""What the solver is asked: `placements`, `routes`, `odds`, `advise`."""

import shlex

import click

from thurntaxis.message import Hint, Message
from thurntaxis_cli.inputs import asking_solver, load_position, read_cities, read_route, with_warnings
from thurntaxis_cli.parameters import Integer, Seconds, TaxisCommand, answer_options, position_file
from thurntaxis_cli.waiting import wait_for
from thurntaxis_presentation.errors import refuse, refusing
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.spellings import player_meant
from thurntaxis_presentation.terminal.answer_tables import show_advice, show_odds, show_placements, show_routes
from thurntaxis_presentation.terminal.output import say_json, working
from thurntaxis_presentation.typed_moves import move_of
from thurntaxis_solver.route_planning.odds import NotRevealed, odds, wanted_name
from thurntaxis_solver.route_planning.placements import placements
from thurntaxis_solver.route_planning.routes import routes


@click.command("placements", cls=TaxisCommand)
@position_file
@click.option("--route", metavar="A,B,C", help="Route to close.  [default: the current route]")
@answer_options(lang=True)
def placements_command(position_file: str, route: str | None, as_json: bool, lang: Language) -> None:
    """Find the best houses for closing a route."""
    position = load_position(position_file)
    cities = None if route is None else read_route(position, route, "placements", "--route")
    own_route = f"players[{position.turn.player}].route"
    at_fault = (position_file, own_route) if route is None else ("placements", "--route")
    with asking_solver(position_file, *at_fault):
        answer = placements(position, cities)
    if as_json:
        say_json(with_warnings(answer.data(), position))
    else:
        show_placements(position, answer, lang.in_edition(position.rules.edition))


@click.command("routes", cls=TaxisCommand)
@position_file
@click.option("--longest", type=Integer(1, 22), default=8, show_default=True, help="Greatest length of a route.")
@click.option("--draws", type=Integer(0, 10), default=3, show_default=True, help="Greatest number of blind draws.")
@click.option(
    "--lines", type=Integer(1, 1000), default=12, show_default=True, help="Number of routes to show (--json has all)."
)
@answer_options(lang=True)
def routes_command(position_file: str, longest: int, draws: int, lines: int, as_json: bool, lang: Language) -> None:
    """Find the routes worth building for the player whose turn it is, the best first."""
    position = load_position(position_file)
    with working("comparing routes"), asking_solver(position_file, position_file, "turn"):
        answer = routes(position, longest=longest, draws=draws)
    if as_json:
        say_json(with_warnings({"routes": [route.data() for route in answer]}, position))
    else:
        show_routes(position, answer, lines, lang.in_edition(position.rules.edition))


@click.command("odds", cls=TaxisCommand)
@position_file
@click.argument("cities", metavar="CITY...", nargs=-1, required=True)
@click.option("--reveals", type=Integer(1, 1000), default=6, show_default=True, help="Number of cards revealed.")
@click.option("--administrator", is_flag=True, help="Discard the display first.")
@answer_options(lang=True)
def odds_command(
    position_file: str, cities: tuple[str, ...], reveals: int, administrator: bool, as_json: bool, lang: Language
) -> None:
    """Compute the exact chance that every CITY is among the next cards revealed."""
    position = load_position(position_file)
    wanted = read_cities(position, cities, "odds", "CITY", wanted_name)
    with asking_solver(position_file, "odds", "CITY"), refusing("odds", "--reveals", NotRevealed):
        answer = odds(position, wanted, reveals=reveals, administrator=administrator)
    if as_json:
        say_json(with_warnings(answer.data(), position))
    else:
        show_odds(answer, lang)


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
@answer_options(lang=True, details=True)
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
    details: bool,
    lang: Language,
) -> None:
    """Recommend a turn, with alternatives, and say which figures are proved and which are estimated.

    Ctrl-C ends the search and shows the best turn found so far.
    """
    from thurntaxis_presentation.advice_answers import advice_data
    from thurntaxis_solver.analysis import Analysis
    from thurntaxis_solver.effort import Effort

    position = load_position(position_file)
    lang = lang.in_edition(position.rules.edition)
    with refusing("advise", "--explain"):
        event = None if explain is None else move_of(position, explain, lang)
    if event is not None and event not in position.events():
        right = Hint("taxis ruling {position} '{event}' explains why", shlex.quote(position_file), str(event))
        raise refuse("advise", "--explain", Message('"{event}" is not legal here', event), right)
    with refusing("advise", "--for"):
        player = None if asker is None else player_meant(position, asker)
    effort = Effort(seconds, playouts, cores, seed)
    analysis = Analysis(position, effort, player=player, lines=lines, exact=exact, event=event, readings=readings)
    at_fault = (position_file, "turn") if asker is None else ("advise", "--for")
    with asking_solver(position_file, *at_fault):
        advice = wait_for(analysis)
    if as_json:
        say_json(with_warnings(advice_data(advice, lang), position))
    else:
        show_advice(position, advice, lang, details=details)
