// Draws the states of a session, as `SessionMachine` of AuthGenSessions has them:
//
//     signed out --Login--> signed in --token expires--> refreshing
//                <--Logout--          <--TokenRefresh--
//
// Above them is the state in which the user has to log in again before there are new tokens.

extension Drawing {
  private static let boxHeight = 84
  private static let lineHeight = 26

  init(_ session: Report.Session) {
    self.init(title: "The states of \(session.swiftType)")
    let labels = SessionLabels(session)
    let gap =
      20
      + max(
        180,
        ([labels.logIn, labels.logOut, labels.ending] + (labels.refreshing.map(\.all) ?? []))
          .map { Self.width(of: $0) }.max() ?? 0)
    let top = labels.refreshing == nil ? 1 : 24 + Self.lineHeight * 2
    var signedOut = Self.box("signed out", height: Self.boxHeight)
    (signedOut.x, signedOut.y) = (1, top)
    var signedIn = Self.box("signed in", height: Self.boxHeight)
    (signedIn.x, signedIn.y) = (signedOut.right + gap, top)
    boxes = [signedOut, signedIn]
    (width, height) = (signedIn.right + 1, signedIn.bottom + 1)

    add(labels.logIn, 0, from: signedOut, to: signedIn)
    add(labels.logOut, 1, from: signedIn, to: signedOut)
    if !labels.ending.isEmpty { add(labels.ending, 2, from: signedIn, to: signedOut) }
    if let replacing = labels.replacing {
      let (x, y) = (signedIn.middle, signedIn.bottom)
      arrows.append(
        Arrow("M\(x + 24) \(y)v16h-48v-16", to: .up).labelled(replacing, x: x, y: y + 32))
      height = y + 40
      let half = Self.width(of: replacing) / 2
      width = max(width, x + half + 1)
    }
    guard let refreshing = labels.refreshing else { return }
    var box = Self.box("refreshing", height: Self.boxHeight)
    (box.x, box.y) = (signedIn.right + gap, top)
    boxes.append(box)
    width = max(width, box.right + 1)
    add(refreshing.begins, 0, from: signedIn, to: box)
    add(refreshing.succeeds, 1, from: box, to: signedIn)
    add(refreshing.fails, 2, from: box, to: signedIn)
    addNeedsLogin(labels, refreshing, signedOut: signedOut, signedIn: signedIn, from: box)
  }

  /// Adds an arrow between two boxes of the row.
  ///
  /// - Parameter line: 0 for the first one from the top.
  private mutating func add(_ label: String, _ line: Int, from: Box, to: Box) {
    let y = from.y + 24 + line * Self.lineHeight
    let isRight = from.x < to.x
    let (start, end) = isRight ? (from.right, to.x) : (from.x, to.right)
    arrows.append(
      Arrow("M\(start) \(y)H\(end)", to: isRight ? .right : .left)
        .labelled(label, x: (start + end) / 2, y: y - 6))
  }

  private mutating func addNeedsLogin(
    _ labels: SessionLabels, _ refresh: SessionLabels.Refreshing, signedOut: Box, signedIn: Box,
    from refreshing: Box
  ) {
    var box = Self.box("needs login")
    (box.x, box.y) = (signedIn.middle - box.width / 2, 8)
    boxes.append(box)
    arrows += [
      Arrow("M\(refreshing.middle) \(refreshing.y)V\(box.center)H\(box.right)", to: .left)
        .labelled(refresh.needsLogin, x: (box.right + refreshing.middle) / 2, y: box.center - 6),
      Arrow("M\(box.middle) \(box.bottom)V\(signedIn.y)", to: .down)
        .labelled(labels.logIn, x: box.middle, y: (box.bottom + signedIn.y) / 2 + 4),
      Arrow("M\(box.x) \(box.center)H\(signedOut.middle)V\(signedOut.y)", to: .down)
        .labelled(labels.logOut, x: (signedOut.middle + box.x) / 2, y: box.center - 6),
    ]
    let y = height + 24
    arrows.append(
      Arrow(
        "M\(refreshing.middle) \(refreshing.bottom)V\(y)H\(signedOut.middle)V\(signedOut.bottom)",
        to: .up
      ).labelled(refresh.ends, x: (signedOut.middle + refreshing.middle) / 2, y: y - 6))
    height = y + 2
  }
}

/// What leads from one state to another.
private struct SessionLabels {
  struct Refreshing {
    var begins: String
    var succeeds: String
    var fails: String
    var needsLogin: String
    var ends: String

    var all: [String] { [begins, succeeds, fails, needsLogin] }
  }

  var logIn: String
  var logOut: String
  /// Empty if no response refuses a token.
  var ending: String
  /// Nil if no operation replaces the tokens.
  var replacing: String?
  /// Nil if the session cannot be refreshed.
  var refreshing: Refreshing?

  init(_ session: Report.Session) {
    logIn = Self.list(session.logIn)
    logOut = (session.logOut ?? "log out on this device").shortened(to: Drawing.maximumTextLength)
    replacing = session.replaceTokens.isEmpty ? nil : Self.list(session.replaceTokens)
    ending = session.endings.isEmpty ? "" : "token refused"
    guard let refresh = session.refresh else { return }
    if !session.endings.isEmpty { ending = "refused after a refresh" }
    let expires = session.stored.contains { $0.hasPrefix("expiresAt:") }
    let begins: String =
      switch (expires, session.endings.isEmpty) {
      case (true, false): "token expires or is refused"
      case (true, true): "token expires"
      case (false, false): "token refused"
      case (false, true): "the app needs new tokens"
      }
    let name = refresh.shortened(to: Drawing.maximumTextLength)
    refreshing = Refreshing(
      begins: begins, succeeds: "\(name): new tokens", fails: "no answer: tokens kept",
      needsLogin: "the server requires a login",
      ends: "\(name): refused for good, or tokens of another user")
  }

  /// The first operation and the number of others.
  private static func list(_ names: [String]) -> String {
    let first = (names.first ?? "log in").shortened(to: Drawing.maximumTextLength)
    return names.count > 1 ? "\(first) or \(names.count - 1) more" : first
  }
}
