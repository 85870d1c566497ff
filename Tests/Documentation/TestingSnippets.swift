// Compiles and runs the code of AuthGenTesting's page.

@_spi(Generated) import AuthGenRuntime
import AuthGenTesting
import Foundation
import HorizonAPI
import Testing

@Suite struct TestingSnippets {
  @Test func sampleIsChanged() throws {
    let data = try SocialLinksQuery.Data.sample { data in
      data.customer?.socialLinks?[0].status = .pending
    }
    #expect(data.customer?.socialLinks?[0].status == .pending)
  }

  @Test func scalarHasAValue() throws {
    let data = try PlacesQuery.Data.sample(
      scalars: SampleScalars(GeoPoint(latitude: 52.5, longitude: 13.4)))
    #expect(data.place.latitude == 52.5)
  }

  @Test func callsReturnTheirResponses() async throws {
    let transport = MockTransport { Issue.record($0) }
    let offline = TransportError(.cannotConnect, wasSent: false)
    transport.respond(to: SocialLinksQuery.self, with: .failure(offline), try .data(.sample()))
    let client = GraphQLClient(
      ClientConfiguration(endpoint: MockTransport.endpoint), transport: transport)

    let shop = HorizonClient(client.authenticated(by: Credential(scheme: "Opaque", token: "t0ken")))
    let noRetry = CallOptions(retry: .never)
    await #expect(throws: RequestError.self) { try await shop.socialLinks(options: noRetry) }
    #expect(try await shop.socialLinks().customer != nil)

    #expect(transport.unusedResponses.isEmpty)

    let links = try MockResponse<SocialLinksQuery>.data(.sample())

    transport.respond(to: SocialLinksQuery.self) { call throws(TransportError) in
      call.variables["status"]?.string == "PENDING" ? .failure(offline) : links
    }
    #expect(try await shop.socialLinks(status: .linked).customer != nil)

    transport.respond(to: LoginMutation.self, with: try .data(.sample()))
    _ = try await shop.login(input: LoginInput(username: "ada", password: "pa55word"))

    let call = try #require(transport.calls(of: LoginMutation.self).first)
    #expect(call.variables["input", "password"]?.string == "pa55word")
  }

  // MARK: What an app has

  private enum PlacesQuery {
    struct Data: ResponseObject, Codable {
      var place: GeoPoint { checkedPlace.value }
      private var checkedPlace: Checked<GeoPoint>

      init(fields: inout FieldReader) { checkedPlace = fields.value("place") }

      func encode(into fields: FieldWriter) { fields.value("place", checkedPlace.value) }
    }
  }

  private struct GeoPoint: Codable {
    var latitude: Double
    var longitude: Double

    init(latitude: Double, longitude: Double) {
      (self.latitude, self.longitude) = (latitude, longitude)
    }

    init(from decoder: any Decoder) throws {
      let parts = try decoder.singleValueContainer().decode(String.self).split(separator: ",")
        .compactMap { Double($0) }
      guard parts.count == 2 else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no place"))
      }
      (latitude, longitude) = (parts[0], parts[1])
    }
  }
}
