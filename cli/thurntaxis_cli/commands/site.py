"""The documentation site: `site build`, `site serve`."""

import sys
from pathlib import Path

import click

from thurntaxis_cli.parameters import Integer, TaxisCommand, answer_options
from thurntaxis_cli.usage_errors import DONE
from thurntaxis_presentation.errors import refuse
from thurntaxis_presentation.terminal.output import say, say_json, working


@click.group("site")
def site_command() -> None:
    """Build or serve the documentation site, in all languages."""


@site_command.command("build", cls=TaxisCommand)
@click.option("--output", metavar="FOLDER", help="Where the site is written to; site in the project by default.")
@answer_options()
def build_command(output: str | None, as_json: bool) -> int:
    """Write the pages of every language, build them, index them for the search, and follow every link."""
    site = _build(output)
    if as_json:
        from thurntaxis_rulebook.corpus.languages import LANGUAGES

        say_json({"site": str(site), "languages": LANGUAGES, "pages": len(list(site.glob("*/**/*.html")))})
    else:
        say(f"Built {site}; taxis site serve shows it.")
    return DONE


@site_command.command("serve", cls=TaxisCommand)
@click.option(
    "--port", type=Integer(0, 65535), default="8000", metavar="N", help="Port on this machine; 0: any free one."
)
@answer_options(json=False)
def serve_command(port: int) -> int:
    """Show the site to the browsers of this machine; it is built first if it is not there."""
    from thurntaxis_web.build_site import project_root
    from thurntaxis_web.server import HOST, server

    site = project_root() / "site"
    if not (site / "index.html").is_file():
        _build(None)
    try:
        serving = server(site, port)
    except OSError as error:
        raise refuse("site", "--port", f"{port} can't be had: {error.strerror}", "another one, such as 8001") from None
    with serving:
        say(f"http://{HOST}:{serving.server_address[1]}/  (Ctrl-C ends it)")
        sys.stdout.flush()
        serving.serve_forever()
    return DONE


def _build(output: str | None) -> Path:
    """Build the site and return its folder."""
    from thurntaxis_web.build_site import SiteFault, build, project_root

    site = Path(output).resolve() if output is not None else project_root() / "site"
    if site.exists() and not (site / "index.html").is_file() and (site.is_file() or any(site.iterdir())):
        raise refuse(
            "site", "--output", f"{output} holds something else", "a folder that is new, empty or a built site"
        )
    try:
        with working("building the site"):
            build(site)
    except SiteFault as fault:
        first, *rest = str(fault).splitlines()
        if rest:
            click.echo("\n".join(rest), err=True)
        raise refuse("site", "build", first, "every page complete, every link leading somewhere") from None
    return site
