# Writes a C++ file that holds the page of `grader explain --html`, its style and its scripts in their places:
# cmake -DFOLDER=... -DOUTPUT=... -P embed.cmake

file(READ "${FOLDER}/page.html" page)
file(READ "${FOLDER}/style.css" style)
set(scripts "")
# A script may use what those before it define.
foreach(part dom memory head source picture access start)
    file(READ "${FOLDER}/${part}.js" text)
    string(APPEND scripts "<script>\n${text}</script>\n")
endforeach()
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@SCRIPTS@" "${scripts}" page "${page}")

# A compiler need not take a longer literal, so that each piece has one.
set(pieces "")
set(piece_length 8000)
string(LENGTH "${page}" left)
set(begin 0)
while(left GREATER 0)
    string(SUBSTRING "${page}" ${begin} ${piece_length} piece)
    string(APPEND pieces "    R\"page(${piece})page\"\n")
    math(EXPR begin "${begin} + ${piece_length}")
    math(EXPR left "${left} - ${piece_length}")
endwhile()

file(WRITE "${OUTPUT}" "\
#include \"report/explain_page.h\"

namespace grader {

std::string_view explain_page_template() {
    return
${pieces}        ;
}

} // namespace grader
")
