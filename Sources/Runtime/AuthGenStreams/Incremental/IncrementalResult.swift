// The parts of a response, and the response that they make up.

import AuthGenRuntime
import Foundation

/// Combines the parts of a response with `@defer` and `@stream`. It reads two forms:
///
/// - the working draft, `incrementalSpec=v0.2`: parts have the identifier of what is pending;
/// - its predecessor, `deferSpec=20220824`: parts have a path and a label.
///
/// https://github.com/graphql/graphql-spec/pull/1110
nonisolated struct IncrementalResult {
  /// A fragment or a list whose data follows.
  nonisolated private struct Pending {
    let path: [PathSegment]
    /// The label as JSON text.
    let label: Data?
  }

  nonisolated private struct Patch {
    nonisolated enum Content {
      case object(ResultNode)
      case items([ResultNode], at: Int?)
      /// The fragment is null, because of these errors.
      case failure(errors: Data)
    }

    let path: [PathSegment]
    let content: Content
    /// The fragment that is complete with the patch.
    var label: Data?
  }

  /// A part of the value that has changed since it was last read.
  nonisolated private struct Change {
    let path: [PathSegment]
    /// The index of the first new element of a list; nil for an object, of which any field may have changed.
    var firstItem: Int?

    /// Whether another change is inside this one.
    func includes(_ other: Change) -> Bool {
      guard other.path.count > path.count, other.path.starts(with: path) else { return false }
      guard let firstItem else { return true }
      if case .index(let index) = other.path[path.count] { return index >= firstItem }
      return false
    }
  }

  /// The `data`; nil before the first part.
  private var data: ResultNode?
  private var errors: [Data] = []
  private var extensions: Data?
  private var pending: [ExactString: Pending] = [:]
  /// The pending fragments whose objects are not marked yet.
  private var unmarked: [ExactString] = []
  /// Patches whose paths do not exist yet.
  private var waiting: [Patch] = []
  /// Whether more parts follow.
  private(set) var hasNext = true
  /// Whether the server says which fragments are pending.
  private var namesPending = false
  private var size = 0
  private let limit: Int
  /// What has changed since the value was last read; nil if it must be read as a whole.
  private var changes: [Change]?
  /// With more changes, the value is read as a whole, which is faster.
  private static let maximumChanges = 8

  /// - Parameter limit: the maximum size of all parts together, in bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// Whether a fragment without a marker may follow.
  var mayBeDeferred: Bool { hasNext && !namesPending }

  /// The response as far as it is known.
  var json: Data {
    var output = Data(#"{"data":"#.utf8)
    output.reserveCapacity(size + 64)
    if let data { data.write(to: &output) } else { output.append(contentsOf: "null".utf8) }
    if !errors.isEmpty {
      output.append(contentsOf: #","errors":["#.utf8)
      output.append(contentsOf: errors.joined(separator: ",".utf8))
      output.append(contentsOf: "]".utf8)
    }
    if let extensions {
      output.append(contentsOf: #","extensions":"#.utf8)
      output.append(extensions)
    }
    output.append(contentsOf: "}".utf8)
    return output
  }

  /// Adds a part.
  ///
  /// - Throws: a failure if the part has another form, or does not belong to the response.
  mutating func add(_ json: Data) throws(StreamFailure) {
    size += json.count
    guard size <= limit else { throw .tooLarge(limit: limit) }
    let part = try Self.envelope(json)
    if part["path"] == nil {
      if let data = part["data"] {
        guard self.data == nil else { throw Self.invalid }
        self.data = ResultNode(data)
      }
      errors += part.errorTexts
    } else {
      try apply(try patch(part))
    }
    // Some servers repeat them in each part.
    if let extensions = part["extensions"], !part.isNull("extensions"),
      extensions != self.extensions
    {
      self.extensions = extensions
      changes = nil
    }
    if part["pending"] != nil { namesPending = true }
    for item in try parts(part["pending"]) { try addPending(item) }
    for item in try parts(part["incremental"]) { try apply(try patch(item)) }
    if ["data", "incremental", "path", "pending"].contains(where: { part[$0] != nil }) {
      try markPending()
    }
    for item in try parts(part["completed"]) { try complete(item) }
    hasNext = part.json("hasNext")?.boolean ?? false
    if !hasNext, !waiting.isEmpty { throw Self.invalid }
    // A fragment without a marker is no longer pending.
    if !hasNext, !namesPending { changes = nil }
  }

  /// Returns the changes since the last time, and forgets them.
  ///
  /// - Returns: the path and text of each; see ``ResponseObject/patched(at:json:variables:mayBeDeferred:)``.
  ///   Nil if the whole value must be read. A result with errors must, because fields under `@catch` contain
  ///   them.
  mutating func takePatches() -> [(path: [PathSegment], json: Data)]? {
    defer { changes = [] }
    guard let changes, errors.isEmpty else { return nil }
    var patches: [(path: [PathSegment], json: Data)] = []
    for change in changes where !changes.contains(where: { $0.includes(change) }) {
      guard !change.path.isEmpty, let target = node(at: change.path), !target.isNull else {
        return nil
      }
      patches.append((change.path, change.firstItem.map { target.text(from: $0) } ?? target.text))
    }
    return patches
  }

  private mutating func note(_ path: [PathSegment], firstItem: Int? = nil) {
    guard let known = changes?.firstIndex(where: { $0.path == path }) else {
      changes?.append(Change(path: path, firstItem: firstItem))
      if changes?.count ?? 0 > Self.maximumChanges { changes = nil }
      return
    }
    if firstItem == nil { changes?[known].firstItem = nil }
  }

  // MARK: Messages

  private static let invalid = StreamFailure.permanent(.invalidMessage)

  private static func envelope(_ json: Data) throws(StreamFailure) -> JSONEnvelope {
    do throws(ResponseDecodingError) {
      return try JSONEnvelope(json)
    } catch {
      throw .permanent(.request(.decoding(error)))
    }
  }

  private func parts(_ json: Data?) throws(StreamFailure) -> [JSONEnvelope] {
    guard let json else { return [] }
    guard let elements = JSONText.elements(of: json) else { throw Self.invalid }
    var parts: [JSONEnvelope] = []
    for element in elements { parts.append(try Self.envelope(element)) }
    return parts
  }

  /// A path in a part; empty without one.
  private func path(_ json: Data?) throws(StreamFailure) -> [PathSegment] {
    guard let json else { return [] }
    guard !json.isNull, let path = JSON(json).flatMap(PathSegment.path) else { throw Self.invalid }
    return path
  }

  /// The label in a part, as JSON text.
  private func label(_ part: JSONEnvelope) throws(StreamFailure) -> Data? {
    guard let label = part["label"], !part.isNull("label") else { return nil }
    guard label.first == UInt8(ascii: "\"") else { throw Self.invalid }
    return label
  }

  // MARK: The working draft

  private mutating func addPending(_ part: JSONEnvelope) throws(StreamFailure) {
    guard let id = part.id, pending[id] == nil else { throw Self.invalid }
    pending[id] = Pending(path: try path(part["path"]), label: try label(part))
    unmarked.append(id)
  }

  /// Marks the fragments that have become pending. The same part of the response may contain their objects.
  private mutating func markPending() throws(StreamFailure) {
    unmarked = unmarked.filter { id in
      guard let fragment = pending[id], let label = fragment.label else { return false }
      return !mark(label, at: fragment.path, DeferralMarker.pendingText)
    }
    guard unmarked.count <= Self.maximumWaiting else { throw Self.invalid }
  }

  private mutating func complete(_ part: JSONEnvelope) throws(StreamFailure) {
    guard let id = part.id, let fragment = pending.removeValue(forKey: id) else {
      throw Self.invalid
    }
    let errors = part.errorTexts
    self.errors += errors
    guard let label = fragment.label else { return }
    mark(
      label, at: fragment.path, errors.isEmpty ? DeferralMarker.deliveredText : errors.listText)
  }

  /// Marks the state of a fragment of an object.
  ///
  /// - Parameters:
  ///   - label: the fragment's label, as JSON text.
  ///   - path: the path of the object.
  ///   - state: a value that ``Deferred`` reads.
  /// - Returns: false if the path does not exist yet.
  @discardableResult
  private mutating func mark(_ label: Data, at path: [PathSegment], _ state: Data) -> Bool {
    guard let target = node(at: path) else { return false }
    let name = Data(#"""#.utf8) + Data(DeferralMarker.name(label: "").utf8) + label.dropFirst()
    if target.set(name, ResultNode(state)) { note(path) }
    return true
  }

  // MARK: Patches

  private mutating func patch(_ part: JSONEnvelope) throws(StreamFailure) -> Patch {
    errors += part.errorTexts
    if let id = part.id {
      guard let fragment = pending[id] else { throw Self.invalid }
      let path = fragment.path + (try self.path(part["subPath"]))
      return Patch(path: path, content: try content(part, at: nil))
    }
    var path = try path(part["path"])
    guard part["items"] != nil else {
      return Patch(path: path, content: try content(part, at: nil), label: try label(part))
    }
    guard case .index(let index)? = path.popLast() else { throw Self.invalid }
    return Patch(path: path, content: try content(part, at: index))
  }

  private func content(
    _ part: JSONEnvelope, at index: Int?
  ) throws(StreamFailure) -> Patch.Content {
    if part.isNull("items"), part.isNull("data") {
      return .failure(errors: part.errorTexts.listText)
    }
    if let data = part["data"] { return .object(ResultNode(data)) }
    guard let items = part["items"].flatMap(JSONText.elements) else { throw Self.invalid }
    return .items(items.map(ResultNode.init), at: index)
  }

  /// The maximum depth of a patch's path. A deeper response overflows the stack of a thread with 512 KB:
  /// writing and releasing it take a frame for each level, and each patch adds up to 512.
  private static let maximumDepth = 256
  /// The maximum number of patches, and of pending fragments, whose paths do not exist yet. Each patch tries
  /// them again.
  private static let maximumWaiting = 1_000

  /// Applies a patch, and those that have waited for it.
  private mutating func apply(_ patch: Patch) throws(StreamFailure) {
    guard data != nil, patch.path.count <= Self.maximumDepth else { throw Self.invalid }
    waiting.append(patch)
    var count: Int
    repeat {
      count = waiting.count
      var rest: [Patch] = []
      for patch in waiting where try !isApplied(patch) { rest.append(patch) }
      waiting = rest
    } while !waiting.isEmpty && waiting.count < count
    guard waiting.count <= Self.maximumWaiting else { throw Self.invalid }
  }

  /// - Returns: false if the path of the patch does not exist yet.
  private mutating func isApplied(_ patch: Patch) throws(StreamFailure) -> Bool {
    guard let target = node(at: patch.path) else { return false }
    // An error has removed the object or list at the path.
    if target.isNull { return true }
    switch patch.content {
    case .object(let object):
      guard target.merge(object) else { throw Self.invalid }
      note(patch.path)
      if let label = patch.label { mark(label, at: patch.path, DeferralMarker.deliveredText) }
    case .items(let items, let index):
      guard let count = target.elementCount, target.add(items, at: index) else { return false }
      if let index, index < count { changes = nil } else { note(patch.path, firstItem: count) }
    case .failure(let errors):
      if let label = patch.label { mark(label, at: patch.path, errors) }
    }
    return true
  }

  /// The value at a path; nil if it does not exist yet. Inside null, each value is null.
  private func node(at path: [PathSegment]) -> ResultNode? {
    var node = data
    for segment in path {
      if node?.isNull == true { return node }
      node = node?[segment]
    }
    return node
  }
}

nonisolated extension JSONEnvelope {
  fileprivate var id: ExactString? { string("id").map { ExactString($0) } }

  /// The texts of the errors. A server may send one error alone. An empty value means no errors.
  fileprivate var errorTexts: [Data] {
    guard let text = self["errors"] else { return [] }
    return JSONText.elements(of: text) ?? (errors("errors").isEmpty ? [] : [text])
  }
}

nonisolated extension [Data] {
  /// A list of JSON values as text.
  fileprivate var listText: Data { Data("[".utf8) + joined(separator: ",".utf8) + Data("]".utf8) }
}
