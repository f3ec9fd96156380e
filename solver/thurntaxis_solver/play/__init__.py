"""Agents, games between them, tournaments and ratings."""
