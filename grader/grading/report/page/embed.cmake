# Writes a C++ file with a function that returns a page, its styles and its scripts in their places:
# cmake -DPAGE=page.html -DSTYLES=a.css,b.css -DSCRIPTS=a.js,b.js -DHEADER=its.h -DFUNCTION=its_name -DOUTPUT=... -P embed.cmake
# A style goes before, and a script may use, what those before it define.

cmake_minimum_required(VERSION 3.25)

# Sets result to the texts of files, each between before and after.
function(read_all files result before after)
    string(REPLACE "," ";" files "${files}")
    set(all "")
    foreach(file IN LISTS files)
        file(READ "${file}" text)
        string(APPEND all "${before}${text}${after}")
    endforeach()
    set(${result} "${all}" PARENT_SCOPE)
endfunction()

file(READ "${PAGE}" page)
read_all("${STYLES}" styles "" "")
read_all("${SCRIPTS}" scripts "<script>\n" "</script>\n")
string(REPLACE "@STYLE@" "${styles}" page "${page}")
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
#include \"${HEADER}\"

namespace grader {

std::string_view ${FUNCTION}() {
    return
${pieces}        ;
}

} // namespace grader
")
