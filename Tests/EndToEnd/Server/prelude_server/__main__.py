"""Runs the server until standard input ends: `python -m prelude_server --redirect-uri URI`."""

from __future__ import annotations

import argparse

from support import provider
from support.clock import Clock
from support.dpop import ProofVerifier
from support.serving import add_arguments, listening
from support.site import Site

from .application import PROVIDERS, Application


def main() -> None:
    """Parses the arguments and serves."""
    parser = argparse.ArgumentParser(prog="prelude_server", description=__doc__)
    parser.add_argument(
        "--redirect-uri",
        action="append",
        default=[],
        metavar="URI",
        help="where browsers may be sent back to: a custom scheme's URI",
    )
    parser.add_argument(
        "--disabled-provider", action="append", default=[], choices=PROVIDERS, help="to switch off"
    )
    parser.add_argument(
        "--no-verify-email", action="store_true", help="to trust unverified addresses"
    )
    parser.add_argument("--dpop", choices=("on", "off"), default="on", help="to check proofs")
    parser.add_argument("--dpop-nonce", action="store_true", help="to demand a nonce in them")
    parser.add_argument(
        "--clock-offset", type=float, default=0, help="how far ahead the clock is, in seconds"
    )
    parser.add_argument("--challenge-seconds", type=float, default=600)
    parser.add_argument("--access-seconds", type=float, default=3600)
    parser.add_argument("--refresh-seconds", type=float, default=86400)
    provider.add_arguments(parser)
    add_arguments(parser)
    arguments = parser.parse_args()
    clock = Clock(arguments.clock_offset)
    verifier = ProofVerifier(clock, arguments.dpop_nonce) if arguments.dpop == "on" else None
    with listening(arguments) as place:
        application = Application(
            Site(place.origin, place.ledger, clock),
            arguments.provider,
            arguments.redirect_uri,
            verifier,
            arguments.disabled_provider,
            not arguments.no_verify_email,
            arguments.challenge_seconds,
            arguments.access_seconds,
            arguments.refresh_seconds,
        )
        place.serve(application.asgi(), date_header=False)


if __name__ == "__main__":
    main()
