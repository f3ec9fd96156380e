"""One turn, searched to its end: exact expectimax, with an evaluation if the game goes on."""
