// A response that grows.

import AuthGenRuntime
import Foundation

/// A JSON value to which parts are added. Only the objects and arrays on the way to an added part are
/// divided; all other values stay the text that the server sent.
nonisolated final class ResultNode {
  nonisolated private enum Content {
    case text(Data)
    case object(Members)
    case array([ResultNode])
  }

  /// The members of an object in the server's order. Of members with the same name, the first counts.
  nonisolated private struct Members {
    /// The names are JSON text.
    private(set) var list: [(name: Data, value: ResultNode)]
    private var indexes: [Data: Int]

    init(_ list: [(name: Data, value: ResultNode)]) {
      self.list = list
      indexes = Dictionary(
        list.indices.map { (list[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(name: Data) -> ResultNode? { indexes[name].map { list[$0].value } }

    mutating func set(_ name: Data, _ value: ResultNode) {
      if let index = indexes[name] {
        list[index].value = value
      } else {
        indexes[name] = list.count
        list.append((name, value))
      }
    }
  }

  private var content: Content

  init(_ text: Data) {
    content = .text(text)
  }

  private init(_ content: Content) {
    self.content = content
  }

  /// Appends the value as JSON text.
  func write(to output: inout Data) {
    switch content {
    case .text(let text): output.append(text)
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.list.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output.append(member.name)
        output.append(UInt8(ascii: ":"))
        member.value.write(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        element.write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    }
  }

  /// The value as JSON text.
  var text: Data {
    var output = Data()
    write(to: &output)
    return output
  }

  /// The elements of an array from an index on, as JSON text.
  func text(from index: Int) -> Data {
    ResultNode(.array(Array((elements ?? []).dropFirst(index)))).text
  }

  /// The number of elements; nil if the value is no array.
  var elementCount: Int? { elements?.count }

  var isNull: Bool {
    if case .text(let text) = content { text.isNull } else { false }
  }

  /// The members, if the value is an object.
  private var members: Members? {
    if case .text(let text) = content, let members = JSONText.members(of: text) {
      content = .object(Members(members.map { ($0.name, ResultNode($0.value)) }))
    }
    if case .object(let members) = content { return members }
    return nil
  }

  /// The elements, if the value is an array.
  private var elements: [ResultNode]? {
    if case .text(let text) = content, let elements = JSONText.elements(of: text) {
      content = .array(elements.map(ResultNode.init))
    }
    if case .array(let elements) = content { return elements }
    return nil
  }

  /// The value of a member or an element; nil if it is absent.
  subscript(segment: PathSegment) -> ResultNode? {
    switch segment {
    // Names are compared as JSON text: no name needs an escape.
    case .field(let name): return members?[Data("\"\(name)\"".utf8)]
    case .index(let index):
      guard let elements, elements.indices.contains(index) else { return nil }
      return elements[index]
    }
  }

  // MARK: Changes

  /// Adds the members of an object. A member that is here already keeps its place: of two objects the members
  /// are merged, of two arrays the elements; any other value is replaced.
  ///
  /// - Returns: whether both values are objects.
  func merge(_ other: ResultNode) -> Bool {
    guard var members, let added = other.members else { return false }
    // The members have one owner while they change.
    content = .text(Data())
    for member in added.list {
      if let known = members[member.name] {
        known.mergeOrReplace(member.value)
      } else {
        members.set(member.name, member.value)
      }
    }
    content = .object(members)
    return true
  }

  private func mergeOrReplace(_ other: ResultNode) {
    if merge(other) { return }
    if let elements, let others = other.elements, others.count == elements.count {
      for (element, other) in zip(elements, others) { element.mergeOrReplace(other) }
    } else {
      content = other.content
    }
  }

  /// Sets the value of a member.
  ///
  /// - Parameter name: the name as JSON text.
  /// - Returns: whether the value is an object.
  func set(_ name: Data, _ value: ResultNode) -> Bool {
    guard var members else { return false }
    content = .text(Data())
    members.set(name, value)
    content = .object(members)
    return true
  }

  /// Adds elements at the end of an array.
  ///
  /// - Parameter index: the index of the first one. An element that is here already is merged.
  /// - Returns: whether the value is an array with all elements before the index.
  func add(_ items: [ResultNode], at index: Int? = nil) -> Bool {
    guard var elements, (0...elements.count).contains(index ?? 0) else { return false }
    // The array has one owner while it grows.
    content = .text(Data())
    defer { content = .array(elements) }
    let start = index ?? elements.count
    for (known, item) in zip(elements[start...], items) { known.mergeOrReplace(item) }
    elements += items.dropFirst(elements.count - start)
    return true
  }
}

/// A response name or the index of a list.
typealias PathSegment = GraphQLError.PathSegment
