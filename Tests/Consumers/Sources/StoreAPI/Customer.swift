extension CustomerNameFragment {
  /// How the app addresses the customer.
  public var greeting: String { fullName.map { "Hello, \($0)." } ?? "Hello." }
}
