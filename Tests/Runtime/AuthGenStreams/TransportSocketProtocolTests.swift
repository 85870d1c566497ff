// The messages of graphql-transport-ws.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

@testable import AuthGenStreams

@Suite struct TransportSocketProtocolTests {
  private func message(_ text: String) -> WebSocketMessage { .text(Data(text.utf8)) }

  /// The actions as text, such as `send {…}`.
  private func texts(_ actions: [TransportSocketProtocol.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .send(let text): "send \(text)"
      case .close(let code): "close \(code)"
      case .deliver(.response(let json, _), let id):
        "deliver \(String(decoding: json, as: UTF8.self)) to \(id)"
      case .deliver(.errors(let errors, _), let id): "errors \(errors.map(\.message)) to \(id)"
      case .deliver(.opened, let id): "opened to \(id)"
      case .deliver(.complete, let id): "complete to \(id)"
      case .deliver(.failed(let failure), let id): "\(Self.name(failure)) to \(id)"
      case .deliver(.closed(let failure), let id):
        "\(Self.name(StreamFailure(failure, by: []))) to \(id)"
      case .deliver: "another message"
      }
    }
  }

  private static func name(_ failure: StreamFailure) -> String {
    switch failure {
    case .refused: "refused"
    case .temporary: "temporary"
    case .permanent: "permanent"
    }
  }

  private func ready(subscriptions: Int = 1) -> TransportSocketProtocol {
    var state = TransportSocketProtocol()
    _ = state.receive(message(#"{"type":"connection_ack"}"#))
    for _ in 0..<subscriptions { _ = state.subscribe(payload: "{}") }
    return state
  }

  @Test func initialisationHasAPayloadOrNone() {
    #expect(
      TransportSocketProtocol.initialisation(payload: nil) == #"{"type":"connection_init"}"#)
    #expect(
      TransportSocketProtocol.initialisation(payload: #"{"a":"b"}"#)
        == #"{"type":"connection_init","payload":{"a":"b"}}"#)
  }

  @Test(arguments: TextCase.all(in: "Fixtures/Streams/socket-messages.txt"))
  func eventsHaveTheirActions(_ text: TextCase) throws {
    var state = TransportSocketProtocol()
    var found: [String] = []
    var expected: [String]?
    try #require(text.lines.contains { $0.hasPrefix("=") })
    for line in text.lines.dropFirst() {
      if line.hasPrefix("=") {
        expected = (expected ?? []) + (line == "=" ? [] : [String(line.dropFirst(2))])
        continue
      }
      if let known = expected {
        #expect(found == known)
        (found, expected) = ([], nil)
      }
      found += texts(try actions(of: line, &state))
    }
    #expect(found == expected)
    if found.last == "close 4400" { #expect(state.operations == []) }
  }

  private func actions(
    of line: String, _ state: inout TransportSocketProtocol
  ) throws -> [TransportSocketProtocol.Action] {
    let rest = String(line.dropFirst(2))
    switch line {
    case "silence": return state.checkSilence()
    case "binary": return state.receive(.binary(Data()))
    case "empty": return state.receive(message(""))
    case _ where line.hasPrefix("ready "):
      state = ready(subscriptions: try #require(line.last?.wholeNumberValue))
      return []
    case _ where line.hasPrefix("+ "): return state.subscribe(payload: rest).actions
    case _ where line.hasPrefix("- "): return state.complete(try #require(Int(rest)))
    case _ where line.hasPrefix("! "):
      return state.end(.closed(code: Int(rest)))
    default: return state.receive(message(line))
    }
  }

  /// The server may have sent them before it received the end.
  @Test func messagesForEndedAndUnknownOperationsAreIgnored() {
    var state = ready()
    _ = state.complete(1)
    _ = state.subscribe(payload: "{}")
    for id in ["1", "9", "x", "-1", "+2", "02", "99999999999999999999"] {
      for type in ["next", "error", "complete"] {
        let text = #"{"id":"\#(id)","type":"\#(type)","payload":{}}"#
        #expect(texts(state.receive(message(text))) == [])
      }
    }
  }

  /// The list of graphql-ws; 4401 refuses the credential.
  @Test(arguments: [
    (1000, "temporary"), (1001, "temporary"), (1002, "permanent"), (1003, "permanent"),
    (1005, "temporary"), (1006, "temporary"), (1007, "permanent"), (1008, "permanent"),
    (1009, "permanent"), (1010, "permanent"), (1011, "permanent"), (1012, "temporary"),
    (1013, "temporary"), (1014, "temporary"), (1015, "permanent"), (3000, "temporary"),
    (4004, "permanent"), (4005, "permanent"), (4400, "permanent"), (4401, "refused"),
    (4403, "permanent"), (4406, "permanent"), (4408, "temporary"), (4409, "permanent"),
    (4429, "permanent"), (4500, "permanent"), (4504, "temporary"), (4999, "temporary"),
  ]) func closeCodeDecidesHowTheStreamContinues(code: Int, outcome: String) {
    var state = ready()
    #expect(texts(state.end(.closed(code: code))) == ["\(outcome) to 1"])
  }

  @Test(arguments: [4403, 1008, 3000, 1000]) func rulesMayListCloseCodes(code: Int) {
    let failure = StreamFailure(.closed(code: code), by: [.status(403), .closeCode(code)])
    #expect(Self.name(failure) == "refused")
    #expect(Self.name(StreamFailure(.refused(status: 403), by: [.status(403)])) == "refused")
  }

  @Test func handshakeFailureDecidesHowTheStreamContinues() {
    #expect(Self.name(StreamFailure(.closed(code: nil), by: [])) == "temporary")
    #expect(Self.name(StreamFailure(.refused(status: 401), by: [])) == "refused")
    #expect(Self.name(StreamFailure(.refused(status: 503), by: [])) == "temporary")
    #expect(Self.name(StreamFailure(.refused(status: 404), by: [])) == "permanent")
    #expect(Self.name(StreamFailure(.unsupported, by: [])) == "permanent")
    let lost = TransportError(.connectionLost, wasSent: true)
    #expect(Self.name(StreamFailure(.transport(lost), by: [])) == "temporary")
  }
}
