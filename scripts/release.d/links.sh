# shellcheck shell=bash
# Checks whether the link targets in the texts of a tree exist.

# anchors_of FILE: the explicit anchors of a Markdown file, and those generated from its headings.
anchors_of() {
    sed -n 's/.*<a id="\([^"]*\)">.*/\1/p' "$1"
    sed -n 's/^#\{1,6\} //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

declare -A anchors=() # per file that is linked with an anchor, its anchors, one per line

# leads_somewhere FROM TARGET: checks whether TARGET, relative to the folder FROM, is a file that has the given anchor.
leads_somewhere() {
    local file=${2%%#*} anchor=
    file=${file%/} # with a trailing slash, any name would match
    [[ $2 != *#* ]] || anchor=${2#*#}
    # shellcheck disable=SC2086 # a path may be a pattern: labs/*/README.md
    compgen -G "$1/$file" >/dev/null || return 1
    file=$1/$file
    [[ -n $anchor && -f $file ]] || return 0
    [[ -v anchors[$file] ]] || anchors[$file]=$'\n'$(anchors_of "$file")$'\n'
    [[ ${anchors[$file]} == *$'\n'"$anchor"$'\n'* ]]
}

# check_links TREE: checks links of Markdown, and paths that texts give relative to the top of the tree.
check_links() {
    local file folder target
    cd "$1"
    while IFS=: read -r file target; do
        [[ $target != *:* ]] || continue # another site
        [[ $target != \#* ]] || target=${file##*/}$target
        folder=.
        [[ $file != */* ]] || folder=${file%/*}
        leads_somewhere "$folder" "$target" || echo "$file: dead link: $target"
    done < <(found -roP --include='*.md' '\]\(\K[^)\s]+' . | sed 's/^\.\///' | sort -u)
    while IFS=: read -r file target; do
        leads_somewhere . "$target" || echo "$file: names $target, which does not exist"
    done < <(found -roP --include='*.md' --include=lab.toml --include=student.cu --include=lab.h \
        '(?<![\w./~-])(labs|slides|solutions|docs|common|grader|simulator|scripts|cmake)/[\w./*#-]*[\w/*]' . |
        sed 's/^\.\///' | sort -u)
}
