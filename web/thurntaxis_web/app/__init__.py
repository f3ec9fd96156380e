"""The table in the browser: its page, what runs in the page, and what the build copies beside it.

`session` is Python that runs in the browser, in Pyodide, and answers what the page asks; `static` has the scripts and
the style sheet of the page. `build_app` writes the pages, and puts together what they load: nothing comes from another
host.
"""


class AppFault(Exception):
    """The table can't be put together; the message is one line."""
