// Parses a document and does nothing else, to measure the parser alone. It is compiled together with the
// sources of AuthGenLanguage; see `generator`.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@main
struct Parsing {
  static func main() {
    guard CommandLine.arguments.count == 2, let file = fopen(CommandLine.arguments[1], "rb") else {
      fail("usage: parsing FILE")
    }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    rewind(file)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = fread(buffer.baseAddress, 1, size, file)
    }
    var symbols = SymbolTable()
    var sources = SourceMap()
    do throws(Diagnostic) {
      let source = try sources.add(path: CommandLine.arguments[1], bytes: bytes)
      print(try Document.parse(source, symbols: &symbols).definitions.count)
    } catch {
      fail(error.message)
    }
  }

  private static func fail(_ message: String) -> Never {
    print(message)
    exit(1)
  }
}
