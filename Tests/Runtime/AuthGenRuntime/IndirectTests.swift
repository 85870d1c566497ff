// Tests indirect values, which are stored out of line.

import AuthGenRuntime
import HorizonAPI
import Testing

@Suite struct IndirectTests {
  @Test func indirectValueIsPrintedAsItsValue() {
    #expect("\(Indirect(1))" == "1")
    #expect(String(reflecting: Indirect("a")) == #""a""#)
    #expect(Mirror(reflecting: Indirect([1, 2])).children.count == 2)
  }

  /// A property of an out-of-line object is printed like the storage of a property wrapper.
  @Test func fieldsArePrintedByTheirNames() {
    let outcome = AuthenticationOutcome(token: "abc", newCustomer: true)
    let printed = "\(LoginMutation.Data(login: outcome))"
    #expect(printed.hasPrefix("Data(_login: Optional("), "\(printed)")
    #expect("\(outcome)".contains(", token: Optional(<secret>), customer: nil, newCustomer: "))
    let names = Mirror(reflecting: outcome).children.compactMap(\.label)
    #expect(names == ["error", "fieldErrors", "token", "customer", "newCustomer"])
  }

  @Test func secretsInsideStayRedacted() {
    let data = LoginMutation.Data(login: AuthenticationOutcome(token: "abc"))
    var dumped = ""
    dump(data, to: &dumped)
    #expect(dumped.contains("<secret>") && !dumped.contains("abc"))
    #expect("\(data)".contains("<secret>") && !"\(data)".contains("abc"))
  }

  @Test func indirectValueIsComparedByItsValue() {
    #expect(Indirect([1]) == Indirect([1]))
    #expect(Indirect([1]) != Indirect([2]))
    #expect(Set([Indirect([1]), Indirect([1])]).count == 1)
  }

  @Test func copiesAreIndependent() {
    let first = LoginMutation.Data(login: AuthenticationOutcome(newCustomer: true))
    var second = first
    second.login?.newCustomer = false
    #expect(first.login?.newCustomer == true)
    #expect(second.login?.newCustomer == false)
  }
}
