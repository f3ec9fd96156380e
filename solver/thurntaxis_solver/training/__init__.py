"""Fits the weights of the evaluation, the policy and the network."""
