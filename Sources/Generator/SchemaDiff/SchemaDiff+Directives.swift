// Compares directive definitions.
// https://spec.graphql.org/September2025/#sec-Type-System.Directives

import AuthGenLanguage
import AuthGenTypeSystem

extension SchemaDiff {
  mutating func compareDirectives() {
    for before in old.directives where !Symbol.builtInDirectives.contains(before.name.symbol) {
      if let after = new.directive(before.name.symbol) {
        compare(before, after)
      } else {
        note(
          .directiveRemoved, .breaking, .directive(before.name.symbol),
          message: "the directive was removed",
          consequence: "operations that apply it are refused", old: before.name.position)
      }
    }
    for after in new.directives where !Symbol.builtInDirectives.contains(after.name.symbol) {
      guard old.directive(after.name.symbol) == nil else { continue }
      note(
        .directiveAdded, .safe, .directive(after.name.symbol), message: "the directive was added",
        consequence: "no operation can have applied it", new: after.name.position)
    }
  }

  private mutating func compare(_ before: DirectiveDefinition, _ after: DirectiveDefinition) {
    let name = before.name.symbol
    let pair = Pair(element: .directive(name), old: before, new: after)
    let (oldPlace, newPlace) = (before.name.position, after.name.position)
    compareTexts(pair)
    if before.isRepeatable, !after.isRepeatable {
      note(
        .directiveRepeatableRemoved, .breaking, pair, message: "it is no longer repeatable",
        consequence: "operations that apply it twice at one location are refused")
    } else if !before.isRepeatable, after.isRepeatable {
      note(
        .directiveRepeatableAdded, .safe, pair, message: "it is repeatable now",
        consequence: "it may still be applied once")
    }
    for location in before.locations where !after.locations.contains(location) {
      note(
        .directiveLocationRemoved, .breaking, .directiveLocation(location, of: name),
        message: "it may no longer be applied to \(symbols[location.symbol])",
        consequence: "operations that apply it there are refused", old: oldPlace, new: newPlace)
    }
    for location in after.locations where !before.locations.contains(location) {
      note(
        .directiveLocationAdded, .safe, .directiveLocation(location, of: name),
        message: "it may be applied to \(symbols[location.symbol]) now",
        consequence: "all earlier locations remain valid", old: oldPlace, new: newPlace)
    }
    if before.arguments.isEmpty, after.arguments.isEmpty { return }
    compareInputs(
      before.arguments, after.arguments, parent: newPlace,
      terms: InputTerms(
        noun: "argument", given: "operations that give it are refused",
        left: "operations that apply the directive without it are refused",
        behaviour: "applying the directive without it may have another effect",
        isNoticed: false),
      element: { .directiveArgument($0, of: name) })
  }
}
