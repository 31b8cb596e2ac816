# shellcheck shell=bash
# The files that belong to the texts of a students' tree: pictures, and the texts as HTML pages.

# stage_pictures TREE: copies the pictures that the texts of TREE show. check_links reports a picture that git does not
# track.
stage_pictures() {
    local -a pictures
    mapfile -t pictures < <(cd "$1" && found -roP --include='*.md' '!\[[^\]]*\]\(\K[^)\s]+' . |
        sed 's/[^:\/]*://' | sort -u | xargs -r -d '\n' realpath -m --relative-to=. | sort -u)
    [[ ${#pictures[@]} -gt 0 ]] || return 0
    git ls-files -z -- "${pictures[@]}" | tar --create --null --files-from - | tar --extract --directory "$1"
}

# stage_pages TREE: generates site/ in TREE, without the pages about solutions.
stage_pages() {
    [[ -f docs/site/build.mjs ]] || return 0
    scripts/setup site
    local -a options=(--without-solutions --without-pdf --without-api)
    [[ -z ${SOLUTION_SLIDES:-} ]] || options+=(--with-solution-slides)
    node docs/site/build.mjs site "${options[@]}" --output "$1/site" >/dev/null
}

# plain_pages TREE: prints the pages of TREE as a reader sees them, each line prefixed with its file's name.
plain_pages() {
    [[ -d $1/site ]] || return 0
    local page
    (cd "$1" && find site -name '*.html') | while IFS= read -r page; do
        [[ -z ${SOLUTION_SLIDES:-} || $page != site/slides/* ]] || continue
        sed -e 's/<\/span><span class="line"/\n&/g; s/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g' \
            -e "s|^|$page:|" "$1/$page"
    done
}
