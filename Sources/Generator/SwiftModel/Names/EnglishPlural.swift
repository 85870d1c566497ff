// The singular of English plurals, for the structs of lists' elements. The schema's type decides if
// it can. Otherwise the word lists and the endings below do. A wrong singular is worse than none.

enum EnglishPlural {
  /// Returns the singular of a plural in upper camel case. Only the last word changes: `OrderLines`
  /// becomes `OrderLine`.
  ///
  /// - Parameter typeName: the GraphQL type of the elements. `Movie` confirms that `Movies` has the
  ///   singular `Movie`, and `News` that `News` is not a plural.
  static func singular(_ name: String, typeName: String) -> String {
    let word = lastWord(of: name)
    if word.isEmpty || typeName.hasSuffix(word) { return name }
    if isAcronym(word, in: name) { return String(name.dropLast()) }
    let prefix = name.dropLast(word.utf8.count)
    let confirmed = [("ies", "y"), ("es", ""), ("s", "")]
      .first { typeName.hasSuffix(word, replacing: $0.0, by: $0.1) }
    let lowercased = word.lowercased()
    if let (plural, singular) = confirmed {
      return prefix + word.dropLast(plural.utf8.count) + singular
    }
    if let singular = irregular[lowercased] {
      return String(prefix + word.prefix(1) + singular.dropFirst())
    }
    if unchanged.contains(lowercased) { return name }
    let ending = endings.first { lowercased.hasSuffix($0.plural) }
    guard let ending, word.utf8.count > ending.plural.utf8.count + 1 else { return name }
    return prefix + word.dropLast(ending.plural.utf8.count) + ending.singular
  }

  /// Returns the end of a name from its last capital.
  private static func lastWord(of name: String) -> Substring {
    name.utf8.lastIndex(where: isCapital).map { name[$0...] } ?? Substring(name)
  }

  /// Whether a word is the last letter of an acronym and its plural, as `Us` is in `SKUs`.
  private static func isAcronym(_ word: Substring, in name: String) -> Bool {
    word.utf8.count == 2 && word.hasSuffix("s") && name.dropLast(2).utf8.last.map(isCapital) == true
  }

  private static func isCapital(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }

  /// The endings of regular plurals, the longest ones first. Words with an empty plural are no plurals.
  private static let endings: [(plural: String, singular: String)] = [
    ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("zzes", "zz"), ("xes", "x"), ("oes", "o"),
    ("ies", "y"), ("ss", "ss"), ("us", "us"), ("is", "is"), ("s", ""),
  ]

  /// Words that the endings would change wrongly.
  private static let irregular: [String: String] = [
    "aliases": "alias", "analyses": "analysis", "atlases": "atlas", "axes": "axis",
    "biases": "bias", "bonuses": "bonus", "brownies": "brownie", "buses": "bus", "caches": "cache",
    "calories": "calorie",
    "campuses": "campus", "canvases": "canvas", "censuses": "census", "children": "child",
    "cookies": "cookie", "criteria": "criterion", "crises": "crisis", "diagnoses": "diagnosis",
    "feet": "foot", "focuses": "focus", "gases": "gas", "genies": "genie", "halves": "half",
    "hoodies": "hoodie", "hypotheses": "hypothesis", "indices": "index", "knives": "knife",
    "leaves": "leaf",
    "lenses": "lens", "lives": "life", "matrices": "matrix", "men": "man", "mice": "mouse",
    "movies": "movie", "niches": "niche", "people": "person", "quizzes": "quiz",
    "rookies": "rookie", "selfies": "selfie", "shelves": "shelf", "shoes": "shoe",
    "smoothies": "smoothie", "statuses": "status",
    "syntheses": "synthesis", "teeth": "tooth", "theses": "thesis", "thieves": "thief",
    "ties": "tie", "vertices": "vertex", "viruses": "virus", "wives": "wife", "wolves": "wolf",
    "women": "woman", "zombies": "zombie",
  ]

  /// Words in `s` that have no singular, or that are singulars.
  private static let unchanged: Set<String> = [
    "alias", "always", "analytics", "atlas", "aws", "bias", "canvas", "chaos", "clothes", "cms",
    "css", "diagnostics", "dns", "economics", "ethics", "gas", "goods", "gps", "graphics",
    "headquarters", "https", "ios", "lens", "logistics", "macos", "mathematics", "means", "news",
    "physics", "politics", "premises", "saas", "savings", "series", "sms", "species", "statistics",
    "tls", "yes",
  ]
}

extension String {
  /// Whether the string ends in `word` after its ending `plural` is replaced by `singular`.
  fileprivate func hasSuffix(_ word: Substring, replacing plural: String, by singular: String)
    -> Bool
  {
    let stem = word.dropLast(plural.utf8.count)
    return word.hasSuffix(plural) && stem.utf8.count + singular.utf8.count > 2
      && hasSuffix(stem + singular)
  }
}
