"""A game in the terminal: `play`."""

import random
import shlex
from typing import TYPE_CHECKING, NamedTuple

import click

from thurntaxis_cli.inputs import label, load_record
from thurntaxis_cli.new_game import deal_for, editions, modules, read_options
from thurntaxis_cli.parameters import Integer, OneOf, TaxisCommand, answer_options
from thurntaxis_cli.usage_errors import DONE
from thurntaxis_presentation.errors import refuse, shortened, split_message

if TYPE_CHECKING:
    from thurntaxis import Position
    from thurntaxis_solver.play.game import Game

OPPONENT, EDITION, BOARD = "greedy", "en-yucata", "south"
"""The defaults."""


class NewGameRules(NamedTuple):
    """The rules of a new game, as the command line gives them."""

    edition: str
    options: tuple[str, ...]
    board: str
    modules: tuple[str, ...]


@click.command("play", cls=TaxisCommand)
@click.option("--players", type=Integer(2, 4), help="How many play; 2, or as many as --against needs, if left out.")
@click.option(
    "--against",
    metavar="AGENT",
    multiple=True,
    help=f"An opponent, as in tournament; clockwise.  [default: {OPPONENT}]",
)
@click.option("--seat", type=Integer(0, 3), help="Your seat, from 0, the starting player.  [default: 0]")
@click.option("--seed", type=Integer(0, 10**18), help="Deal the same cards again for the same number.")
@click.option("--edition", type=OneOf("edition", editions), help=f"Whose reading.  [default: {EDITION}]")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="Override the edition on one point.")
@click.option("--board", metavar="BOARD", help=f"The map: south, or a board file.  [default: {BOARD}]")
@click.option("--module", "wanted", multiple=True, type=OneOf("module", modules), help="Play with a module.")
@click.option("--load", metavar="FILE", help="Go on with a game that was saved, or with any game record.")
@click.option("--plain", is_flag=True, help="Write line after line; never draw the screen anew.")
@answer_options(lang=True, json=False)
def play_command(
    players: int | None,
    against: tuple[str, ...],
    seat: int | None,
    seed: int | None,
    edition: str | None,
    options: tuple[str, ...],
    board: str | None,
    wanted: tuple[str, ...],
    load: str | None,
    plain: bool,
    lang: str,
) -> int:
    """Play a game against agents, in the terminal.

    Choose events by their number, or write them: "draw nuernberg", or just the beginning of a city that fits. Commands
    and cities may be written in the language of --lang; Tab completes them. In the game, help lists the commands: hint,
    why EVENT, undo, save FILE and so on.

    If you leave, you can save the game. If the terminal closes or the input ends, the game is saved in a new file.
    """
    from thurntaxis_cli.line_input import line_input
    from thurntaxis_cli.play.session import Session
    from thurntaxis_cli.play.telling import told
    from thurntaxis_presentation.errors import one_line
    from thurntaxis_presentation.terminal.output import say
    from thurntaxis_solver.play.forfeit import Forfeit

    if load is not None:
        rules = (("--edition", edition), ("--option", options), ("--board", board), ("--module", wanted))
        for name, value in (("--players", players), *rules):
            if value not in (None, ()):
                raise refuse("play", name, "the game is that of the file", f"--load without {name}")
        game = _loaded(load, against, seat, seed)
    else:
        game = _new(players, against, seat, seed, NewGameRules(edition or EDITION, options, board or BOARD, wanted))
    session = Session(game, lang, line_input(plain=plain))
    try:
        return session.run()
    except Forfeit as forfeit:
        say(one_line(told("forfeited", lang, reason=forfeit)))
        session.rescue()
        return DONE
    finally:
        game.close()


def _seats(players: int, against: tuple[str, ...], seat: int | None) -> tuple[str | None, ...]:
    """Return the agent of each seat, none for the person: clockwise, the last one taking all other seats."""
    if len(against) >= players:
        raise refuse(
            "play", "--against", f"{len(against)} opponents among {players} players", f"{players - 1} or fewer"
        )
    person = seat or 0
    if person >= players:
        raise refuse("play", "--seat", f"there is no seat {person} among {players} players", f"0 to {players - 1}")
    names = against or (OPPONENT,)
    return tuple(None if at == person else names[min((at - person) % players, len(names)) - 1] for at in range(players))


def _new(
    players: int | None,
    against: tuple[str, ...],
    seat: int | None,
    seed: int | None,
    rules: NewGameRules,
) -> "Game":
    """Return a new game."""
    options = read_options("play", rules.options)
    count = players or max(2, len(against) + 1)
    if count > 4:
        raise refuse("play", "--against", f"{len(against)} opponents", "3 at the most")
    seats = _seats(count, against, seat)
    dealt_by = _any_seed() if seed is None else seed
    start = deal_for("play", count, rules.board, rules.edition, options, rules.modules, dealt_by)
    return _game(_named(start, seats), seats, dealt_by, (), "")


def _named(start: "Position", seats: tuple[str | None, ...]) -> "Position":
    """Return the start with the agents' names, the long ones shortened; agents of the same name are numbered."""
    names: list[str | None] = []
    for at, name in enumerate(seats):
        alike = seats[:at].count(name) + 1
        short = name and shortened(name)
        names.append(f"{short} {alike}" if short and seats.count(name) > 1 else short)
    players = zip(start.players, names, strict=True)
    return start.replace(players=tuple(player.replace(name=name) for player, name in players))


def _loaded(file: str, against: tuple[str, ...], seat: int | None, seed: int | None) -> "Game":
    """Return the game of a record, with the agents and the seed of the file where the command line gives none."""
    if file == "-":
        raise refuse("play", "--load", "standard input is for playing", "a file")
    record = load_record(file)
    asked = bool(against) or seat is not None or not record.seats
    if not asked and (programs := [name for name in record.seats if name and name.startswith("engine:")]):
        right = f"--against {shlex.quote(programs[0])}, if you trust it"
        raise refuse(label(file), "seats", "the game would start a program", right)
    seats = _seats(len(record.start.players), against, seat) if asked else record.seats
    dealt_by = record.seed if seed is None else seed
    return _game(record.start, seats, _any_seed() if dealt_by is None else dealt_by, record.events, label(file))


def _any_seed() -> int:
    return random.SystemRandom().getrandbits(32)


def _game(start: "Position", seats: tuple[str | None, ...], seed: int, events: tuple[str, ...], file: str) -> "Game":
    """Return the game after these events; errors name the `file` that it comes from, if any."""
    from thurntaxis import EventError, IllegalEvent
    from thurntaxis_solver.play.agents import AgentError, read
    from thurntaxis_solver.play.game import Game

    try:
        game = Game(start, seats, seed)
        for name in filter(None, seats):
            read(name).try_out(start.rules, len(seats))
    except AgentError as error:
        raise refuse(file or "play", "seats" if file else "--against", *split_message(str(error))) from None
    except ValueError as error:
        raise refuse(file, "seats", *split_message(str(error))) from None
    try:
        for text in events:
            game.follow(text)
    except (EventError, IllegalEvent) as error:
        raise refuse(file, f"events[{len(game.events)}]", *split_message(str(error), "a legal event")) from None
    return game
