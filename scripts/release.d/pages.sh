# shellcheck shell=bash
# What belongs to the texts of a students' tree: pictures, and the same texts as pages.

# stage_pictures TREE: brings the pictures that the texts of TREE show. Where git knows none by that name, check_links says so.
stage_pictures() {
    local -a pictures
    mapfile -t pictures < <(cd "$1" && found -roP --include='*.md' '!\[[^\]]*\]\(\K[^)\s]+' . |
        sed 's/[^:\/]*://' | sort -u | xargs -r -d '\n' realpath -m --relative-to=. | sort -u)
    [[ ${#pictures[@]} -gt 0 ]] || return 0
    git ls-files -z -- "${pictures[@]}" | tar --create --null --files-from - | tar --extract --directory "$1"
}

# stage_pages TREE: makes site/ in TREE, without what is about solutions.
stage_pages() {
    [[ -f docs/site/build.mjs ]] || return 0
    scripts/setup site
    local -a options=(--without-solutions --without-pdf --without-api)
    [[ -z ${SOLUTION_SLIDES:-} ]] || options+=(--with-solution-slides)
    node docs/site/build.mjs site "${options[@]}" --output "$1/site" >/dev/null
}

# plain_pages TREE: the pages of TREE as a reader sees them, each line behind its file's name.
plain_pages() {
    [[ -d $1/site ]] || return 0
    local page
    (cd "$1" && find site -name '*.html') | while IFS= read -r page; do
        [[ -z ${SOLUTION_SLIDES:-} || $page != site/slides/* ]] || continue
        sed -e 's/<\/span><span class="line"/\n&/g; s/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g' \
            -e "s|^|$page:|" "$1/$page"
    done
}
