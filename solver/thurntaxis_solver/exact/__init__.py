"""One turn, looked through to its end: exact expectimax, and the evaluation of what it leaves."""
