// The lines on standard error that show that a slow run is still at work:
//
//     GitHub (2 of 6): still working after 2 s

import AuthGenSupport

/// Prints a line when a run has taken two seconds, and then one every ten seconds.
final class ProgressLines: Sendable {
  /// The work to name in the next line; nil if the run has ended. Before the first client, the tool itself.
  private let work: Locked<String?>

  /// - Parameters:
  ///   - first: the seconds before the first line. Default: 2.
  ///   - interval: the seconds between two lines. Default: 10.
  ///   - print: prints a line.
  init(
    first: Double = 2, interval: Double = 10,
    print: @escaping @Sendable (String) -> Void = Console.printError
  ) {
    let work = Locked<String?>("authgen")
    self.work = work
    Threads.detach {
      var seconds = first
      Threads.sleep(seconds: first)
      // Printing under the lock keeps a line from coming after the run's result.
      while work.withLock({ work in
        if let work { print("\(work): still working after \(Int(seconds)) s") }
        return work != nil
      }) {
        Threads.sleep(seconds: interval)
        seconds += interval
      }
    }
  }

  /// Names the work that begins.
  func begin(_ name: String) { work.withLock { $0 = name } }

  /// Ends the lines.
  func end() { work.withLock { $0 = nil } }
}
