# shellcheck shell=bash
# The released programs: builds and copies them, and checks their requirements on the target system.

# The newest glibc whose symbols they may use: Debian 12 and Ubuntu 24.04 both have it.
readonly newest_glibc=2.34
readonly needed_libraries='^(libc|libm|libdl|libpthread|librt|libgcc_s|ld-linux-x86-64)\.so\.[0-9]+$|^libcudart\.so\.13$'

# programs_of TREE: the paths of the programs in the tree.
programs_of() {
    local lab
    printf 'build/%s\n' bin/grader bin/runner bin/confine bin/simulate bin/predict_times bin/calibrate lib/simulator/libcudart.so.13
    for lab in "$1"/labs/[0-9]*/; do
        lab=$(basename "$lab")
        printf 'build/labs/%s/%s\n' "$lab" problem.so "$lab" tests
    done
}

# build_programs SOURCE BUILD: builds from scratch from the released source, so that nothing else can get into the
# programs.
build_programs() {
    local lab
    local -a targets=(grading problems simulate calibrate)
    for lab in "$1"/labs/[0-9]*/; do targets+=("tests_$(basename "$lab")"); done
    rm -rf "$2"
    (cd "$1" && cmake --preset release -B "$2" -DKERNELSMITH_ARCHIVES="$root/.kernelsmith/archives")
    cmake --build "$2" --target "${targets[@]}"
}

# copy_programs BUILD TREE
copy_programs() {
    local program
    while IFS= read -r program; do
        [[ -f $1/${program#build/} ]] || give_up "$1 has no ${program#build/}."
        install -D -m 755 "$1/${program#build/}" "$2/$program"
        strip --strip-unneeded "$2/$program"
    done < <(programs_of "$2")
}

# symbols_too_new FILE: the glibc symbols that it uses and that are newer than allowed.
symbols_too_new() {
    readelf --wide --dyn-syms "$1" | found -oE '[A-Za-z0-9_]+@GLIBC_[0-9.]+' | sort -u |
        awk -F '@GLIBC_' -v newest="$newest_glibc" '
            BEGIN { split(newest, most, ".") }
            { split($2, asked, ".") }
            asked[1] + 0 > most[1] + 0 || (asked[1] == most[1] && asked[2] + 0 > most[2] + 0) {
                print $1 " of glibc " $2
            }'
}

# program_faults TREE: the dependencies that keep programs from running on another system.
program_faults() {
    local program what
    while IFS= read -r program; do
        what=$(symbols_too_new "$1/$program" | paste -sd , -)
        [[ -z $what ]] || echo "$program: needs a glibc newer than $newest_glibc: $what"
        what=$(readelf --wide --dynamic "$1/$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
            found -vE "$needed_libraries" | paste -sd , -)
        [[ -z $what ]] || echo "$program: needs $what, which some systems lack"
    done < <(programs_of "$1")
}
