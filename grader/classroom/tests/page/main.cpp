// Writes the page of a synthetic class, for the tests that open it in a browser:
//   class_page_sample small|large|pseudonyms|hostile SITE FILE

#include <cstdio>
#include <exception>
#include <string>

#include "base/files.h"
#include "classroom/page/class_page.h"
#include "classroom/tests/synthetic_class.h"

namespace {

grader::Book book_for(const std::string& kind) {
    if (kind == "hostile") return synthetic::hostile_class();
    return kind == "large" ? synthetic::class_of(300, 12) : synthetic::class_of(30, 8);
}

void write_page(const std::string& kind, const std::string& site, const std::string& file) {
    constexpr std::uint64_t key = 42;
    const grader::Book book = book_for(kind);
    const grader::Pseudonyms pseudonyms(book, key);
    grader::ClassPageOptions options;
    options.title = "Parallel programming";
    options.site = site;
    options.course = KERNELSMITH_SOURCE_DIR;
    if (kind == "pseudonyms") options.pseudonyms = pseudonyms;
    std::vector<grader::Entrant> entrants = synthetic::entrants_of(book);
    // Aliases from students' files cannot contain such a text; a page must not rely on that.
    if (kind == "hostile")
        for (grader::Entrant& entrant : entrants) entrant.request.alias = synthetic::attack;
    options.leaderboards = leaderboards_of(book, entrants, pseudonyms);
    grader::write_atomically(file, render_class_page(book, options));
}

} // namespace

int main(int count, char** words) try {
    if (count != 4) {
        std::fputs("usage: class_page_sample small|large|pseudonyms|hostile SITE FILE\n", stderr);
        return 2;
    }
    write_page(words[1], words[2], words[3]);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
}
