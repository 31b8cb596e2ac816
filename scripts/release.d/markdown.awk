# A text without what stands between <!-- not handed out --> and <!-- end not handed out -->, each on a line of its
# own, and without the tags that say where a number comes from.

$0 == "<!-- not handed out -->" { if (hidden) bad = 1; hidden = 1; next }
$0 == "<!-- end not handed out -->" { if (!hidden) bad = 1; hidden = 0; next }
hidden { next }
{ gsub(/<data value="[^"]*">|<\/data>/, "") }
# Two paragraphs that come to stand beside each other have one empty line between them, outside of code.
/^ *(```|~~~)/ { in_code = !in_code }
$0 == "" && last_empty && !in_code { next }
{ print; last_empty = $0 == "" }
END { exit bad || hidden }
