"""Advice as a short answer: the turn, how good it is, what else is as good, why, and what comes next."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from thurntaxis import Board, Position
from thurntaxis.message import Alternatives
from thurntaxis_presentation.language import ENGLISH, Language
from thurntaxis_presentation.numbers import in_percent
from thurntaxis_presentation.rulings import Part, in_one, results
from thurntaxis_presentation.sentences import reason_in_words, reason_with_side
from thurntaxis_presentation.terminal.line_breaking import wrapped
from thurntaxis_solver.advice import DIFFERENCES, Advice, AdviceReason, Line
from thurntaxis_solver.estimates import Estimate, Number
from thurntaxis_solver.exact.value import Events

if TYPE_CHECKING:
    from thurntaxis_solver.analysis import AnalysisResult

MOST_CASES, MOST_REASONS, MOST_TILES = 3, 2, 2
"""How many reveals a turn is told for, how many reasons it gets, and how many tiles are named."""

VERDICTS = {"open": "as-good", "probable": "probably-worse", "clear": "clearly-worse"}
"""The text that says how a turn compares with the best one, by its verdict."""

MOST_LINES, COLUMNS = 12, 100
"""The size of the short answer: tiles are left out if it has more lines of this many columns."""


def short_advice(advice: Advice, lang: Language) -> Sequence[Part]:
    """Return the parts of `advice_parts` for which `MOST_LINES` leave room: fewer tiles, or without the last part."""
    parts: list[Part] = []
    for tiles in range(MOST_TILES, -1, -1):
        parts = list(advice_parts(advice, lang, tiles))
        if sum(len(wrapped(part.text, columns=COLUMNS).splitlines()) for part in parts) <= MOST_LINES:
            break
    else:
        del parts[-1]
    return parts


def advice_text(advice: Advice) -> str:
    """Return the short answer in English, in lines."""
    lang = ENGLISH.in_edition(advice.position.rules.edition)
    return "\n".join(wrapped(part.text) for part in short_advice(advice, lang))


def advice_parts(advice: Advice, lang: Language, tiles: int = MOST_TILES) -> Iterator[Part]:
    """Yield the best turn, how good it is, what else is as good or worse, why, what comes next, and who is ahead.

    At most this many `tiles` within reach are named.
    """
    if not advice.lines:
        return
    best, *others = advice.lines
    position, board = advice.position, advice.position.rules.board
    gained = results(position, best.turn[: best.certain] if best.after else best.turn, lang)
    yield Part("turn", lang.typography("space").join((_turn(position, advice.player, best, lang), *gained)))
    yield Part("chance", lang.typography("space").join(figures_in_short(best, len(position.players), lang)))
    for verdict, name in VERDICTS.items():
        ranked = [line for line in others if line.turn and line.verdict == verdict]
        if verdict != "open":  # proved lines may lose nothing but margin
            ranked = [line for line in ranked if _points_lost(line)]
        if ranked:
            events = lang.parted(alternative(line, advice.lines, lang) for line in ranked)
            yield Part(name, lang.text(name, events=events))
    differences = [reason for reason in best.reasons if reason.kind in DIFFERENCES]
    compared = next((reason for reason in best.reasons if reason.kind == "compared"), None)
    if compared and differences:
        told = sorted(differences[:MOST_REASONS], key=lambda reason: reason.side == "against")
        yield Part("why", _sentences((compared, *told), lang, board))
    plans = [reason for reason in best.reasons if reason.kind in ("plan", "plan-carriage")]
    if plans:
        yield Part("next", _sentences(plans, lang, board))
    if in_reach := _tiles(position, best, lang)[:tiles]:
        yield Part("tiles", lang.text("in-reach", tiles=lang.parted(in_reach)))
    leaders = [reason for reason in best.reasons if reason.kind == "opponent"]
    if leaders:
        yield Part("opponent", _sentences(leaders, lang, board))


def advice_data(found: "Advice | AnalysisResult", lang: Language) -> dict[str, Any]:
    """Return advice for a JSON answer: its reasons and turns in words, the short answer, and a note if there is one."""
    advice = found if isinstance(found, Advice) else found.advice
    data = found.data(lambda reason: reason_in_words(reason, lang, advice.position.rules.board))
    for line, told in zip(data["lines"], advice.lines, strict=True):
        line["words"] = lang.moves(told.turn)
    data["summary"] = in_one(short_advice(advice, lang), lang)
    return data | ({"note": lang.parted(map(lang.text, found.notes))} if found.notes else {})


def _sentences(reasons: Iterable[AdviceReason], lang: Language, board: Board) -> str:
    """Return reasons as sentences; only of those that speak against the turn, the side is told."""
    return lang.typography("space").join(
        (reason_with_side if reason.side == "against" else reason_in_words)(reason, lang, board) for reason in reasons
    )


def _turn(position: Position, player: int, line: Line, lang: Language) -> str:
    """Return the turn in words: if it is proved, for each reveal that matters; otherwise in its likeliest course."""
    certain = line.turn[: line.certain]
    name, space = position.name_of(player), lang.typography("space")
    if not line.after or not (line.proved or certain):
        return lang.text("advice-turn", player=name, moves=lang.moves(line.turn) or lang.text("nothing"))
    sentences = [lang.text("advice-turn", player=name, moves=lang.moves(certain))] if certain else []
    if not line.proved:
        return space.join([*sentences, lang.text("advice-likely", moves=lang.moves(line.turn[line.certain :]))])
    *rarer, (usual, _) = _cases(line, certain[-1:])
    for turn, cards in rarer[:MOST_CASES]:
        name = "advice-or-if" if len(sentences) > bool(certain) else "advice-if"
        sentences.append(lang.text(name, cards=Alternatives(cards), moves=lang.moves(turn)))
    sentences.append(lang.text("advice-else", moves=lang.moves(usual) or lang.text("nothing")))
    if len(rarer) > MOST_CASES:
        sentences.append(lang.text("advice-more"))
    return space.join(sentences)


def _cases(line: Line, before: Events) -> list[tuple[Events, list[str]]]:
    """Return what is done after which reveals, the most usual last.

    After the administrator, that of the worst cards is last: the first of all cases whose card lies there decides.
    """
    cases: list[tuple[Events, list[str]]] = []
    is_ranked = any(event.verb == "administrator" for event in before)
    for deal, plan in line.after.items():
        same = cases[-1:] if is_ranked else cases
        cards = next((cards for turn, cards in same if turn == plan.turn), None)
        if cards is None:
            cases.append((plan.turn, cards := []))
        cards.append(deal[-1])
    return cases if is_ranked else sorted(cases, key=lambda case: len(case[1]))


def figures_in_short(line: Line, players: int, lang: Language) -> Iterator[str]:
    """Yield how good a line is in a game of so many players, rounded to what is known."""
    points = round(float(line.margin))
    name = "margin-level" if points == 0 else "margin-ahead" if points > 0 else "margin-behind"
    margin = lang.text(name, number=abs(points), opponents=players - 1)
    win = in_percent(str(round(100 * float(line.win))), lang)
    if line.proved:
        yield lang.text("advice-proved", win=win, margin=margin)
    else:
        yield lang.text("advice-chance", win=win, range=_range(line.win, lang), margin=margin)
    if line.second is not None:
        yield lang.text("advice-second", chance=in_percent(str(round(100 * float(line.second))), lang))


def _range(chance: Number, lang: Language) -> str:
    """Return the interval of an estimated chance in words; nothing for an exact one."""
    if not isinstance(chance, Estimate):
        return ""
    return lang.text("between", low=round(100 * chance.low), high=in_percent(str(round(100 * chance.high)), lang))


def alternative(line: Line, lines: Sequence[Line], lang: Language, *, whole: bool = False) -> str:
    """Return a line's turn, as far as it takes to differ from all others if not `whole`, and its chance or its loss.

    Lines are ranked by their differences in the same games, so the chance of one that isn't told from the best may be
    the higher one; then it is left out.
    """
    turn, others = line.turn, [other.turn for other in lines if other is not line]
    unique = (at for at in range(1, len(turn)) if all(other[:at] != turn[:at] for other in others))
    moves = lang.typography("then").join(map(lang.move, turn[: None if whole else next(unique, None)]))
    best, chance = (round(100 * float(each.win)) for each in (lines[0], line))
    if line.verdict != "open":
        return moves + lang.bracketed(f"−{_points_lost(line)}")
    return moves + (lang.bracketed(in_percent(str(chance), lang)) if chance <= best else "")


def _points_lost(line: Line) -> int:
    """Return the chance of winning that a line loses, in whole percentage points."""
    return round(100 * float(line.loss))


def _tiles(position: Position, line: Line, lang: Language) -> list[str]:
    """Return the tiles within reach, where houses are needed for each, and who else lacks how many."""
    found: list[tuple[str, list[str]]] = []
    for reason in line.reasons:
        facts = dict(reason.facts)
        if reason.kind == "tile":
            tile = facts["tile"]
            stack = position.rules.board.stack(tile.stack)
            title = lang.joined(stack.provinces) if stack.kind == "region" else lang.stack_form(stack)
            found.append((lang.text("tile-in-reach", tile=title, points=tile.value, cities=facts["cities"]), []))
        elif reason.kind == "tile-rival" and found and not found[-1][1]:  # those who lack the fewest come first
            names = facts.get("players", (facts.get("player"),))
            name = "needs-too" if len(names) == 1 else "need-too"
            found[-1][1].append(lang.text(name, players=names, count=facts["count"]))
    return [text + (lang.bracketed(lang.listed(rivals)) if rivals else "") for text, rivals in found]
