"""Runs the server until standard input ends: `python -m session_server saleor`."""

from __future__ import annotations

import argparse

from support.clock import Clock
from support.serving import add_arguments, listening
from support.site import Site

from .application import BACKENDS, Application


def main() -> None:
    """Parses the arguments and serves."""
    parser = argparse.ArgumentParser(prog="session_server", description=__doc__)
    parser.add_argument("backend", choices=sorted(BACKENDS), help="the system")
    parser.add_argument("--access-seconds", type=float, default=300, help="how long a token lasts")
    parser.add_argument("--refresh-seconds", type=float, default=3600, help="and a refresh token")
    parser.add_argument("--seconds-ahead", type=float, default=0, help="of the server's clock")
    add_arguments(parser)
    arguments = parser.parse_args()
    with listening(arguments) as place:
        application = Application(
            Site(place.origin, place.ledger, Clock(arguments.seconds_ahead)),
            arguments.backend,
            arguments.access_seconds,
            arguments.refresh_seconds,
        )
        place.serve(application.asgi(), date_header=False)


if __name__ == "__main__":
    main()
