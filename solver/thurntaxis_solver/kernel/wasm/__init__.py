"""The kernel as WebAssembly: which functions it offers, how it is built, and how Python calls it."""
