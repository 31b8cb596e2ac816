# shellcheck shell=bash
# The Node packages that slides, pictures and pages need, as docs/package-lock.json pins them. Sourced by scripts/setup, which
# sets `log`.

# Installs them where they are not there, or not those of the lock file.
bring_node_packages() {
    local installed=docs/node_modules/.package-lock.json
    [[ -f $installed && ! docs/package-lock.json -nt $installed ]] && return
    say "Installing the Node packages of docs/package-lock.json (details in ${log#"$PWD"/})"
    npm ci --prefix docs >>"$log" 2>&1 || give_up "npm could not install them; ${log#"$PWD"/} has its words."
    touch "$installed"
}
