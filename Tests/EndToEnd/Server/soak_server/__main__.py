"""Runs the server until standard input ends: `python -m soak_server`."""

from __future__ import annotations

import argparse

from support.serving import add_arguments, listening

from .application import Application


def main() -> None:
    """Parses the arguments and serves."""
    parser = argparse.ArgumentParser(prog="soak_server", description=__doc__)
    add_arguments(parser)
    arguments = parser.parse_args()
    with listening(arguments) as place:
        place.serve(Application().asgi())


if __name__ == "__main__":
    main()
