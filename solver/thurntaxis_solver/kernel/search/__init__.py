"""Tree search, one-turn lookahead and the baseline UCT, on the rules, the policy and the network."""
