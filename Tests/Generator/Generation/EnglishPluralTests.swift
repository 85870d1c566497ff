// Tests the singular of plurals.

import AuthGenTestSupport
import Foundation
import Testing

@testable import AuthGenSwiftModel

@Suite struct EnglishPluralTests {
  @Test(arguments: RecordedCase.all("Generation/Plurals.txt"))
  func pluralHasItsSingular(_ recorded: RecordedCase) throws {
    try recorded.expectOutputs { input in
      let names = input.components(separatedBy: " of ")
      return EnglishPlural.singular(names[0], typeName: names.count > 1 ? names[1] : "T")
    }
  }
}
