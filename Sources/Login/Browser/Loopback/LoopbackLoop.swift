// The loop of the listener's thread. Browsers open connections that they may never use, and other
// clients may be slow on purpose, so the loop never blocks on one connection.

import AuthGenWebLogin

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import AuthGenRuntime
  import Foundation

  struct LoopbackLoop {
    let socket: Int32
    let alarm: Int32
    let address: LoopbackAddress
    let limits: LoopbackLimits
    let state: Locked<LoopbackListener.State>
    private(set) var isOpen = true
    /// The number of redirects that did not belong to the login.
    private(set) var unexpected = 0
    /// The connections, the oldest first.
    private(set) var connections: [LoopbackConnection] = []
    /// The end of a pause without new connections, because the process has too many open files.
    private(set) var pause: ContinuousClock.Instant?

    /// Runs the loop until the listener has ended.
    ///
    /// - Parameter whenClosed: called when the listening socket is closed. Responses under way are
    ///   still sent afterwards.
    mutating func run(whenClosed: () -> Void) {
      while isOpen || !connections.isEmpty {
        let now = ContinuousClock.now
        for index in connections.indices.reversed() where connections[index].deadline <= now {
          remove(index)
        }
        if let pause, pause <= now { self.pause = nil }
        if isOpen, let outcome = outcome(at: now) {
          end()
          deliver(outcome)
          whenClosed()
        } else {
          turn()
        }
      }
    }

    private func outcome(at now: ContinuousClock.Instant) -> LoopbackListener.Outcome? {
      state.withLock { state in
        if state.outcome == nil, let deadline = state.deadline, deadline <= now {
          state.outcome = .failure(.timedOut)
        }
        return state.outcome
      }
    }

    private mutating func end() {
      isOpen = false
      Sockets.endListening(socket)
      for index in connections.indices.reversed() where !connections[index].hasResponse {
        remove(index)
      }
    }

    private func deliver(_ outcome: LoopbackListener.Outcome) {
      let (waiter, waker) = state.withLock { state in
        defer {
          state.waiter = nil
          state.waker = nil
          state.isClosed = true
        }
        return (state.waiter, state.waker)
      }
      if let waker { close(waker) }
      close(alarm)
      waiter?.resume(returning: outcome)
    }

    /// Waits until a socket is ready, and handles it.
    private mutating func turn() {
      var watched = connections.map {
        pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0)
      }
      if isOpen {
        watched.append(pollfd(fd: alarm, events: Int16(POLLIN), revents: 0))
        if pause == nil { watched.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0)) }
      }
      guard poll(&watched, nfds_t(watched.count), milliseconds) >= 0 else {
        if errno != EINTR { fail(errno) }
        return
      }
      for index in connections.indices.reversed() where watched[index].revents != 0 {
        advance(index)
      }
      for ready in watched where ready.revents != 0 && isOpen {
        if ready.fd == alarm {
          var buffer = [UInt8](repeating: 0, count: 64)
          _ = Sockets.read(alarm, &buffer)
        } else if ready.fd == socket {
          admit()
        }
      }
    }

    private mutating func fail(_ code: Int32) {
      for index in connections.indices.reversed() { remove(index) }
      state.withLock { $0.outcome = $0.outcome ?? .failure(.other(code: Int(code))) }
    }

    /// The milliseconds until the next deadline; -1 if there is none.
    private var milliseconds: Int32 {
      let moments =
        connections.map(\.deadline)
        + [pause, isOpen ? state.withLock { $0.deadline } : nil].compactMap { $0 }
      guard let first = moments.min() else { return -1 }
      let (seconds, attoseconds) = (first - .now).components
      // Rounded up, so that the loop does not spin just before the deadline.
      let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
      return Int32(min(max(milliseconds, 0), 3_600_000))
    }

    private mutating func advance(_ index: Int) {
      if let url = connections[index].advance(at: address) {
        if let response = response(to: url) {
          connections[index].respond(with: response)
        } else {
          connections[index].end()
        }
      }
      if connections[index].isOver { remove(index) }
    }

    /// Ends the login if a redirect belongs to it.
    ///
    /// - Returns: nil for no response, after too many redirects of other logins.
    private mutating func response(to url: URL) -> LoopbackResponse? {
      guard let isExpected = state.withLock({ $0.isExpected }) else { return .notFound }
      guard isExpected(url) else {
        unexpected += 1
        return unexpected > limits.unexpectedRedirects ? nil : .otherLogin
      }
      return state.withLock { state in
        guard state.outcome == nil else { return .notFound }
        state.outcome = .success(url)
        return .page
      }
    }

    private mutating func admit() {
      do throws(SocketError) {
        guard let descriptor = try Sockets.connection(from: socket) else { return }
        // The oldest connection makes room for a new one. A browser sends its request at once, so idle
        // connections cannot keep it out.
        if connections.count >= limits.connections { remove(0) }
        connections.append(LoopbackConnection(descriptor, limits: limits))
        advance(connections.count - 1)
      } catch {
        // Most likely too many files are open. Without a pause, the loop would retry at once.
        if !connections.isEmpty { remove(0) }
        pause = .now + .milliseconds(100)
      }
    }

    private mutating func remove(_ index: Int) {
      close(connections.remove(at: index).descriptor)
    }
  }
#endif
