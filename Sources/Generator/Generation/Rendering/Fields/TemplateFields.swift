// What a client's model gives to templates: each node as the fields that templates name. Nothing is
// decided here.

import AuthGenMustache

extension Context {
  /// An object of `fields`, those that templates use most first.
  ///
  /// - Parameter base: fields that it has as well, but for those of the same names.
  mutating func object(
    _ fields: [(key: TemplateKey, value: Value)], extending base: Object = Object()
  ) -> Object {
    var object = base
    for field in fields.reversed() {
      add(field.key.key, field.value, to: &object)
    }
    return object
  }

  /// The same as a value.
  mutating func fields(
    _ fields: [(key: TemplateKey, value: Value)], extending base: Object = Object()
  ) -> Value {
    .object(object(fields, extending: base))
  }

  /// A list of what `make` gives for each of `elements`.
  mutating func list<Element>(
    _ elements: some Sequence<Element>,
    _ make: (Element, inout Context) -> AuthGenMustache.Value
  ) -> Value {
    var draft = ListDraft()
    for element in elements {
      append(make(element, &self), to: &draft)
    }
    return .list(draft.list)
  }

  /// A list of `values`.
  mutating func list(_ values: some Sequence<AuthGenMustache.Value>) -> Value {
    list(values) { value, _ in value }
  }

  /// Objects with a name each and a comma behind all but the last.
  mutating func names(_ names: [Value]) -> Value {
    list(names.indices) { index, context in
      let comma = context.code(index == names.count - 1 ? "" : ", ")
      return context.fields([(.name, names[index]), (.comma, comma)])
    }
  }

  mutating func deprecation(_ reason: String?) -> Value {
    guard let reason else { return .null }
    return literal(reason.isEmpty ? "No longer supported" : reason)
  }
}
