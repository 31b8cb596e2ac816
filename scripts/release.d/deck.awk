# A deck without the pages that are marked <!-- _class: solution -->. Their places stay, with anchor and heading,
# because hints lead there.

function flush_page(  i) {
    for (i = 1; i <= lines; ++i)
        if (!solution || line[i] ~ /^<a id=/ || line[i] ~ /^## /) {
            print line[i]
            if (solution) print ""
        }
    if (solution) print "This page is about the solution, and is not handed out with the course.\n"
    lines = solution = 0
}

/^```/ { in_code = !in_code }
# The first two rules enclose the deck's own settings.
$0 == "---" && !in_code { flush_page(); print; if (++rules > 2) print ""; skip_empty = rules > 2; next }
skip_empty && $0 == "" { next }
{ skip_empty = 0; line[++lines] = $0 }
$0 == "<!-- _class: solution -->" && !in_code { solution = 1 }
END { flush_page() }
