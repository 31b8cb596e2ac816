# shellcheck shell=bash
# Whether what the texts of a tree lead to is there.

# anchors_of FILE: the anchors that a Markdown file names itself, and those that are made of its headings.
anchors_of() {
    sed -n 's/.*<a id="\([^"]*\)">.*/\1/p' "$1"
    sed -n 's/^#\{1,6\} //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

declare -A anchors=() # of each file that a link with an anchor leads to, a line each

# leads_somewhere FROM TARGET: whether TARGET, seen from the folder FROM, is a file, with the anchor it names.
leads_somewhere() {
    local file=${2%%#*} anchor=
    file=${file%/} # with it, any name would do
    [[ $2 != *#* ]] || anchor=${2#*#}
    # shellcheck disable=SC2086 # a place may be a pattern: labs/*/README.md
    compgen -G "$1/$file" >/dev/null || return 1
    file=$1/$file
    [[ -n $anchor && -f $file ]] || return 0
    [[ -v anchors[$file] ]] || anchors[$file]=$'\n'$(anchors_of "$file")$'\n'
    [[ ${anchors[$file]} == *$'\n'"$anchor"$'\n'* ]]
}

# check_links TREE: links of Markdown, and places that texts name from the top of the tree.
check_links() {
    local file folder target
    cd "$1"
    while IFS=: read -r file target; do
        [[ $target != *:* ]] || continue # another site
        [[ $target != \#* ]] || target=${file##*/}$target
        folder=.
        [[ $file != */* ]] || folder=${file%/*}
        leads_somewhere "$folder" "$target" || echo "$file: the link $target leads to nothing"
    done < <(found -roP --include='*.md' '\]\(\K[^)\s]+' . | sed 's/^\.\///' | sort -u)
    while IFS=: read -r file target; do
        leads_somewhere . "$target" || echo "$file: names $target, which is not there"
    done < <(found -roP --include='*.md' --include=lab.toml --include=student.cu --include=lab.h \
        '(?<![\w./~-])(labs|slides|solutions|docs|common|grader|simulator|scripts|cmake)/[\w./*#-]*[\w/*]' . |
        sed 's/^\.\///' | sort -u)
}
