"""The documentation site: `site build`, `site serve`."""

import errno
import socket
import sys
from pathlib import Path

import click

from thurntaxis.fault import reason_of
from thurntaxis.message import Message, verbatim
from thurntaxis_cli.parameters import Integer, TaxisCommand, answer_options
from thurntaxis_presentation.errors import refuse
from thurntaxis_presentation.terminal.output import say, say_json, working
from thurntaxis_rulebook.corpus.languages import LANGUAGES
from thurntaxis_web.build_site import SiteFault, build, project_root
from thurntaxis_web.server import SiteServer, addresses


@click.group("site")
def site_command() -> None:
    """Build or serve the documentation site, in all languages."""


@site_command.command("build", cls=TaxisCommand)
@click.option("--output", metavar="FOLDER", help="Folder for the site.  [default: site in the project]")
@answer_options()
def build_command(output: str | None, as_json: bool) -> None:
    """Build the site in every language, and check every link."""
    site = _build(output)
    if as_json:
        say_json({"site": str(site), "languages": LANGUAGES, "pages": len(list(site.glob("*/**/*.html")))})
    else:
        say(f"Built {site}; taxis site serve shows it.")


@site_command.command("serve", cls=TaxisCommand)
@click.option("--host", default="127.0.0.1", metavar="HOST", help="Address to listen on; 0.0.0.0 for the network.")
@click.option(
    "--port", type=Integer(0, 65535), default="8000", metavar="N", help="Port; 0 for any free one.  [default: 8000]"
)
@answer_options(json=False)
def serve_command(host: str, port: int) -> None:
    """Serve the site on this machine or in its network.

    If the site has not been built, build it first.
    """
    site = project_root() / "site"
    try:
        serving = SiteServer(site, port, host)
    except (OSError, UnicodeError) as error:
        raise _unserved(host, port, error) from None
    with serving:
        if not (site / "index.html").is_file():
            _build(None)
        for address in addresses(host, serving.server_address[1]):
            say(address)
        say("Ctrl-C ends it.")
        sys.stdout.flush()
        serving.serve_forever()


def _unserved(host: str, port: int, error: OSError | UnicodeError) -> Exception:
    """Return the error line for a host or a port that can't be served at."""
    if isinstance(error, UnicodeError | socket.gaierror):
        return refuse("site", "--host", 'unknown host "{host}"', "an address of this machine, such as 0.0.0.0", host)
    if error.errno == errno.EADDRNOTAVAIL:
        right = Message("127.0.0.1, or 0.0.0.0 for all its addresses")
        return refuse("site", "--host", "{host} isn't an address of this machine", right, host)
    right = Message("another port, such as 8001, or 0 for any free one")
    if error.errno == errno.EADDRINUSE:
        return refuse("site", "--port", "port {number} is in use", right, port)
    return refuse("site", "--port", "port {number} can't be used: {reason}", right, port, reason_of(error))


def _build(output: str | None) -> Path:
    """Build the site and return its folder."""
    site = Path(output).resolve() if output is not None else project_root() / "site"
    if site.exists() and not (site / "index.html").is_file() and (site.is_file() or any(site.iterdir())):
        raise refuse(
            "site", "--output", "{folder} isn't empty", "a folder that is new, empty or a site built before", str(site)
        )
    try:
        with working("building the site"):
            build(site)
    except SiteFault as fault:
        first, *rest = str(fault).splitlines()
        if rest:
            click.echo("\n".join(rest), err=True)
        raise refuse("site", "build", verbatim(first), "every page complete, every link leading somewhere") from None
    return site
