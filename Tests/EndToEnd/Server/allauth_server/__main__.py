"""Runs the server until standard input ends: `python -m allauth_server`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from support.serving import add_arguments, listening
from support.site import Site

# Packages that the other servers do not need, and that require a later Python.
sys.path.insert(0, str(Path(sys.prefix) / "allauth"))
from . import configuration  # noqa: E402


def main() -> None:
    """Parses the arguments and serves."""
    parser = argparse.ArgumentParser(prog="allauth_server", description=__doc__)
    add_arguments(parser)
    arguments = parser.parse_args()
    with listening(arguments) as place, tempfile.TemporaryDirectory() as folder:
        configuration.configure(Path(folder))
        configuration.populate()
        # Modules that import Django's models can be imported only now.
        from django.core.asgi import get_asgi_application

        from .application import Application

        application = Application(Site(place.origin, place.ledger), get_asgi_application())
        place.serve(application.asgi(), date_header=False)


if __name__ == "__main__":
    main()
