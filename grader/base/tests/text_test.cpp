#include <algorithm>

#include <catch2/catch_test_macros.hpp>

#include "base/numbers.h"
#include "base/text.h"

using grader::columns;
using grader::cut;
using grader::printable;
using grader::split_lines;
using grader::wrap;

using Lines = std::vector<std::string>;

TEST_CASE("printable text is unchanged", "[text]") {
    CHECK(printable("").empty());
    CHECK(printable("c[996][990]  expected -3.25") == "c[996][990]  expected -3.25");
    CHECK(printable("größer ≤ 日本 🙂") == "größer ≤ 日本 🙂");
}

TEST_CASE("control characters are spelled out", "[text]") {
    CHECK(printable("\x1b[31mred\x1b[0m") == "\\x1b[31mred\\x1b[0m");
    CHECK(printable("a\nb\rc\x07") == "a\\x0ab\\x0dc\\x07");
    CHECK(printable(std::string("a\0b", 3)) == "a\\x00b");
    CHECK(printable("\x7f") == "\\x7f");
    CHECK(printable("\u009b31m") == "\\u009b31m");
    CHECK(printable("a\tb") == "a    b");
}

TEST_CASE("characters that reorder or break a line are spelled out", "[text]") {
    CHECK(printable("\u202eevil") == "\\u202eevil");
    CHECK(printable("\u2066x\u2069") == "\\u2066x\\u2069");
    CHECK(printable("a\u2028b") == "a\\u2028b");
    CHECK(printable("\ufeffa") == "\\ufeffa");
}

TEST_CASE("bytes that are not UTF-8 are spelled out one by one", "[text]") {
    CHECK(printable("\xff") == "\\xff");
    CHECK(printable("\x9b"
                    "31m") == "\\x9b31m");                          // a C1 control in an 8-bit terminal
    CHECK(printable("\xc3(") == "\\xc3(");                          // the second byte is missing
    CHECK(printable("\xe2\x82") == "\\xe2\\x82");                   // the text is truncated
    CHECK(printable("\xc0\xaf") == "\\xc0\\xaf");                   // an overlong encoding
    CHECK(printable("\xe0\x80\xaf") == "\\xe0\\x80\\xaf");          // an overlong encoding of three bytes
    CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");          // half of a surrogate pair
    CHECK(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80"); // beyond the Unicode range
}

TEST_CASE("no pair of bytes prints a control character", "[text]") {
    // All pairs of bytes, so every lead byte with every continuation byte.
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const std::string bytes = {static_cast<char>(first), static_cast<char>(second)};
            const std::string shown = printable(bytes);
            const bool obeyed = std::any_of(shown.begin(), shown.end(), [](char c) {
                const auto byte = static_cast<unsigned char>(c);
                return byte < 0x20 || byte == 0x7f;
            });
            const bool c1 = first == 0xc2 && second >= 0x80 && second < 0xa0 && shown == bytes;
            if (obeyed || c1) FAIL("bytes " << first << " and " << second << " came through");
        }
    }
    SUCCEED();
}

TEST_CASE("long text ends in an ellipsis", "[text]") {
    CHECK(printable("abcdef", 6) == "abcdef");
    CHECK(printable("abcdef", 5) == "abcde…");
    CHECK(printable("äöüß", 2) == "äö…");
    CHECK(columns(printable(std::string(100000, 'x'))) == 401);
}

TEST_CASE("lines are split at LF and CRLF", "[text]") {
    CHECK(split_lines("").empty());
    CHECK(split_lines("a\nb\r\n\nc") == std::vector<std::string_view>{"a", "b", "", "c"});
    CHECK(split_lines("a\n") == std::vector<std::string_view>{"a"});
}

TEST_CASE("a wide character takes two columns, a combining one none", "[text]") {
    CHECK(columns("日本") == 4);
    CHECK(columns("e\u0301") == 1);
    CHECK(columns("🙂.") == 3);
    CHECK(cut("日本語", 4) == "日…"); // half of a character is omitted
    CHECK(cut("日本語", 5) == "日本…");
    CHECK(cut("e\u0301e\u0301e", 2) == "e\u0301…");
    CHECK(wrap("日本語", 4) == Lines{"日本", "  語"});
    CHECK(wrap("日本", 1) == Lines{"日", "本"}); // too narrow for either, but it terminates
}

TEST_CASE("cutting counts columns, not bytes", "[text]") {
    CHECK(cut("müßig", 5) == "müßig");
    CHECK(cut("müßig", 4) == "müß…");
    CHECK(cut("abc", 1) == "…");
    CHECK(cut("abc", 0).empty());
}

TEST_CASE("lines are broken at blanks and indented", "[text]") {
    CHECK(wrap("", 10) == Lines{""});
    CHECK(wrap("one two", 10) == Lines{"one two"});
    CHECK(wrap("one two three four", 10) == Lines{"one two", "  three", "  four"});
    CHECK(wrap("  deep in a line", 10) == Lines{"  deep in", "    a line"});
    CHECK(wrap("über über über", 9) == Lines{"über über", "  über"});
}

TEST_CASE("a word that is too long is broken where the width ends", "[text]") {
    CHECK(wrap("abcdefghij", 4) == Lines{"abcd", "  ef", "  gh", "  ij"});
    CHECK(wrap("          abcdefgh", 6).size() > 1);
    for (const std::string& line : wrap("x " + std::string(50, 'y') + " z", 12)) CHECK(columns(line) <= 12);
}

TEST_CASE("times come in the unit that suits them, with three digits", "[text]") {
    CHECK(grader::format_time(0.00051) == "0.51 µs");
    CHECK(grader::format_time(0.0412) == "41.2 µs");
    CHECK(grader::format_time(0.41204) == "412 µs");
    CHECK(grader::format_time(3.9062) == "3.91 ms");
    CHECK(grader::format_time(39.062) == "39.1 ms");
    CHECK(grader::format_time(390.62) == "391 ms");
    CHECK(grader::format_time(1204) == "1.20 s");
}

TEST_CASE("points are never rounded up", "[text]") {
    CHECK(grader::format_points(0) == "0");
    CHECK(grader::format_points(30) == "30");
    CHECK(grader::format_points(29.97) == "29.9");
    CHECK(grader::format_points(0.3) == "0.3");
    CHECK(grader::format_points(0.1 + 0.2) == "0.3");
    CHECK(grader::format_points(36.5) == "36.5");
}

TEST_CASE("a speedup close to its threshold gets up to four decimals to distinguish them", "[text]") {
    CHECK(grader::decimals_to_distinguish(6, {5, 7}) == 2);
    CHECK(grader::decimals_to_distinguish(6, {6, 7}) == 2);
    CHECK(grader::decimals_to_distinguish(6, {5.998}) == 3);
    CHECK(grader::decimals_to_distinguish(6, {5.9998}) == 4);
    CHECK(grader::decimals_to_distinguish(6, {5.99999999}) == 4);
    CHECK(grader::format_speedup(5.998, 3) == "5.998×");
    CHECK(grader::format_speedup(17.7) == "17.70×");
}

TEST_CASE("sizes and shares are formatted with few digits", "[text]") {
    CHECK(grader::format_bytes(0) == "0 B");
    CHECK(grader::format_bytes(1023) == "1023 B");
    CHECK(grader::format_bytes(8448) == "8.2 KiB");
    CHECK(grader::format_share(0.875) == "88 %");
}
