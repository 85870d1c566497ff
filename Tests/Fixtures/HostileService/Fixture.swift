// The build plugin generates the sources of this target, for a REST service with hostile names and texts.
