// How requests carry the token, and which responses refuse it.

import AuthGenLanguage
import AuthGenTypeSystem

extension SessionBuilder {
  mutating func checkPlacement() {
    let send = settings.send
    if let variable = send.variable {
      if send.template != nil || send.scheme != nil || send.header != nil {
        report(
          "expected \"variable\" alone, found a header field beside it", at: variable.position,
          help: "remove \"variable\", or the other keys of \"send\"")
      }
    } else if let template = send.template,
      template.value.ranges(of: "{token}").count != 1 || send.scheme != nil
    {
      report(
        send.scheme == nil
          ? "expected {token} once in \"template\", found \"\(template.value)\""
          : "expected one of \"scheme\" and \"template\", found both",
        at: template.position,
        help: "write the whole value of the header field, such as \"session={token}\"")
    }
  }

  mutating func refusals() -> [ClientSettings.Session.Ending] {
    var refusals: [ClientSettings.Session.Ending] = []
    // Close codes say nothing about responses.
    if settings.ended.allSatisfy({ $0.value.closeCode != nil }) {
      refusals.append(.init())
      refusals[0].status = 401
    }
    for ending in settings.ended {
      check(ending)
      if ending.value.field == nil, ending.value.null == nil { refusals.append(ending.value) }
    }
    return refusals
  }

  mutating func check(_ placed: ClientSettings.Placed<ClientSettings.Session.Ending>) {
    let ending = placed.value
    let signs = [
      ending.status != nil, ending.extension != nil, ending.member != nil, ending.field != nil,
      ending.null != nil, ending.closeCode != nil, !ending.messages.isEmpty,
    ].count { $0 }
    let hasSignsOfErrors =
      ending.extension != nil || ending.member != nil || !ending.messages.isEmpty
    let needsValues =
      ending.field != nil || ending.member != nil
      || (ending.extension != nil && ending.lacks == nil)
    if signs != 1 {
      report(
        "expected one of \"status\", \"extension\", \"member\", \"messages\", \"field\", "
          + "\"null\" and \"closeCode\", found \(signs)",
        at: placed.position, help: "write an entry of its own for each")
    } else if ending.beforeExecution, !hasSignsOfErrors || ending.lacks != nil {
      report(
        "\"beforeExecution\" is only for messages, and for an extension or a member with \"values\"",
        at: placed.position,
        help: "remove it")
    } else if needsValues == ending.values.isEmpty || ending.lacks != nil && ending.extension == nil
    {
      report(
        needsValues
          ? "\"values\" is missing"
          : "\"values\" and \"lacks\" are only for an extension, a member or a field",
        at: placed.position, help: needsValues ? "list the values that match" : "remove them")
    }
  }

  /// The checks of operations whose data shows that the session has ended.
  mutating func checks() -> [SessionModel.Check] {
    var used = Set<Int>()
    let models = operations.values.sorted { $0.operationName < $1.operationName }
    let checks = models.compactMap { operation -> SessionModel.Check? in
      var conditions: [SessionModel.Check.Condition] = []
      for (index, (ending, target)) in zip(settings.ended, tokens.endings).enumerated() {
        guard let target else { continue }
        let found = self.conditions(ending.value, target, in: operation)
        if !found.isEmpty { used.insert(index) }
        conditions += found
      }
      guard !conditions.isEmpty else { return nil }
      return SessionModel.Check(typeName: operation.typeName, conditions: conditions)
    }
    for (index, target) in tokens.endings.enumerated() {
      guard let target, !reportsUnknownValue(settings.ended[index], of: target),
        !used.contains(index)
      else { continue }
      report(
        "no operation selects \(target.coordinate) in the form that this entry needs",
        at: target.position,
        help: settings.ended[index].value.null == nil
          ? "select it in an operation" : "name a field of the root type that can be null")
    }
    return checks
  }

  /// Reports a value that the enum of an entry's field lacks.
  private mutating func reportsUnknownValue(
    _ ending: ClientSettings.Placed<ClientSettings.Session.Ending>, of target: SessionTokens.Target
  ) -> Bool {
    let schema = context.schema
    guard let owner = schema.typeID(target.key.type),
      let type = schema.field(target.key.member, of: owner)?.type,
      let definition = schema.type(type.symbol), definition.kind == .enum
    else { return false }
    let names = definition.values.map { context.symbols[$0.name.symbol] }
    guard let unknown = ending.value.values.first(where: { !names.contains($0) }) else {
      return false
    }
    report(
      "the enum \(context.symbols[type.symbol]) of \(target.coordinate) has no value \"\(unknown)\"",
      at: ending.position,
      help: didYouMean(unknown, among: names) ?? "there is \(names.joined(separator: ", "))")
    return true
  }

  private func conditions(
    _ ending: ClientSettings.Session.Ending, _ target: SessionTokens.Target,
    in operation: OperationModel
  ) -> [SessionModel.Check.Condition] {
    let isNull = ending.null != nil
    let paths = finder.paths(to: target.fields, in: operation.data, throughLists: !isNull)
    if isNull {
      // The root field itself, perhaps in a fragment. A field that the operation leaves out is null, too.
      return paths.filter { path in
        path.segments.count == 1 && path.type.isOptional
          && !path.segments[0].links.dropLast().contains {
            $0.isOptional
          } && !path.isConditional
      }.map { .init(path: $0, values: nil) }
    }
    return paths.filter { $0.type.wrapped.isText }
      .map { .init(path: $0.ofRawValue, values: ending.values) }
  }
}
