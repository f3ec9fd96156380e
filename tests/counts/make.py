"""Finds positions for the perft tables and counts them naively: `python tests/counts/make.py` updates the files.

Each table is a position with `perft`, the number of sequences of 1, 2, ... events. The positions are met in random
play; each shows one phase or one reading of an option (`shows`). Those of the modules are made by `make_modules`.
"""

import random
import sys
from collections.abc import Callable
from pathlib import Path

import tomli_w

sys.path.insert(0, str(Path(__file__).parent.parent))

import thurntaxis as tt
from counts import make_modules
from naive import rules as naive
from support import random_play
from thurntaxis.io.read import position_from_data
from thurntaxis.io.write import position_data, to_toml

FEWEST, MOST = 4, 6
LEAVES = 150_000

Wanted = Callable[[tt.Position], bool]


def verbs(position: tt.Position) -> set[str]:
    return {event.verb for event in position.events()}


def rules(**wanted: object) -> Wanted:
    names = {name.replace("_", "-"): value for name, value in wanted.items()}
    return lambda p: all(p.rules.options[name] == value for name, value in names.items())


def turn(**wanted: object) -> Wanted:
    return lambda p: all(getattr(p.turn, name) == value for name, value in wanted.items())


def hand(least: int, most: int = 99) -> Wanted:
    return lambda p: least <= len(p.mover.hand) <= most


def route(least: int, most: int = 99) -> Wanted:
    return lambda p: least <= len(p.mover.route) <= most


DECIDING: Wanted = lambda p: not p.is_chance  # noqa: E731


def last_turn(p: tt.Position) -> bool:
    return p.ender is not None and (p.turn.player + 1) % len(p.players) == p.start and not p.is_over


def can(*wanted: str) -> Wanted:
    return lambda p: not p.is_chance and set(wanted) <= verbs(p)


def full_display(p: tt.Position) -> bool:
    return len(p.display) == p.rules.board.display


def shorten_display(p: tt.Position) -> tt.Position:
    """Return the position with all but three of the cards on display in the deck."""
    return p.replace(display=p.display[:3], unseen=tuple(sorted((*p.unseen, *p.display[3:]))))


def no_deck(p: tt.Position) -> bool:
    return p.deck_size == 0 and bool(p.discard)


def hide(p: tt.Position) -> tt.Position:
    """Return the position as the player on turn sees it: the others' hands are unknown."""
    hidden = tuple(
        q if at == p.turn.player else q.replace(hand=(tt.UNKNOWN,) * len(q.hand)) for at, q in enumerate(p.players)
    )
    unseen = tuple(sorted((*p.unseen, *(c for at, q in enumerate(p.players) if at != p.turn.player for c in q.hand))))
    return p.replace(players=hidden, unseen=unseen)


def hide_own(p: tt.Position) -> tt.Position:
    """Return the position with one card of the player on turn unknown."""
    card = p.mover.hand[0]
    return p.with_mover(hand=tuple(sorted((*p.mover.hand[1:], tt.UNKNOWN)))).replace(
        unseen=tuple(sorted((*p.unseen, card)))
    )


def drain(left: int) -> Callable[[tt.Position], tt.Position]:
    """Return the position with all but some cards of the deck in the next player's hand, and no discards."""

    def drained(p: tt.Position) -> tt.Position:
        at = (p.turn.player + 1) % len(p.players)
        gone = (*p.unseen[left:], *p.discard)
        players = tuple(
            q.replace(hand=tuple(sorted((*q.hand, *gone)))) if i == at else q for i, q in enumerate(p.players)
        )
        return p.replace(players=players, unseen=p.unseen[:left], discard=())

    return drained


def no_card_anywhere(p: tt.Position) -> tt.Position:
    at = (p.turn.player + 1) % len(p.players)
    p = drain(0)(p)
    players = tuple(
        q.replace(hand=tuple(sorted((*q.hand, *p.display)))) if i == at else q for i, q in enumerate(p.players)
    )
    return p.replace(players=players, display=())


def as_it_is(p: tt.Position) -> tt.Position:
    return p


TABLES: dict[str, tuple[str, list[Wanted], Callable[[tt.Position], tt.Position]]] = {
    "opening-2": (
        "the start of a game of two",
        [turn(began_empty=True, drawn=0), DECIDING, lambda p: len(p.players) == 2 and len(p.unseen) == 60],
        as_it_is,
    ),
    "opening-3": (
        "the start of a game of three",
        [turn(began_empty=True, drawn=0), DECIDING, lambda p: len(p.players) == 3 and len(p.unseen) == 60],
        as_it_is,
    ),
    "opening-4": (
        "the start of a game of four",
        [turn(began_empty=True, drawn=0), DECIDING, lambda p: len(p.players) == 4 and len(p.unseen) == 60],
        as_it_is,
    ),
    "undealt": (
        "a display that is being dealt",
        [turn(pending=("display",) * 2), turn(drawn=0, official=None)],
        as_it_is,
    ),
    "draw-midgame": ("the draw, every official free", [can("draw", "administrator"), route(3), hand(2)], as_it_is),
    "draw-four-players": (
        "the draw among four",
        [can("draw", "administrator"), lambda p: len(p.players) == 4, hand(2)],
        as_it_is,
    ),
    "draw-empty-hand": (
        "an empty hand in the middle of a game: the postmaster is compulsory",
        [turn(began_empty=True, drawn=0), DECIDING, lambda p: len(p.discard) > 5],
        as_it_is,
    ),
    "postmaster-compulsory": (
        "one card drawn, the second compulsory",
        [turn(began_empty=True, drawn=1), DECIDING, lambda p: len(p.discard) > 5],
        as_it_is,
    ),
    "postmaster-optional": (
        "one card drawn, the second at will",
        [can("postmaster", "play"), route(2), hand(3)],
        as_it_is,
    ),
    "reveal-display": ("a face-up space to refill", [turn(pending=("display",), drawn=1), hand(2)], as_it_is),
    "reveal-hand": ("a blind draw", [turn(pending=("hand",), drawn=1), hand(2)], as_it_is),
    "administrator-reveals": (
        "the administrator's last three reveals",
        [turn(pending=("display",) * 3, official="administrator")],
        as_it_is,
    ),
    "administrator-used": (
        "the draw after the administrator",
        [turn(official="administrator", drawn=0), DECIDING, hand(2)],
        as_it_is,
    ),
    "play-after-postmaster": (
        "playing after the postmaster: no other official",
        [turn(official="postmaster", drawn=2, phase="draw"), DECIDING, route(2), hand(3)],
        as_it_is,
    ),
    "play-one-city": ("a route of one city, both ends the same", [can("play"), route(1, 1), hand(4)], as_it_is),
    "play-no-route": ("no route: any card starts one", [can("play"), route(0, 0), hand(4)], as_it_is),
    "carrier-may-restart": (
        "the carrier may start a new route",
        [rules(carrier_restart=True), can("carrier", "end"), route(2), hand(3)],
        as_it_is,
    ),
    "carrier-must-fit": (
        "the carrier's card must fit the route",
        [
            rules(carrier_restart=False),
            lambda p: p.turn.phase == "play" and p.turn.official is None,
            can("carrier"),
            route(2),
            hand(3),
        ],
        as_it_is,
    ),
    "close-or-carrier": (
        "closing, playing on with the carrier, or ending",
        [can("close", "carrier", "end"), route(4), hand(2)],
        as_it_is,
    ),
    "close-long": ("a route of seven or more", [can("close"), route(7)], as_it_is),
    "close-many-houses": (
        "a long Bavarian route, both ways of placing",
        [can("close"), lambda p: 25 < len(p.events()) < 80],
        as_it_is,
    ),
    "close-few-houses-left": (
        "fewer houses left than the route could take",
        [can("close"), route(4), lambda p: len(p.mover.houses) in (18, 19)],
        as_it_is,
    ),
    "carriage-declinable": (
        "a carriage that may be declined",
        [rules(carriage_declinable=True), can("carriage", "decline"), hand(2)],
        as_it_is,
    ),
    "cartwright": ("the cartwright's help", [can("cartwright", "decline"), rules(carriage_declinable=False)], as_it_is),
    "cartwright-and-keep": ("the cartwright's help, then cards to keep", [can("cartwright"), hand(5)], as_it_is),
    "carriage-compulsory": (
        "closing where the carriage is taken without asking",
        [rules(carriage_declinable=False), can("close"), lambda p: p.turn.official is not None, route(5), hand(1)],
        as_it_is,
    ),
    "keep": ("more than three cards in hand after closing", [can("keep"), hand(5)], as_it_is),
    "keep-doubles": (
        "equal cards among those to keep",
        [can("keep"), lambda p: len(set(p.mover.hand)) < len(p.mover.hand), hand(5)],
        as_it_is,
    ),
    "outside-baiern": (
        "the all-provinces tile without a house in Baiern",
        [
            rules(all_provinces="outside-baiern"),
            can("close"),
            lambda p: any(t.stack == "all-provinces" for q in p.players for t in q.tiles),
        ],
        as_it_is,
    ),
    "every-province": (
        "the all-provinces tile with houses everywhere",
        [
            rules(all_provinces="every-province"),
            can("close"),
            lambda p: any(t.stack == "all-provinces" for q in p.players for t in q.tiles),
        ],
        as_it_is,
    ),
    "last-turn-draw": ("the last turn of the game, before drawing", [last_turn, can("draw"), turn(drawn=0)], as_it_is),
    "last-turn-close": ("the last turn of the game, closing", [last_turn, can("close")], as_it_is),
    "last-round": (
        "the last round, another player still to come",
        [lambda p: p.ender is not None, can("draw"), lambda p: not last_turn(p)],
        as_it_is,
    ),
    "empty-deck-when-needed": (
        "no deck: the discards wait until a card is needed",
        [rules(reshuffle="when-needed"), no_deck, can("draw")],
        as_it_is,
    ),
    "deck-runs-out-at-exhaustion": (
        "one card in the deck, reshuffled at once",
        [rules(reshuffle="at-exhaustion"), lambda p: p.deck_size == 1 and len(p.discard) > 5, can("draw")],
        as_it_is,
    ),
    "administrator-runs-out": (
        "an administrator with fewer cards in the deck than spaces",
        [can("administrator"), lambda p: 2 <= p.deck_size <= 4 and len(p.discard) > 5],
        as_it_is,
    ),
    "hand-discarded-first": (
        "closing without deck and discards: the surplus of the hand is shuffled before the route follows",
        [rules(closing_discards="hand-first", reshuffle="at-exhaustion"), can("close"), route(3, 4), hand(4, 5)],
        drain(0),
    ),
    "nothing-to-draw-blind": (
        "neither deck nor discards: the display gets short",
        [can("draw"), turn(drawn=0), hand(2), lambda p: len(p.discard) < 20],
        drain(0),
    ),
    "display-made-up-to-six": (
        "a short display and a deck: the display is made up to six after every card",
        [rules(display_refill="to-six"), can("draw", "administrator"), turn(drawn=0), hand(1, 2), full_display],
        shorten_display,
    ),
    "short-display-stays-short": (
        "a short display and a deck: one card comes for one that is taken",
        [rules(display_refill="one-card"), can("draw", "administrator"), turn(drawn=0), hand(1, 2), full_display],
        shorten_display,
    ),
    "display-made-up-as-far-as-possible": (
        "a short display and three cards in the deck: the display is made up as far as they go",
        [rules(display_refill="to-six"), can("draw"), turn(drawn=0), hand(2), lambda p: len(p.discard) < 20],
        lambda p: drain(3)(shorten_display(p)),
    ),
    "no-card-anywhere": (
        "no card to be had: drawing is skipped",
        [can("draw"), turn(drawn=0), route(2), hand(2)],
        no_card_anywhere,
    ),
    "no-card-at-all": (
        "no card to be had and none in hand: the turn ends",
        [can("draw"), turn(drawn=0, began_empty=True)],
        no_card_anywhere,
    ),
    "closing-without-playing": (
        "no card to be had and none in hand: the route may be closed",
        [rules(closing_without_playing=True), can("draw"), turn(drawn=0, began_empty=True), route(3)],
        no_card_anywhere,
    ),
    "one-card-left": (
        "one card left in the deck, no discards",
        [can("draw"), turn(drawn=0), hand(2), lambda p: len(p.discard) < 20],
        drain(1),
    ),
    "others-unknown": ("the other hands unknown", [can("draw", "administrator"), route(2), hand(2)], hide),
    "own-unknown": (
        "an unknown card in the hand of the player on turn",
        [can("play", "postmaster"), route(2), hand(4)],
        hide_own,
    ),
}


def find(name: str, wanted: list[Wanted]) -> tt.Position:
    for seed in range(100_000):
        chance = random.Random(f"{name} {seed}")
        for position, _ in random_play.walk(random_play.start(chance), chance, most=1500):
            if all(w(position) for w in wanted):
                return position
    raise LookupError(name)


def main() -> None:
    for name, (shows, wanted, change) in TABLES.items():
        position = change(find(name, wanted))
        data = position_data(position)
        assert position_from_data(data) == position, name
        counts: list[int] = []
        while len(counts) < FEWEST or (len(counts) < MOST and counts[-1] * 15 < LEAVES):
            counts.append(naive.perft(data, len(counts) + 1))
        text = f"shows = {tomli_w.dumps({'x': shows}).partition('= ')[2].strip()}\nperft = {counts}\n\n"
        body = to_toml(position).replace("\n[", "\n[position.").replace("[position.[", "[[position.")
        Path(__file__).with_name(f"{name}.toml").write_text(f"{text}[position]\n{body}", encoding="utf-8")
        print(name, counts, flush=True)
    make_modules.main()


if __name__ == "__main__":
    main()
