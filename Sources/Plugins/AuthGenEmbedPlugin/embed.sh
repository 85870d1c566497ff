# Writes the Swift file of AuthGenEmbedPlugin: sh embed.sh OUTPUT [:CONSTANT FILE ...] ...
set -eu
output=$1
shift
{
  echo '/// The files that the tool carries in its binary.'
  echo 'package enum EmbeddedFiles {'
  end=
  for argument; do
    case $argument in
      :*)
        printf '%s  package static let %s: [(name: String, text: String)] = [\n' "$end" "${argument#:}"
        end='  ]
'
        ;;
      *)
        name=${argument##*/}
        printf '("%s", ####"""\n' "${name%.mustache}"
        cat "$argument"
        printf '\n"""####),\n'
        ;;
    esac
  done
  printf '%s}\n' "$end"
} >"$output"
