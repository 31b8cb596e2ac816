# shellcheck shell=bash
# The Node packages that slides, pictures and pages need, at the versions pinned in docs/package-lock.json. Sourced by
# scripts/setup, which sets `log`.

# Installs the packages if they are missing or differ from the lock file.
bring_node_packages() {
    local installed=docs/node_modules/.package-lock.json
    [[ -f $installed && ! docs/package-lock.json -nt $installed ]] && return
    say "Installing the Node packages of docs/package-lock.json (details in ${log#"$PWD"/})"
    npm ci --prefix docs >>"$log" 2>&1 || give_up "npm could not install them; ${log#"$PWD"/} has its output."
    touch "$installed"
}
