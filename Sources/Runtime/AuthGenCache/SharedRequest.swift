// One request for all equal calls under way.

import AuthGenRuntime

/// What makes two calls under way equal.
nonisolated struct Flight: Hashable, Sendable {
  let identity: CallIdentity
  let scope: CacheScope
  let timeout: Duration?
  let retry: RetryPolicy?
}

/// A request under way, of any operation.
nonisolated protocol SharedRequest: Sendable {
  /// The number of calls that wait for it.
  var waiting: Int { get }
}

extension ResponseCache {
  typealias Answer<Data: ResponseObject> = Result<GraphQLResponse<Data>, RequestError>

  /// A flight since the data of its operation was last removed. A later call needs newer data.
  struct FlightKey: Hashable {
    let flight: Flight
    let moment: Moment
  }

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
    enter(flight.scope)
    let key = FlightKey(flight: flight, moment: moment(of: flight.identity))
    var request =
      flights[key] as? Request<Data> ?? Request(task: Task { await send() }, waiting: 0)
    request.waiting += 1
    flights[key] = request
    let task = request.task
    let (answers, continuation) = AsyncStream.makeStream(of: Answer<Data>.self)
    let forwarding = Task {
      continuation.yield(await task.value)
      continuation.finish()
    }
    defer { forwarding.cancel() }
    // A cancelled reader gets nil.
    for await answer in answers where !Task.isCancelled {
      finish(key, task, answer)
      return answer
    }
    leave(key, task)
    return nil
  }

  /// Stores the answer to a request. The first of its calls that gets it does so.
  private func finish<Data: ResponseObject>(
    _ key: FlightKey, _ task: Task<Answer<Data>, Never>, _ answer: Answer<Data>
  ) {
    guard let request = flights[key] as? Request<Data>, request.task == task else { return }
    flights[key] = nil
    guard case .success(let response) = answer, response.errors.isEmpty, let data = response.data
    else { return }
    store(
      data, of: key.flight.identity, size: response.bodySize ?? 0, since: key.moment)
  }

  private func leave<Data: ResponseObject>(_ key: FlightKey, _ task: Task<Answer<Data>, Never>) {
    guard var request = flights[key] as? Request<Data>, request.task == task else { return }
    request.waiting -= 1
    if request.waiting == 0 {
      flights[key] = nil
      task.cancel()
    } else {
      flights[key] = request
    }
  }
}
