"""The documentation site: pages in each language, generated from the corpus, built by MkDocs.

`page_writer` writes the pages, `build_site` builds them, `link_check` follows every link, `server` serves the result.
"""
