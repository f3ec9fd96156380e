"""Fits the weights of the evaluation, the policy and the network: `python -m thurntaxis_solver.training`."""
