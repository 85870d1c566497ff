// Writing fields under `@catch`.

@_spi(Generated) public import AuthGenRuntime

nonisolated extension FieldWriter {
  /// A scalar or an enum, or the server's error for it.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func caught<Value: Encodable>(
    _ name: StaticString, _ value: Result<Value, GraphQLError>
  ) {
    caught(name, value) { write(name, any: $0) }
  }

  /// An object or a list of objects, or the server's error for it.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public final func caughtObjects<Value>(_ name: StaticString, _ value: Result<Value, GraphQLError>)
  {
    caught(name, value) { write(name, nested: $0) }
  }

  private func caught<Value>(
    _ name: StaticString, _ value: Result<Value, GraphQLError>, _ write: (Value) -> Void
  ) {
    if collect(name, value) { return }
    switch value {
    case .success(let value): write(value)
    case .failure(let error): self.write(name, failure: error)
    }
  }
}
