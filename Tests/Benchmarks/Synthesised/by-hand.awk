# Turns the output of this folder's templates into the form of hand-written code: templates cannot compare
# names.
#
# - Coding keys exist only if a name differs from its property, if a property is not coded, or if the
#   coding is written out. They have raw values only if a name differs.
# - Coding is written out only if an object is decoded in parts.
# - Optional values are decoded and encoded if present.

/^ *enum CodingKeys: String, CodingKey \{/ { keys = 1; count = 0; differs = 0; indent = $0; sub(/enum.*/, "", indent); next }
keys && /^ *case / {
  name = $2; value = $4; bare = name; gsub(/`/, "", bare)
  same = value == "\"" bare "\""
  if (!same) differs = 1
  cases[++count] = indent "  case " name (same ? "" : " = " value)
  next
}
keys && /^ *}/ { keys = 0; pending = 1; next }
pending && /^ *\/\/ Where there are parts:/ { part = 1; hasParts = 0; lines = 0; next }
part && !/^ *\/\/ End of parts/ {
  if (/\(from: decoder\)/ || /TypenameKey/) hasParts = 1
  if (/ (let|var) container = / && $0 == last) next
  last = $0
  if (match($0, /container\.decode\(.*\?\.self, /)) { sub(/container\.decode\(/, "container.decodeIfPresent("); sub(/\?\.self, /, ".self, ") }
  if (/= try .*\?\(from: decoder\)/) { sub(/= try /, "= try? "); sub(/\?\(from: decoder\)/, "(from: decoder)") }
  line[++lines] = $0
  next
}
part { part = 0; writeKeys(hasParts); if (hasParts) for (i = 1; i <= lines; i++) print line[i]; pending = 0; next }
pending { writeKeys(isPartial); pending = 0; isPartial = 0 }
/^ *\/\/ Not all properties are coded/ { isPartial = 1; next }
{ print }

function writeKeys(isNeeded) {
  if (count == 0 || !(differs || isNeeded)) return
  print indent "private enum CodingKeys: " (differs ? "String, " : "") "CodingKey {"
  for (i = 1; i <= count; i++) print cases[i]
  print indent "}"
}
