// Reads what another process writes to a pipe.

import Foundation

/// The lines of a pipe. A thread of their own reads them, because reading blocks.
///
/// - Parameter endsProcess: whether the end of the pipe ends this process at once.
func lines(endsProcess: Bool, of pipe: FileHandle) -> AsyncStream<String> {
  let (lines, line) = AsyncStream.makeStream(of: String.self)
  let descriptor = pipe
  Thread.detachNewThread {
    var text = Data()
    while let byte = try? descriptor.read(upToCount: 1), let first = byte.first {
      if first == UInt8(ascii: "\n") {
        line.yield(String(decoding: text, as: UTF8.self))
        text = Data()
      } else {
        text.append(first)
      }
    }
    if endsProcess { exit(0) }
    try? descriptor.close()
    line.finish()
  }
  return lines
}
