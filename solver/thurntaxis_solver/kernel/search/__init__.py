"""Tree search, look-ahead and Monte-Carlo playouts over the rules, the policy and the network."""
