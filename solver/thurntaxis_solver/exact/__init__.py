"""One turn, searched to its end: exact expectimax, with an evaluation where the game goes on."""
