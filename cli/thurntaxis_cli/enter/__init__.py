"""The guided entry of a position: the questions, how answers are read, and the conversation around them."""
