// The approximate lengths of declarations. They decide how declarations are divided into files, before
// any text is made.

import AuthGenSwiftModel

extension Definitions {
  /// The approximate number of lines.
  var lineCount: Int {
    sum(enums, \.lineCount) + sum(inputs, \.lineCount) + sum(operations, \.lineCount)
      + sum(fragments, \.type.lineCount) + sum(extensions) { sum($0.nested, \.lineCount) + 3 }
  }
}

extension EnumModel {
  /// Each case is a declaration and a case of two switches.
  var lineCount: Int {
    26 + documentation.count + sum(values) { 3 + $0.documentation.count } + values.count / 4
  }
}

extension InputModel {
  var lineCount: Int {
    14 + documentation.count + sum(properties, \.lineCount)
  }
}

extension OperationModel {
  /// The facade's method repeats the documentation.
  var lineCount: Int {
    22 + 2 * documentation.count + sum(variables, \.lineCount) + data.lineCount
  }
}

extension StructModel {
  var lineCount: Int {
    16 + documentation.count + sum(properties, \.lineCount) + sum(parts) { _ in 13 } + shared.count
      + (concrete.map { 32 + 4 * $0.cases.count } ?? 0) + sum(nested, \.lineCount)
  }
}

extension PropertyModel {
  /// A property is a declaration, a line of the initialiser and one of the coding, with some room.
  fileprivate var lineCount: Int {
    4 + documentation.count + (storageName == name ? 0 : 4) + (deprecation == nil ? 0 : 1)
  }
}

private func sum<Element>(_ elements: [Element], _ count: (Element) -> Int) -> Int {
  elements.reduce(0) { $0 + count($1) }
}
