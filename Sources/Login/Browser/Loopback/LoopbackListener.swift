// Waits for one redirect on a separate thread.

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  import AuthGenRuntime
  import AuthGenWebLogin
  import Foundation

  /// A listener on this machine's loopback address. It runs until it receives a redirect, is ended,
  /// or is released. Its port is free again before callers get the result.
  final class LoopbackListener: Sendable {
    typealias Outcome = Result<URL, WebAuthenticationError>

    /// The state that the thread shares with its callers.
    struct State {
      /// Whether a redirect belongs to the login. Nil before the page is opened: no redirect can arrive then.
      var isExpected: (@Sendable (URL) -> Bool)?
      var deadline: ContinuousClock.Instant?
      /// The first outcome that is set. The thread then closes everything.
      var outcome: Outcome?
      var isClosed = false
      var waiter: CheckedContinuation<Outcome, Never>?
      /// Wakes the thread; nil after the thread has closed it.
      var waker: Int32?
    }

    let port: Int
    private let state: Locked<State>
    private let closed: DispatchSemaphore

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - host: `[::1]` for IPv6, any other host for IPv4.
    ///   - port: the port to listen on; 0 for any free port.
    init(
      host: String, port: Int, path: String, limits: LoopbackLimits
    ) throws(WebAuthenticationError) {
      do throws(SocketError) {
        let (socket, port) = try Sockets.listener(onIPv6: host == "[::1]", port: port)
        let alarm: (reader: Int32, writer: Int32)
        do throws(SocketError) {
          alarm = try Sockets.pair()
        } catch {
          close(socket)
          throw error
        }
        let state = Locked(State(waker: alarm.writer))
        let closed = DispatchSemaphore(value: 0)
        self.port = port
        self.state = state
        self.closed = closed
        // The thread does not retain the listener, so that the listener can be released.
        let address = LoopbackAddress(host: host, port: port, path: path)
        Thread.detachNewThread {
          var loop = LoopbackLoop(
            socket: socket, alarm: alarm.reader, address: address, limits: limits, state: state)
          loop.run { closed.signal() }
        }
      } catch {
        throw error.code == EADDRINUSE ? .portInUse(port) : .other(code: Int(error.code))
      }
    }

    deinit {
      end(with: .failure(.cancelled))
      // The next listener may need the same port. The thread never blocks, so this wait is short.
      _ = closed.wait(timeout: .now() + 1)
    }

    /// Starts to accept a redirect.
    ///
    /// - Parameter isExpected: whether a redirect belongs to the login. Other redirects are ignored. It is
    ///   called on the listener's thread.
    /// - Returns: false if a redirect is already awaited, or if the listener has ended.
    func begin(for time: Duration, accepting isExpected: @escaping @Sendable (URL) -> Bool) -> Bool
    {
      state.withLock { state in
        guard state.isExpected == nil, state.outcome == nil else { return false }
        state.isExpected = isExpected
        state.deadline = .now + time
        state.wake()
        return true
      }
    }

    /// Returns the outcome after everything is closed.
    func outcome() async -> Outcome {
      await withCheckedContinuation { continuation in
        let outcome: Outcome? = state.withLock { state in
          if state.isClosed { return state.outcome ?? .failure(.cancelled) }
          state.waiter = continuation
          return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    }

    /// Ends the listener, unless it has already ended.
    func end(with outcome: Outcome) {
      state.withLock { state in
        guard state.outcome == nil else { return }
        state.outcome = outcome
        state.wake()
      }
    }
  }

  extension LoopbackListener.State {
    /// Call it with the lock held, because the thread closes the waker.
    fileprivate func wake() {
      if let waker { _ = Sockets.write(waker, [0]) }
    }
  }
#endif
