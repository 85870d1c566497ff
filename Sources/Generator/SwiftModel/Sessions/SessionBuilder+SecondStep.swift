// The second step of a login: which responses ask for it, and what completes it.

import AuthGenLanguage

extension SessionBuilder {
  mutating func secondStep() -> SessionModel.SecondStep? {
    guard let step = settings.secondStep else { return nil }
    if step.value.token.isEmpty, step.value.extension == nil {
      report(
        "\"secondStep\" names neither a field nor an extension with its token", at: step.position,
        help: "list the field in \"token\", or write \"extension\"")
    }
    let accessToken = Set(tokens.accessToken.flatMap(\.fields))
    for target in tokens.stepToken where !target.fields.isDisjoint(with: accessToken) {
      report(
        "\(target.coordinate) is also in \"accessToken\"", at: target.position,
        help: "name a field that has a value only if the server asks for the step")
    }
    for ending in step.value.expired {
      check(ending)
      let value = ending.value
      if value.field != nil || value.null != nil || value.closeCode != nil || value.lacks != nil {
        report(
          "\"expired\" has signs of errors alone", at: ending.position,
          help:
            "name a status, or an extension, a member or messages of an error; the app reads the"
            + " data of a result")
      }
    }
    return SessionModel.SecondStep(
      operations: tokens.steps.compactMap { completion($0) },
      extensionPath: step.value.extension?.split(separator: ".").map(String.init) ?? [],
      ends: step.value.expired.map(\.value))
  }

  private mutating func completion(
    _ call: SessionTokens.Call
  ) -> SessionModel.SecondStep.Operation? {
    let position = call.settings.operation.position
    if let path = call.settings.variable, call.path.count > 1 {
      report(
        "expected a variable for the token, found the path \(path.value)", at: path.position,
        help: "declare a variable for each value, and write the input object in the document")
      return nil
    }
    let token = call.path.first.map { context.symbols[$0] }
    // Without a variable, the token is the operation's credential.
    let isAuthenticated = model(call.operation)?.isAuthenticated ?? false
    guard
      let logIn = source(
        call.operation, role: "second step", needsSession: token == nil && isAuthenticated,
        at: position)
    else { return nil }
    return SessionModel.SecondStep.Operation(
      logIn: logIn,
      tokenName: logIn.operation.variables.first { $0.graphQLName == token }?.name)
  }
}
