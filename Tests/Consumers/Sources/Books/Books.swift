// SwiftPM requires a source file in every target.
