// The autorelease pools of Apple's module, which Foundation re-exports, and records where they are.

import Foundation

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  AutoreleasePools.depth += 1
  defer { AutoreleasePools.depth -= 1 }
  return try body()
}

/// Apple's module has no equivalent.
public enum AutoreleasePools {
  /// How many pools the code is in.
  public fileprivate(set) static var depth: Int {
    get { Thread.current.threadDictionary["depth"] as? Int ?? 0 }
    set { Thread.current.threadDictionary["depth"] = newValue }
  }
}
