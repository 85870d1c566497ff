"""Subscriptions of a schema, over server-sent events and WebSockets."""
