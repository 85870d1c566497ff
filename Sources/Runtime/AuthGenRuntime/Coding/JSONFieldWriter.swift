// Fields as JSON text.

/// Writes the fields of an object, and of all objects inside it, as JSON text.
nonisolated final class JSONFieldWriter: FieldWriter {
  private let json: JSONWriter

  init(_ json: JSONWriter) {
    self.json = json
  }

  override func write(_ name: StaticString, _ value: String) {
    json.member(name) { $0.write(value) }
  }

  override func write(_ name: StaticString, _ value: Int) {
    json.member(name) { $0.write(value) }
  }

  override func write(_ name: StaticString, _ value: Double) {
    write(name) { try $0.write(value) }
  }

  override func write(_ name: StaticString, _ value: Bool) {
    json.member(name) { $0.write(value) }
  }

  override func write(_ name: StaticString, _ value: [String]) {
    json.member(name) { $0.array(value) { $0.write($1) } }
  }

  override func write(_ name: StaticString, any value: any Encodable) {
    write(name) { try $0.write(any: value) }
  }

  override func write(
    _ name: StaticString, object: @autoclosure () -> Any?, _ fields: (FieldWriter) -> Void
  ) {
    json.member(name) { _ in self.write(object: fields) }
  }

  override func write(
    _ name: StaticString, list: @autoclosure () -> Any?, _ elements: (ListWriter) -> Void
  ) {
    json.member(name) { json in
      json.open("[")
      elements(JSONListWriter(json, self))
      json.close("]")
    }
  }

  override func writeNil(_ name: StaticString, orNull isNull: Bool) {
    if isNull { json.member(name) { $0.writeNull() } }
  }

  fileprivate func write(object fields: (FieldWriter) -> Void) {
    let outer = nulls
    nulls = nil
    json.open("{")
    fields(self)
    json.close("}")
    nulls = outer
  }

  /// Writes a member whose value may have no JSON.
  private func write(_ name: StaticString, _ value: (JSONWriter) throws -> Void) {
    do {
      try json.member(name, value)
    } catch {
      fail(error)
    }
  }
}

nonisolated private final class JSONListWriter: ListWriter {
  private let json: JSONWriter
  private let fields: JSONFieldWriter

  init(_ json: JSONWriter, _ fields: JSONFieldWriter) {
    (self.json, self.fields) = (json, fields)
  }

  override func object(_ fields: (FieldWriter) -> Void) {
    json.element { _ in self.fields.write(object: fields) }
  }

  override func list(_ body: (ListWriter) -> Void) {
    json.element { json in
      json.open("[")
      body(self)
      json.close("]")
    }
  }

  override func null() {
    json.element { $0.writeNull() }
  }
}
