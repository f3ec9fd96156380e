"""The check of another program that speaks the engine protocol: `taxis engine --check`."""
