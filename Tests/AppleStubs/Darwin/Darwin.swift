// Declares the parts of Apple's C library that have another form in Swift: macros, and functions with a
// variable number of arguments.

@_exported import CDarwin
@_exported import Swift

public var errno: Int32 {
  get {}
  set {}
}

public var CLOCK_MONOTONIC: clockid_t {}
public var S_IFDIR: mode_t {}
public var S_IFLNK: mode_t {}
public var S_IFMT: mode_t {}
public var S_IFREG: mode_t {}

public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 {}
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 {}
public func openat(
  _ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t
) -> Int32 {}
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 {}
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 {}
