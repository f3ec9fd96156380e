"""The corpus: its records are loaded, searched, checked, and traced to code and tests."""
