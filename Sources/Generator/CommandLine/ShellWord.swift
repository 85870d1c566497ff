// Writes a text as a word of a POSIX shell.
// https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_02

import AuthGenSupport

extension StringProtocol {
  /// The text as one word of a shell, in single quotes unless it is plain.
  var quotedForShell: String {
    let isPlain = utf8.allSatisfy { $0.isAlphanumeric || "%+,-./:=@_".utf8.contains($0) }
    return isPlain && !isEmpty ? String(self) : "'\(String(self).replacing("'", with: "'\\''"))'"
  }
}
