"""Fits the weights of the policy and the networks: `python -m thurntaxis_training`."""
