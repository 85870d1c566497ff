// Removes repetitions.

extension Sequence where Element: Hashable {
  /// The elements in order, each one once.
  var withoutRepetition: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
