"""The engine protocol: a conversation with another program, line by line, in the manner of chess engines."""
