"""Results with @defer and @stream, which graphql-core 3.3 executes."""
