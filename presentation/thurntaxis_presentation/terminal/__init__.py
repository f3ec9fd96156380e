"""The table, the map and answers as text for a terminal."""
