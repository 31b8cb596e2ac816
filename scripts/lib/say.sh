# shellcheck shell=bash
# The messages of setup. They go to stderr, one line at a time, and a message that stops setup includes the remedy.

say() { printf 'setup: %s\n' "$*" >&2; }

# An error of the environment, never of the student: status 3, as in the grader.
give_up() {
    say "$@"
    exit 3
}
