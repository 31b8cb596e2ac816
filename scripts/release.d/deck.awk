# Removes the contents of the pages that are marked <!-- _class: solution -->. The pages remain, with anchor and
# heading, because hints link to them.

function flush_page(  i) {
    for (i = 1; i <= lines; ++i)
        if (!solution || line[i] ~ /^<a id=/ || line[i] ~ /^## /) {
            print line[i]
            if (solution) print ""
        }
    if (solution) print "This page shows the solution and is not part of the students' archive.\n"
    lines = solution = 0
}

/^```/ { in_code = !in_code }
# The first two rules enclose the deck's own settings.
$0 == "---" && !in_code { flush_page(); print; if (++rules > 2) print ""; skip_empty = rules > 2; next }
skip_empty && $0 == "" { next }
{ skip_empty = 0; line[++lines] = $0 }
$0 == "<!-- _class: solution -->" && !in_code { solution = 1 }
END { flush_page() }
