# shellcheck shell=bash
# Builds the programs that a script is about to start.

# build_targets BUILD TARGET...: builds the targets. Programs that were delivered with the course are used as they are.
build_targets() {
    [[ -f $1/prebuilt ]] || cmake --build "$1" --target "${@:2}"
}
