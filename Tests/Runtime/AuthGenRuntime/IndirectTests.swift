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
