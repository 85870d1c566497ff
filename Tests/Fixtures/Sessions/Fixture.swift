// The build plugin generates the sources of this target, for the sessions of ten servers.
