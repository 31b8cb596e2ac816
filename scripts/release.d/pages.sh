# shellcheck shell=bash
# What belongs to the texts of a students' tree: pictures, and the same texts as pages.

# stage_pictures TREE: brings the pictures that the texts of TREE show.
stage_pictures() {
    local tree=$1 file picture
    while IFS=: read -r file picture; do
        picture=$(cd "$(dirname "$tree/$file")" && realpath -m --relative-to="$tree" "$picture")
        git ls-files --error-unmatch "$picture" >/dev/null 2>&1 || continue # check_links says so
        mkdir -p "$(dirname "$tree/$picture")"
        cp "$picture" "$tree/$picture"
    done < <(cd "$tree" && found -roP --include='*.md' '!\[[^\]]*\]\(\K[^)\s]+' . | sed 's/^\.\///')
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
