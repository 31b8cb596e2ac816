# shellcheck shell=bash
# Installs Catch2 3 on a Debian whose main archive has only Catch2 2: the release's backports archive has version 3. The
# backports have the same address and key as the main archive, so both are read from the machine's own configuration,
# which is not changed.

# Prints "FILE|ADDRESS|SUITE" of the entry that provides the release's main component. The answer comes from apt: of
# several entries called "bookworm", only the archive's release file identifies Debian's.
main_entry() {
    # shellcheck disable=SC2016 # apt expands the names in the format
    apt-get indextargets --format '$(SOURCESENTRY)|$(REPO_URI)|$(RELEASE)' 'Created-By: Packages' \
        'Origin: Debian' 'Label: Debian' "Codename: $1" 'Component: main' 2>/dev/null |
        sed -n '1s/:[0-9]*|/|/p'
}

# Prints the sources of FILE for the backports of CODENAME, in the format of FILE. The options of the entry, such as its
# signing key, are kept; only the suite and the component change.
backports_source() {
    local file=$1 address=$2 suite=$3 codename=$4
    awk -v format="${file##*.}" -v address="${address%/}" -v suite="$suite" \
        -v backports="$codename-backports" '
        function same(text) { sub(/\/$/, "", text); return text == address }

        # One-line format: deb [options] address suite component...
        format != "sources" {
            sub(/#.*/, "")
            if ($1 != "deb") next
            options = ""
            rest = $0
            sub(/^[ \t]*deb[ \t]+/, "", rest)
            if (match(rest, /^\[[^]]*\][ \t]*/)) {
                options = substr(rest, 1, RLENGTH)
                rest = substr(rest, RLENGTH + 1)
            }
            split(rest, word)
            if (same(word[1]) && word[2] == suite) {
                print "deb " options word[1] " " backports " main"
                exit
            }
            next
        }

        # deb822 format: stanzas of fields; a line that starts with a blank continues a field; comments may appear
        # anywhere.
        function flush_stanza(  i, n, part, hit, field) {
            n = split(value["uris"], part)
            for (i = 1; i <= n; ++i) hit = hit || same(part[i])
            if (hit && index(" " value["suites"] " ", " " suite " ") && value["enabled"] !~ /^(no|false)$/) {
                print "Types: deb\nURIs: " address "\nSuites: " backports "\nComponents: main"
                for (field in kept) printf "%s", kept[field]
                found = 1
            }
            delete value
            delete kept
            name = ""
        }
        /^#/ { next }
        /^[ \t]*$/ { if (!found) flush_stanza(); next }
        found { next }
        /^[ \t]/ { value[name] = value[name] " " $0; if (name in kept) kept[name] = kept[name] $0 "\n"; next }
        {
            colon = index($0, ":")
            name = tolower(substr($0, 1, colon - 1))
            value[name] = substr($0, colon + 1)
            gsub(/^[ \t]+|[ \t]+$/, "", value[name])
            if (name !~ /^(types|uris|suites|components|enabled)$/) kept[name] = $0 "\n"
        }
        END { if (format == "sources" && !found) flush_stanza() }
    ' "$file"
}

# Sets `backports_options` to the options with which apt reads only the backports of this release, from lists kept in
# the directory $1. Fails if the release has no backports.
open_backports() {
    local directory=$1 codename entry file address suite extension=list
    codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
    entry=$(main_entry "$codename")
    [[ -n $codename && -n $entry ]] || return 1
    IFS='|' read -r file address suite <<<"$entry"
    [[ $file == *.sources ]] && extension=sources

    mkdir -p "$directory/sources" "$directory/lists/partial"
    # Apt reads its sources and fetches its lists as a separate user (_apt).
    chmod -R a+rX "$directory"
    backports_source "$file" "$address" "$suite" "$codename" >"$directory/sources/backports.$extension"
    [[ -s $directory/sources/backports.$extension ]] || return 1
    # shellcheck disable=SC2034 # used by the caller
    backports_options=(
        -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$directory/sources"
        -o "Dir::State::Lists=$directory/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=
        --target-release "$codename-backports"
    )
}
