"""Positions to be found with the module Power and Glory alone."""

from counts.module_positions import IGNORED, SEEN, P, Tables
from counts.position_changes import drain, hide, hide_own
from counts.position_signs import (
    can,
    cities_of_route,
    free_on_route,
    hand,
    horses,
    houses,
    last_turn,
    later,
    opening,
    option,
    route,
    spare_pull,
    turn,
)
from naive.table import (
    city_of,
    deck_size,
    on_turn,
)

TABLES = Tables()
table = TABLES.add

for number in (2, 4):
    table(f"power-opening-{number}", f"the start of a game of {number} with horses", "testland", P, *opening(number))

table(
    "power-undealt",
    "a back and six cards to reveal",
    "testland",
    P,
    SEEN,
    lambda p: turn(pending=["back", *["display"] * 6])(p) and not p["discard"],
)
table("power-back-due", "the back of a new top card", "testland", P, SEEN, turn(pending=["back"], drawn=1), hand(2))
table(
    "power-deal-by-back",
    "a face-up space, the back of the top card known",
    "testland",
    P,
    SEEN,
    turn(pending=["display"]),
    hand(2),
)
table(
    "power-blind-draw-by-back",
    "a blind draw, the back of the top card known",
    "testland",
    P,
    SEEN,
    turn(pending=["hand"]),
    hand(2),
)
table(
    "power-blind-draw-uniform", "a blind draw, backs ignored", "testland", P, IGNORED, turn(pending=["hand"]), hand(2)
)
table(
    "power-ignored-midgame",
    "the draw, backs ignored",
    "testland",
    P,
    IGNORED,
    can("draw", "administrator"),
    hand(2),
    route(2),
)
table(
    "power-midgame",
    "the draw, the back of the top card known",
    "testland",
    P,
    SEEN,
    can("draw", "administrator"),
    hand(2),
    route(2),
)
table(
    "power-administrator-revealing",
    "the administrator's reveals, a back before each card",
    "testland",
    P,
    SEEN,
    turn(pending=["back", "display", "display"], official="administrator"),
)
table(
    "power-play",
    "cards as cities or as horses",
    "testland",
    P,
    turn(phase="draw", drawn=2),
    can("play"),
    hand(3),
    route(2),
    horses(1, 5),
)
table(
    "power-carrier",
    "the carrier's card as a city or as a horse",
    "testland",
    P,
    can("carrier"),
    hand(2),
    route(2),
    horses(1, 5),
)
table(
    "power-carrier-no-route",
    "a horse played before there is a route: the carrier may start one",
    "testland",
    P,
    option(carrier_restart=False),
    can("carrier"),
    hand(2),
    route(0, 0),
    horses(1, 5),
)
table("power-five-horses", "one place left before the carriage", "testland", P, can("play"), hand(3), horses(5, 5))
table(
    "power-six-horses", "no place left before the carriage", "testland", P, can("play"), hand(3), horses(6, 6), route(2)
)
table(
    "power-restart-keeps-horses",
    "a route given up, its horses kept",
    "testland",
    P,
    turn(phase="draw", drawn=2),
    can("play"),
    route(3),
    horses(3, 5),
    hand(2),
)
table(
    "power-close-at-the-limit",
    "just enough horses",
    "testland",
    P,
    can("close"),
    route(5),
    lambda p: spare_pull(p) == 0,
)
table(
    "power-close-one-short",
    "one horse too few, and a card that may be one",
    "testland",
    P,
    can("end", "carrier"),
    route(4),
    lambda p: spare_pull(p) == -1,
    hand(1),
    horses(1, 5),
)
table(
    "power-close-without-horses",
    "no horse cards, three cities: not enough",
    "testland",
    P,
    can("end", "carrier"),
    route(3, 3),
    horses(0, 0),
    hand(2),
)
table(
    "power-close-free-cities",
    "two free cities on the route",
    "testland",
    P,
    can("close"),
    lambda p: free_on_route(p) == 2,
    route(5),
)
table(
    "power-close-three-free-cities",
    "three free cities on the route",
    "testland",
    P,
    can("close"),
    lambda p: free_on_route(p) >= 3,
)
table(
    "power-close-free-city-taken",
    "a free city where another player has taken the tile",
    "testland",
    P,
    can("close"),
    lambda p: any(
        f"free-{city} 1" not in on_turn(p)["tiles"]
        and any(f"free-{city} 1" in player["tiles"] for player in p["players"])
        for city in cities_of_route(p)
    ),
)
table(
    "power-close-both-parts",
    "a route through both parts of the large province",
    "testland",
    P,
    can("close"),
    lambda p: (
        any(c in cities_of_route(p) for c in ("Fabelau", "Fabelbruck", "Fabelcron"))
        and any(c in cities_of_route(p) for c in ("Fabeldorn", "Fabelend", "Fabelfurt", "Fabelgrün"))
    ),
)
table("power-close-eight", "a route of eight", "testland", P, can("close"), route(8, 8))
table("power-close-nine", "a route longer than any tile", "testland", P, can("close"), route(9, 11))
table(
    "power-close-few-houses", "fewer houses left than the route could take", "testland", P, can("close"), houses(18, 19)
)
table("power-keep", "cards to keep after closing", "testland", P, can("keep"), hand(5))
table(
    "power-keep-same-city",
    "cards of one city with different horseshoes among those to keep",
    "testland",
    P,
    can("keep"),
    lambda p: len(set(on_turn(p)["hand"])) > len({city_of(c) for c in on_turn(p)["hand"]}),
)
table(
    "power-deck-runs-out",
    "one card in the deck, reshuffled at once: a new back",
    "testland",
    P,
    SEEN,
    option(reshuffle="at-exhaustion"),
    can("draw"),
    later,
    lambda p: deck_size(p) == 1,
)
table(
    "power-deck-empty",
    "no deck, and so no back: the discards wait until a card is needed",
    "testland",
    P,
    SEEN,
    option(reshuffle="when-needed"),
    can("draw"),
    later,
    lambda p: deck_size(p) == 0,
)
table(
    "power-one-card-left",
    "one card left in the deck, no discards",
    "testland",
    P,
    SEEN,
    can("draw"),
    hand(2),
    change=drain(1),
)
table("power-no-card-left", "neither deck nor discards", "testland", P, SEEN, can("draw"), hand(2), change=drain(0))
table(
    "power-unknown",
    "the other hands known by their backs",
    "testland",
    P,
    SEEN,
    can("draw", "administrator"),
    hand(2),
    route(2),
    change=hide,
)
table(
    "power-unknown-by-back",
    "a blind draw, the other hands known by their backs: few cards left",
    "testland",
    P,
    SEEN,
    turn(pending=["back"]),
    lambda p: 3 <= deck_size(p) <= 8,
    change=hide,
)
table(
    "power-unknown-ignored",
    "the other hands unknown, backs ignored",
    "testland",
    P,
    IGNORED,
    can("draw", "administrator"),
    hand(2),
    change=hide,
)
table(
    "power-own-unknown",
    "an unknown card of one's own",
    "testland",
    P,
    SEEN,
    can("play", "postmaster"),
    hand(4),
    change=hide_own,
)
table("power-last-turn", "the last turn of the game", "testland", P, last_turn, can("close"))
table(
    "power-last-round",
    "the last round, another player still to come",
    "testland",
    P,
    lambda p: p["ender"] is not None and not last_turn(p),
    can("draw"),
)
