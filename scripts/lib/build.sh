# shellcheck shell=bash
# Building what a script is about to start.

# build_targets BUILD TARGET...: brings them up to date. Programs that came built with the course are used as they are.
build_targets() {
    [[ -f $1/prebuilt ]] || cmake --build "$1" --target "${@:2}"
}
