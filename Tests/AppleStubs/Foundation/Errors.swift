// Errors.

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
  var recoverySuggestion: String? { get }
  var helpAnchor: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? {}
  public var failureReason: String? {}
  public var recoverySuggestion: String? {}
  public var helpAnchor: String? {}
}

public protocol CustomNSError: Error {
  static var errorDomain: String { get }
  var errorCode: Int { get }
  var errorUserInfo: [String: Any] { get }
}

extension CustomNSError {
  public static var errorDomain: String {}
  public var errorCode: Int {}
  public var errorUserInfo: [String: Any] {}
}

extension Error {
  public var localizedDescription: String {}
}

open class NSError: NSObject, Error, @unchecked Sendable {
  open var code: Int {}
}

public let NSLocalizedDescriptionKey = ""

public struct CocoaError: CustomNSError {
  public struct Code: Hashable, RawRepresentable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) {}
    public static var fileNoSuchFile: Code {}
    public static var fileReadNoSuchFile: Code {}
  }

  public var code: Code {}
}

public struct URLError: CustomNSError {
  public struct Code: Hashable, RawRepresentable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) {}
    public static var appTransportSecurityRequiresSecureConnection: Code {}
    public static var badServerResponse: Code {}
    public static var badURL: Code {}
    public static var callIsActive: Code {}
    public static var cancelled: Code {}
    public static var cannotConnectToHost: Code {}
    public static var cannotFindHost: Code {}
    public static var cannotParseResponse: Code {}
    public static var clientCertificateRejected: Code {}
    public static var clientCertificateRequired: Code {}
    public static var dataNotAllowed: Code {}
    public static var dnsLookupFailed: Code {}
    public static var internationalRoamingOff: Code {}
    public static var networkConnectionLost: Code {}
    public static var notConnectedToInternet: Code {}
    public static var secureConnectionFailed: Code {}
    public static var serverCertificateHasBadDate: Code {}
    public static var serverCertificateHasUnknownRoot: Code {}
    public static var serverCertificateNotYetValid: Code {}
    public static var serverCertificateUntrusted: Code {}
    public static var timedOut: Code {}
    public static var unknown: Code {}
    public static var unsupportedURL: Code {}
  }

  public init(_ code: Code, userInfo: [String: Any] = [:]) {}
  public var code: Code {}
  public var userInfo: [String: Any] {}
}
