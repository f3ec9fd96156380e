"""The question field of the site: it ranks the clauses in the browser as `taxis rule` does, by the same data."""
