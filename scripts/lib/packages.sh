# shellcheck shell=bash
# The packages that the system's package manager can install, if it has permission. Sourced by scripts/setup, which sets
# `log`.

readonly catch2_minimum=3.4 node_minimum=20.19

# The packages of a group as "name>=version", with the oldest version that is sufficient.
packages_of() {
    case $1 in
        student)
            printf '%s\n' 'cmake>=3.25' 'ninja-build>=1' "catch2>=$catch2_minimum" 'libcli11-dev>=2.1' \
                'libtomlplusplus-dev>=3.3' 'nlohmann-json3-dev>=3.11' 'libfmt-dev>=9.1' \
                'libzstd-dev>=1.4' 'liblz4-dev>=1.9'
            ;;
        docs) printf '%s\n' 'doxygen>=1.9' ;;
        lint) printf '%s\n' 'clang-format>=1:14' 'clang-tidy>=1:14' ;;
        tests) printf '%s\n' 'libvalijson-dev>=0.7' 'libxml2-utils>=2.9' 'zsh>=5' ;;
        class) printf '%s\n' 'libsodium-dev>=1.0.18' ;;
        fuzz) printf '%s\n' 'clang>=1:14' 'libclang-rt-dev>=1:14' ;;
        # The version whose output the tests expect; older ones are untested.
        slurm) printf '%s\n' 'slurmctld>=22.05' 'slurmd>=22.05' 'slurm-client>=22.05' 'munge>=0.5' ;;
        # For characters that the pages' own fonts lack, such as arrows.
        site) printf '%s\n' "nodejs>=$node_minimum" 'npm>=9' 'chromium>=120' 'fonts-dejavu-core>=2' ;;
    esac
}

has_apt() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }

# Prints "name version" of each package of a group that is installed.
installed_of() {
    local -a names
    mapfile -t names < <(packages_of "$1" | sed 's/>=.*//')
    dpkg-query -W -f '${Package} ${Version} ${db:Status-Status}\n' "${names[@]}" 2>/dev/null |
        sed -n 's/ installed$//p'
}

# Prints "name version-found" of each package of a group that is missing or too old; "-" if it is not installed.
missing_of() {
    local wanted name minimum found
    local -A versions=()
    while read -r name found; do versions[$name]=$found; done < <(installed_of "$1")
    while IFS= read -r wanted; do
        name=${wanted%>=*} minimum=${wanted#*>=}
        found=${versions[$name]:--}
        has_command_for "$name" "$minimum" && continue
        [[ $found != - ]] && dpkg --compare-versions "$found" ge "$minimum" && continue
        printf '%s %s\n' "$name" "$found"
    done < <(packages_of "$1")
}

# Checks whether a program is installed by other means than its package: from upstream, from pip, under /opt.
has_command_for() {
    case $1 in
        cmake) at_least "$(cmake --version 2>/dev/null | sed -n '1s/[^0-9]*//p')" "$2" ;;
        ninja-build) command -v ninja >/dev/null ;;
        nodejs) at_least "$(node --version 2>/dev/null | sed 's/^v//')" "$2" ;;
        npm) command -v npm >/dev/null ;;
        chromium) command -v chromium chromium-browser google-chrome >/dev/null ;;
        *) return 1 ;;
    esac
}

on_terminal() { [[ -t 0 && -t 2 && -z ${CI:-} ]]; }

# Sets `as_root` to the command prefix for changes to the system. Fails if root rights are not available.
may_install() {
    as_root=()
    [[ $(id -u) == 0 ]] && return
    as_root=(sudo)
    command -v sudo >/dev/null || return 1
    # On a terminal sudo can prompt for the password; elsewhere it must work without one.
    on_terminal || sudo -n true 2>/dev/null
}

run_apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -y -q -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=120 "$@" </dev/null >>"${log:?}" 2>&1
}

agreed() {
    on_terminal || return 0
    local answer
    printf 'setup: Install with apt: %s? [Y/n] ' "$*" >&2
    read -r answer
    [[ -z $answer || $answer == [yY]* ]]
}

# Tries to install the missing packages of a group. Packages that cannot be installed stay missing; the caller decides
# whether that is an error.
install_group() {
    local name found
    local -a names=() archive=()
    while read -r name found; do
        names+=("$name")
        [[ $name != catch2 || $found == - ]] ||
            say "catch2 $found is installed and the tests are written for Catch2 3:" \
                "a newer one would take its place."
    done < <(missing_of "$1")
    agreed "${names[*]}" || return 1

    say "Installing ${names[*]} (details in ${log#"$PWD"/})"
    # An unreachable archive may not be the one that is needed; the installation fails if it is.
    run_apt update || true
    for name in "${names[@]}"; do
        if [[ $name == catch2 ]] && dpkg --compare-versions "$(candidate_of catch2)" lt "$catch2_minimum"; then
            install_catch2_from_backports || say "No archive of this system has Catch2 3."
        else
            archive+=("$name")
        fi
    done
    [[ ${#archive[@]} -eq 0 ]] || run_apt install --no-install-recommends "${archive[@]}" ||
        say "apt-get could not install them all; ${log#"$PWD"/} has its output."
}

# Prints the version that the system's own archive would install; 0 if there is none.
candidate_of() {
    local version
    version=$(apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: \([^(]*\).*/\1/p')
    printf '%s\n' "${version:-0}"
}

install_catch2_from_backports() {
    local directory status
    local -a backports_options
    directory=$(mktemp -d)
    open_backports "$directory" && run_apt "${backports_options[@]}" update &&
        run_apt "${backports_options[@]}" install --no-install-recommends catch2
    status=$?
    "${as_root[@]}" rm -rf "$directory"
    return $status
}
