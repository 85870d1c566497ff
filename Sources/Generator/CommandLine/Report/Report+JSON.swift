// Writes the report as JSON. `Schemas/report.schema.json` describes it, and the page is rendered from it.

import AuthGenLanguage

extension Report {
  /// Returns one line. Each object has all its members; one without a value is null.
  ///
  /// - Parameter drawings: whether to add the drawings and anchors of the page. Default: false.
  func json(drawings: Bool = false) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", Self.version)
      writer.member("generator", "authgen \(CommandLineTool.version)")
      writer.member("clients", clients) { $0.client($1, drawings) }
    }
    writer.endLine()
    return writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func client(_ client: Report.Client, _ drawings: Bool) {
    object { writer in
      writer.member("name", client.name)
      writer.member("schema", client.schema)
      writer.member("maximumWeight", orNull: client.maximumWeight)
      writer.name("totals")
      writer.totals(of: client)
      writer.member("modules", client.modules) { writer, module in
        writer.object { writer in
          writer.member("name", module.name)
          writer.member("operations", module.operations) { $0.operation($1) }
        }
      }
      writer.member("fragments", client.fragments) { $0.fragment($1) }
      writer.name("session")
      if let session = client.session { writer.session(session) } else { writer.null() }
      writer.member("types", client.types) { $0.type($1) }
      writer.name("changes")
      if let changes = client.changes { writer.report(changes) } else { writer.null() }
      if drawings {
        writer.member("anchor", client.name)
        writer.name("fragmentDrawing")
        writer.drawing(Drawing(fragmentsOf: client))
        writer.name("sessionDrawing")
        writer.drawing(client.session.map(Drawing.init))
      }
    }
  }

  private mutating func totals(of client: Report.Client) {
    let operations = client.operations
    object { writer in
      writer.member("operations", operations.count)
      writer.member("needSession", operations.count(where: \.needsSession))
      writer.member("haveSecrets", operations.count(where: \.hasSecrets))
      writer.member("selectDeprecated", operations.count { !$0.deprecatedFields.isEmpty })
      writer.member("canLoseAllData", operations.count { !$0.criticalFields.isEmpty })
      writer.member("largestWeight", operations.map(\.weight).max() ?? 0)
      writer.member("fragments", client.fragments.count)
      writer.member("fields", client.types.reduce(0) { $0 + $1.fields.count })
      writer.member("usedFields", client.types.reduce(0) { $0 + $1.usedCount })
    }
  }

  private mutating func operation(_ operation: Report.Operation) {
    object { writer in
      writer.member("name", operation.name)
      writer.member("kind", operation.kind)
      writer.member("description", operation.description)
      writer.member("place", operation.place)
      writer.member("swiftType", operation.swiftType)
      writer.member("swiftProtocol", operation.swiftProtocol)
      writer.member("needsSession", operation.needsSession)
      writer.member("sessionFields", operation.sessionFields)
      writer.member("credentialVariable", orNull: operation.credentialVariable)
      writer.member("secretsSent", operation.secretsSent)
      writer.member("secretsReceived", operation.secretsReceived)
      writer.member("weight", operation.weight)
      writer.member("heaviestFields", operation.heaviestFields) { writer, field in
        writer.object { writer in
          writer.member("coordinate", field.coordinate)
          writer.member("fieldWeight", field.weight)
        }
      }
      writer.member("rateLimitBuckets", operation.rateLimitBuckets)
      writer.member("deprecatedFields", operation.deprecatedFields) { writer, field in
        writer.object { writer in
          writer.member("coordinate", field.coordinate)
          writer.member("reason", field.reason)
        }
      }
      writer.member("criticalFields", operation.criticalFields)
      writer.member("fragments", operation.fragments)
      writer.member("hash", orNull: operation.hash)
      writer.member("request", orNull: operation.request)
    }
  }

  private mutating func fragment(_ fragment: Report.Fragment) {
    object { writer in
      writer.member("name", fragment.name)
      writer.member("swiftType", fragment.swiftType)
      writer.member("type", fragment.type)
      writer.member("module", fragment.module)
      writer.member("place", fragment.place)
      writer.member("spreads", fragment.spreads)
      writer.member("operations", fragment.operations)
    }
  }

  private mutating func session(_ session: Report.Session) {
    object { writer in
      writer.member("swiftType", session.swiftType)
      writer.member("logIn", session.logIn)
      writer.member("secondStep", session.secondStep)
      writer.member("replaceTokens", session.replaceTokens)
      writer.member("refresh", orNull: session.refresh)
      writer.member("logOut", orNull: session.logOut)
      writer.member("deleteAccount", orNull: session.deleteAccount)
      writer.member("placement", session.placement)
      writer.member("endings", session.endings)
      writer.member("stored", session.stored)
    }
  }

  private mutating func type(_ type: Report.TypeCoverage) {
    object { writer in
      writer.member("name", type.name)
      writer.member("kind", type.kind)
      writer.member("usedCount", type.usedCount)
      writer.member("fields", type.fields) { writer, field in
        writer.object { writer in
          writer.member("name", field.name)
          writer.member("isDeprecated", field.isDeprecated)
          writer.member("selectedBy", field.selectedBy)
        }
      }
    }
  }

  private mutating func drawing(_ drawing: Drawing?) {
    guard let drawing else { return null() }
    object { writer in
      writer.member("title", drawing.title)
      writer.member("width", drawing.width)
      writer.member("height", drawing.height)
      writer.member("boxes", drawing.boxes) { writer, box in
        writer.object { writer in
          writer.member("x", box.x)
          writer.member("y", box.y)
          writer.member("boxWidth", box.width)
          writer.member("boxHeight", box.height)
          writer.member("textX", box.middle)
          writer.member("textY", box.center + 4)
          writer.member("text", box.text)
          writer.member("shownText", box.shownText)
        }
      }
      writer.member("arrows", drawing.arrows) { writer, arrow in
        writer.object { writer in
          writer.member("path", arrow.path)
          writer.member("labelX", arrow.labelX)
          writer.member("labelY", arrow.labelY)
          writer.member("label", arrow.label)
        }
      }
      writer.member("omitted", drawing.omittedCount)
    }
  }
}
