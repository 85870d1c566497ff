// The build plugin generates the sources of this target, for uploads.
