// The memory and the file descriptors of this process.

import Foundation

#if canImport(CMalloc)
  import CMalloc
#endif

struct Footprint: Sendable {
  let minutes: Double
  /// The requests and the processes so far.
  let requests: Int
  let processes: Int
  /// The resident size in KB.
  let resident: Int
  /// The allocated memory in KB, without what the allocator keeps for later; 0 if unknown.
  let allocated: Int
  let descriptors: Int

  /// Measures this process.
  init(minutes: Double, requests: Int, processes: Int) {
    self.minutes = minutes
    self.requests = requests
    self.processes = processes
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    resident = line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    #if canImport(CMalloc)
      let heap = mallinfo2()
      allocated = Int(heap.uordblks + heap.hblkhd) / 1024
    #else
      allocated = 0
    #endif
  }
}

/// How much a run may grow after its warm-up.
///
/// Foundation on Linux (Swift 6.3) leaks 0.2 KB for each request of `URLSession`, also without this package,
/// and 8 KB for each `Process`. The limits are twice that for the requests, so a leak of the package is
/// found.
struct GrowthLimits: Sendable {
  private let requests: Int
  private let processes: Int

  init(from start: Footprint, to end: Footprint) {
    requests = end.requests - start.requests
    processes = end.processes - start.processes
  }

  /// In KB
  var allocated: Int { 4096 + requests * 2 / 5 + processes * 9 }
  /// In KB
  var resident: Int { 16 * 1024 + allocated * 5 / 4 }
  let descriptors = 24

  /// Why the growth is too large; empty if it is not.
  func excesses(from start: Footprint, to end: Footprint) -> [String] {
    func excess(_ name: String, _ growth: Int, _ limit: Int) -> String? {
      growth > limit ? "\(name) grew by \(growth), more than \(limit)" : nil
    }
    return [
      excess("the resident size in KB", end.resident - start.resident, resident),
      excess("the allocated memory in KB", end.allocated - start.allocated, allocated),
      excess("open descriptors", end.descriptors - start.descriptors, descriptors),
    ].compactMap { $0 }
  }
}
