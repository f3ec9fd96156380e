"""Setting up a position: what is asked, how answers are read, and the position that they mean.

The table in the browser shows all fields as a form; `taxis enter` asks for one after the other.
"""
