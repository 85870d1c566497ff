// Tests schema coordinates: their syntax and the elements they refer to.

import AuthGenTestSupport
import AuthGenTypeSystem
import Testing

@Suite struct SchemaCoordinateTests {
  @Test(arguments: RecordedCase.all("TypeSystem/Coordinates.txt"))
  func coordinateRefersToItsElement(_ recorded: RecordedCase) throws {
    let workspace = Workspace()
    let schema = try workspace.schema(recorded.setUp)
    try recorded.expectOutputs { text in
      guard let coordinate = SchemaCoordinate(text) else { return "no coordinate" }
      do throws(UnknownSchemaElement) {
        let element = try coordinate.resolve(in: schema, workspace.symbols)
        let kind = "\(element)".prefix { $0 != "(" }
        return "\(kind) \(element.coordinate(workspace.symbols))"
      } catch {
        return ([error.description] + error.candidates).joined(separator: " | ")
      }
    }
  }
}
