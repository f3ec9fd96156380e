"""The commands of `taxis`, one module per subject."""
