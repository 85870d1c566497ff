// A run: it starts the servers, lets all devices act, and measures this process in between.

import AuthGenTestServers
import AuthGenTestSupport
import Foundation

struct SoakRun {
  private let options: Options
  private let folder: URL
  private let tally = Tally()

  init(_ options: Options, folder: URL) {
    self.options = options
    self.folder = folder
  }

  func table() async throws -> Table {
    endIfStuck()
    var devices: [any SoakDevice] = []
    var names: [String] = []
    func add<System: SoakSystem>(_ make: (_ origin: String) -> System) async throws {
      let (name, device) = try await device(make)
      names.append(name)
      devices.append(device)
    }
    try await add { OpenIDSystem(origin: $0) }
    try await add { HorizonSystem(origin: $0) }
    var footprints: [Footprint] = []
    do {
      for device in devices { try await device.start() }
      try await act(devices, &footprints)
    } catch {
      tally.note(violation: "the run stops: \(error)")
    }
    for device in devices { await device.end() }
    return Table(
      minutes: options.minutes, seed: options.seed, systems: names, tally: tally,
      footprints: footprints, failures: failures(footprints))
  }

  private func device<System: SoakSystem>(
    _ make: (_ origin: String) -> System
  ) async throws -> (name: String, device: any SoakDevice) {
    // The arguments do not depend on the origin.
    let (module, arguments) = make("").server
    let server = try SoakServer(module, arguments, seconds: Int(options.minutes * 60) + 300)
    let system = make(server.proxy.origin)
    let disk = try Disk(folder.appending(path: system.name))
    return (
      system.name,
      try Device(system, server: server, disk: disk, tally: tally, options: options)
    )
  }

  /// Lets all devices act, and measures this process after the warm-up and at regular times.
  private func act(_ devices: [any SoakDevice], _ footprints: inout [Footprint]) async throws {
    let start = ContinuousClock.now
    let warmUp = min(3, options.minutes / 3)
    let step = max(0.1, min(3, (options.minutes - warmUp) / 3))
    var moments = Array(stride(from: warmUp, to: options.minutes - step / 2, by: step))
    moments.append(options.minutes)
    for moment in moments {
      let deadline = start + .seconds(moment * 60)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for device in devices { group.addTask { try await device.run(until: deadline) } }
        try await group.waitForAll()
      }
      footprints.append(
        Footprint(
          minutes: (ContinuousClock.now - start) / .seconds(60), requests: tally.requests,
          processes: tally.processes))
      progress("minute \(Int(moment)) of \(Int(options.minutes))")
    }
  }

  private func failures(_ footprints: [Footprint]) -> [String] {
    guard let first = footprints.first, let last = footprints.last else { return tally.violations }
    return tally.violations
      + GrowthLimits(from: first, to: last).excesses(from: first, to: last)
  }

  private func progress(_ text: String) {
    let violations = tally.violations.count
    tally.log("\(text): \(violations) violations")
  }

  /// Ends the program if an action does not end.
  private func endIfStuck() {
    let seconds = options.minutes * 60 + 180
    Thread.detachNewThread { [tally] in
      Thread.sleep(forTimeInterval: seconds)
      let text = (tally.violations + ["an action does not end"]).joined(separator: "\n")
      FileHandle.standardError.write(Data("FAILED: \(text)\n".utf8))
      exit(1)
    }
  }
}
