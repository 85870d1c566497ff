"""Runs the server until its standard input ends: `python -m horizon_server --schema PATH`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import socket
import threading
from pathlib import Path

import uvicorn

from .application import Application
from .ledger import Ledger


def main() -> None:
    """Reads the arguments and serves."""
    parser = argparse.ArgumentParser(prog="horizon_server", description=__doc__)
    parser.add_argument("--schema", type=Path, required=True, help="the schema, as SDL")
    parser.add_argument("--port", type=int, default=0, help="0, the default, for any free one")
    parser.add_argument("--ledger", type=Path, help="the file to append every secret to")
    parser.add_argument("--seconds", type=float, default=600, help="to end after (default 600)")
    arguments = parser.parse_args()
    sdl = arguments.schema.read_text(encoding="utf-8")
    # The libraries' messages can quote secrets. The server's own log does not go through them.
    logging.disable(logging.CRITICAL)
    if arguments.ledger is None:
        _serve(Application(sdl, Ledger()), arguments.port, arguments.seconds)
        return
    with arguments.ledger.open("a", encoding="utf-8", errors="backslashreplace") as file:
        _serve(Application(sdl, Ledger(file)), arguments.port, arguments.seconds)


def _serve(application: Application, port: int, seconds: float) -> None:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(1024)
    server = uvicorn.Server(
        uvicorn.Config(
            application.asgi(),
            log_config=None,
            access_log=False,
            lifespan="off",
            # A client may use an idle connection again at the moment in which the server ends it.
            timeout_keep_alive=3600,
            timeout_graceful_shutdown=1,
        )
    )
    threading.Thread(target=_stop_at_end_of_input, args=(server,), daemon=True).start()
    print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    asyncio.run(_serve_for(seconds, server, listener))


async def _serve_for(seconds: float, server: uvicorn.Server, listener: socket.socket) -> None:
    asyncio.get_running_loop().call_later(seconds, _stop, server)
    await server.serve([listener])


def _stop_at_end_of_input(server: uvicorn.Server) -> None:
    try:
        while os.read(0, 4096):
            pass
    except OSError:
        # A standard input that is closed has ended.
        pass
    _stop(server)


def _stop(server: uvicorn.Server) -> None:
    server.should_exit = True


if __name__ == "__main__":
    main()
