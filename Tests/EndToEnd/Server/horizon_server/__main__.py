"""Runs the server until standard input ends: `python -m horizon_server --schema PATH`."""

from __future__ import annotations

import argparse
from pathlib import Path

from support.serving import add_arguments, listening

from .application import Application


def main() -> None:
    """Parses the arguments and serves."""
    parser = argparse.ArgumentParser(prog="horizon_server", description=__doc__)
    parser.add_argument("--schema", type=Path, required=True, help="the schema, as SDL")
    add_arguments(parser)
    arguments = parser.parse_args()
    sdl = arguments.schema.read_text(encoding="utf-8")
    with listening(arguments) as place:
        place.serve(Application(sdl, place.ledger).asgi())


if __name__ == "__main__":
    main()
