"""The naive rules of what counts: houses, tiles, letters, carriages, the end of the game, points."""

from naive.table import (
    MESSENGER,
    Player,
    Position,
    board_of,
    complete,
    on_turn,
    option,
    province_of,
    tiles_of_stack,
    values_left,
    with_module,
)

# ---------------------------------------------------------------------------------------- houses and tiles


def place_houses(table: Position, seat: int, houses: list[str]) -> None:
    """A player's houses go to cities, and what lies there for the first to come is taken."""
    for city in houses:
        stack = board_of(table).free_tiles.get(city)
        nobody_was_here = all(city not in player["houses"] for player in table["players"])
        if stack is not None and nobody_was_here:
            take_top_tile(table, seat, stack)
        if with_module(table, MESSENGER) and city in table["letters"]:
            table["letters"].remove(city)
            table["players"][seat]["letters"] += 1
        table["players"][seat]["houses"].append(city)


def take_tile_for_length(table: Position, seat: int, length: int) -> None:
    """One tile at most for the length of a route: an empty stack passes the claim down to the next shorter one."""
    lengths = board_of(table).lengths
    for stack in sorted(lengths, key=lambda stack: lengths[stack], reverse=True):
        if length >= lengths[stack] and values_left(table, stack):
            take_top_tile(table, seat, stack)
            return


def take_tiles_for_houses(table: Position, seat: int) -> None:
    """Tiles for full regions, and for a presence in all provinces: what counts is the houses standing now."""
    board = board_of(table)
    player = table["players"][seat]
    for stack, provinces in board.regions.items():
        full = all(city in player["houses"] for province in provinces for city in board.provinces[province])
        if full and not tiles_of_stack(player, stack):
            take_top_tile(table, seat, stack)
    needed = list(board.provinces)
    if option(table, "all-provinces") == "outside-baiern" and board.outside is not None:
        needed.remove(board.outside)
    present = [province_of(board, city) for city in player["houses"]]
    if all(province in present for province in needed) and not tiles_of_stack(player, "all-provinces"):
        take_top_tile(table, seat, "all-provinces")


def take_top_tile(table: Position, seat: int, stack: str) -> None:
    """A player gets the top tile of a stack, or nothing if the stack is empty."""
    left = values_left(table, stack)
    if left:
        table["players"][seat]["tiles"].append(f"{stack} {left[0]}")


def check_last_house(table: Position, seat: int) -> None:
    """With all houses on the board a player brings the end about."""
    if len(table["players"][seat]["houses"]) == board_of(table).houses:
        take_end_of_game(table, seat)


def take_end_of_game(table: Position, seat: int) -> None:
    """The first player to bring the end about takes the game-end tile; later ones get nothing."""
    if table["ender"] is None:
        table["ender"] = seat
        take_top_tile(table, seat, "game-end")


# --------------------------------------------------------------------------------------------- carriages


def next_carriage(table: Position, player: Player) -> int | None:
    """The lowest carriage the player has not got, or None after the last."""
    for number in board_of(table).carriages:
        if player["carriage"] is None or number > player["carriage"]:
            return number
    return None


def take_carriage(table: Position) -> None:
    """The player on turn moves up to the next carriage, which may be the last."""
    player = on_turn(table)
    player["carriage"] = next_carriage(table, player)
    if player["carriage"] == 7:
        take_end_of_game(table, table["turn"]["player"])


# ------------------------------------------------------------------------------------------------ points


def scores(position: Position) -> list[int]:
    """Each player's points: highest carriage, tiles, chips, the messenger, minus the houses not placed."""
    table = complete(position)
    points = []
    for seat, player in enumerate(table["players"]):
        total = 0
        if player.get("carriage") is not None:
            total += board_of(table).carriages[player["carriage"]]
        for tile in player["tiles"]:
            total += int(tile.split()[1])
        total += player.get("chips", 0)
        if table.get("messenger") == seat:
            total += 1
        total -= board_of(table).houses - len(player["houses"])
        points.append(total)
    return points


def winner(position: Position) -> int | None:
    """The index of the winner, or None while the game is not over.

    Of several players with the most points the holder of the game-end tile wins, and where the holder is not
    one of them, the first of them met on the way round the table from the holder, clockwise.
    """
    table = complete(position)
    if table["turn"]["phase"] != "over":
        return None
    points = scores(table)
    seat: int = table["ender"]
    while points[seat] != max(points):
        seat = (seat + 1) % len(points)
    return seat
