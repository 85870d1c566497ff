// Which schema changes make `authgen diff` fail.

import AuthGenSchemaDiff
import AuthGenTypeSystem

enum FailureThreshold: String, CaseIterable {
  /// Every breaking change.
  case breaking
  /// Every breaking or dangerous change.
  case dangerous
  /// Every breaking change that affects operations.
  case usedBreaking = "used-breaking"
  /// Every breaking or dangerous change that affects operations.
  case usedDangerous = "used-dangerous"
  /// No change.
  case none

  /// Whether the threshold depends on operations.
  var needsOperations: Bool { self == .usedBreaking || self == .usedDangerous }

  func fails(on criticality: SchemaChange.Criticality, isUsed: Bool) -> Bool {
    switch self {
    case .breaking: criticality == .breaking
    case .dangerous: criticality != .safe
    case .usedBreaking: criticality == .breaking && isUsed
    case .usedDangerous: criticality != .safe && isUsed
    case .none: false
    }
  }
}
