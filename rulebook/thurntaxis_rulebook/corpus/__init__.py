"""The records of the corpus: loading, full-text search, checks, and traceability to code and tests."""
