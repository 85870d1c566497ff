// What one subscription delivers, compared with the numbers of the server.

import AuthGenRuntime
import AuthGenStreams
import AuthGenTestSupport
import ConstructsFixture
import Foundation

/// Reads the subscription of one login. The server numbers its events by the time: 20 in a second.
final class StreamLog: Sendable {
  private struct State {
    /// The number of the last event.
    var last: Int?
    /// Whether events may be missing or arrive twice: the connection was replaced, and the server cannot
    /// resume.
    var isLoose = false
    var count = 0
    /// Whether the device ends the login.
    var mayEnd = false
    /// When the login was over.
    var over: Date?
  }

  static let system = "streams"

  private let name: String
  private let user: String
  /// Whether the server gives its events identifiers.
  private let resumes: Bool
  private let tally: Tally
  private let state = Shared(State())

  init(_ delivery: StreamDelivery, of user: String, _ tally: Tally) {
    name = delivery.rawValue
    resumes = delivery == .numbered
    self.user = user
    self.tally = tally
  }

  /// The number of events so far.
  var count: Int { state.withLock { $0.count } }

  /// Expects the end of the login from now on.
  func expectEnd() { state.withLock { $0.mayEnd = true } }

  /// Marks the login as over. No event may follow.
  func endLogin() { state.withLock { $0.over = Date() } }

  /// Reads until the end of the login.
  func read(_ events: ResponseStream<MessagesSubscription.Data>) async {
    do {
      for try await event in events { receive(event) }
      violate("the stream of \(name) ends without an error")
    } catch let error as StreamError {
      guard case .sessionEnded(let end) = error.reason, state.withLock({ $0.mayEnd }) else {
        return violate("the stream of \(name) ends: \(error)")
      }
      tally.count("streams ended by \(end)", of: Self.system)
    } catch {
      violate("the stream of \(name) ends: \(error)")
    }
  }

  private func receive(_ event: StreamEvent<MessagesSubscription.Data>) {
    guard case .response(let response) = event else {
      tally.count("connections replaced without resuming", of: Self.system)
      if resumes { violate("the stream of \(name) does not resume") }
      return state.withLock { $0.isLoose = true }
    }
    guard case .person(let person)? = response.data?.messages.concrete,
      case let words = person.name.split(separator: " "), words.count == 2,
      let number = Int(words[1])
    else { return violate("the stream of \(name) delivers \(response.errors)") }
    tally.count("events", of: Self.system)
    if words[0] != user { count("events of another user") }
    let (last, isLoose, over) = state.withLock { state in
      defer { (state.last, state.isLoose, state.count) = (number, false, state.count + 1) }
      return (state.last, state.isLoose, state.over)
    }
    // The task may run a moment after the event was delivered.
    if let over, Double(number) / 20 > over.timeIntervalSince1970 || Date() > over + 1 {
      count("events after the logout")
    }
    guard let last, number != last + 1 else { return }
    if isLoose {
      let row = number > last ? "missing" : "twice"
      tally.count("events \(row) at a replacement, as documented", of: Self.system)
    } else {
      count(number > last ? "events lost" : "events doubled")
    }
  }

  private func count(_ row: String) {
    tally.count(row, of: Self.system)
    violate("\(row): \(name)")
  }

  private func violate(_ message: String) {
    tally.note(violation: "\(Self.system), \(user): \(message)")
  }
}

/// How the server delivers a subscription.
enum StreamDelivery: String, CaseIterable {
  case numbered = "server-sent events with identifiers"
  case events = "server-sent events"
  case parts = "multipart"
  case socket = "a WebSocket"

  /// The path of the endpoint.
  var path: String {
    switch self {
    case .numbered: "numbered"
    case .events: "events"
    case .parts: "parts"
    case .socket: "graphql"
    }
  }
}
