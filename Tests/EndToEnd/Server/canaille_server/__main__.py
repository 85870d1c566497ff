"""Runs the server until standard input ends: `python -m canaille_server`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

# Packages that the other servers do not need, or in other versions.
sys.path.insert(0, str(Path(sys.prefix) / "canaille"))
from support.glewlwyd import add_redirect_uris  # noqa: E402
from support.serving import add_arguments, listening  # noqa: E402
from support.site import Site  # noqa: E402

from .application import Application  # noqa: E402
from .configuration import configured  # noqa: E402


def main() -> None:
    """Parses the arguments and serves."""
    parser = argparse.ArgumentParser(prog="canaille_server", description=__doc__)
    add_redirect_uris(parser)
    parser.add_argument(
        "--second-factor",
        action="store_true",
        help="ask for a code of an authenticator app after the password",
    )
    add_arguments(parser)
    arguments = parser.parse_args()
    with listening(arguments) as place, tempfile.TemporaryDirectory() as folder:
        canaille = configured(
            Path(folder), place.origin, arguments.redirect_uri, arguments.second_factor
        )
        application = Application(Site(place.origin, place.ledger), canaille)
        place.serve(application.asgi(), date_header=False)


if __name__ == "__main__":
    main()
