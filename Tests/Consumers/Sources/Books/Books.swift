// SwiftPM takes no target without a source file of its own.
