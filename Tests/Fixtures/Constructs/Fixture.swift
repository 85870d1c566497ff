// The build plugin generates the sources of this target, for each construct of GraphQL.
