# shellcheck shell=bash
# All checks that a students' tree must pass before it is written.

# Finds builds and archives, which are not text. PTX is text, and nvcc records in it the source that it was compiled
# from.
check_builds() {
    local file
    cd "$1"
    found -rlaP '\x00' --exclude='*.woff2' . | sed 's/^\.\///' | sort | comm -23 - <(programs_of . | sort) |
        sed 's/$/: is a binary file and not one of the released programs/'
    # These programs contain kernels, which are part of the source that students receive.
    found -rlaE '^[[:blank:]]*\.target[[:blank:]]+sm_[0-9]' . | sed 's/^\.\///' |
        awk '$0 != "build/bin/runner" && $0 != "build/bin/calibrate" { print $0 ": holds PTX" }'
    programs_of . | while IFS= read -r file; do
        [[ ! -f $file ]] || [[ -z $(found -aoE 'solutions/[0-9][0-9]_' "$file") ]] || echo "$file: was built from a solution"
    done
}

# Finds skeletons that contain a solution: code between TODO and END TODO. A skeleton that is a slow but correct program contains code from
# the start; check-course compares it with its hash, and check_lines finds lines of a solution in it.
check_skeletons() {
    cd "$1"
    local manifests
    mapfile -t manifests < <(grep -L '^starts_right = true' labs/*/lab.toml)
    awk '
        FNR == 1 { inside = 0 }
        /\/\/ END TODO\(/ { inside = 0 }
        inside && !/^[ \t]*(\/\/.*)?$/ && !/\/\/ replace/ { print FILENAME ":" FNR ": the skeleton has code: " $0 }
        /\/\/ TODO\(/ { inside = 1 }' "${manifests[@]/%lab.toml/student.cu}"
}

# Prints the findings in the file $1, and exits the script with 1 if there are any.
refuse_if_any() {
    [[ -s $1 ]] || return 0
    cat "$1" >&2
    echo "No archive was written: the files above are not for students, or have dead links." >&2
    exit 1
}

# check_tree TREE: the checks for every students' tree.
check_tree() {
    : >"$work/findings"
    [[ ! -e $1/solutions ]] || echo "solutions: is there" >>"$work/findings"
    local check
    for check in check_lines check_builds check_skeletons check_links; do
        ("$check" "$1") >>"$work/findings"
    done
    refuse_if_any "$work/findings"
}

# check_programs TREE: checks that the programs run on other systems.
check_programs() {
    program_faults "$1" >"$work/findings"
    refuse_if_any "$work/findings"
}
