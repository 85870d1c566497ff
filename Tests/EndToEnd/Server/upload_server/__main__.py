"""Runs the server until standard input ends: `python -m upload_server`."""

from __future__ import annotations

import argparse
from pathlib import Path

from support.serving import add_arguments, listening

from .application import Application

_SCHEMA = Path(__file__).parents[3] / "Fixtures/Uploads/schema.graphql"


def main() -> None:
    """Parses the arguments and serves."""
    parser = argparse.ArgumentParser(prog="upload_server", description=__doc__)
    parser.add_argument("--schema", type=Path, default=_SCHEMA, help="default: that of the tests")
    add_arguments(parser)
    arguments = parser.parse_args()
    with listening(arguments) as place:
        place.serve(Application(arguments.schema).asgi())


if __name__ == "__main__":
    main()
