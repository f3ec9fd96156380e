"""The kernel: the rules on flat integer arrays, for the millions of events that a search plays.

The reference (`thurntaxis`) is the law. The kernel is generated from its boards and rule sets; where the two differ,
the kernel is wrong. Its functions are plain Python, built ahead of time into `kernel.wasm`, which wasmtime or
a browser runs (`thurntaxis_solver.kernel.compiled`). Without either they run as they are, on plain lists. All give the
same results for the same seed, to the last bit.

A city is a bit (`4 ** number`). A set of cities is the sum of their bits. A bag of cards has two bits per city, which
count its cards: none to three. So a set is also a bag, and `bag + bit` adds a card. Tables indexed by city have 67
entries and are read at `bit % 67`, which is different for each power of two below 2^66.
"""
