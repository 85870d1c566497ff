"""A Prelude for end-to-end tests: its session API, with social login."""
