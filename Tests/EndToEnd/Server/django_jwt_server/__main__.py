"""Runs the server until standard input ends: `python -m django_jwt_server`."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from support.django_accounts import add_token_arguments, populate
from support.serving import add_arguments, listening
from support.site import Site

from . import configuration


def main() -> None:
    """Parses the arguments and serves."""
    parser = argparse.ArgumentParser(prog="django_jwt_server", description=__doc__)
    add_token_arguments(parser)
    parser.add_argument(
        "--one-time", action="store_true", help="a refresh token is valid once, unlike by default"
    )
    add_arguments(parser)
    arguments = parser.parse_args()
    with listening(arguments) as place, tempfile.TemporaryDirectory() as folder:
        configuration.configure(
            Path(folder), arguments.access_seconds, arguments.refresh_seconds
        )
        # Modules that import Django's models can be imported only now.
        from .schema import SCHEMA

        if arguments.print_schema:
            print(SCHEMA)
            return
        populate()
        from django.core.asgi import get_asgi_application

        from .application import Application

        application = Application(
            Site(place.origin, place.ledger), get_asgi_application(), arguments.one_time
        )
        place.serve(application.asgi(), date_header=False)


if __name__ == "__main__":
    main()
