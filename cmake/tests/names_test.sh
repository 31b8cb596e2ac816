#!/usr/bin/env bash
# The files of a folder may be compiled as one, see cmake/compile_together.cmake. A name that two of them have in their
# anonymous namespaces would then mean the other's without a word, where the parameters fit.
#
#   names_test.sh FOLDER...      folders to look through

set -euo pipefail

# What stands at a line's start inside an anonymous namespace, and declares something: its name.
names() {
    awk 'raw && /\)[a-z]*"/ { raw = 0; next }
         raw { next }
         /R"[a-z]*\(/ && !/\)[a-z]*"/ { raw = 1 }
         /^namespace \{/ { inside = 1; next }
         /^\} \/\/ namespace$/ { inside = 0 }
         !inside || /^[ \/}#]/ || /^(using|namespace|static_assert|TEST_CASE|TEMPLATE_TEST_CASE)/ || !NF { next }
         { while (sub(/^template <[^<>]*(<[^<>]*>[^<>]*)*> ?/, "")) continue
           gsub(/\[\[[^\]]*\]\] ?/, "")
           gsub(/<[^<>]*(<[^<>]*>[^<>]*)*>/, "") }
         match($0, /^(struct|class|enum class|enum|union) [A-Za-z_0-9]+/) {
             name = substr($0, RSTART, RLENGTH); sub(/.* /, "", name); print name; next }
         match($0, /[A-Za-z_0-9]+ ?(\(|=|\{|;|\[)/) {
             name = substr($0, RSTART, RLENGTH); sub(/[^A-Za-z_0-9].*/, "", name); print name }' "$1" | sort -u
}

looked_at=0
twice=0
while IFS= read -r folder; do
    found=$(for file in "$folder"/*.cpp; do names "$file" | sed "s|\$| $file|"; done | sort)
    looked_at=$((looked_at + $(grep -c . <<<"$found" || true)))
    while IFS= read -r name; do
        [[ -n $name ]] || continue
        echo "$name is in the anonymous namespaces of" $(grep "^$name " <<<"$found" | cut -d ' ' -f 2-)
        twice=$((twice + 1))
    done < <(cut -d ' ' -f 1 <<<"$found" | uniq -d)
done < <(find "$@" -name '*.cpp' -not -path '*/bench/*' -printf '%h\n' | sort -u)

echo "$looked_at names looked at, $twice of them in two files of a folder"
[[ $looked_at -gt 0 && $twice -eq 0 ]]
