"""Streams, results in parts and uploads, which Strawberry implements."""
