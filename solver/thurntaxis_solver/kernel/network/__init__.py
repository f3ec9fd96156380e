"""The evaluation network: its inputs, its layers and its weights."""
