"""The solver's answers as tables for people."""

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from thurntaxis import Position
from thurntaxis_cli.figures import percent, points
from thurntaxis_cli.output import console, paint, say, wrapped
from thurntaxis_cli.wording import reason_in_words, titles
from thurntaxis_cli.words import called, stack_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from thurntaxis import Event, Tile
    from thurntaxis_cli.advising import Answer
    from thurntaxis_solver.advice import Line
    from thurntaxis_solver.placements import Placement, Placements
    from thurntaxis_solver.plans import Plan
    from thurntaxis_solver.routes import TargetRoute

MOST_OTHERS = 8
MOST_CASES = 5


def show_placements(position: Position, found: "Placements") -> None:
    """Write the best placements of houses, and the next best ones."""
    say(
        f"{called(position, position.turn.player)} closes {' – '.join(found.route)}: {found.count} legal sets of houses"
    )
    if found.horses_lacking:
        say(f"(not yet: the carriage lacks {_horses(found.horses_lacking)} for a route of {len(found.route)} cities)")
    with_letters = found.best[0].letters is not None
    table = _table("", "points", *(["letters"] if with_letters else []), "houses", "tiles")
    shown: list[tuple[str, Placement]] = [("best", placement) for placement in found.best]
    shown += [("", placement) for placement in found.others[:MOST_OTHERS]]
    for rank, placement in shown:
        letters = [str(placement.letters)] if with_letters else []
        houses = ", ".join(placement.houses) or "none"
        tiles = _tiles(position, placement.tiles)
        table.add_row(rank, str(placement.points), *letters, houses, tiles, style="bold" if rank else "")
    console().print(table)
    if len(found.others) > MOST_OTHERS:
        say(f"and {len(found.others) - MOST_OTHERS} more")


def show_routes(position: Position, found: "Sequence[TargetRoute]", lines: int) -> None:
    """Write the routes worth aiming at."""
    if not found:
        say("No route can be closed any more with the cards that can be had.")
        return
    say(f"Routes for {called(position, position.turn.player)} (*: none is better in points, turns and chance at once)")
    table = _table("", "points", "turns", "chance", "route, and where its cards are")
    for target in found[:lines]:
        route = Text(" – ".join(target.cities), "bold")
        route.append(" (a new one)" if target.new else "", "not bold")
        route.append(f"\n{_what_it_takes(position, target)}", "not bold dim")
        chance = percent(target.chance).partition(" (")[0]
        table.add_row("*" if target.pareto else "", str(target.points), str(target.turns), chance, route)
    console().print(table)
    if len(found) > lines:
        say(f"and {len(found) - lines} more")


def show_advice(position: Position, answer: "Answer", lang: str) -> None:
    """Write the turns that are recommended, each with its figures, what they are worth, and its reasons."""
    words, advice = titles(lang), answer.advice
    say(paint(f"Advice for {called(position, advice.player)}", bold=True))
    for number, line in enumerate(advice.lines, 1):
        _show_line(f"{number}.", line, words, lang)
    if answer.comparison:
        say("\n" + paint(f"Why not {answer.comparison.given.turn[0]}?", bold=True))
        say(wrapped(answer.comparison.verdict, "   "))
        if answer.comparison.given is not answer.comparison.best:
            _show_line("Best:", answer.comparison.best, words, lang)
            _show_line("Asked:", answer.comparison.given, words, lang)
    for reading in answer.readings or ():
        change = {True: "the advice changes to", False: "the advice stays", None: "too close to tell; perhaps"}
        value = str(reading.value).lower()
        say(wrapped(f"With {reading.option}={value} {change[reading.changes]} {reading.best}.", ""))
    effort = ", ".join(f"{name} {number}" for name, number in advice.effort.items())
    say("\n" + paint(f"Effort: {effort}", dim=True))
    if answer.note:
        say(paint(f"Note: {answer.note}", dim=True))


def _show_line(head: str, line: "Line", words: "Mapping[str, str]", lang: str) -> None:
    say("\n" + paint(f"{head} {'; '.join(map(str, line.turn)) or 'nothing to do'}", bold=True))
    figures = f"win {percent(line.win)}, margin {points(line.margin)}, final score {points(line.score)}"
    say(wrapped(f"{'Proved' if line.proved else 'Estimated'}: {figures}", "   "))
    for reason in line.reasons:
        clause = f" [{words.get(reason.clause, reason.clause)}]" if reason.clause else ""
        say(wrapped(f"{reason_in_words(reason, lang)}{clause}", "   "))
    say_cases(line.after)


def say_cases(after: "Mapping[Event, Plan]", indent: str = "   ") -> None:
    """Write what is done after other reveals than the likeliest; cases with the same turn share a line."""
    cases: dict[str, list[str]] = {}
    for deal, plan in after.items():
        more = ", and so on" if plan.after else ""
        seen = {"back": f"the back {deal[-1]}", "deal": deal[-1]}.get(deal.verb, str(deal))
        cases.setdefault("; ".join(map(str, plan.turn)) + more, []).append(seen)
    for turn, cities in list(cases.items())[:MOST_CASES]:
        say(wrapped(f"after {' or '.join(cities)}: {turn}", indent))
    if len(cases) > MOST_CASES:
        say(f"{indent}other reveals: see --json")


def _what_it_takes(position: Position, target: "TargetRoute") -> str:
    """Return where the needed cards are, and what closing the route brings."""
    parts = {
        "hand": target.in_hand,
        "display": target.on_display,
        "unseen": target.unseen,
        "houses": target.houses,
    }
    words = [f"{name} {', '.join(cities)}" for name, cities in parts.items() if cities]
    player = position.players[position.turn.player]
    if target.carriage != player.carriage:
        words.append(f"carriage {target.carriage}")
    if target.messenger and not player.has_messenger:
        words.append("the messenger")
    if target.tiles:
        words.append(f"tiles {_tiles(position, target.tiles)}")
    if target.letters:
        words.append(f"letters {target.letters}")
    return "; ".join([*words, *_horses_lacking(position, target)])


def _horses_lacking(position: Position, target: "TargetRoute") -> "Iterable[str]":
    """Yield how many horses a route lacks, and the cards that can give them."""
    horses = target.horses
    if horses and horses.lacking:
        shoes = position.rules.board.horseshoes
        places = {"hand": horses.in_hand, "display": horses.on_display}
        cards = [
            f"{place} {', '.join(card if '/' in card else f'{card} ({shoes[card]})' for card in dict.fromkeys(cards))}"
            for place, cards in places.items()
            if cards
        ]
        yield f"lacks {_horses(horses.lacking)} ({'; '.join(cards) or 'blind cards'})"


def _horses(number: int) -> str:
    return "a horse" if number == 1 else f"{number} horses"


def _table(*titles: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in titles:
        table.add_column(title, justify="right" if title in ("points", "letters", "turns", "chance") else "left")
    return table


def _tiles(position: Position, tiles: "Iterable[Tile]") -> str:
    return ", ".join(f"{stack_title(position.rules.board, tile.stack)} {tile.value}" for tile in tiles) or "–"
