# Removes the text between <!-- not handed out --> and <!-- end not handed out -->, each on a separate line, and the
# tags that give the source of a number.

$0 == "<!-- not handed out -->" { if (hidden) bad = 1; hidden = 1; next }
$0 == "<!-- end not handed out -->" { if (!hidden) bad = 1; hidden = 0; next }
hidden { next }
{ gsub(/<data value="[^"]*">|<\/data>/, "") }
# Keeps exactly one empty line between two paragraphs that become adjacent, outside of code.
/^ *(```|~~~)/ { in_code = !in_code }
$0 == "" && last_empty && !in_code { next }
{ print; last_empty = $0 == "" }
END { exit bad || hidden }
