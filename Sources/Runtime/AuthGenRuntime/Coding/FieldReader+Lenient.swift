// Values in other forms than those of their types, of fields that the client's configuration names as
// lenient.

nonisolated extension FieldReader {
  /// Reads the value at the position. Afterwards, the position is behind it.
  ///
  /// - Parameter path: the path of the value, for the elements of a list that are left out.
  mutating func value<Coding: FieldCoding>(
    _ coding: Coding.Type, isLenient: Bool, at path: @autoclosure () -> [String]
  ) throws(JSONFailure) -> Coding.Value {
    guard isLenient else { return try Coding.read(&self) }
    json.scanner.skipSpace()
    let (state, count) = (json.state, unreadable.count)
    if json.scanner.next == UInt8(ascii: "[") { lenientList = path() }
    defer { lenientList = nil }
    do throws(JSONFailure) {
      return try Coding.read(&self)
    } catch {
      let reason = failureReason ?? error
      recover(to: state, count)
      guard let value = inOtherForm(try json.scanner.json(), coding, at: path()) else {
        throw reason
      }
      return value
    }
  }

  /// Reads the elements of a lenient list of objects, behind its first bracket. Elements that cannot be read
  /// are left out.
  @inline(never)
  mutating func lenientElements<Element>(
    at path: [String], _ element: (inout FieldReader) throws(JSONFailure) -> Element
  ) throws(JSONFailure) -> [Element] {
    var elements: [Element] = []
    var index = 0
    repeat {
      let (state, count) = (json.state, unreadable.count)
      do throws(JSONFailure) {
        elements.append(try element(&self))
      } catch {
        recover(to: state, count)
        try json.scanner.skipValue()
        unreadable.append(ResponseDecodingError(.typeMismatch, path: path + ["\(index)"]))
      }
      index += 1
    } while try json.scanner.nextElement()
    return elements
  }

  /// Continues after a field that cannot be read, and records it.
  mutating func skipUnreadable(from state: JSONReader.State) {
    if let failure { unreadable.append(ResponseDecodingError(failure)) }
    recover(to: state, unreadable.count)
    wasAbsent = false
  }

  /// Returns to an earlier state, with the fields that could not be read until then.
  private mutating func recover(to state: JSONReader.State, _ count: Int) {
    recover()
    json.restore(state)
    unreadable.removeLast(unreadable.count - count)
  }

  /// Reads a scalar, or a list of scalars, in the first form that fits, and a value in place of a list.
  private mutating func inOtherForm<Coding: FieldCoding>(
    _ json: JSON, _ coding: Coding.Type, at path: [String]
  ) -> Coding.Value? {
    var forms = json.otherForms
    var leftOut: [Int] = []
    if case .array(let elements) = json {
      let fitting = elements.map { element in
        ([element] + element.otherForms).first { read(.array([$0]), coding) != nil }
      }
      leftOut = fitting.indices.filter { fitting[$0] == nil }
      forms.append(.array(fitting.compactMap { $0 }))
    } else {
      forms += ([json] + json.otherForms).map { .array([$0]) }
    }
    for form in forms {
      guard let (value, inner) = read(form, coding) else { continue }
      unreadable += inner
      unreadable += leftOut.map {
        ResponseDecodingError(.typeMismatch, path: path + ["\($0)"])
      }
      return value
    }
    return nil
  }

  private func read<Coding: FieldCoding>(
    _ json: JSON, _ coding: Coding.Type
  ) -> (Coding.Value, [ResponseDecodingError])? {
    json.data.readJSON { (json: consuming JSONReader) in
      var reader = FieldReader(json)
      reader.variables = variables
      guard let value = try? Coding.read(&reader), !reader.hasFailed else { return nil }
      return (value, reader.unreadable)
    }
  }
}

nonisolated extension JSON {
  /// The forms of a scalar that servers also send, the most exact one first: numbers as text and back,
  /// Booleans as text, and whole numbers with a fraction, which is left out.
  fileprivate var otherForms: [JSON] {
    switch self {
    case .string(let text):
      switch text.lowercased().nameOrEmpty {
      case "true": [.boolean(true)]
      case "false": [.boolean(false)]
      default: JSONNumber(text).map { JSON(number: $0.text) }.map { [$0] + $0.otherForms } ?? []
      }
    case .integer(let number): [.string("\(number)")]
    case .number(let number):
      (Int(exactly: number.double.rounded(.towardZero)).map { [.integer($0)] } ?? [])
        + [.string(number.text)]
    case .null, .boolean, .array, .object: []
    }
  }
}
