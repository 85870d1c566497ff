"""Runs the server until standard input ends: `python -m incremental_server --schema FILE`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from support.serving import add_arguments, listening

# The other servers use an earlier version of the engine.
sys.path.insert(0, str(Path(sys.prefix) / "incremental"))
from .application import Application  # noqa: E402


def main() -> None:
    """Parses the arguments and serves."""
    parser = argparse.ArgumentParser(prog="incremental_server", description=__doc__)
    parser.add_argument("--schema", type=Path, required=True, help="the schema file")
    add_arguments(parser)
    arguments = parser.parse_args()
    with listening(arguments) as place:
        place.serve(Application(arguments.schema).asgi())


if __name__ == "__main__":
    main()
