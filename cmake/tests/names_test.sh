#!/usr/bin/env bash
# The files of a folder may be compiled as one, see cmake/compile_together.cmake. A name that two of them have in their
# anonymous namespaces would then mean the other's without a word, where the parameters fit.
#
#   names_test.sh FOLDER...      folders to search

set -euo pipefail

# Prints "FOLDER NAME FILE" for each declaration that starts a line inside an anonymous namespace.
names() {
    awk 'FNR == 1 { raw = 0; inside = 0; folder = FILENAME; sub(/\/[^\/]*$/, "", folder) }
         raw && /\)[a-z]*"/ { raw = 0; next }
         raw { next }
         /R"[a-z]*\(/ && !/\)[a-z]*"/ { raw = 1 }
         /^namespace \{/ { inside = 1; next }
         /^\} \/\/ namespace$/ { inside = 0 }
         !inside || /^[ \/}#]/ || /^(using|namespace|static_assert|TEST_CASE|TEMPLATE_TEST_CASE)/ || !NF { next }
         { while (sub(/^template <[^<>]*(<[^<>]*>[^<>]*)*> ?/, "")) continue
           gsub(/\[\[[^\]]*\]\] ?/, "")
           gsub(/<[^<>]*(<[^<>]*>[^<>]*)*>/, "") }
         match($0, /^(struct|class|enum class|enum|union) [A-Za-z_0-9]+/) {
             name = substr($0, RSTART, RLENGTH); sub(/.* /, "", name); print folder, name, FILENAME; next }
         match($0, /[A-Za-z_0-9]+ ?(\(|=|\{|;|\[)/) {
             name = substr($0, RSTART, RLENGTH); sub(/[^A-Za-z_0-9].*/, "", name); print folder, name, FILENAME }' "$@"
}

mapfile -t sources < <(find "$@" -name '*.cpp' -not -path '*/bench/*')
[[ ${#sources[@]} -gt 0 ]] || { echo "no sources in $*"; exit 1; }
names "${sources[@]}" | sort -u | awk '
    { files[$1 " " $2] = files[$1 " " $2] " " $3; ++seen[$1 " " $2]; ++looked_at }
    END { for (place in seen)
              if (seen[place] > 1) { split(place, words, " "); ++twice
                  print words[2] " is in the anonymous namespaces of" files[place] }
          print looked_at + 0 " names looked at, " twice + 0 " of them in two files of a folder"
          exit !(looked_at > 0 && twice == 0) }'
