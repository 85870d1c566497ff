"""The shop's own events, beside Horizon's API: GraphQL over server-sent events."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, AsyncIterator, Dict, Optional

from ariadne import SubscriptionType, load_schema_from_path, make_executable_schema
from ariadne.contrib.sse import GraphQLHTTPSSEHandler
from starlette.requests import Request
from starlette.responses import Response

from .customers import SocialLink
from .world import World

_SCHEMA = Path(__file__).parents[4] / "Schemas" / "DemoShop" / "schema.graphql"


class Events:
    """The endpoint for the events of all worlds."""

    def __init__(self) -> None:
        subscription = SubscriptionType()
        subscription.set_source("linkApproved", _approvals)
        subscription.set_field("linkApproved", lambda link, *_, **__: link)
        self._handler = GraphQLHTTPSSEHandler(ping_interval=1)
        self._handler.configure(
            make_executable_schema(load_schema_from_path(str(_SCHEMA)), subscription)
        )

    async def respond(self, request: Request, world: World) -> Response:
        """Opens the stream of one subscription."""
        request.state.world = world
        return await self._handler.handle_request(request)


async def _approvals(_: Any, info: Any, id: str) -> AsyncIterator[Dict[str, Optional[str]]]:
    world: World = info.context["request"].state.world
    waiting: asyncio.Queue[SocialLink] = asyncio.Queue()
    world.watchers.append(waiting)
    try:
        links = [link for link in world.links if link.status == "LINKED"]
        while True:
            for link in links:
                if link.social_link_id == id:
                    yield {"id": id, "username": link.username}
                    return
            links = [await waiting.get()]
    finally:
        world.watchers.remove(waiting)
