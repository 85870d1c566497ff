// Compares the directives that decide how clients call a field and what they read:
//
//     type Query { me: User }
//     type Query { me: User @authenticated }
//
// gives authenticationAdded at Query.me, which is breaking. The specification's own directives are compared
// elsewhere.

import AuthGenLanguage
package import AuthGenTypeSystem

/// What a comparison knows about the client of the schemas.
package struct SchemaDiffClient: Sendable {
  /// The marks of the old schema, and of the new one.
  package let marks: (old: SchemaMarks, new: SchemaMarks)
  /// The features that the client has.
  package let features: Set<String>
  /// The scalars whose values are secret.
  package let secretScalars: Set<String>
  /// Whether a schema is the result of an introspection, which has no applied directives. Then marks are not
  /// compared.
  package let isIntrospection: Bool

  package init(
    marks: (old: SchemaMarks, new: SchemaMarks), features: Set<String>,
    secretScalars: Set<String>, isIntrospection: Bool
  ) {
    self.marks = marks
    self.features = features
    self.secretScalars = secretScalars
    self.isIntrospection = isIntrospection
  }
}

extension SchemaDiff {
  /// Compares the marks of two definitions.
  mutating func compareMarks<Definition>(_ pair: Pair<Definition>) {
    if pair.old.directives.isEmpty && pair.new.directives.isEmpty || client.isIntrospection {
      return
    }
    newHasMarks =
      newHasMarks || pair.new.directives.contains { client.marks.new.all.contains($0.name.symbol) }
    compareAuthentication(pair)
    compareFeatures(pair)
    compareWeights(pair)
    compareRateLimits(pair)
    compareNonNull(pair)
    compareConnectors(pair)
  }

  /// The most elements without their marks that are reported one by one, if no element has its marks.
  private static let maximumLost = 10

  /// Replaces the changes of a schema that has lost all marks, such as one that was printed from an
  /// introspection, by one change.
  mutating func foldLostMarks() {
    let isLoss = { (change: SchemaChange) in Self.losses.contains(change.kind) }
    let count = Set(changes.filter(isLoss).map(\.coordinate)).count
    guard !newHasMarks, count > Self.maximumLost else { return }
    changes.removeAll(where: isLoss)
    note(
      .marksLost, .dangerous, .schema,
      message: "\(count) elements had directives for authentication, features, weights or rate"
        + " limits, and none has one now",
      consequence: "either all are public now, or the schema was made by introspection, which omits"
        + " applied directives")
  }

  private static let losses: Set<SchemaChangeKind> = [
    .authenticationRemoved, .featureRemoved, .weightChanged, .rateLimitRemoved,
    .semanticNullabilityChanged,
  ]

  /// Returns the directives of a mark as text; nil if a definition has none.
  private func texts<Definition: NamedDefinition>(
    _ pair: Pair<Definition>, _ mark: (SchemaMarks) -> Set<Symbol>
  ) -> (old: String?, new: String?) {
    (
      text(of: pair.old.directives, mark(client.marks.old)),
      text(of: pair.new.directives, mark(client.marks.new))
    )
  }

  private func text(of directives: [Directive], _ names: Set<Symbol>) -> String? {
    let marks = directives.filter { names.contains($0.name.symbol) }
    if marks.isEmpty { return nil }
    return marks.map { $0.text(symbols, sources) }.sorted().joined(separator: " ")
  }

  private mutating func compareAuthentication<Definition>(_ pair: Pair<Definition>) {
    switch texts(pair, \.authentication) {
    case (nil, let mark?):
      note(
        .authenticationAdded, .breaking, pair, message: "it needs a session now (\(mark))",
        consequence: "operations that select it are refused without one")
    case (let mark?, nil):
      note(
        .authenticationRemoved, .dangerous, pair,
        message: "it no longer needs a session (\(mark) was removed)",
        consequence: "operations that select it may no longer wait for a login")
    case (let before?, let after?) where before != after:
      note(
        .authenticationChanged, .dangerous, pair,
        message: "it was marked \(before) and is now \(after)",
        consequence: "users without the new permission get an error")
    default: break
    }
  }

  private mutating func compareFeatures<Definition>(_ pair: Pair<Definition>) {
    let before = value(of: client.marks.old.feature, in: pair.old)
    let after = value(of: client.marks.new.feature, in: pair.new)
    guard before != after else { return }
    guard let after else {
      note(
        .featureRemoved, .safe, pair, message: "it no longer needs the feature \(before ?? "")",
        consequence: "all servers have it")
      return
    }
    let isEnabled = client.features.contains(after)
    note(
      before == nil ? .featureAdded : .featureChanged, isEnabled ? .safe : .breaking, pair,
      message: "it needs the feature \(after) now",
      consequence: isEnabled
        ? "the configuration lists the feature"
        : "servers without the feature refuse operations that use it")
  }

  private mutating func compareWeights<Definition>(_ pair: Pair<Definition>) {
    let before = value(of: client.marks.old.weight, in: pair.old)
    let after = value(of: client.marks.new.weight, in: pair.new)
    guard before != after else { return }
    let (old, new) = (before.flatMap { Int($0) } ?? 0, after.flatMap { Int($0) } ?? 0)
    note(
      .weightChanged, new > old ? .dangerous : .safe, pair,
      message: "its weight was \(before ?? "0") and is now \(after ?? "0")",
      consequence: new > old
        ? "requests that select it can exceed the server's maximum"
        : "requests that select it are lighter")
  }

  private mutating func compareRateLimits<Definition>(_ pair: Pair<Definition>) {
    let before = value(of: client.marks.old.rateLimit, in: pair.old)
    let after = value(of: client.marks.new.rateLimit, in: pair.new)
    guard before != after else { return }
    guard let after else {
      note(
        .rateLimitRemoved, .safe, pair,
        message: "it is no longer counted in the bucket \(before ?? "")",
        consequence: "calls are not limited by it")
      return
    }
    note(
      before == nil ? .rateLimitAdded : .rateLimitChanged, .dangerous, pair,
      message: before.map { "its rate-limit bucket was \($0) and is now \(after)" }
        ?? "calls of it are counted in the bucket \(after) now",
      consequence: "calls are refused when the bucket is full")
  }

  private mutating func compareNonNull<Definition>(_ pair: Pair<Definition>) {
    let (before, after) = texts(pair) { $0.nonNull.union($0.nonNullField) }
    guard before != after else { return }
    note(
      .semanticNullabilityChanged, after == nil ? .breaking : .dangerous, pair,
      message: before.map { before in
        after.map { "it was marked \(before) and is now \($0)" } ?? "\(before) was removed"
      } ?? "it is marked \(after ?? "") now",
      consequence: after == nil
        ? "it can be null without an error, so its Swift type becomes optional"
        : "the optionality of its Swift type changes")
  }

  private mutating func compareConnectors<Definition>(_ pair: Pair<Definition>) {
    let (before, after) = texts(pair, \.connectors)
    guard before != after else { return }
    let what = before == nil ? "added" : after == nil ? "removed" : "changed"
    note(
      .connectorChanged, before == nil ? .safe : after == nil ? .breaking : .dangerous, pair,
      message: "its connector was \(what)",
      consequence: after == nil
        ? "operations that select it have no HTTP exchange"
        : "operations that select it make another HTTP exchange")
  }

  /// Returns the value of the single argument of an applied directive, as text.
  private func value(of directive: Symbol?, in definition: some NamedDefinition) -> String? {
    guard let directive,
      let applied = definition.directives.first(where: { $0.name.symbol == directive })
    else { return nil }
    guard let value = applied.arguments.first?.value else { return applied.text(symbols, sources) }
    if case .string(let literal) = value.kind { return sources.text(of: literal) }
    return text(of: value)
  }

  /// Notes that a value becomes secret, or is no longer secret.
  mutating func compareSecrecy<Definition>(
    _ pair: Pair<Definition>, _ before: TypeReference, _ after: TypeReference
  ) {
    let (was, isNow) = (
      client.secretScalars.contains(symbols[before.symbol]),
      client.secretScalars.contains(symbols[after.symbol])
    )
    guard was != isNow else { return }
    note(
      isNow ? .secretAdded : .secretRemoved, .breaking, pair,
      message: isNow ? "its value is secret now" : "its value is no longer secret",
      consequence: isNow
        ? "its Swift type becomes Secret, which is not printed"
        : "logs and descriptions can contain it; list it in \"secrets\" if it is one")
  }
}
