"""Runs the server until standard input ends: `python -m odd_server`."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from support.serving import add_arguments, listening
from support.site import Site

from .application import Application
from .certificate import make_certificate


def main() -> None:
    """Parses the arguments and serves."""
    parser = argparse.ArgumentParser(prog="odd_server", description=__doc__)
    add_arguments(parser)
    parser.add_argument(
        "--untrusted", action="store_true", help="to use https with a certificate of its own"
    )
    arguments = parser.parse_args()
    with listening(arguments) as place, tempfile.TemporaryDirectory() as folder:
        origin, files = place.origin, {}
        if arguments.untrusted:
            origin = origin.replace("http://", "https://")
            files = make_certificate(Path(folder))
        place.serve(Application(Site(origin, place.ledger)).asgi(), date_header=False, **files)


if __name__ == "__main__":
    main()
