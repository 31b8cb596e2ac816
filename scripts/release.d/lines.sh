# shellcheck shell=bash
# Finds the lines of solutions, and checks whether a tree contains one.

readonly shortest_line=40

# Prints each line of standard input without blanks at its ends, if it is too long to occur in other code by chance.
long_lines() {
    sed 's/^[[:blank:]]*//; s/[[:blank:]\r]*$//' | awk -v shortest="$shortest_line" 'length($0) >= shortest' | sort -u
}

# The code of solutions, rungs, alternatives, mistakes and peers. Variants are excluded: they are other programs, with
# common lines.
solution_lines() {
    local -a code=(\( -path '*/ladder/*' -o -path '*/alternatives/*' -o -path '*/wrong/*' -o -path '*/peers/*' \) -type f)
    {
        awk '/\/\/ TODO\(/ { inside = 1 } inside; /\/\/ END TODO\(/ { inside = 0 }' solutions/*/student.cu
        find solutions "${code[@]}" -name '*.patch' -exec sed -n 's/^[-+]//p' {} +
        find solutions "${code[@]}" ! -name '*.patch' -exec cat {} +
    } | long_lines
}

# The rungs of each lab up to the one that its manifest names as `known`: earlier labs teach them, and slides may show
# them.
known_rungs() {
    local manifest known rung
    for manifest in labs/*/lab.toml; do
        known=$(sed -n 's/^known = "\([0-9]*\)_.*\.cu"$/\1/p' "$manifest")
        [[ -n $known ]] || continue
        for rung in "solutions/$(basename "$(dirname "$manifest")")"/ladder/*.cu; do
            [[ $((10#$(basename "$rung" | sed 's/_.*//'))) -gt $((10#$known)) ]] || echo "$rung"
        done
    done
}

# public_text TREE: the code that students get anyway, the code that earlier labs teach, and the code that a hand-out
# shows on purpose: a code block below the line <!-- given -->.
public_text() {
    known_rungs | xargs -r cat
    find "$1/labs" "$1/common" -type f \( -name '*.cu' -o -name '*.h' -o -name '*.cpp' \) -exec cat {} +
    awk 'FNR == 1 { given = inside = 0 }
        /^ *<!-- given -->$/ { given = 1; next }
        given && /^ *```/ { if (inside) given = 0; inside = !inside; next }
        inside' "$1"/labs/*/README.md
}

# secret_lines TREE: the lines of solutions that TREE must not contain.
secret_lines() {
    solution_lines >"$work/solution-lines"
    public_text "$1" | awk 'NR == FNR { text = text $0 "\n"; next } index(text, $0) == 0' - "$work/solution-lines"
}

# check_lines TREE: reports each line of a solution in TREE. Slides may contain them if SOLUTION_SLIDES asked for it.
check_lines() {
    secret_lines "$1" >"$work/secret-lines"
    [[ -s $work/secret-lines ]] || give_up "solutions/ has no line that is not handed out anyway: there is nothing to compare with."
    local -a spared=()
    [[ -z ${SOLUTION_SLIDES:-} ]] || spared=(--exclude-dir=slides)
    plain_pages "$1" | found -F -f "$work/secret-lines" | sed 's/:/: shows a line of a solution: /'
    cd "$1"
    found -raoF "${spared[@]}" -f "$work/secret-lines" . | sort -u |
        sed 's/^\.\/\([^:]*\):\(.*\)/\1: has a line of a solution: \2/'
}
