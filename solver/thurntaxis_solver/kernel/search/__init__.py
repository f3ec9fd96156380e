"""Tree search, one-turn lookahead and Monte Carlo baselines, on the rules, the policy and the network."""
