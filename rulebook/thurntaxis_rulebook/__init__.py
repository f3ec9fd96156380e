"""The rules as data: clauses, editions and examples, with loader, search, checks and page writer."""
