// One request for all equal calls under way.

import AuthGenRuntime

/// A request under way, of any operation.
nonisolated protocol SharedRequest: Sendable {
  /// The number of calls that wait for it.
  var waiting: Int { get }
}

extension ResponseCache {
  typealias Answer<Data: ResponseObject> = Result<GraphQLResponse<Data>, RequestError>

  /// A request and the calls that wait for it.
  struct Request<Data: ResponseObject>: SharedRequest {
    let task: Task<Answer<Data>, Never>
    var waiting: Int
  }

  /// The number of calls that wait for a request.
  package var waitingCalls: Int { flights.values.reduce(0) { $0 + $1.waiting } }

  /// Sends a request, or waits for an equal one that is under way. Cancelling one of the calls ends its own wait only. The
  /// request is cancelled with the last one.
  func shared<Data: ResponseObject>(
    _ flight: Flight, _ send: @escaping @Sendable () async -> Answer<Data>
  ) async -> Answer<Data>? {
    var request: Request<Data>
    if let known = flights[flight] as? Request<Data> {
      request = known
      request.waiting += 1
    } else {
      let moment = moment(of: flight.identity)
      let task = Task {
        let answer = await send()
        finish(flight, answer, since: moment)
        return answer
      }
      request = Request(task: task, waiting: 1)
    }
    flights[flight] = request
    let task = request.task
    let (answers, continuation) = AsyncStream.makeStream(of: Answer<Data>.self)
    let forwarding = Task {
      continuation.yield(await task.value)
      continuation.finish()
    }
    defer { forwarding.cancel() }
    // A cancelled reader gets nil.
    for await answer in answers where !Task.isCancelled { return answer }
    leave(flight, task)
    return nil
  }

  private func finish<Data: ResponseObject>(
    _ flight: Flight, _ answer: Answer<Data>, since moment: Moment
  ) {
    flights[flight] = nil
    guard case .success(let response) = answer, response.errors.isEmpty, let data = response.data
    else { return }
    store(
      data, of: flight.identity, in: flight.scope, size: response.bodySize ?? 0, since: moment)
  }

  private func leave<Data: ResponseObject>(_ flight: Flight, _ task: Task<Answer<Data>, Never>) {
    guard var request = flights[flight] as? Request<Data>, request.task == task else { return }
    request.waiting -= 1
    if request.waiting == 0 {
      flights[flight] = nil
      task.cancel()
    } else {
      flights[flight] = request
    }
  }
}
