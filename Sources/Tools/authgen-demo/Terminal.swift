// Questions and answers, one line each.

import AuthGenRuntime
import Foundation

/// Shows text, and asks for lines of text.
protocol Terminal: Sendable {
  func say(_ text: String)
  func complain(_ text: String)

  /// Asks for a line of text.
  ///
  /// - Throws: ``EndOfInput``.
  func ask(_ question: String) throws -> String

  /// Asks for a secret. The input is never shown.
  ///
  /// - Throws: ``EndOfInput``.
  func askSecret(_ question: String) throws -> Secret
}

/// Standard input has ended.
struct EndOfInput: Error {}

extension Terminal {
  /// Asks the user to choose one of several options by number.
  func choose<Choice>(_ title: String, _ choices: [(name: String, choice: Choice)]) throws -> Choice
  {
    say("\n\(title)")
    for (number, choice) in choices.enumerated() { say("  \(number + 1). \(choice.name)") }
    while true {
      if let number = Int(try ask(">")), choices.indices.contains(number - 1) {
        return choices[number - 1].choice
      }
      say("Please enter a number from 1 to \(choices.count).")
    }
  }
}

/// The terminal that the program runs in.
struct SystemTerminal: Terminal {
  /// Whether standard input is a terminal. Answers from a file or pipe are echoed, so that the
  /// output shows them.
  private let isInteractive = isatty(0) == 1

  func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }

  func complain(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }

  func ask(_ question: String) throws -> String {
    FileHandle.standardOutput.write(Data("\(question) ".utf8))
    guard let line = readLine() else { throw EndOfInput() }
    if !isInteractive { say(line) }
    return line
  }

  func askSecret(_ question: String) throws -> Secret {
    FileHandle.standardOutput.write(Data("\(question) (not shown) ".utf8))
    var shown = termios()
    let isTerminal = tcgetattr(0, &shown) == 0
    if isTerminal {
      var hidden = shown
      hidden.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(0, TCSANOW, &hidden)
    }
    defer {
      if isTerminal { tcsetattr(0, TCSANOW, &shown) }
      say("")
    }
    guard let line = readLine() else { throw EndOfInput() }
    return Secret(line)
  }
}
