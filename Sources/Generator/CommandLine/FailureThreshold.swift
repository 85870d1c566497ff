// Which changes of a schema a run of `authgen schema diff` fails on.

import AuthGenSchemaDiff
import AuthGenTypeSystem

enum FailureThreshold: String, CaseIterable {
  /// Every breaking change.
  case breaking
  /// Every breaking or dangerous change.
  case dangerous
  /// A breaking change of what operations use.
  case usedBreaking = "used-breaking"
  /// A breaking or dangerous change of what operations use.
  case usedDangerous = "used-dangerous"
  /// Nothing.
  case none

  /// Whether it has to be known what operations use.
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
