"""Runs the server and Glewlwyd until standard input ends: `python -m auth0_server`."""

from __future__ import annotations

import argparse
import sys

from support import glewlwyd
from support.clock import Clock
from support.dpop import ProofVerifier
from support.glewlwyd_setup import APP_REDIRECT_URIS
from support.serving import add_arguments, listening
from support.site import Site

from .application import Application
from .upstream import Upstream


def main() -> None:
    """Parses the arguments and serves."""
    parser = argparse.ArgumentParser(prog="auth0_server", description=__doc__)
    parser.add_argument(
        "--return-to",
        action="append",
        default=list(APP_REDIRECT_URIS),
        metavar="URL",
        help="where a logout may lead, beside the app's redirect URIs",
    )
    parser.add_argument(
        "--dpop-nonce", action="store_true", help="to demand a nonce in proofs of possession"
    )
    glewlwyd.add_redirect_uris(parser)
    add_arguments(parser)
    arguments = parser.parse_args()
    try:
        with listening(arguments) as place, glewlwyd.running(
            f"{place.origin}/", redirect_uris=arguments.redirect_uri
        ) as origin:
            site = Site(place.origin, place.ledger)
            verifier = ProofVerifier(Clock(), arguments.dpop_nonce)
            redirect_uris = [*APP_REDIRECT_URIS, *arguments.redirect_uri]
            application = Application(
                site, Upstream(origin), verifier, redirect_uris, arguments.return_to
            )
            place.serve(application.asgi(), date_header=False)
    except glewlwyd.Unavailable as reason:
        sys.exit(str(reason))


if __name__ == "__main__":
    main()
