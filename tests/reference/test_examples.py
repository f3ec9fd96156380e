"""The examples that the rulebooks print, each under every edition that prints it."""

import pytest

import thurntaxis as tt
from thurntaxis.io.read import position_from_data

ALL = tuple(tt.EDITIONS)


def table(edition: str, *, turn: dict[str, object] | None = None, **player: object) -> tt.Position:
    """Return a table of two, the first of whom is on turn and has played a card."""
    return position_from_data(
        {
            "thurntaxis": 1,
            "board": "south",
            "rules": {"edition": edition},
            "players": [player, {}],
            "display": [],
            "turn": {"phase": "play", "drawn": 1, "played": 1, **(turn or {})},
        }
    )


def objecting(position: tt.Position, event: str) -> tuple[str, ...]:
    return tuple(objection.clause for objection in position.why_not(event))


# ---- 1. what can be added to a route

FOUR = ["Carlsruhe", "Stuttgart", "Nürnberg", "Regensburg"]


def before_playing(edition: str, card: str) -> tt.Position:
    return table(edition, hand=[card, "Linz"], route=FOUR, turn={"phase": "draw", "played": 0})


@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("side", ["left", "right"])
def test_example_1_innsbruck_fits_neither_end(edition: str, side: str) -> None:
    assert objecting(before_playing(edition, "Innsbruck"), f"play Innsbruck {side}") == ("play.adjacent",)


@pytest.mark.parametrize("edition", ALL)
def test_example_1_wuerzburg_cannot_be_inserted(edition: str) -> None:
    position = before_playing(edition, "Würzburg")
    assert {"Stuttgart", "Nürnberg"} <= position.rules.board.neighbours["Würzburg"]
    assert [str(event) for event in position.events() if "Würzburg" in event] == ["play Würzburg start"]


@pytest.mark.parametrize("edition", [e for e in ALL if e != "pl-pala"])
def test_example_1_stuttgart_is_in_the_route(edition: str) -> None:
    position = before_playing(edition, "Stuttgart")
    assert objecting(position, "play Stuttgart left") == ("play.no-repeat",)
    assert "play.no-repeat" in objecting(position, "play Stuttgart right")


# ---- 2. the two ways of placing houses

SIX = ["Sigmaringen", "Stuttgart", "Nürnberg", "Regensburg", "Ingolstadt", "Augsburg"]
BAVARIAN = ("Augsburg", "Ingolstadt", "Nürnberg", "Regensburg")


@pytest.mark.parametrize("edition", ALL)
def test_example_2_one_house_in_each_province(edition: str) -> None:
    position = table(edition, route=SIX)
    assert position.why_not("close Ingolstadt Sigmaringen Stuttgart") == ()
    for city in ("Nürnberg", "Regensburg", "Augsburg"):
        assert objecting(position, f"close Ingolstadt Sigmaringen Stuttgart {city}") == ("houses.ways",)


@pytest.mark.parametrize("edition", ALL)
def test_example_2_all_houses_in_one_province(edition: str) -> None:
    position = table(edition, route=SIX)
    assert position.why_not(f"close {' '.join(BAVARIAN)}") == ()
    for city in ("Sigmaringen", "Stuttgart"):
        assert objecting(position, f"close {' '.join(BAVARIAN)} {city}") == ("houses.ways",)


def test_example_2_counts_every_choice() -> None:
    # 2 x 2 x 5 by the first way; 2^4 - 1 - 4 further ones in Baiern by the second
    closings = [event for event in table("en-yucata", route=SIX).events() if event.verb == "close"]
    assert len(closings) == 20 + 11


# ---- 3. a tile for a pair of provinces, over several routes


@pytest.mark.parametrize("edition", [e for e in ALL if e != "en-yucata"])
def test_example_3_the_pair_is_completed_by_two_houses(edition: str) -> None:
    position = table(edition, route=["Sigmaringen", "Ulm", "Augsburg"], houses=["Stuttgart"])
    after, effects = position.traced("close Sigmaringen Ulm")
    assert after.players[0].tiles == (tt.Tile("wuerttemberg-hohenzollern", 3),)
    assert "tiles.region" in [effect.clause for effect in effects]


# ---- 4. carriages, one after the other


@pytest.mark.parametrize("edition", [e for e in ALL if e != "en-yucata"])
def test_example_4_carriages_by_three_routes(edition: str) -> None:
    def after(carriage: int | None, route: list[str]) -> int | None:
        closed = table(edition, carriage=carriage, route=route, turn={"official": "administrator"}).play("close")
        return closed.players[0].carriage

    assert after(None, ["Ulm", "Augsburg", "München"]) == 3
    assert after(3, ["Stuttgart", "Ulm", "Augsburg", "München", "Passau"]) == 4
    assert after(4, ["Ulm", "Augsburg", "München", "Passau"]) == 4
    assert after(4, ["Stuttgart", "Ulm", "Augsburg", "München", "Passau"]) == 5


# ---- 5. the cartwright


@pytest.mark.parametrize("edition", ALL)
def test_example_5_the_cartwright_and_the_last_carriage(edition: str) -> None:
    position = table(edition, carriage=6, route=["Stuttgart", "Ulm", "Augsburg", "München", "Passau"]).play("close")
    assert list(map(str, position.events())) == ["cartwright", "decline"]
    after = position.play("cartwright")
    assert after.players[0].carriage == 7
    assert after.ender == 0
    assert tt.Tile("game-end", 1) in after.players[0].tiles


def test_example_5_also_with_six_cities() -> None:
    position = table("en-yucata", carriage=6, route=SIX).play("close")
    assert list(map(str, position.events())) == ["cartwright", "decline"]


# ---- 6. the final score


@pytest.mark.parametrize(
    ("edition", "tiles", "points"),
    [
        *(
            (e, ["all-provinces 6", "baiern 5", "route-7 4", "game-end 1"], 19)
            for e in ("it-2006", "en-yucata", "it-marino")
        ),
        *((e, ["all-provinces 6", "baiern 5", "route-7 4", "baden 2"], 20) for e in ("pl-pala", "fr-boisnier")),
    ],
)
def test_example_6_carriage_and_tiles_less_houses(edition: str, tiles: list[str], points: int) -> None:
    cities = [city.name for city in tt.board("south").cities][:16]
    ender = 0 if "game-end 1" in tiles else None
    player = {"houses": cities, "carriage": 6, "tiles": tiles}
    position = position_from_data(
        {
            "thurntaxis": 1,
            "board": "south",
            "rules": {"edition": edition},
            "players": [player, {"hand": ["Ulm"]}],
            "turn": {"player": 1, "phase": "draw"},
            "ender": ender,
        }
    )
    assert position.scores()[0] == points
