// Keys for systems without key storage. One process has them all and signs for this one.

import AuthGenTestServers
import AuthGenWebLogin
import Foundation

/// Signs with the Python package `cryptography`. The `openssl` command would need a process for each
/// signature, and Foundation on Linux leaks 8 KB for each process.
actor SigningProcess {
  private var input: FileHandle?
  private var waiting: [CheckedContinuation<String?, Never>] = []

  /// Each line is the name of a key and a message in hexadecimal form. Without a message, the reply is the
  /// public key.
  private static let program = """
    import sys
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, utils
    keys = {}
    for line in sys.stdin:
        name, _, message = line.strip().partition(" ")
        if name not in keys:
            keys[name] = ec.generate_private_key(ec.SECP256R1())
        if message:
            der = keys[name].sign(bytes.fromhex(message), ec.ECDSA(hashes.SHA256()))
            pair = utils.decode_dss_signature(der)
        else:
            numbers = keys[name].public_key().public_numbers()
            pair = (numbers.x, numbers.y)
        print("".join(f"{number:064x}" for number in pair), flush=True)
    """

  /// Starts the process. It ends with its standard input, so also if this process is killed.
  func start() async throws {
    let environment = try await PythonEnvironment.prepare()
    let (input, output) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = environment.interpreter
    process.arguments = ["-c", Self.program]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    self.input = input.fileHandleForWriting
    let replies = lines(endsProcess: false, of: output.fileHandleForReading)
    Task {
      for await reply in replies { deliver(reply) }
      while !waiting.isEmpty { deliver(nil) }
    }
  }

  func end() {
    try? input?.close()
    input = nil
  }

  /// 64 bytes: a signature, or the coordinates of the public key.
  func reply(to key: String, _ message: Data = Data()) async throws(DPoPKeyError) -> Data {
    let hex = message.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    let line = "\(key) \(hex)\n"
    guard let input, (try? input.write(contentsOf: Data(line.utf8))) != nil else {
      throw .unusable
    }
    let reply = await withCheckedContinuation { waiting.append($0) }
    let digits = Array(reply ?? "")
    let bytes = stride(from: 0, to: digits.count - 1, by: 2)
      .compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
    guard bytes.count == 64 else { throw .unusable }
    return Data(bytes)
  }

  private func deliver(_ reply: String?) {
    if !waiting.isEmpty { waiting.removeFirst().resume(returning: reply) }
  }
}

/// One key. It is created at first use.
actor SoakKey: DPoPKey {
  private let process: SigningProcess
  private var name: String

  init(_ process: SigningProcess, name: String = UUID().uuidString) {
    self.process = process
    self.name = name
  }

  /// The same key, which stays usable when this one is removed.
  func copy() -> SoakKey { SoakKey(process, name: name) }

  var publicKey: DPoPPublicKey {
    get async throws(DPoPKeyError) {
      guard let key = DPoPPublicKey(coordinates: try await process.reply(to: name)) else {
        throw .unusable
      }
      return key
    }
  }

  func signature(for message: Data) async throws(DPoPKeyError) -> Data {
    try await process.reply(to: name, message)
  }

  func remove() {
    name = UUID().uuidString
  }
}
