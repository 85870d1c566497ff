"""Runs the server until standard input ends: `python -m ory_server --return-to URL`."""

from __future__ import annotations

import argparse

from support import provider
from support.clock import Clock
from support.serving import add_arguments, listening
from support.site import Site

from .application import Application


def main() -> None:
    """Parses the arguments and serves."""
    parser = argparse.ArgumentParser(prog="ory_server", description=__doc__)
    parser.add_argument(
        "--return-to",
        action="append",
        default=[],
        metavar="URL",
        help="where browsers may be sent back to, and what is below",
    )
    parser.add_argument("--flow-seconds", type=float, default=3600, help="how long a flow lasts")
    parser.add_argument("--session-seconds", type=float, default=86400, help="how long a session")
    parser.add_argument(
        "--no-session-after-registration",
        action="store_true",
        help="to let new users log in after they have registered",
    )
    parser.add_argument(
        "--code",
        choices=("passwordless", "mfa"),
        help="whether a code by email logs users in, or is a second factor; left out: neither",
    )
    parser.add_argument(
        "--passkeys", metavar="DOMAIN", help="the relying party of passkeys; left out: none"
    )
    parser.add_argument(
        "--two-steps", action="store_true", help="to ask new users for the traits first"
    )
    provider.add_arguments(parser)
    parser.add_argument(
        "--id-token-audience",
        metavar="CLIENT",
        help="the client at the provider whose ID tokens apps may submit",
    )
    add_arguments(parser)
    arguments = parser.parse_args()
    with listening(arguments) as place:
        application = Application(
            Site(place.origin, place.ledger, Clock()),
            arguments.provider,
            arguments.return_to,
            flow_seconds=arguments.flow_seconds,
            session_seconds=arguments.session_seconds,
            session_after_registration=not arguments.no_session_after_registration,
            id_token_audience=arguments.id_token_audience,
            code=arguments.code,
            passkeys=arguments.passkeys,
            two_steps=arguments.two_steps,
        )
        place.serve(application.asgi(), date_header=False)


if __name__ == "__main__":
    main()
