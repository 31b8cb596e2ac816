# shellcheck shell=bash
# All that a students' tree is held to before it is written.

# A build or an archive is no text. PTX is, and nvcc names the source that it was made from.
check_builds() {
    local file
    cd "$1"
    found -rlaP '\x00' --exclude='*.woff2' . | sed 's/^\.\///' | sort | comm -23 - <(programs_of . | sort) |
        sed 's/$/: is no text, and none of the programs that are handed out/'
    # The runner has a kernel of its own.
    found -rlaE '^[[:blank:]]*\.target[[:blank:]]+sm_[0-9]' . | sed 's/^\.\///' |
        awk '$0 != "build/bin/runner" { print $0 ": holds PTX" }'
    programs_of . | while IFS= read -r file; do
        [[ ! -f $file ]] || [[ -z $(found -aoE 'solutions/[0-9][0-9]_' "$file") ]] || echo "$file: was built from a solution"
    done
}

# A skeleton that somebody has worked on is a solution, too. One that is a slow program from the start holds code; check-course
# knows it by its fingerprint, and no line of a solution may stand in it either.
check_skeletons() {
    cd "$1"
    local manifests
    mapfile -t manifests < <(grep -L '^starts_right = true' labs/*/lab.toml)
    awk '
        FNR == 1 { inside = 0 }
        /\/\/ END TODO\(/ { inside = 0 }
        inside && !/^[ \t]*(\/\/.*)?$/ && !/\/\/ replace/ { print FILENAME ":" FNR ": is worked on: " $0 }
        /\/\/ TODO\(/ { inside = 1 }' "${manifests[@]/%lab.toml/student.cu}"
}

# Prints what is wrong, and ends the script with 1 if anything is.
refuse_if_any() {
    [[ -s $1 ]] || return 0
    cat "$1" >&2
    echo "Nothing was written: the above is not for students, or leads nowhere." >&2
    exit 1
}

# check_tree TREE: what every tree for students is held to.
check_tree() {
    : >"$work/findings"
    [[ ! -e $1/solutions ]] || echo "solutions: is there" >>"$work/findings"
    local check
    for check in check_lines check_builds check_skeletons check_links; do
        ("$check" "$1") >>"$work/findings"
    done
    refuse_if_any "$work/findings"
}

# check_programs TREE: where its programs run.
check_programs() {
    program_faults "$1" >"$work/findings"
    refuse_if_any "$work/findings"
}
