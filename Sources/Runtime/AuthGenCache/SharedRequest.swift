// One request for all equal calls under way.

import AuthGenRuntime

/// Identifies equal calls under way.
nonisolated struct Flight: Hashable, Sendable {
  let identity: CallIdentity
  let scope: CacheScope
  let timeout: Duration?
  let retry: RetryPolicy?
}

extension ResponseCache {
  typealias CallResult<Data: ResponseObject> = Result<GraphQLResponse<Data>, RequestError>

  /// A flight since the data of its operation was last removed. A later call needs newer data.
  struct FlightKey: Hashable {
    let flight: Flight
    let moment: Moment
  }

  /// A request under way, of any operation.
  struct Request {
    /// A `Task<CallResult<Data>, Never>`.
    let task: any Sendable
    /// The number of calls that wait for it.
    var waiting = 0
  }

  /// The number of calls that wait for a request.
  package var waitingCalls: Int { flights.values.reduce(0) { $0 + $1.waiting } }

  /// Sends a request, or waits for an equal one that is under way. Cancelling one of the calls ends its own
  /// wait only. The request is cancelled with the last one.
  func shared<Data: ResponseObject>(
    _ flight: Flight, _ send: @escaping @Sendable () async -> CallResult<Data>
  ) async -> CallResult<Data>? {
    enter(flight.scope)
    let key = FlightKey(flight: flight, moment: moment(of: flight.identity))
    let task = flights[key]?.task as? Task<CallResult<Data>, Never> ?? Task { await send() }
    flights[key, default: Request(task: task)].waiting += 1
    let (results, continuation) = AsyncStream.makeStream(of: CallResult<Data>.self)
    let forwarding = Task {
      continuation.yield(await task.value)
      continuation.finish()
    }
    defer { forwarding.cancel() }
    // A cancelled reader gets nil.
    for await result in results where !Task.isCancelled {
      finish(key, task, result)
      return result
    }
    leave(key, task)
    return nil
  }

  /// Stores the response to a request. The first of its calls that gets it does so.
  private func finish<Data: ResponseObject>(
    _ key: FlightKey, _ task: Task<CallResult<Data>, Never>, _ result: CallResult<Data>
  ) {
    guard flights[key]?.task as? Task<CallResult<Data>, Never> == task else { return }
    flights[key] = nil
    guard case .success(let response) = result, response.errors.isEmpty, let data = response.data
    else { return }
    store(
      data, of: key.flight.identity, size: response.bodySize ?? 0, since: key.moment)
  }

  private func leave<Data: ResponseObject>(_ key: FlightKey, _ task: Task<CallResult<Data>, Never>)
  {
    guard flights[key]?.task as? Task<CallResult<Data>, Never> == task else { return }
    flights[key]?.waiting -= 1
    if flights[key]?.waiting == 0 {
      flights[key] = nil
      task.cancel()
    }
  }
}
