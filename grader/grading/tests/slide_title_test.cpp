#include <string>

#include <catch2/catch_test_macros.hpp>

#include "grading/report/explain/slide_title.h"

TEST_CASE("the title of a slide is its heading", "[explain]") {
    const std::string deck =
        "# Deck\n\n---\n\n<a id=\"banks\"></a>\n\n## Banks\n\n<a id=\"pads\"></a>\n### Pads\n\n---\n"
        "## Tiles\n<a id=\"tiles\"></a>\n---\n<a id=\"bare\"></a>\n---\n## Next\n";
    CHECK(grader::slide_title(deck, "banks") == "Banks");
    CHECK(grader::slide_title(deck, "pads") == "Pads");
    CHECK(grader::slide_title(deck, "tiles") == "Tiles");
    CHECK(grader::slide_title(deck, "bare") == "bare");
    CHECK(grader::slide_title(deck, "none") == "none");
    CHECK(grader::slide_title("", "none") == "none");
}
