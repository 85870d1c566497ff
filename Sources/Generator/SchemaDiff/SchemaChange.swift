// One difference between two versions of a schema, and what it means for those who use it.

import AuthGenLanguage
import AuthGenTypeSystem

package struct SchemaChange: Sendable {
  /// What a change means for clients that were made for the old schema.
  package enum Criticality: String, CaseIterable, Sendable {
    /// Requests that were valid may be refused, or answered in a form that they do not expect.
    case breaking
    /// All requests stay valid, and some may behave in another way.
    case dangerous
    /// Nothing changes for them.
    case safe
  }

  package let kind: SchemaChangeKind
  package let criticality: Criticality
  package let element: ChangedElement
  /// The element as people write it: a schema coordinate, or `schema`, `schema.query` and so on for
  /// what no coordinate names.
  package let coordinate: String
  /// What has changed, as a clause without a full stop.
  package let message: String
  /// What that means for clients, as a clause without a full stop.
  package let consequence: String
  /// Where the element is in the old schema; nil where it was added.
  package let old: Position?
  /// Where the element is in the new schema; nil where it was removed.
  package let new: Position?
  /// Of a removed element, where in the new schema that is of which it was a part.
  package let parent: Position?

  /// The place to show in the new schema, or nil where nothing is left of the element there.
  package var placeInNew: Position? { new ?? parent }
}
