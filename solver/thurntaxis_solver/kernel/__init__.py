"""The kernel: the rules on flat integer arrays, for the millions of events that a search plays.

The reference (`thurntaxis`) decides: if the two differ, the kernel is wrong. The kernel's tables are made from the
boards and rule sets of the reference. Its functions are plain Python, built ahead of time into `kernel.wasm`, which
wasmtime or a browser runs (`thurntaxis_solver.kernel.compiled`). Without either, they run as Python, on plain lists.
The results for the same seed are always the same, to the last bit.

A city is a bit (`4 ** number`). A set of cities is the sum of their bits. A bag of cards has two bits per city, which
count its cards: none to three. So a set is also a bag, and `bag + bit` adds a card. Tables indexed by city have
`CITY_SLOTS` entries and are read at `bit % CITY_SLOTS`, which is different for each power of two below 2^66.
"""
