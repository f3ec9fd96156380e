"""The documentation site: pages in each language, generated from the corpus, built by MkDocs.

`page_writer` writes the pages, `build_site` builds them and follows every link, `server` serves the result.
"""
