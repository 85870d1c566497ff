// Declares the parts of Apple's framework that this project uses, as documented, for type-checking where the
// framework is missing.

import Foundation

@MainActor
open class NSWindow: NSObject {
  open var isVisible: Bool { false }
}

@MainActor
open class NSApplication: NSObject {
  open class var shared: NSApplication { NSApplication() }

  open var keyWindow: NSWindow? { nil }
  open var windows: [NSWindow] { [] }
}
