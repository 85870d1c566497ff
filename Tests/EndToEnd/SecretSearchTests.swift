// Tests the search for secrets that all end-to-end tests rely on.

import Foundation
import Testing

@Suite struct SecretSearchTests {
  private let search = SecretSearch(["rt_one/two+three", "rt_one/two-four", "secret"])

  @Test(arguments: [
    "rt_one/two+three", "a line with rt_one/two+three in it", #"{"token":"rt_one\/two+three"}"#,
    "?token=rt%5Fone%2Ftwo%2Bthree&", "Basic cnRfb25lL3R3byt0aHJlZQ==",
    "rt_one/two_rt_one/two-four", "secrsecret",
  ])
  func secretsAreFoundInAllForms(_ text: String) {
    #expect(search.finds(in: text))
  }

  @Test(arguments: ["", "rt_one", "rt_one/two", "rt_one/two+thre", "Secret", "secre", "s ecret"])
  func otherTextsAreNotFound(_ text: String) {
    #expect(!search.finds(in: text))
  }

  @Test func noSecretsGiveNoMatch() {
    #expect(!SecretSearch([]).finds(in: "anything"))
  }
}
