"""The kernel: the rules over flat arrays of integers, for the millions of events that a search plays.

The reference (`thurntaxis`) is the law; the kernel is generated from its board and rule set, and where the two differ
the kernel is wrong. Its functions are compiled by numba where that is installed (the extra `fast`), and run as they
stand over plain lists where it is not, with the same results for the same seed.

A city is a bit (`4 ** number`), a set of cities the sum of its bits, and a bag of cards has two bits for each city:
how many of its cards there are, none to three. A set is therefore a bag, and `bag + bit` puts a card in. Tables by city
have 67 places and are read at `bit % 67`, which differs for all powers of two below 2^66.
"""
