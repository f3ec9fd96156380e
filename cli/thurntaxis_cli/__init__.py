"""The `taxis` command: asking, playing and the engine protocol."""
