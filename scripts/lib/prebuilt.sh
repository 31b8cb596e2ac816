# shellcheck shell=bash
# Programs that were delivered with the course (scripts/release). Sourced by scripts/setup, which sets `preset`.

# `make clean` deletes them; then everything is built on this machine, as from source.
is_prebuilt() { [[ ${preset:?} == student && -f build/prebuilt ]]; }

# Checks whether they run on this machine.
check_prebuilt() {
    local feature output processor=${KERNELSMITH_CPUINFO:-/proc/cpuinfo}
    for feature in avx2 bmi2 fma; do
        grep -qw "$feature" "$processor" || give_up "The programs that came with the course are for processors" \
            "with AVX2, and this one has none. Type: make clean. Then they are built here, which takes minutes" \
            "and needs CMake and a few libraries."
    done
    output=$(build/bin/grader list 2>&1) || give_up "The programs that came with the course do not run here:" \
        "${output//$'\n'/ }. Type: make clean. Then they are built here, which takes minutes and needs CMake and a" \
        "few libraries."
}
