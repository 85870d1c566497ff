"""Runs the server until standard input ends: `python -m introspection_server --schema FILE --edition NAME`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from support.serving import add_arguments, listening

# The other servers use an earlier version of the engine.
sys.path.insert(0, str(Path(sys.prefix) / "incremental"))
from .application import Application  # noqa: E402
from .editions import EDITIONS  # noqa: E402


def main() -> None:
    """Parses the arguments and serves."""
    parser = argparse.ArgumentParser(prog="introspection_server", description=__doc__)
    parser.add_argument("--schema", type=Path, required=True, help="the schema file")
    parser.add_argument("--edition", choices=EDITIONS, required=True)
    add_arguments(parser)
    arguments = parser.parse_args()
    with listening(arguments) as place:
        place.serve(Application(arguments.schema, arguments.edition).asgi())


if __name__ == "__main__":
    main()
