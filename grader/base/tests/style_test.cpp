#include <catch2/catch_test_macros.hpp>
#include <unistd.h>

#include "base/style.h"

using grader::Ink;
using grader::paint;
using grader::style_for;

TEST_CASE("colours are used only on a terminal that supports them and without NO_COLOR", "[style]") {
    CHECK(style_for({.present = true, .no_color = "", .term = "xterm-256color", .columns = 80}).colour);
    CHECK_FALSE(
        style_for({.present = false, .no_color = "", .term = "xterm-256color", .columns = 80}).colour);
    CHECK_FALSE(
        style_for({.present = true, .no_color = "1", .term = "xterm-256color", .columns = 80}).colour);
    CHECK_FALSE(style_for({.present = true, .no_color = "", .term = "dumb", .columns = 80}).colour);
}

TEST_CASE("the page width is that of the terminal between 60 and 100 columns", "[style]") {
    const auto width = [](std::size_t columns) {
        return style_for({.present = true, .no_color = "", .term = "xterm", .columns = columns}).width;
    };
    CHECK(width(0) == 80);
    CHECK(width(72) == 72);
    CHECK(width(20) == 60);
    CHECK(width(300) == 100);
}

TEST_CASE("a pipe gets plain text", "[style]") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const grader::Style style = grader::style_of_descriptor(ends[1]);
    close(ends[0]);
    close(ends[1]);
    CHECK_FALSE(style.colour);
    CHECK(style.width == 80);
}

TEST_CASE("painted text has its colour codes only with colours enabled", "[style]") {
    CHECK(paint({.colour = false, .width = 80}, Ink::good, "text") == "text");
    CHECK(paint({.colour = true, .width = 80}, Ink::good, "text") == "\x1b[32mtext\x1b[0m");
}
