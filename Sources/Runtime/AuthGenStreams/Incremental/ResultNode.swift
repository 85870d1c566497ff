// A response that grows.

import AuthGenRuntime
import Foundation

/// A JSON value to which parts are added. Only the objects and arrays on the way to an added part are divided; all other
/// values stay the text that the server sent.
nonisolated final class ResultNode {
  nonisolated private enum Content {
    case text(Data)
    /// The members in the server's order. The names are JSON text.
    case object([(name: Data, value: ResultNode)])
    case array([ResultNode])
  }

  private var content: Content

  init(_ text: Data) {
    content = .text(text)
  }

  /// The value as JSON text.
  var text: Data {
    var output = Data()
    write(to: &output)
    return output
  }

  func write(to output: inout Data) {
    switch content {
    case .text(let text): output.append(text)
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
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

  var isNull: Bool {
    if case .text(let text) = content { text.elementsEqual("null".utf8) } else { false }
  }

  /// The members, if the value is an object.
  private var members: [(name: Data, value: ResultNode)]? {
    if case .text(let text) = content, let members = JSONText.members(of: text) {
      content = .object(members.map { ($0.name, ResultNode($0.value)) })
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

  /// The value of a member or element; nil if there is none.
  subscript(segment: PathSegment) -> ResultNode? {
    switch segment {
    case .name(let name): return members?.first { $0.name == name }?.value
    case .index(let index):
      guard let elements, elements.indices.contains(index) else { return nil }
      return elements[index]
    }
  }

  // MARK: Changes

  /// Adds the members of an object. A member that is here already keeps its place: of two objects the members are
  /// merged, of two arrays the elements; any other value is replaced.
  ///
  /// - Returns: whether both values are objects.
  func merge(_ other: ResultNode) -> Bool {
    guard var members, let added = other.members else { return false }
    content = .text(Data())
    for member in added {
      if let known = members.first(where: { $0.name == member.name })?.value {
        known.mergeOrReplace(member.value)
      } else {
        members.append(member)
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
  func set(_ name: Data, _ value: ResultNode) {
    guard var members else { return }
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index].value = value
    } else {
      members.append((name, value))
    }
    content = .object(members)
  }

  /// Adds elements at the end of an array.
  ///
  /// - Parameter index: the index of the first one. An element that is here already is merged.
  /// - Returns: whether the value is an array with all elements before the index.
  func add(_ items: [ResultNode], at index: Int? = nil) -> Bool {
    guard let elements, (0...elements.count).contains(index ?? 0) else { return false }
    let start = index ?? elements.count
    for (known, item) in zip(elements.dropFirst(start), items) { known.mergeOrReplace(item) }
    guard case .array(var elements) = content else { return false }
    // The array has one owner while it grows.
    content = .text(Data())
    elements += items.dropFirst(elements.count - start)
    content = .array(elements)
    return true
  }
}

/// A response name, as JSON text, or the index of a list.
nonisolated enum PathSegment: Equatable {
  case name(Data)
  case index(Int)
}
