// Finds the members of JSON objects by name.

import Foundation

/// Reads the objects of a JSON text. A member that is looked up in its order takes one comparison.
/// Members that are passed on the way to another one are checked once, and found by their offset.
/// Of members with the same name, the first counts.
nonisolated package struct JSONReader: ~Copyable {
  /// A member that was passed.
  nonisolated private struct Member {
    let key: JSONScanner.StringBounds
    /// The first eight bytes of the key, like those of a `KeyName`.
    let word: UInt64
    /// The offset of the value.
    let value: Int
  }

  /// The object that is being read.
  nonisolated package struct Object {
    /// The index of its first member in `members`.
    fileprivate var firstMember = 0
    /// Whether no member was passed yet.
    fileprivate var isUntouched = false
    /// Whether a member that is looked up next may be among those that were passed.
    fileprivate var hasSkipped = false
    fileprivate var isComplete = true
  }

  /// Where the value of a member is.
  nonisolated package enum Place {
    /// At the scanner's position.
    case here
    /// At the scanner's position, which has to return to `cursor` afterwards.
    case earlier(cursor: Int)
    case nowhere

    @inline(__always)
    package var isNowhere: Bool { if case .nowhere = self { true } else { false } }

    @inline(__always)
    var cursor: Int? { if case .earlier(let cursor) = self { cursor } else { nil } }
  }

  package var scanner: JSONScanner
  private(set) var object = Object()
  /// The members of all open objects that were passed so far, innermost objects last.
  private var members: [Member] = []
  private var memberCount = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    scanner = JSONScanner(bytes)
  }

  /// Reads an empty text.
  init() {
    self.init(UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Another reader of the same text, at its beginning.
  package var restarted: JSONReader { JSONReader(scanner.bytes) }

  /// The position in the text and in its objects.
  nonisolated package struct State {
    fileprivate let offset: Int
    fileprivate let depth: Int
    fileprivate let object: Object
    fileprivate let memberCount: Int
  }

  package var state: State {
    State(
      offset: scanner.offset, depth: scanner.depth, object: object, memberCount: memberCount)
  }

  /// Returns to an earlier state.
  package mutating func restore(_ state: State) {
    (scanner.offset, scanner.depth) = (state.offset, state.depth)
    (object, memberCount) = (state.object, state.memberCount)
    scanner.elementPath = []
  }

  // MARK: Objects

  /// Moves into the next object.
  ///
  /// - Returns: the object around it, for ``leave(for:)``.
  @inline(__always)
  package mutating func enter() throws(JSONFailure) -> Object {
    let outer = object
    let hasMembers = try scanner.open(UInt8(ascii: "{"), close: UInt8(ascii: "}"))
    object = Object(
      firstMember: memberCount, isUntouched: true, isComplete: !hasMembers)
    return outer
  }

  /// Moves past the rest of the object.
  @inline(__always)
  mutating func leave(for outer: Object) throws(JSONFailure) {
    while try moveToKey() {
      _ = try scanner.stringBounds()
      try scanner.expect(UInt8(ascii: ":"))
      try scanner.skipValue()
    }
    memberCount = object.firstMember
    object = outer
  }

  /// Starts another view of the current object, which may look up the same members again.
  @inline(__always)
  mutating func beginView() {
    if memberCount > object.firstMember { object.hasSkipped = true }
  }

  /// Moves to the value of a member.
  @inline(__always)
  mutating func find(_ name: StaticString) throws(JSONFailure) -> Place {
    try find(
      KeyName(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)))
  }

  package mutating func find(_ name: String) throws(JSONFailure) -> Place {
    var name = name
    let place = name.withUTF8 { name in
      Result { () throws(JSONFailure) in try find(KeyName(name)) }
    }
    return try place.get()
  }

  @inline(__always)
  private mutating func find(_ name: KeyName) throws(JSONFailure) -> Place {
    let cursor = scanner.offset
    let wasSearched = object.hasSkipped
    if wasSearched, case .earlier(let cursor) = earlier(name, cursor: cursor) {
      return .earlier(cursor: cursor)
    }
    let wasUntouched = object.isUntouched
    guard try moveToKey() else { return wasSearched ? .nowhere : earlier(name, cursor: cursor) }
    let (start, end) = (scanner.offset + 1, scanner.offset + 1 + name.count)
    if end < scanner.bytes.count, scanner.byte(end) == UInt8(ascii: "\""),
      scanner.byte(start - 1) == UInt8(ascii: "\""), scanner.hasBytes(of: name, at: start)
    {
      scanner.offset = end + 1
      try scanner.expect(UInt8(ascii: ":"))
      add(JSONScanner.StringBounds(start: start, end: end, hasEscapes: false), name.word)
      return .here
    }
    let key = scanner.offset
    if !wasSearched, case .earlier = earlier(name, cursor: cursor) {
      object.isUntouched = wasUntouched
      return .earlier(cursor: cursor)
    }
    scanner.offset = key
    return try later(name)
  }

  /// Moves to the next key.
  ///
  /// - Returns: false at the end of the object. The position is then after it.
  @inline(__always)
  private mutating func moveToKey() throws(JSONFailure) -> Bool {
    guard !object.isComplete else { return false }
    if object.isUntouched {
      object.isUntouched = false
      scanner.skipSpace()
      return true
    }
    if scanner.skip(UInt8(ascii: ",")) {
      scanner.skipSpace()
      return true
    }
    try scanner.expect(UInt8(ascii: "}"))
    scanner.depth -= 1
    object.isComplete = true
    return false
  }

  @inline(__always)
  private mutating func add(_ key: JSONScanner.StringBounds, _ word: UInt64) {
    let member = Member(key: key, word: word, value: scanner.offset)
    if memberCount < members.count { members[memberCount] = member } else { append(member) }
    memberCount += 1
  }

  @inline(never)
  private mutating func append(_ member: Member) {
    if members.isEmpty { members.reserveCapacity(32) }
    members.append(member)
  }

  /// Looks among the members that were passed.
  @inline(never)
  private mutating func earlier(_ name: KeyName, cursor: Int) -> Place {
    let cursor = object.isComplete ? scanner.offset : cursor
    for index in object.firstMember..<memberCount
    where members[index].word == name.word || members[index].key.hasEscapes {
      guard scanner.isEqual(members[index].key, name) else { continue }
      scanner.offset = members[index].value
      return .earlier(cursor: cursor)
    }
    return .nowhere
  }

  /// Looks among the members that follow. The position is at a key.
  @inline(never)
  private mutating func later(_ name: KeyName) throws(JSONFailure) -> Place {
    repeat {
      let key = try scanner.stringBounds()
      try scanner.expect(UInt8(ascii: ":"))
      let word = scanner.word(of: key)
      add(key, word)
      if word == name.word || key.hasEscapes, scanner.isEqual(key, name) { return .here }
      object.hasSkipped = true
      try scanner.skipValue()
    } while try moveToKey()
    return .nowhere
  }
}

nonisolated extension Data {
  /// Reads JSON text. The reader is valid during the call.
  func readJSON<Value, Failure: Error>(
    _ read: (consuming JSONReader) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result = withUnsafeBytes { bytes in
      Result { () throws(Failure) in try read(JSONReader(bytes)) }
    }
    return try result.get()
  }
}
