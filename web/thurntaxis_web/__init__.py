"""The documentation site: pages written from the corpus, one folder a language, built by mkdocs, searched by Pagefind.

`pages` writes what is read, `building` has it built, `links` looks after every link, `serving` shows the result.
"""
