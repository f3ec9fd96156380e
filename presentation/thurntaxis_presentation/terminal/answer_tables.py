"""The solver's answers on a terminal: placements, routes, odds and advice."""

from typing import TYPE_CHECKING

from rich.console import Group, JustifyMethod
from rich.table import Table
from rich.text import Text

from thurntaxis import Board, Event, Position
from thurntaxis.message import Alternatives
from thurntaxis_presentation.describe import moment, tile_in_words
from thurntaxis_presentation.language import Language, copies
from thurntaxis_presentation.numbers import figures_of, percent
from thurntaxis_presentation.rulebook_answers import reading_in_words, title_of
from thurntaxis_presentation.sentences import capitalized, reason_in_words, reason_with_side
from thurntaxis_presentation.terminal.line_breaking import RunningText, headed, wrapped
from thurntaxis_presentation.terminal.output import console, paint, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from thurntaxis_solver.advice import AdviceReason, EffortSpent, Line
    from thurntaxis_solver.analysis import AnalysisResult
    from thurntaxis_solver.exact.plans import Plan
    from thurntaxis_solver.route_planning.odds import Odds
    from thurntaxis_solver.route_planning.placements import Placements
    from thurntaxis_solver.route_planning.routes import TargetRoute

MOST_OTHERS = 8
OF_NOW = ("proved", "opponent")
"""The kinds of facts that don't depend on how the turn goes."""

MOST_CASES = 5


def show_placements(position: Position, found: "Placements", lang: Language) -> None:
    """Write the best placements of houses, and the next best ones."""
    player = position.name_of(position.turn.player)
    say(wrapped(lang.text("closes", player=player, route=found.route, count=found.count)))
    if lacking := found.horses_lacking:
        say(wrapped(lang.text("not-yet", horses=lacking, cities=len(found.route))))
    with_letters = found.best[0].letters is not None
    table = _table(lang, "", "points", *(["letters"] if with_letters else []), "houses", "tiles")
    shown = [(lang.text("best"), placement) for placement in found.best]
    shown += [("", placement) for placement in found.others[:MOST_OTHERS]]
    for rank, placement in shown:
        letters = [str(placement.letters)] if with_letters else []
        houses = lang.listed(placement.houses) or lang.text("none")
        tiles = lang.listed(tile_in_words(tile, lang, position.rules.board) for tile in placement.tiles) or "–"
        table.add_row(
            rank, str(placement.points), *letters, RunningText(houses), RunningText(tiles), style="bold" if rank else ""
        )
    console().print(table)
    if len(found.others) > MOST_OTHERS:
        say(lang.text("more", count=len(found.others) - MOST_OTHERS))


def show_routes(position: Position, found: "Sequence[TargetRoute]", lines: int, lang: Language) -> None:
    """Write the routes worth aiming at."""
    if not found:
        say(lang.text("no-route"))
        return
    say(wrapped(lang.text("routes", player=position.name_of(position.turn.player))))
    table = _table(lang, "", "points", "turns", "chance", "route")
    for target in found[:lines]:
        route = Text(" – ".join(target.cities), "bold")
        route.append(lang.typography("space") + lang.text("new-route") if target.new else "", "not bold")
        told = Group(RunningText(route), RunningText(_what_it_takes(position, target, lang), "dim"))
        chance = percent(target.chance, lang, alone=True)
        table.add_row("*" if target.pareto else "", str(target.points), str(target.turns), chance, told)
    console().print(table)
    if len(found) > lines:
        say(lang.text("more", count=len(found) - lines))


def show_odds(found: "Odds", lang: Language) -> None:
    """Write the chance that cards are revealed, and the formula that it comes from."""
    said = lang.text(
        "odds", chance=percent(found.chance, lang), cities=tuple(copies(found.cities)), reveals=found.reveals
    )
    back = "" if found.back is None else lang.text("odds-back", number=found.back)
    say(wrapped(said + back))
    say(f"= {found.formula}")
    if found.chance.fraction == 1:
        count = found.most_of()
        say(wrapped(lang.text("odds-sure", count=count, reveals=min(found.reveals, count))))
    if found.chance.fraction == 0:
        left = {city: found.most_of(city) for city in found.cities}
        lacking = [city for city in left if left[city] < found.cities.count(city)]
        reasons = [lang.text("odds-left", city=city, left=left[city]) for city in lacking]
        reasons = reasons or [lang.text("odds-many", count=len(found.cities), reveals=found.reveals)]
        say(wrapped(lang.typography("space").join(reasons)))


def show_advice(position: Position, result: "AnalysisResult", lang: Language, *, details: bool = False) -> None:
    """Write the recommended turn and how good it is, and what else was asked for; in detail, all turns and figures."""
    from thurntaxis_presentation.advice_answers import short_advice

    advice, board = result.advice, position.rules.board
    if details:
        _show_details(position, result, lang)
    else:
        if result.comparison:
            say(paint(lang.text("why-not", event=result.comparison.given.turn[0]), bold=True))
            say(wrapped(reason_in_words(result.comparison.verdict, lang, board)) + "\n")
        for part in short_advice(advice, lang):
            if not result.comparison or part.name in ("turn", "chance", "why"):
                say(wrapped(part.text))
    if result.readings:
        say("")
    for reading in result.readings or ():
        name = {True: "reading-changes", False: "reading-stays", None: "reading-unsure"}[reading.changes]
        told = reading_in_words(reading.option, reading.value, lang)
        say(wrapped(lang.text(name, reading=told, event=reading.best), ""))
    if details:
        say("\n" + paint(lang.text("effort", effort=_effort(advice.effort, lang)), dim=True))
    for note in result.notes:
        say(paint(lang.text("note", note=lang.text(note)), dim=True))


def _show_details(position: Position, result: "AnalysisResult", lang: Language) -> None:
    """Write all turns with their figures and reasons, and the comparison that was asked for."""
    advice, board = result.advice, position.rules.board
    say(paint(lang.text("advice", player=position.name_of(advice.player)), bold=True))
    if position.is_chance:
        say(wrapped(moment(position, lang)))
    for number, line in enumerate(advice.told_lines, 1):
        show_line(f"{number}.", line, board, lang)
    now, others = ([fact for fact in advice.facts if (fact.kind in OF_NOW) == is_it] for is_it in (True, False))
    if now:
        say("")
        _say_reasons(now, board, lang, indent="")
    if others:
        say("\n" + paint(lang.text("in-any-case"), bold=True))
        _say_reasons(others, board, lang)
    if result.comparison:
        say("\n" + paint(lang.text("why-not", event=result.comparison.given.turn[0]), bold=True))
        say(wrapped(reason_in_words(result.comparison.verdict, lang, board), "   "))
        best, given = result.comparison.best, result.comparison.given
        if best.turn not in (given.turn, advice.lines[0].turn):
            show_line(lang.text("best-line"), best, board, lang)
        if given is not best:
            show_line(lang.text("asked-line"), given, board, lang)


def show_line(head: str, line: "Line", board: Board, lang: Language) -> None:
    """Write a line of advice with its figures and reasons after a head."""
    show_turn(head, line.turn, line, lang)
    _say_reasons(line.reasons, board, lang)
    _say_cases(line.after, lang, is_ranked=line.turn[0].verb == "administrator")


def _say_reasons(reasons: "Iterable[AdviceReason]", board: Board, lang: Language, indent: str = "   ") -> None:
    """Write reasons, each with the title of its clause."""
    for reason in reasons:
        clause = lang.tagged(title_of(reason.clause, lang)) if reason.clause else ""
        say(wrapped(f"{reason_with_side(reason, lang, board)}{clause}", indent))


def show_turn(head: str, turn: tuple[Event, ...], line: "Line", lang: Language) -> None:
    """Write a turn after a head, with the figures of a line."""
    say("\n" + paint(headed(head, capitalized(lang.moves(turn)) or lang.text("nothing")), bold=True))
    for figures in figures_of(line, lang):
        say(wrapped(figures, "   "))


def _effort(effort: "EffortSpent", lang: Language) -> str:
    """Return the effort in words."""
    figures: dict[str, object] = {"playouts": effort.playouts, "positions": effort.positions}
    figures |= {"recorded": effort.recorded}
    figures |= {"seconds": lang.with_decimal_mark(str(effort.seconds)), "seed": effort.seed}
    return lang.listed(lang.text(name, number=number) for name, number in figures.items() if number is not None)


def _say_cases(after: "Mapping[Event, Plan]", lang: Language, *, is_ranked: bool) -> None:
    """Write the plans for each reveal; those with the same plan share a line, and of ranked ones the first decides."""
    if not after:
        return
    cases: dict[str, list[str]] = {}
    for deal, plan in after.items():
        turn = lang.moves(plan.turn)
        turn = lang.text("and-so-on", turn=turn) if plan.after else turn
        seen = lang.text("back", number=int(deal[-1])) if deal.verb == "back" else deal[-1]
        cases.setdefault(turn, []).append(seen if deal.verb in ("back", "deal") else str(deal))
    if not is_ranked:  # the most frequent case is what happens otherwise
        cases = dict(sorted(cases.items(), key=lambda case: len(case[1])))
    *rarer, (usual, _) = cases.items()
    for at, (turn, cards) in enumerate(rarer):
        say(wrapped(lang.text("advice-or-if" if at else "advice-if", cards=Alternatives(cards), moves=turn), "   "))
    say(wrapped(lang.text("advice-else" if rarer else "advice-any", moves=usual), "   "))


def _what_it_takes(position: Position, target: "TargetRoute", lang: Language) -> str:
    """Return where the needed cards are, and what the player gets for closing the route."""
    places = {"in-hand": target.in_hand, "on-display": target.on_display, "unseen": target.unseen}
    words = [lang.text(name, cards=tuple(cities)) for name, cities in places.items() if cities]
    if target.houses:
        words.append(lang.text("houses-in", cities=tuple(target.houses)))
    player = position.players[position.turn.player]
    if target.carriage != player.carriage:
        words.append(lang.shown("carriage-number", number=target.carriage))
    if target.messenger and not player.has_messenger:
        words.append(lang.shown("messenger-here"))
    if target.tiles:
        tiles = tuple(tile_in_words(tile, lang, position.rules.board) for tile in target.tiles)
        words.append(lang.text("with-tiles", tiles=tiles))
    if target.letters:
        words.append(lang.text("with-letters", number=target.letters))
    return lang.parted([*words, *_horses_lacking(position, target, lang)])


def _horses_lacking(position: Position, target: "TargetRoute", lang: Language) -> "Iterable[str]":
    """Yield how many more horses a route needs, and the cards that can provide them."""
    horses = target.horses
    if horses and horses.lacking:
        shoes = position.rules.board.horseshoes
        places = {"in-hand": horses.in_hand, "on-display": horses.on_display}
        found = [
            lang.text(name, cards=tuple(c if "/" in c else c + lang.bracketed(str(shoes[c])) for c in cards))
            for name, cards in ((name, dict.fromkeys(cards)) for name, cards in places.items())
            if cards
        ]
        where = lang.parted(found) or lang.text("blind-cards")
        yield lang.text("lacks", number=horses.lacking, cards=where)


RIGHT = ("points", "letters", "turns", "chance")
"""The columns of numbers."""


def _table(lang: Language, *names: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in names:
        justify: JustifyMethod = "right" if name in RIGHT else "left"
        table.add_column(name and lang.text(name), justify=justify, overflow="fold")
    return table
