// The messages of graphql-transport-ws.

import AuthGenRuntime
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

  @Test func operationsWaitForTheAcknowledgement() {
    var state = TransportSocketProtocol()
    #expect(texts(state.subscribe(payload: #"{"query":"a"}"#).actions) == [])
    #expect(texts(state.subscribe(payload: #"{"query":"b"}"#).actions) == [])
    #expect(texts(state.complete(1)) == [])
    #expect(
      texts(state.receive(message(#"{"type":"connection_ack","payload":{"x":1}}"#))) == [
        "opened to 2", #"send {"id":"2","type":"subscribe","payload":{"query":"b"}}"#,
      ])
    #expect(
      texts(state.subscribe(payload: #"{"query":"c"}"#).actions) == [
        "opened to 3", #"send {"id":"3","type":"subscribe","payload":{"query":"c"}}"#,
      ])
  }

  /// The actions of two running operations. `end 1` is the app's end of the first one.
  @Test(arguments: [
    (
      [#"{"id":"2","type":"next","payload":{"data":{"a":1}}}"#],
      [#"deliver {"data":{"a":1}} to 2"#]
    ),
    (
      [#"{"payload": {"data":null} , "type":"next","id":"1"}"#],
      [#"deliver {"data":null} to 1"#]
    ),
    // An error ends its operation alone, and what follows from the app sends nothing.
    (
      [
        #"{"id":"1","type":"error","payload":[{"message":"No"}]}"#, "end 1",
        #"{"id":"2","type":"next","payload":{}}"#,
      ], [#"errors ["No"] to 1"#, "deliver {} to 2"]
    ),
    ([#"{"id":"1","type":"complete"}"#, "end 1"], ["complete to 1"]),
    // The app's end is sent once.
    (["end 1", "end 1"], [#"send {"id":"1","type":"complete"}"#]),
    ([#"{"type":"ping","payload":{"a":1}}"#], [#"send {"type":"pong"}"#]),
    ([#"{"type":"pong"}"#], []),
    // Nothing follows an invalid message.
    (
      ["{}", #"{"type":"ping"}"#, #"{"type":"connection_ack"}"#, "{}"],
      ["permanent to 1", "permanent to 2", "close 4400"]
    ),
    (["binary"], ["permanent to 1", "permanent to 2", "close 4400"]),
  ]) func messageHasItsActions(events: [String], expected: [String]) {
    var state = ready(subscriptions: 2)
    let actions = events.flatMap { event in
      switch event {
      case "end 1": state.complete(1)
      case "binary": state.receive(.binary(Data()))
      default: state.receive(message(event))
      }
    }
    #expect(texts(actions) == expected)
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

  @Test(arguments: [(#"{"type":"ping"}"#, [#"send {"type":"pong"}"#]), (#"{"type":"pong"}"#, [])])
  func pingAndPongAreAllowedBeforeTheAcknowledgement(text: String, expected: [String]) {
    var state = TransportSocketProtocol()
    #expect(texts(state.receive(message(text))) == expected)
  }

  @Test func silentConnectionIsPingedAndThenClosed() {
    var state = ready()
    #expect(texts(state.checkSilence()) == [])
    #expect(texts(state.checkSilence()) == [#"send {"type":"ping"}"#])
    _ = state.receive(message(#"{"type":"pong"}"#))
    #expect(texts(state.checkSilence()) == [])
    #expect(texts(state.checkSilence()) == [#"send {"type":"ping"}"#])
    #expect(texts(state.checkSilence()) == ["temporary to 1", "close 1001"])
    #expect(texts(state.checkSilence()) == [])
  }

  @Test func connectionWithoutAnAcknowledgementIsClosed() {
    var state = TransportSocketProtocol()
    _ = state.subscribe(payload: "{}")
    #expect(texts(state.checkSilence()) == ["temporary to 1", "close 4504"])
  }

  @Test(arguments: [
    "", "{", "[]", #"{"id":"1"}"#, #"{"type":"next"}"#, #"{"type":"next","id":"1"}"#,
    #"{"type":"data","id":"1"}"#, #"{"type":"connection_ack"}"#, #"{"type":1}"#,
    #"{"type":"next","id":1,"payload":{}}"#,
  ]) func invalidMessageClosesTheSocket(text: String) {
    var state = ready()
    #expect(texts(state.receive(message(text))) == ["permanent to 1", "close 4400"])
    #expect(state.operations == [])
  }

  @Test(arguments: ["next", "error", "complete"])
  func messageOfAnOperationBeforeTheAcknowledgementClosesTheSocket(type: String) {
    var state = TransportSocketProtocol()
    _ = state.subscribe(payload: "{}")
    let text = #"{"type":"\#(type)","id":"1","payload":[]}"#
    #expect(texts(state.receive(message(text))) == ["permanent to 1", "close 4400"])
  }

  @Test func operationOnAClosedSocketFails() {
    var state = ready(subscriptions: 0)
    _ = state.end(.closed(code: 1001))
    #expect(texts(state.subscribe(payload: "{}").actions) == ["temporary to 1"])
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
