"""A game in the terminal: `play`."""

import contextlib
import random
import shlex
import sys
from collections.abc import Generator

import click

from thurntaxis import IllegalEvent, Position
from thurntaxis.io.write import record_data
from thurntaxis.message import Message, clipped
from thurntaxis.values import Cards, is_unknown, known
from thurntaxis_cli.inputs import has_terminal_input, label, load_game
from thurntaxis_cli.line_input import line_input
from thurntaxis_cli.new_game import GivenRules, deal_for, rules_options
from thurntaxis_cli.parameters import Integer, TaxisCommand, answer_language, answer_options
from thurntaxis_cli.play.session import Session
from thurntaxis_cli.usage_errors import DONE
from thurntaxis_presentation.errors import in_words, one_line, refuse, refusing
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.terminal.output import say, say_json
from thurntaxis_solver.play.agents import LEVELS, read
from thurntaxis_solver.play.forfeit import Forfeit
from thurntaxis_solver.play.game import Game

OPPONENT = "greedy"
"""Who plays against you unless other agents are named."""

Seats = tuple[str | None, ...]
"""The agent of each seat, none for the person."""


@click.command("play", cls=TaxisCommand)
@click.argument("file", metavar="[POSITION or RECORD]", required=False)
@click.option("--players", type=Integer(2, 4), help="Number of players.  [default: 2, or as many as --against needs]")
@click.option(
    "--against",
    metavar="AGENT",
    multiple=True,
    help=f"Opponent, a level from beginner to master or an AGENT as in tournament; repeatable, clockwise.  "
    f"[default: {OPPONENT}]",
)
@click.option("--seat", type=Integer(0, 3), help="Your seat, from 0.  [default: 0; with POSITION, whose turn it is]")
@click.option("--seed", type=Integer(0, 10**18), help="Random seed: the same number deals the same cards.")
@rules_options()
@click.option("--plain", is_flag=True, help="Print line by line; never redraw the screen.")
@answer_options(lang=True)
def play_command(
    file: str | None,
    players: int | None,
    against: tuple[str, ...],
    seat: int | None,
    seed: int | None,
    rules: GivenRules,
    plain: bool,
    as_json: bool,
    lang: Language,
) -> int:
    """Play against agents in the terminal: a new game, or from a POSITION, a saved game or any game RECORD.

    Unknown cards of a POSITION, in hands and among the discards, are dealt at random (see --seed).

    Choose moves by number, or write them: "draw nuernberg", or just the beginning of a city. You can use the words of
    the --lang language; Tab completes them. During the game, help lists the commands: hint, why MOVE, undo, save FILE
    and so on.

    If you leave, you can save the game. If the terminal closes or the input ends, the game is saved in a new file. With
    --json, the game record is written to standard output at the end, and the conversation to standard error.
    """
    if file is not None:
        for name, value in (("--players", players), *rules.by_option().items()):
            if value not in (None, ()):
                raise refuse(
                    "play", name, "the game comes from {source}", "{source} without {option}", "POSITION", name
                )
        game, dealt = _loaded(file, against, seat, seed)
    else:
        game, dealt = _new(players, against, seat, seed, rules), 0
    if not as_json:
        return _converse(game, dealt, plain=plain, lang=lang)
    with contextlib.redirect_stdout(sys.stderr):
        status = _converse(game, dealt, plain=plain, lang=lang)
    say_json(record_data(game.record()))
    return status


def _converse(game: Game, dealt: int, *, plain: bool, lang: Language) -> int:
    """Play a game with the person at the terminal; return the exit status."""
    session = Session(game, lang, line_input(plain=plain), dealt=dealt)
    try:
        return session.run()
    except Forfeit as forfeit:
        say(one_line(lang.text("forfeited", "play", reason=in_words(forfeit.reason, lang))))
        session.rescue()
        return DONE
    finally:
        game.close()


def _seats(players: int, against: tuple[str, ...], seat: int | None) -> Seats:
    """Return the agent of each seat, none for the person: clockwise, the last one taking all other seats."""
    if len(against) >= players:
        wrong = Message("{number:# opponent|# opponents} for {count} players", len(against), players)
        raise refuse("play", "--against", wrong, Message("at most {most}", players - 1))
    person = seat or 0
    if person >= players:
        wrong = Message("there is no seat {number} for {count} players", person, players)
        raise refuse("play", "--seat", wrong, Message("{low} to {high}", 0, players - 1))
    names = against or (OPPONENT,)
    return tuple(None if at == person else names[min((at - person) % players, len(names)) - 1] for at in range(players))


def _new(players: int | None, against: tuple[str, ...], seat: int | None, seed: int | None, rules: GivenRules) -> Game:
    count = players or max(2, len(against) + 1)
    if count > 4:
        raise refuse("play", "--against", "{number} opponents are too many", "at most {most}", len(against), 3)
    seats = _seats(count, against, seat)
    dealt_by = _any_seed() if seed is None else seed
    start = deal_for("play", count, rules, dealt_by)
    return _game(_named(start, seats), seats, dealt_by, (), "")


def _named(start: Position, seats: Seats) -> Position:
    """Return the start in which players without a name have that of their agent, levels in the language of the answer.

    Long ones are clipped, and agents of the same name are numbered.
    """
    names: list[str | None] = []
    for at, name in enumerate(seats):
        alike = seats[:at].count(name) + 1
        short = answer_language().label(f"level-{name}", "table") if name in LEVELS else name and clipped(name)
        names.append(f"{short} {alike}" if short and seats.count(name) > 1 else short)
    players = zip(start.players, names, strict=True)
    return start.replace(
        players=tuple(player.replace(name=name) if player.name is None else player for player, name in players)
    )


def _loaded(file: str, against: tuple[str, ...], seat: int | None, seed: int | None) -> tuple[Game, int]:
    """Return the game of a record, or one that begins with a position, and how many unknown cards have been dealt.

    Agents and seed that the command line doesn't give are those of the file. If the start has unknown cards, the game
    begins after the last event of the record, with these cards dealt.
    """
    record, is_record = load_game(file)
    if file == "-" and not has_terminal_input():
        raise refuse("play", "POSITION", "there is no terminal to play on, and standard input has been read", "a file")
    if not is_record and seat is None:
        seat = record.start.decider
    asked = bool(against) or seat is not None or not record.seats
    if not asked and (programs := [name for name in record.seats if name and name.startswith("engine:")]):
        right = Message("--against {agent}, if you trust it", shlex.quote(programs[0]))
        raise refuse(label(file), "seats", "this game would start a program", right)
    seats = _seats(len(record.start.players), against, seat) if asked else record.seats
    recorded = record.seed if seed is None else seed
    dealt_by = _any_seed() if recorded is None else recorded
    start = record.start if is_record else _named(record.start, seats)
    if unknown := start.unknown_in_hands + start.unknown_discards:
        return _dealt_game(start, seats, dealt_by, record.events, label(file)), unknown
    return _game(start, seats, dealt_by, record.events, label(file)), 0


def _dealt_game(start: Position, seats: Seats, seed: int, events: tuple[str, ...], file: str) -> Game:
    """Return a game that begins after these events, with the unknown cards dealt.

    The cards known in a hand that holds unknown ones have been seen by all.
    """
    from thurntaxis_solver.search.ismcts import determinized

    for at, text in enumerate(events):
        with _naming_event(file, at):
            start = start.play(text)
    shown = tuple(known(player.hand) if any(map(is_unknown, player.hand)) else () for player in start.players)
    with refusing(file, "start"):
        start = determinized(start, seed)
    return _game(start, seats, seed, (), file, shown)


def _any_seed() -> int:
    return random.SystemRandom().getrandbits(32)


def _game(
    start: Position, seats: Seats, seed: int, events: tuple[str, ...], file: str, shown: tuple[Cards, ...] | None = None
) -> Game:
    """Return the game after these events; errors name the `file` that it comes from, if any."""
    with refusing(file or "play", "seats" if file else "--against"):
        game = Game(start, seats, seed, shown)
        for name in filter(None, seats):
            read(name).try_out(start.rules, len(seats))
    for at, text in enumerate(events):
        with _naming_event(file, at):
            game.follow(text)
    return game


@contextlib.contextmanager
def _naming_event(file: str, at: int) -> Generator[None]:
    """If the event can't be played, refuse it with the name of the file and its number there."""
    try:
        with refusing(file, f"events[{at}]"):
            yield
    except IllegalEvent as illegal:
        raise refuse(file, f"events[{at}]", "{reason}", "a legal move", illegal.objections[0].message) from None
