// The declarations of Apple's framework that this project uses, as its documentation has them, for
// type-checking where there is no such framework.

import Foundation

@MainActor
open class NSWindow {
  public init() {}

  open var isVisible: Bool { false }
}

@MainActor
open class NSApplication {
  open class var shared: NSApplication { NSApplication() }

  open var keyWindow: NSWindow? { nil }
  open var windows: [NSWindow] { [] }
}
